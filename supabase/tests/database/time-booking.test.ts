import { describe, expect, test } from 'vitest';
import { makeSchedule } from '#domain/availability/schedule.ts';
import { findSlots } from '#domain/availability/slots.ts';
import { pairsOf, totalMinutes } from '#domain/availability/windows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayNumberAt, dayStart, epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { clockZones } from './clock-changes.ts';
import { makeSalon, type Salon } from './salon.ts';
import { anon, newId, rpc, useDatabase } from './setup.ts';

/** What people see of a change of the clocks: slots, whole days off, and bookings in that very hour. */
let salon: Salon;
const database = useDatabase(async (db) => {
  salon = await makeSalon(db, 'days-off');
});
const days = clockZones().flatMap(({ zone, missing, twice }) =>
  [missing, twice].flatMap((stretch) => (stretch ? [{ zone, day: stretch.day }] : [])),
);
const ALWAYS = [Array.from({ length: 7 }, () => [[0, 1440]] as [number, number][])];
const hour = {
  duration_min: 60,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
};
const scheduleOf = (zone: string, from: number, to: number, blocks: object[] = []) =>
  makeSchedule({
    zone: zoneOf(zone),
    from,
    to,
    staffIds: ['ana'],
    patterns: [{ staff_id: 'ana', valid_from: '2020-01-06', weeks: ALWAYS }],
    exceptions: [],
    timeOff: [],
    blocks: blocks as never,
    busy: [],
    online: true,
  });

test.each(days)(
  '$zone $day: every quarter that the clock shows is a start, once',
  ({ zone, day }) => {
    const [from, to] = [
      dayStart(zoneOf(zone), dayNumber(day)),
      dayStart(zoneOf(zone), dayNumber(day) + 1),
    ];
    const staff = scheduleOf(zone, from, to).free(from, to);
    const { starts } = findSlots({
      staff,
      needs: [{ by: [{ staffId: 'ana', lengths: hour }] }],
      zone: zoneOf(zone),
      stepMin: 15,
      maxGapMin: 0,
      from,
      to,
    });
    const expected: number[] = [];
    for (let minute = from; minute + 60 <= to; minute += 1) {
      if (epochToWall(zoneOf(zone), minute).minute % 15 === 0) expected.push(minute);
    }
    expect([...starts]).toEqual(expected);
    expect(expected.length).toBeGreaterThan(80);
  },
);

test.each(days)(
  '$zone $day: a whole day off is that day, however long it is',
  async ({ zone, day }) => {
    const number = dayNumber(day);
    const start = (n: number) => dayStart(zoneOf(zone), number + n);
    const block = {
      staff_id: null,
      starts_at: instantOfMin(start(0)),
      ends_at: instantOfMin(start(1)),
      all_day: true,
      reason_id: null,
      note: null,
      blocks_online: true,
    };
    const schedule = scheduleOf(zone, start(-1), start(2), [block]);
    const free = schedule.free(start(-1), start(2))[0]!.free;
    expect(pairsOf(free)).toEqual([
      [start(-1), start(0)],
      [start(1), start(2)],
    ]);
    expect(totalMinutes(free)).toBe(start(2) - start(1) + start(0) - start(-1));
    // The same from SQL.
    await database.db.sql('delete from public.time_blocks where business_id = $1', [salon.id]);
    await database.db.sql('update public.businesses set time_zone = $1 where id = $2', [
      zone,
      salon.id,
    ]);
    await database.db.sql(
      'update public.work_patterns set weeks = $1::jsonb where business_id = $2',
      [JSON.stringify(ALWAYS), salon.id],
    );
    await database.db.sql(
      `insert into public.time_blocks (id, business_id, starts_at, ends_at, all_day)
     values ($1, $2, $3, $4, true)`,
      [newId(), salon.id, block.starts_at, block.ends_at],
    );
    const [row] = await database.db.sql<{ free: [number, number][] }>(
      `select (select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r) from unnest(f.free) r) as free
     from private.free_time($1, $2, array[$3::uuid], $4, $5, null, null) f`,
      [salon.id, zone, salon.ann, start(-1), start(2)],
    );
    expect(row!.free).toEqual(pairsOf(free));
  },
);

describe('booking around the next change', () => {
  const now = Math.floor(Date.now() / 60_000);
  /** The next change of the clocks that can be booked, from the day after tomorrow on. */
  const nextOf = (zone: string) => {
    const clock = zoneOf(zone);
    const changes: { at: number; shift: number }[] = [];
    for (
      let at = clock.nextChange(now + 4 * 1440, now + 500 * 1440);
      at !== null && changes.length < 2;
    ) {
      changes.push({ at, shift: clock.offsetAt(at) - clock.offsetAt(at - 1) });
      at = clock.nextChange(at, now + 500 * 1440);
    }
    return changes;
  };

  test.each([
    'America/New_York',
    'Europe/Dublin',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Antarctica/Troll',
    'Pacific/Chatham',
  ])('%s: each instant around it can be booked once, and is kept as it is', async (zone) => {
    const mine = await makeSalon(database.db, `change-${newId()}`);
    const { sql } = database.db;
    await sql('update public.businesses set time_zone = $1 where id = $2', [zone, mine.id]);
    await sql('update public.work_patterns set weeks = $1::jsonb where business_id = $2', [
      JSON.stringify(ALWAYS),
      mine.id,
    ]);
    await sql(
      'update public.booking_rules set window_days = 600, slot_step_min = 15 where business_id = $1',
      [mine.id],
    );
    const book = (at: number) =>
      rpc(database.db, anon, 'book', {
        slug: mine.slug,
        op_id: newId(),
        request: {
          items: [{ variant_id: mine.cut, staff_id: mine.ann, add_on_ids: [] }],
          starts_at: instantOfMin(at),
          client: { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550199' },
          policy_version: 1,
        },
      });
    const changes = nextOf(zone);
    expect(changes).toHaveLength(2);
    for (const { at, shift } of changes) {
      // Hours one after the other, over the change: what is twice on the clock is two times here.
      for (const start of [at - 120, at - 60, at, at + 60]) {
        const answer = await book(start);
        expect(answer).toMatchObject({ ok: true });
        expect(answer['appointment'].starts_at).toBe(instantOfMin(start));
        expect(answer['appointment'].ends_at).toBe(instantOfMin(start + 60));
        expect(await book(start)).toMatchObject({ ok: false, code: 'slot_taken' });
      }
      expect(Math.abs(shift)).toBeGreaterThanOrEqual(30);
      // What the page offers is what is left of these days.
      const zoneAt = zoneOf(zone);
      const day = epochToWall(zoneAt, at).day;
      const offered = await rpc(database.db, anon, 'public_availability', {
        slug: mine.slug,
        from_day: day,
        to_day: day,
      });
      const free = offered['staff'].find(({ id }: { id: string }) => id === mine.ann)
        .free as number[];
      const length = dayStart(zoneAt, dayNumber(day) + 1) - dayStart(zoneAt, dayNumber(day));
      const booked = [at - 120, at - 60, at, at + 60].reduce((sum, start) => {
        const inDay = Array.from({ length: 60 }, (_, n) => dayNumberAt(zoneAt, start + n));
        return sum + inDay.filter((number) => number === dayNumber(day)).length;
      }, 0);
      expect(totalMinutes(free)).toBe(length - booked);
    }
  });
});
