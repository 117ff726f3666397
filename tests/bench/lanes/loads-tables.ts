/** Questions about one business in tables that hold a million rows of others. */
import pg from 'pg';
import { callerSettings, type Caller } from '#supabase/local/database/caller.ts';
import { callOn, must } from '../database/calls.ts';
import { SLUG } from '../database/served-business.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { spread } from '../database/tables.ts';
import { atMost } from '../lane.ts';
import type { LaneResult } from '../lane.ts';
import { quantile } from '../measure.ts';
import { dayAhead } from './server-bookings.ts';
import { headOf, newDevice, pushEdits } from './server-sync.ts';

const BUSINESSES = 500;
const STAFF_EACH = 20;
/** Changes that a device has missed. */
const MISSED = 500;

/**
 * So many places that are taken, clients and lines of the log, of businesses that nobody asks about. No
 * constraint looks at whether those are there, but for the one that keeps places apart.
 */
export const fillTables = async ({ url }: ServedBusiness, rows: number): Promise<void> => {
  const raw = new pg.Client(url);
  await raw.connect();
  try {
    await raw.query('set session_replication_role = replica');
    await raw.query(
      `create temp table others as
       select gen_random_uuid() as business_id, gen_random_uuid() as staff_id, n
       from generate_series(1, $1::int) n`,
      [BUSINESSES * STAFF_EACH],
    );
    await raw.query(
      `insert into private.busy_segments (business_id, owner_id, during, appointment_id)
       select o.business_id, o.staff_id,
         tstzrange(
           date_trunc('day', now()) + s * interval '1 hour',
           date_trunc('day', now()) + s * interval '1 hour' + interval '45 minutes', '[)'),
         gen_random_uuid()
       from others o, generate_series(1, $1::int) s`,
      [Math.max(1, Math.floor(rows / (BUSINESSES * STAFF_EACH)))],
    );
    await raw.query(
      `insert into public.clients (id, business_id, rev, first_name, last_name)
       select gen_random_uuid(), o.business_id, s, 'Client', 'Of others'
       from others o, generate_series(1, $1::int) s where o.n <= $2::int`,
      [Math.max(1, Math.floor(rows / BUSINESSES)), BUSINESSES],
    );
    await raw.query(
      `insert into private.row_changes (business_id, rev, table_name, row_id, fields)
       select o.business_id, s, 'clients', gen_random_uuid(), '{first_name}'
       from others o, generate_series(1, $1::int) s where o.n <= $2::int`,
      [Math.max(1, Math.floor(rows / BUSINESSES)), BUSINESSES],
    );
  } finally {
    await raw.end();
  }
};

export const measureTables = async (
  served: ServedBusiness,
  { isQuick }: { isQuick: boolean },
): Promise<LaneResult> => {
  const { place, anon, owner } = served;
  const pool = served.pool(1);
  const call = callOn(pool);
  const rounds = isQuick ? 5 : 60;
  try {
    const slots: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { answer, databaseMs } = await call(anon, 'public_availability', {
        slug: SLUG,
        from_day: dayAhead(1),
        to_day: dayAhead(30),
      });
      must(answer);
      slots.push(databaseMs);
    }

    const buffers = await buffersOf(pool, anon);

    const writer = newDevice();
    const head = await headOf(served, call);
    for (let sent = 0; sent < MISSED; sent += 100) await pushEdits(served, call, writer, 100);
    const pulls: number[] = [];
    let pulled = 0;
    const reader = newDevice();
    for (let round = 0; round < rounds; round += 1) {
      const { answer, databaseMs } = await call(owner, 'sync_pull', {
        business_id: place.businessId,
        client_id: reader.id,
        ...head,
        schema: 1,
        page_size: MISSED * 2,
      });
      must(answer);
      pulled = Object.values(answer['tables'] as Record<string, unknown[]>).flat().length;
      pulls.push(databaseMs);
    }
    return {
      comparisons: [
        spread('Beside a million rows of others, in the database', undefined, {
          'public_availability, 30 days': slots,
          [`sync_pull of what ${MISSED} mutations changed`]: pulls,
        }),
      ],
      goals: [
        atMost(
          'R7.4',
          50,
          'free times of 30 days, 95 of 100',
          quantile(slots, 0.95),
          `${place.staffIds.length} people and those of the demo; a million places of others are taken.`,
        ),
        {
          id: 'R7.4',
          wanted: 'buffers read for them ≤ 2,000',
          got: buffers.toLocaleString('en-US'),
          reached: buffers <= 2_000,
        },
        atMost(
          'R7.5',
          40,
          `pull of ${MISSED} mutations, 95 of 100`,
          quantile(pulls, 0.95),
          `${pulled} rows each time.`,
        ),
      ],
    };
  } finally {
    await pool.end();
  }
};

/** Blocks that one question about thirty days looks at, found in memory or on the disk. */
const buffersOf = async (pool: pg.Pool, caller: Caller): Promise<number> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const settings = callerSettings(caller);
    await client.query(settings.text, settings.params);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json)
       select public.public_availability(slug => '${SLUG}', from_day => '${dayAhead(1)}', to_day => '${dayAhead(30)}')`,
    );
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  } finally {
    await client.query('rollback');
    client.release();
  }
};
