import type { Day, Instant, TableName } from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { dayStart, epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Database, Row, Sql } from '#supabase/local/database/database.ts';
import type { PublicAvailability, PublicProfile } from '#remote/public-booking.ts';
import { insertAll } from '#supabase/tests/database/setup.ts';
import { undone } from '#supabase/tests/database/undone.ts';
import type { Dice } from '#tests/sim/random.ts';
import { businessOf, type MadeBusiness } from './business.ts';
import { offeredOn } from './page.ts';

/**
 * What `book` says to a request at one start, without booking: the two steps of it that are about
 * times. A booking of each kind is made as well, to see that it says the same.
 */
const ANSWERS = `
  create or replace function private.said_of(business uuid, request jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    b public.businesses;
    rules public.booking_rules;
    asked record;
  begin
    select * into b from public.businesses x where x.id = business;
    select * into rules from public.booking_rules r where r.business_id = business;
    select * into asked from private.judge_request(b, rules, request, null);
    return case when private.plan_request(
        b, rules, asked.candidates, asked.starts_at, null, null) is null
      then private.no_plan_code(b, rules, asked.candidates, asked.starts_at) else 'ok' end;
  exception when sqlstate 'PT409' then
    return sqlerrm;
  end
  $$`;

/** Starts that the server is asked about, of one day of one business. */
const MOST_STARTS = 32;

const CLIENT = {
  client: { first_name: 'Nia', last_name: '', email: 'nia@example.com', phone: '7185550111' },
  address: { line1: '1 Main St', city: 'New York', postal_code: '10001', country_code: 'US' },
  note: '',
  policy_version: null,
  answers: null,
  guests: [],
};

/** How many of what was looked at; a run in which little is offered shows little. */
export type Seen = { businesses: number; offered: number; refused: number; booked: number };

export type Difference = { seed: number; day: Day; zone: string; what: string };

/**
 * Makes the businesses of these seeds and looks whether the page of each offers exactly what is
 * booked. Answers what differs, and what was seen.
 */
export const differences = async (
  db: Database,
  seeds: readonly number[],
): Promise<{ found: Difference[]; seen: Seen }> => {
  await db.exec(ANSWERS);
  const [{ now }] = (await db.sql<{ now: number }>(
    'select floor(extract(epoch from now()) / 60)::int as now',
  )) as [{ now: number }];
  const businesses = seeds.map((seed) => businessOf(seed, now));
  await store(db, businesses);
  for (const business of businesses) await holdSomething(db, business);
  const found: Difference[] = [];
  const seen: Seen = { businesses: 0, offered: 0, refused: 0, booked: 0 };
  for (const business of businesses) {
    const what = await undone(
      (work) => db.transaction(work),
      (sql) => differenceOf(sql, business, seen),
    ).catch((error: unknown) => `fails: ${String(error)}`);
    const { seed, day, zone } = business;
    if (what !== null) found.push({ seed, day, zone, what });
  }
  return { found, seen };
};

/** All of them in one statement per table. */
const store = async (db: Database, businesses: readonly MadeBusiness[]): Promise<void> => {
  const byTable = new Map<TableName, Row[]>();
  for (const [table, rows] of businesses.flatMap((business) => business.rows)) {
    byTable.set(table, [...(byTable.get(table) ?? []), ...rows]);
  }
  await db.transaction(async (sql) => {
    for (const [table, rows] of byTable) if (rows.length > 0) await insertAll(sql, table, rows);
  });
};

/** Somebody else is about to book, where that is possible. */
const holdSomething = async (
  db: Database,
  { slug, zone, day, rows, dice }: MadeBusiness,
): Promise<void> => {
  const variants = rows.find(([table]) => table === 'service_variants')?.[1] ?? [];
  if (variants.length === 0 || !dice.chance(0.4)) return;
  const minute = dayStart(zoneOf(zone), dayNumber(day)) + (8 + dice.below(10)) * 60;
  await db.sql('select public.hold_slot($1, $2::jsonb, $3)', [
    slug,
    JSON.stringify({
      items: [{ variant_id: dice.pick(variants)['id'], staff_id: null, add_on_ids: [] }],
      starts_at: instantOfMin(minute),
    }),
    dice.newId(),
  ]);
};

const differenceOf = async (
  sql: Sql,
  { id, slug, zone, day, dice }: MadeBusiness,
  seen: Seen,
): Promise<string | null> => {
  const answered = async <T>(call: string, params: unknown[]): Promise<T> => {
    const [row] = await sql<{ answer: string }>(`select (${call})::text as answer`, params);
    return JSON.parse(row!.answer) as T;
  };
  const [clock] = await sql<{ now: number }>(
    'select floor(extract(epoch from now()) / 60)::int as now',
  );
  const offered = await offeredOn(
    {
      profile: await answered<PublicProfile>('public.public_profile($1)', [slug]),
      availability: (from, to) =>
        answered<PublicAvailability>('public.public_availability($1, $2::date, $3::date)', [
          slug,
          from,
          to,
        ]),
    },
    day,
    clock!.now,
    dice,
  );
  if (!offered) return null;

  const step = await stepOf(sql, id);
  const asked = startsToAsk(zone, day, step, offered.all, dice);
  const said = await sql<{ at: Instant; said: string }>(
    `select s.at, private.said_of($1, $2::jsonb || jsonb_build_object('starts_at', s.at)) as said
     from unnest($3::text[]) with ordinality s (at, place) order by s.place`,
    [id, JSON.stringify(offered.request), asked],
  );
  seen.businesses += 1;
  seen.offered += said.filter(({ at }) => offered.all.has(at)).length;
  seen.refused += said.filter((one) => one.said !== 'ok').length;

  const request = JSON.stringify(offered.request);
  for (const { at, said: answer } of said) {
    const isOffered = offered.all.has(at);
    if (isOffered && answer !== 'ok') return `offers ${at}, which is ${answer}: ${request}`;
    // With step 0 the page lays times side by side; any free minute is booked (check_start).
    if (!isOffered && answer === 'ok' && step > 0) return `does not offer ${at}: ${request}`;
  }
  const held = [...offered.starts].find((start) => !offered.all.has(start));
  if (held !== undefined) return `offers ${held} only where gaps are avoided: ${request}`;
  if (offered.all.size > 0 && offered.starts.size === 0) {
    return `keeps all times of a day back because they leave gaps: ${request}`;
  }

  const book = (starts_at: Instant) =>
    answered<{ ok: boolean; code?: string }>('public.book($1, $2::jsonb, $3)', [
      slug,
      JSON.stringify({ ...CLIENT, ...offered.request, starts_at, time_zone: zone }),
      dice.newId(),
    ]);
  // Refusals first: they leave everything as it is.
  for (const isWanted of [false, true]) {
    const those = said.filter((one) => (one.said === 'ok') === isWanted);
    if (those.length === 0) continue;
    const { at, said: expected } = dice.pick(those);
    const answer = await book(at);
    if ((answer.ok ? 'ok' : answer.code) !== expected) {
      return `books ${at} with ${answer.code ?? 'ok'} instead of ${expected}: ${request}`;
    }
    if (answer.ok) seen.booked += 1;
  }
  return null;
};

const stepOf = async (sql: Sql, business: string): Promise<number> => {
  const [row] = await sql<{ step: number }>(
    'select slot_step_min as step from public.booking_rules where business_id = $1',
    [business],
  );
  return row!.step;
};

/**
 * Of the starts of a day those beside where it changes from offered to not, some others, and one off
 * the grid: faults lie at the edges.
 */
const startsToAsk = (
  zoneName: string,
  day: Day,
  step: number,
  offered: ReadonlySet<Instant>,
  dice: Dice,
): Instant[] => {
  const zone = zoneOf(zoneName);
  const from = dayStart(zone, dayNumber(day));
  const to = dayStart(zone, dayNumber(day) + 1);
  const minutes: number[] = [];
  for (let minute = from; minute < to; minute += 1) {
    const isOnGrid = epochToWall(zone, minute).minute % (step || 5) === 0;
    if (isOnGrid || offered.has(instantOfMin(minute))) minutes.push(minute);
  }
  const isOffered = minutes.map((minute) => offered.has(instantOfMin(minute)));
  const edges = minutes.filter(
    (_, place) =>
      (place > 0 && isOffered[place] !== isOffered[place - 1]) ||
      (place + 1 < minutes.length && isOffered[place] !== isOffered[place + 1]),
  );
  const isShort = minutes.length <= MOST_STARTS;
  const chosen = new Set(isShort ? minutes : edges.slice(0, MOST_STARTS - 8));
  while (!isShort && chosen.size < Math.min(MOST_STARTS, edges.length + 8)) {
    chosen.add(dice.pick(minutes));
  }
  chosen.add(from + dice.below(to - from));
  const last = [...offered].at(-1);
  if (last !== undefined) chosen.add(epochMinOf(last));
  return [...chosen].toSorted((a, b) => a - b).map(instantOfMin);
};
