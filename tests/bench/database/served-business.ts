/** The demo business on a PostgreSQL of its own, as it stands after some weeks of work. */
import pg from 'pg';
import { seedDemo } from '#supabase/demo/seed.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { openPostgres } from '#supabase/local/database/postgres.ts';
import { applyMigrations } from '#supabase/local/migrations.ts';
import { ensureSystemSchema } from '#supabase/local/system-schema.ts';
import { productMigrations } from '#tests/harness/database-image.ts';
import { startPostgres } from '#tests/harness/postgres.ts';

export const SLUG = 'studio-lumen';
const SIZE = { clients: 6_000, daysBack: 20, daysAhead: 10 };
/** People added to the demo, so that a benchmark's bookings find room. */
const EXTRA_STAFF = 8;

/** What calls name: ids of rows that are there. */
export type Place = {
  businessId: string;
  staffIds: string[];
  variantId: string;
  policyVersion: number;
  userId: string;
  clientIds: string[];
};

export type ServedBusiness = {
  url: string;
  db: Database;
  place: Place;
  anon: Caller;
  owner: Caller;
  /** Connections of the API's; those that are left are closed with the server. */
  pool(max: number): pg.Pool;
  stop(): Promise<void>;
};

export const serveBusiness = async (): Promise<ServedBusiness> => {
  const postgres = await startPostgres({ settings: { fsync: 'off' } });
  const url = await postgres.createDatabase('bench');
  const db = await openPostgres(url);
  await ensureSystemSchema(db);
  await applyMigrations(db, productMigrations);
  await seedDemo(db.sql, { now: new Date(), size: SIZE });
  // What is measured is the work, not the limit.
  await db.sql('update private.rate_rules set most = 1000000000');
  const place = await prepare(db.sql);
  const { userId } = place;
  const pools: pg.Pool[] = [];
  return {
    url,
    db,
    place,
    anon: { role: 'anon', claims: { role: 'anon' } },
    owner: {
      role: 'authenticated',
      claims: { role: 'authenticated', sub: userId, email: 'bench@example.com', aal: 'aal1' },
    },
    pool(max) {
      const pool = new pg.Pool({ connectionString: url, max });
      pools.push(pool);
      return pool;
    },
    async stop() {
      // A server that ends takes the process with it, and the reason, where a pool is still open.
      await Promise.all(pools.filter((pool) => !pool.ended).map((pool) => pool.end()));
      await db.close();
      await postgres.stop();
    },
  };
};

const prepare = async (sql: Database['sql']): Promise<Place> => {
  const one = async (text: string, params: unknown[] = []): Promise<Record<string, unknown>> =>
    (await sql<Record<string, unknown>>(text, params))[0]!;
  const { id } = await one('select id from public.businesses where slug = $1', [SLUG]);
  const businessId = String(id);
  const variant = await one(
    `select v.id from public.service_variants v where v.business_id = $1 and v.duration_min <= 45
     and v.buffer_before_min = 0 and v.buffer_after_min = 0 and v.processing_min = 0 limit 1`,
    [businessId],
  );
  const week = Array.from({ length: 7 }, () => [[480, 1200]]);
  const staffIds: string[] = [];
  for (let person = 0; person < EXTRA_STAFF; person += 1) {
    const staff = await one(
      `insert into public.staff (id, business_id, display_name, colour, rank, bookable, online_visible)
       values (gen_random_uuid(), $1, $2, 'teal', $3, true, true) returning id`,
      [businessId, `Extra ${person}`, 100 + person],
    );
    staffIds.push(String(staff['id']));
    await sql(
      `insert into public.work_patterns (id, business_id, staff_id, valid_from, weeks)
       values (gen_random_uuid(), $1, $2, '2020-01-06', $3::jsonb)`,
      [businessId, staff['id'], JSON.stringify([week])],
    );
  }
  const policy = await one(
    'select coalesce(max(version), 1) as version from public.policy_texts where business_id = $1',
    [businessId],
  );
  const owner = await one(
    `select user_id from public.memberships where business_id = $1 and role = 'owner'`,
    [businessId],
  );
  const clients = await sql<{ id: string }>(
    'select id from public.clients where business_id = $1 limit 2000',
    [businessId],
  );
  return {
    businessId,
    staffIds,
    variantId: String(variant['id']),
    policyVersion: Number(policy['version']),
    userId: String(owner['user_id']),
    clientIds: clients.map((client) => client.id),
  };
};
