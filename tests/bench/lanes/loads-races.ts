/** Races of the test plan: forty press at once for what few of them get, and all are told. */
import { randomUUID } from 'node:crypto';
import type { Caller } from '#supabase/local/database/caller.ts';
import { isTooLong } from '../database/calls.ts';
import type { Answer, Call } from '../database/calls.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { spread } from '../database/tables.ts';
import { atMost } from '../lane.ts';
import type { LaneResult } from '../lane.ts';
import { quantile } from '../measure.ts';
import { dayAhead } from './server-bookings.ts';
import type { Bookings } from './server-bookings.ts';

const CLIENTS = 40;
/** Nobody is told later. */
const WITHIN_MS = 120;
const SEATS = 12;
const CHAIRS = 3;
const TEAM = 4;
const HOURS = 8;

type Asked = Record<string, unknown>;
/** What a client of a race asks for. */
type Race = (race: number, client: number) => Asked;

const TRIES = 4;

/** What the page of a client does: an answer, however often it has to ask for it. */
export const bookFor = async (call: Call, caller: Caller, asked: Asked): Promise<Answer> => {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return (await call(caller, 'book', asked)).answer;
    } catch (error) {
      if (left === 0 || !isTooLong(error)) throw error;
    }
  }
};

export const measureRaces = async (
  call: Call,
  served: ServedBusiness,
  asked: Bookings,
  { isQuick }: { isQuick: boolean },
): Promise<LaneResult> => {
  const { db, place } = served;
  const many = isQuick ? 4 : 40;
  const few = isQuick ? 4 : 16;
  const run = (races: number, race: Race) => raceFor(call, served.anon, races, race);
  /** One of those whom the other crowds leave alone, at an hour of a day of their own. */
  const others = place.staffIds.slice(1);
  const ofOne = (race: number, minute: number): Asked =>
    asked.args(
      others[race % others.length]!,
      at(31 + Math.floor(race / others.length), Math.floor(minute / 60), minute % 60),
    );
  const times: Record<string, number[]> = {
    'B1, forty want one time': await run(many, (race) => ofOne(race, 14 * 60)),
    'B2, forty by quarters': await run(many, (race, n) =>
      ofOne(race, 16 * 60 + 60 * (n % 3) + 15 * ((n >> 2) % 4)),
    ),
  };

  const anybody = await addService(served, others.slice(0, 3));
  times['B6, forty want any of three'] = await run(few, (race) =>
    changed(asked, { items: [anyoneFor(anybody)], starts_at: hourOf(38, race) }),
  );
  const inChairs = await addService(served, others.slice(0, TEAM), await addChairs(served));
  times['B7, forty for three chairs'] = await run(few, (race) =>
    changed(asked, { items: [anyoneFor(inChairs)], starts_at: hourOf(41, race) }),
  );
  const sessions = await addSessions(served, few, others[0]!);
  times['B8, forty parties for twelve seats'] = await run(few, (race, n) =>
    changed(asked, {
      items: [],
      starts_at: hourOf(44, race),
      session: { id: sessions[race], seats: 1 + (n % 3), waiting: false },
      // Who has a number of their own is somebody else.
      client: { first_name: 'Nia', email: `nia${n}@example.com`, phone: `71855${50_200 + n}` },
    }),
  );
  const limit = (most: number | null) =>
    db.sql('update public.booking_rules set max_per_day_per_staff = $1 where business_id = $2', [
      most,
      place.businessId,
    ]);
  await limit(3);
  times['B19, forty where three a day are taken'] = await run(few, (race, n) =>
    asked.args(
      others[race % others.length]!,
      at(47 + Math.floor(race / others.length), 13 + (n % HOURS)),
    ),
  );
  await limit(null);

  return {
    comparisons: [spread(`${CLIENTS} press at once, until each is told`, undefined, times)],
    goals: Object.entries(times).map(([what, all]) =>
      atMost('R7.2', WITHIN_MS, `${what}, 99 of 100`, quantile(all, 0.99)),
    ),
  };
};

/** How long each of those who press at once waits for what they are told, over all races. */
const raceFor = async (call: Call, anon: Caller, races: number, asks: Race): Promise<number[]> => {
  const times: number[] = [];
  for (let race = 0; race < races; race += 1) {
    const from = performance.now();
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        await bookFor(call, anon, asks(race, client));
        times.push(performance.now() - from);
      }),
    );
  }
  return times;
};

const at = (day: number, hour: number, minute = 0): string =>
  `${dayAhead(day)}T${hour}:${String(minute).padStart(2, '0')}:00+00:00`;

/** Each race has an hour of its own, from a day on. */
const hourOf = (day: number, race: number): string =>
  at(day + Math.floor(race / HOURS), 13 + (race % HOURS));

const anyoneFor = (variant: string): Asked => ({
  variant_id: variant,
  staff_id: null,
  add_on_ids: [],
});

const changed = (asked: Bookings, request: Asked): Asked => {
  const { request: usual, ...rest } = asked.args('', '');
  return { ...rest, request: { ...(usual as Asked), ...request } };
};

/** A service of half an hour that these people do, and nobody else. */
const addService = async (
  { db, place }: ServedBusiness,
  team: readonly string[],
  more: { resource_needs?: object[]; capacity?: number } = {},
): Promise<string> => {
  const [service, variant] = [randomUUID(), randomUUID()];
  await db.sql(
    `insert into public.services (id, business_id, name, colour, sort_key, resource_needs, capacity)
     values ($1, $2, 'Race', 'teal', 'z', $3::jsonb, $4)`,
    [service, place.businessId, JSON.stringify(more.resource_needs ?? []), more.capacity ?? null],
  );
  await db.sql(
    `insert into public.service_variants (id, business_id, service_id, name, duration_min, sort_key)
     values ($1, $2, $3, '', 30, 'z')`,
    [variant, place.businessId, service],
  );
  await db.sql(
    `insert into public.staff_service_overrides (id, business_id, staff_id, variant_id, offered)
     select gen_random_uuid(), $1, s.id, $2, false from public.staff s
     where s.business_id = $1 and s.id <> all ($3)`,
    [place.businessId, variant, team],
  );
  return variant;
};

const addChairs = async ({ db, place }: ServedBusiness) => {
  const pool = randomUUID();
  await db.sql(
    `insert into public.resource_pools (id, business_id, name, sort_key)
     values ($1, $2, 'Race', 'z')`,
    [pool, place.businessId],
  );
  await db.sql(
    `insert into public.resources (id, business_id, pool_id, name, sort_key)
     select gen_random_uuid(), $1, $2, 'Chair ' || n, 'z' || n from generate_series(1, $3::int) n`,
    [place.businessId, pool, CHAIRS],
  );
  return { resource_needs: [{ pool_id: pool, qty: 1 }] };
};

/** A class for each of the races. */
const addSessions = async (
  served: ServedBusiness,
  count: number,
  leader: string,
): Promise<string[]> => {
  const { db, place } = served;
  const variant = await addService(served, [leader], { capacity: SEATS });
  const sessions = Array.from({ length: count }, () => randomUUID());
  for (const [race, id] of sessions.entries()) {
    const start = hourOf(44, race);
    await db.transaction(async (sql) => {
      await sql(
        `insert into public.appointments (
           id, business_id, time_zone, starts_at, ends_at, ical_uid, capacity)
         values ($1::uuid, $2, 'UTC', $3, $3::timestamptz + interval '30 minutes', $1::text, $4)`,
        [id, place.businessId, start, SEATS],
      );
      await sql(
        `insert into public.appointment_segments (
           id, business_id, appointment_id, variant_id, service_name, staff_id, starts_at, ends_at,
           duration_min)
         values (gen_random_uuid(), $1, $2, $3, 'Race', $4, $5,
           $5::timestamptz + interval '30 minutes', 30)`,
        [place.businessId, id, variant, leader, start],
      );
    });
  }
  return sessions;
};
