import type { Day, Instant, TableName } from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { dayStart, epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Database, Row, Sql } from '#supabase/local/database/database.ts';
import type { PublicAvailability, PublicProfile } from '#remote/public-booking.ts';
import type { PublicSession } from '#remote/public-sessions.ts';
import { insertAll } from '#supabase/tests/database/setup.ts';
import { undone } from '#supabase/tests/database/undone.ts';
import type { Dice } from '#tests/sim/random.ts';
import { businessOf, type MadeBusiness } from './business.ts';
import { offeredOn, offersClass } from './page.ts';

/**
 * What `book` says to a request at one start, without booking: the two steps of it that are about
 * times. Some bookings of each kind are made as well, to see that it says the same.
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
    select * into asked from private.judge_request(b, rules, request, null, null);
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

/** Of each kind, offered and refused, so many are sent to `book` itself. */
const MOST_BOOKED = 3;

/** Minutes on end that are asked about where times lie side by side. */
const STRETCH_MIN = 120;

/** How many of what was looked at; a run in which little is offered shows little. */
export type Seen = {
  businesses: number;
  offered: number;
  refused: number;
  booked: number;
  bundles: number;
  groups: number;
  /** … of which with a guest who has more than one service. */
  several: number;
  sessions: number;
  /** Minutes that are free, where times lie side by side. */
  minutes: number;
};
export const nothingSeen = (): Seen => ({
  businesses: 0,
  offered: 0,
  refused: 0,
  booked: 0,
  bundles: 0,
  groups: 0,
  several: 0,
  sessions: 0,
  minutes: 0,
});

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
  const seen = nothingSeen();
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
  { id, slug, zone, day, dice, sessions }: MadeBusiness,
  seen: Seen,
): Promise<string | null> => {
  const answered = async <T>(call: string, params: unknown[]): Promise<T> => {
    const [row] = await sql<{ answer: string }>(`select (${call})::text as answer`, params);
    return JSON.parse(row!.answer) as T;
  };
  const [clock] = await sql<{ now: number }>(
    'select floor(extract(epoch from now()) / 60)::int as now',
  );
  const profile = await answered<PublicProfile>('public.public_profile($1)', [slug]);
  /** What `book` itself says; everything is as before afterwards. */
  const book = async (request: Record<string, unknown>): Promise<string> => {
    await sql('savepoint before_booking');
    const { ok, code } = await answered<{ ok: boolean; code?: string }>(
      'public.book($1, $2::jsonb, $3)',
      [slug, JSON.stringify({ ...CLIENT, time_zone: zone, ...request }), dice.newId()],
    );
    await sql('rollback to savepoint before_booking');
    if (ok) seen.booked += 1;
    return ok ? 'ok' : (code ?? '');
  };
  const ofClasses = await differenceOfClasses(
    profile,
    sessions,
    await answered<{ sessions: PublicSession[] }>('public.public_sessions($1)', [slug]),
    book,
    { seen, dice },
  );
  if (ofClasses !== null) return ofClasses;
  const offered = await offeredOn(
    {
      profile,
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
  const ask = (starts: readonly Instant[]) =>
    sql<{ at: Instant; said: string }>(
      `select s.at, private.said_of($1, $2::jsonb || jsonb_build_object('starts_at', s.at)) as said
       from unnest($3::text[]) with ordinality s (at, place) order by s.place`,
      [id, JSON.stringify(offered.request), starts],
    );
  const said = await ask(asked);
  seen.businesses += 1;
  if (offered.isBundle) seen.bundles += 1;
  const { guests = [] } = offered.request;
  const booked = said.filter((one) => one.said === 'ok').length;
  if (guests.length > 0) seen.groups += booked;
  if (guests.some(({ items }) => items.length > 1)) seen.several += booked;
  seen.offered += said.filter(({ at }) => offered.all.has(at)).length;
  seen.refused += said.filter((one) => one.said !== 'ok').length;

  const request = JSON.stringify(offered.request);
  for (const { at, said: answer } of said) {
    const isOffered = offered.all.has(at);
    if (isOffered && answer !== 'ok') return `offers ${at}, which is ${answer}: ${request}`;
    if (!isOffered && answer === 'ok' && step > 0) return `does not offer ${at}: ${request}`;
  }
  if (step === 0) {
    const missing = await missingBySide(zone, day, offered, ask, { seen, dice });
    if (missing !== null) return `${missing}: ${request}`;
  }
  const held = [...offered.starts].find((start) => !offered.all.has(start));
  if (held !== undefined) return `offers ${held} only where gaps are avoided: ${request}`;
  if (offered.all.size > 0 && offered.starts.size === 0) {
    return `keeps all times of a day back because they leave gaps: ${request}`;
  }

  for (const isWanted of [false, true]) {
    const those = said.filter((one) => (one.said === 'ok') === isWanted);
    for (let tries = Math.min(MOST_BOOKED, those.length); tries > 0; tries -= 1) {
      const [{ at, said: expected }] = those.splice(dice.below(those.length), 1) as [
        (typeof those)[number],
      ];
      const answer = await book({ ...offered.request, starts_at: at });
      if (answer !== expected)
        return `books ${at} with ${answer} instead of ${expected}: ${request}`;
    }
  }
  // What it costs is what the page says, to the cent.
  const { expected_total } = offered.request;
  const start = said.find((one) => one.said === 'ok');
  if (start && expected_total > 0) {
    const cheaper = { ...offered.request, expected_total: expected_total - 1 };
    const answer = await book({ ...cheaper, starts_at: start.at });
    if (answer !== 'price_changed') return `books for a cent less with ${answer}: ${request}`;
  }
  return null;
};

/** Seats are booked of what is listed, as far as there are some, and of nothing else. */
const differenceOfClasses = async (
  profile: PublicProfile,
  sessions: MadeBusiness['sessions'],
  listed: { sessions: readonly PublicSession[] },
  book: (request: Record<string, unknown>) => Promise<string>,
  { seen, dice }: { seen: Seen; dice: Dice },
): Promise<string | null> => {
  for (const { id, starts_at, capacity, variant_id } of sessions) {
    const shown = listed.sessions.find((one) => one.id === id);
    // Without anybody who gives it online there is nothing on the page to choose.
    if (shown && !offersClass(profile, variant_id)) continue;
    const seats = 1 + dice.below(capacity + 1);
    const answer = await book({
      items: [],
      starts_at,
      session: { id, seats, waiting: false },
      expected_total: (shown?.price_cents ?? 0) * seats,
    });
    seen.sessions += 1;
    const isOffered = shown !== undefined && shown.left >= seats;
    if (isOffered !== (answer === 'ok')) {
      return `${seats} of ${shown?.left ?? 'no'} seats of ${id}: ${answer}`;
    }
  }
  return null;
};

/**
 * Where times lie side by side ("every length of the service"), any free minute is booked (check_start).
 * So what is free on the server begins with a time of the page, and has another one within each length.
 */
const missingBySide = async (
  zone: string,
  day: Day,
  offered: { all: ReadonlySet<Instant>; length: number },
  ask: (starts: readonly Instant[]) => Promise<{ at: Instant; said: string }[]>,
  { seen, dice }: { seen: Seen; dice: Dice },
): Promise<string | null> => {
  const from = dayStart(zoneOf(zone), dayNumber(day));
  const to = dayStart(zoneOf(zone), dayNumber(day) + 1);
  // Around a time, where there is one: elsewhere little is free.
  const [near] = offered.all.size > 0 ? [epochMinOf(dice.pick([...offered.all]))] : [];
  const wanted = near === undefined ? from + dice.below(to - from) : near - STRETCH_MIN / 2;
  const first = Math.max(from, Math.min(wanted, to - STRETCH_MIN));
  const minutes = Array.from({ length: STRETCH_MIN }, (_, place) => first + place);
  const said = await ask(minutes.map(instantOfMin));
  const isOffered = (minute: number) => offered.all.has(instantOfMin(minute));
  for (const [place, minute] of minutes.entries()) {
    if (said[place]?.said !== 'ok') continue;
    seen.minutes += 1;
    const begins = place > 0 && said[place - 1]?.said !== 'ok';
    if (begins && !isOffered(minute)) return `does not begin with ${instantOfMin(minute)}`;
    const reach = Array.from({ length: offered.length }, (_, back) => minute - back);
    if (minute - offered.length >= from && !reach.some(isOffered)) {
      return `leaves out all times of ${offered.length} minutes before ${instantOfMin(minute)}`;
    }
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
