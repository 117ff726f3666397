import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, makeSalon, type Salon } from './salon.ts';
import { insert, newId, useDatabase } from './setup.ts';
import { addVisit } from './visits.ts';

const ZONE = 'America/Vancouver';
const DAY = 200;

const database = useDatabase();
const sql = <Row extends Record<string, unknown>>(text: string, params: unknown[] = []) =>
  database.db.sql<Row>(text, params);
let salon: Salon;
let count = 0;

beforeEach(async () => {
  // What was remembered of other tests would differ from what this one pretends.
  await sql(`delete from private.zone_rules`);
  await sql(`delete from private.job_runs`);
  salon = await makeSalon(database.db, `zone-${(count += 1)}`);
  await sql(`update public.businesses set time_zone = $2 where id = $1`, [salon.id, ZONE]);
});

const runJobs = () => sql(`select private.run_jobs()`);
/** The next day: the rules are compared once a day. */
const runNextDay = async () => {
  await sql(`update private.job_runs set ran_at = ran_at - interval '25 hours'`);
  await runJobs();
};
/** As if everything stored had been made by rules by which the clocks show `minutes` less. */
const pretendOldRules = async (minutes: number, after = at(DAY - 30, 0)) => {
  await sql(
    `insert into private.zone_rules (time_zone, from_at, utc_offset)
     values ($1, $2::timestamptz, private.utc_offset_at($2::timestamptz, $1))`,
    [ZONE, after],
  );
  await sql(
    `update private.zone_rules set utc_offset = utc_offset - $2 * interval '1 minute'
     where time_zone = $1 and from_at >= $3`,
    [ZONE, minutes, after],
  );
};
const inZone = (more: object = {}) => ({ appointment: { time_zone: ZONE, ...more } });
const later = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString().replace('.000Z', '+00:00');
const timesOf = async (table: string, id: Uuid): Promise<string[]> => {
  const [row] = await sql<{ starts_at: string; ends_at: string }>(
    `select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS+00:00') as starts_at,
       to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS+00:00') as ends_at
     from public.${table} where id = $1`,
    [id],
  );
  return row ? [row.starts_at, row.ends_at] : [];
};
const mailsTo = (business: Uuid) =>
  sql<{ kind: string; id: string }>(
    `select kind, data #>> '{appointment,id}' as id from private.mail_outbox
     where business_id = $1 and state = 'queued'`,
    [business],
  );
const noticesOf = (business: Uuid) =>
  sql<{ mine: Record<string, unknown> }>(
    `select mine from public.attention_items
     where business_id = $1 and kind = 'zone_rules' and state = 'open'`,
    [business],
  );

describe('rules of a time zone that change', () => {
  test('what lies ahead keeps its time on the wall: work, blocks and time off', async () => {
    const start = at(DAY, 18);
    const visit = await addVisit(database.db, salon, salon.ann, start, inZone());
    const gone = await addVisit(
      database.db,
      salon,
      salon.ben,
      start,
      inZone({ status: 'cancelled' }),
    );
    const sooner = await addVisit(database.db, salon, salon.ann, at(DAY - 60, 18), inZone());
    const block = newId();
    const away = newId();
    const span = { starts_at: at(DAY + 1, 18), ends_at: at(DAY + 1, 20), business_id: salon.id };
    await insert(database.db, 'time_blocks', { id: block, staff_id: salon.ben, ...span });
    await insert(database.db, 'time_off', {
      id: away,
      staff_id: salon.ben,
      status: 'approved',
      ...span,
    });
    await runJobs();
    await pretendOldRules(60);
    await runNextDay();

    // The clocks show an hour more now: the same time on the wall comes an hour earlier.
    expect(await timesOf('appointments', visit.id)).toEqual([later(start, -60), start]);
    expect(await timesOf('appointment_segments', visit.segment)).toEqual([
      later(start, -60),
      start,
    ]);
    const moved = [later(span.starts_at, -60), later(span.ends_at, -60)];
    expect(await timesOf('time_blocks', block)).toEqual(moved);
    expect(await timesOf('time_off', away)).toEqual(moved);
    expect(await timesOf('appointments', gone.id)).toEqual([start, later(start, 60)]);
    expect(await timesOf('appointments', sooner.id)).toEqual([at(DAY - 60, 18), at(DAY - 60, 19)]);
  });

  test('the owner is told how many have moved, and each client once', async () => {
    const visit = await addVisit(database.db, salon, salon.ann, at(DAY, 18), {
      appointment: { time_zone: ZONE, client_id: salon.client },
    });
    await runJobs();
    await pretendOldRules(60);
    await runNextDay();
    const told = [{ kind: 'rescheduled', id: visit.id }];
    expect(await mailsTo(salon.id)).toEqual(told);
    expect(await noticesOf(salon.id)).toEqual([
      { mine: { time_zone: ZONE, appointment_ids: [visit.id] } },
    ]);
    await runNextDay();
    expect(await mailsTo(salon.id)).toEqual(told);
    expect(await noticesOf(salon.id)).toHaveLength(1);
    expect(await timesOf('appointments', visit.id)).toEqual([at(DAY, 17), at(DAY, 18)]);
  });

  test('whoever moves into a taken place gives it up and is asked about', async () => {
    const there = await addVisit(database.db, salon, salon.ann, at(DAY, 17));
    const mover = await addVisit(database.db, salon, salon.ann, at(DAY, 18), inZone());
    await runJobs();
    await pretendOldRules(60);
    await runNextDay();
    const rows = await sql<{ id: Uuid; conflict: boolean }>(
      `select id, conflict from public.appointments where id in ($1, $2) order by id = $1 desc`,
      [there.id, mover.id],
    );
    expect(rows).toEqual([
      { id: there.id, conflict: false },
      { id: mover.id, conflict: true },
    ]);
    expect(await mailsTo(salon.id)).toEqual([]);
  });

  test('a day later, with the same rules, nothing moves, however far ahead it lies', async () => {
    const ids: Uuid[] = [];
    for (const days of [DAY, 1000, 1094, 1095, 1096, 1200, 1400]) {
      ids.push((await addVisit(database.db, salon, salon.ann, at(days, 18), inZone())).id);
    }
    const before = await Promise.all(ids.map((id) => timesOf('appointments', id)));
    await runJobs();
    await runNextDay();
    expect(await Promise.all(ids.map((id) => timesOf('appointments', id)))).toEqual(before);
    expect(await noticesOf(salon.id)).toEqual([]);
  });

  test('every change of the clocks is found to the minute', async () => {
    const rows = await sql<{ at: string; minutes: number }>(
      `select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at,
         (extract(epoch from utc_offset) / 60)::int as minutes
       from private.zone_periods('Australia/Lord_Howe', '2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z')
       order by starts_at`,
    );
    expect(rows).toEqual([
      { at: '2027-01-01 00:00', minutes: 660 },
      { at: '2027-04-03 15:00', minutes: 630 },
      { at: '2027-10-02 15:30', minutes: 660 },
    ]);
  });
});
