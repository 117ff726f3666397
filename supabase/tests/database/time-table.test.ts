import 'temporal-polyfill/global';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workingDays, workingWindows } from '#domain/availability/working-time.ts';
import { pairsOf, totalMinutes } from '#domain/availability/windows.ts';
import { addDays, dayNumber, dayOf } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart, epochToWall, wallKind, wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Database } from '#supabase/local/database/database.ts';
import {
  BOOT_TIMEOUT_MS,
  openTestDatabase,
  productMigrations,
} from '#tests/harness/database-image.ts';
import { openServedDatabase } from '#tests/harness/served-database.ts';
import { clockZones, ZONE_DATA_SINCE, ZONES_IN_MOTION, type Stretch } from './clock-changes.ts';
import { insert, newId } from './setup.ts';

/** Local time becomes an instant in one place per language; here all of them answer the same table. */
type Asked = { zone: string; day: string; minute: number };

const zones = clockZones();
const at = ({ zone, day, minute }: Asked): string =>
  instantOfMin(wallToEpoch(zoneOf(zone), dayNumber(day), minute));
const byTemporal = ({ zone, day, minute }: Asked): string => {
  const wall = Temporal.PlainDate.from(day)
    .toPlainDateTime()
    .add({ minutes: minute })
    .toZonedDateTime(zone, { disambiguation: 'compatible' });
  return instantOfMin(wall.epochMilliseconds / 60_000);
};
const edges = ({ day, from, to }: Stretch) => [
  { day, minute: from, inside: true },
  { day, minute: from + 1, inside: true },
  { day, minute: (from + to) >> 1, inside: true },
  { day, minute: to - 1, inside: true },
  ...(from > 0 ? [{ day, minute: from - 1, inside: false }] : []),
  { day, minute: to, inside: false },
];
const lengthOf = (zone: string, day: string): number =>
  dayStart(zoneOf(zone), dayNumber(day) + 1) - dayStart(zoneOf(zone), dayNumber(day));

describe.each(zones)('$zone', ({ zone, missing, twice }) => {
  test('what is missing and what happens twice', () => {
    for (const [stretch, kind] of [
      [missing, 'gap'],
      [twice, 'repeated'],
    ] as const) {
      if (!stretch) continue;
      for (const { day, minute, inside } of edges(stretch)) {
        const found = wallKind(zoneOf(zone), day, minute);
        expect([zone, day, minute, found]).toEqual([zone, day, minute, inside ? kind : 'once']);
        expect([day, minute, at({ zone, day, minute })]).toEqual([
          day,
          minute,
          byTemporal({ zone, day, minute }),
        ]);
      }
      // An earlier instant for what happens twice, a later clock for what is missing.
      const { day, from, to } = stretch;
      const wall = epochToWall(zoneOf(zone), wallToEpoch(zoneOf(zone), dayNumber(day), from));
      expect(wall).toEqual({ day, minute: kind === 'gap' ? to : from });
    }
  });

  test('how long days are, and that all of them add up', () => {
    const year = Array.from({ length: 365 }, (_, n) => addDays('2027-01-01', n));
    const strange = year.filter((day) => lengthOf(zone, day) !== 1440);
    const expected = [missing, twice].filter((stretch) => stretch !== null);
    const sizes = new Map<string, number>();
    for (const stretch of expected) {
      const size = stretch.to - stretch.from;
      sizes.set(stretch.day, 1440 + (stretch === missing ? -size : size));
    }
    // Casablanca and Troll change more than once in other years; in 2027 these are all.
    expect(strange.map((day) => [day, lengthOf(zone, day)])).toEqual(
      [...sizes].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    expect(year.reduce((sum, day) => sum + lengthOf(zone, day), 0)).toBe(
      wallToEpoch(zoneOf(zone), dayNumber('2028-01-01'), 0) -
        wallToEpoch(zoneOf(zone), dayNumber('2027-01-01'), 0),
    );
  });
});

test('the zone data of this machine are no older than the table', () => {
  expect((process.versions['tz'] ?? '') >= ZONE_DATA_SINCE, process.versions['tz']).toBe(true);
});

/** Every hour of the days on which these zones used to change their clocks, and of one that is ordinary. */
const unsettled: Asked[] = ZONES_IN_MOTION.flatMap((zone) =>
  ['2027-01-15', '2027-03-14', '2027-03-15', '2027-11-07', '2027-11-08'].flatMap((day) =>
    Array.from({ length: 48 }, (_, half) => ({ zone, day, minute: half * 30 })),
  ),
);

test('[F36] zones whose rules are in motion are read as the data here have them', () => {
  for (const one of unsettled) expect([one, at(one)]).toEqual([one, byTemporal(one)]);
});

describe.each(['pglite', 'postgres'] as const)('SQL on %s', (kind) => {
  let db: Database;
  beforeAll(async () => {
    db = await (kind === 'pglite' ? openTestDatabase(productMigrations) : openServedDatabase());
  }, BOOT_TIMEOUT_MS);
  afterAll(() => db?.close());

  /** Instants and walls as SQL has them, beside those of the domain. */
  const compare = async (cases: Asked[]): Promise<string[]> => {
    const rows = await db.sql<{ at: string; start: string; wall: number; day: string }>(
      `select i.at::text, private.day_start(c.day, c.zone) as start,
         private.wall_minute(i.at, c.zone) as wall, (i.at at time zone c.zone)::date as day
       from jsonb_to_recordset($1::jsonb) c (zone text, day date, minute int, place int),
         lateral (select private.local_to_instant(c.day, c.minute, c.zone) as at) i
       order by c.place`,
      [JSON.stringify(cases.map((one, place) => ({ ...one, place })))],
    );
    return cases.flatMap((one, place) => {
      const zone = zoneOf(one.zone);
      const minute = wallToEpoch(zone, dayNumber(one.day), one.minute);
      const wall = epochToWall(zone, minute);
      const ours = [
        Date.parse(instantOfMin(minute)),
        Date.parse(instantOfMin(dayStart(zone, dayNumber(one.day)))),
        wall.minute,
        wall.day,
      ].join(' ');
      const row = rows[place]!;
      const theirs = [Date.parse(row.at), Date.parse(row.start), row.wall, row.day].join(' ');
      return ours === theirs ? [] : [`${one.zone} ${one.day} ${one.minute}: ${ours} | ${theirs}`];
    });
  };

  test('[F36] zones whose rules are in motion: what this database reads, it writes back', async () => {
    const lost = await db.sql(
      `select c.zone, c.day, c.minute, i.at
       from jsonb_to_recordset($1::jsonb) c (zone text, day date, minute int),
         lateral (select private.local_to_instant(c.day, c.minute, c.zone) as at) i,
         lateral (select i.at at time zone c.zone as wall) w
       where private.local_to_instant(
           w.wall::date, private.wall_minute(i.at, c.zone), c.zone) <> i.at
         -- A wall clock that skips an hour shows a later time, and never an earlier one.
         or w.wall < c.day + c.minute * interval '1 minute'`,
      [JSON.stringify(unsettled)],
    );
    expect(lost).toEqual([]);
  });

  test('the table: the same instants, starts of days and clocks', async () => {
    const cases = zones.flatMap(({ zone, missing, twice }) =>
      [missing, twice, { day: '2027-06-01', from: 600, to: 660 }].flatMap((stretch) =>
        stretch === null
          ? []
          : [-1, 0, 1].flatMap((shift) =>
              [...edges(stretch).map(({ minute }) => minute), 0, 720, 1439, 1440].map((minute) => ({
                zone,
                day: addDays(stretch.day, shift),
                minute,
              })),
            ),
      ),
    );
    expect(cases.length).toBeGreaterThan(1000);
    expect(await compare(cases)).toEqual([]);
  });

  test('PostgreSQL alone would be an hour off in everything that happens twice', async () => {
    for (const { zone, twice } of zones) {
      if (!twice) continue;
      const minute = (twice.from + twice.to) >> 1;
      const [row] = await db.sql<{ late: number }>(
        `select extract(epoch from (($1::date + $2::int * interval '1 minute') at time zone $3)
           - private.local_to_instant($1, $2::int, $3))::int / 60 as late`,
        [twice.day, minute, zone],
      );
      expect([zone, row!.late]).toEqual([zone, twice.to - twice.from]);
    }
  });

  test('far and old days: leap days, turns of the year, lost days, years far ahead', async () => {
    const days = [
      '1999-12-31',
      '2000-02-29',
      '2011-12-29',
      '2011-12-30',
      '2011-12-31',
      '2018-11-04',
      '2024-02-29',
      '2026-12-31',
      '2027-01-01',
      '2028-02-29',
      '2032-12-31',
      '2037-12-31',
      '2050-07-15',
      '2099-12-31',
    ];
    const cases = zones.flatMap(({ zone }) =>
      days.flatMap((day) => [0, 30, 720, 1439, 1440].map((minute) => ({ zone, day, minute }))),
    );
    expect(await compare(cases)).toEqual([]);
  });

  test('every zone that both know, around each of its changes in five years', async () => {
    const known = new Set(
      (await db.sql<{ name: string }>('select name from pg_timezone_names')).map(
        ({ name }) => name,
      ),
    );
    const from = dayNumber('2026-01-01') * 1440;
    const until = dayNumber('2031-01-01') * 1440;
    const changes = Intl.supportedValuesOf('timeZone')
      .filter((name) => known.has(name))
      .flatMap((name) => {
        const zone = zoneOf(name);
        const found: { name: string; change: number }[] = [];
        for (let change = zone.nextChange(from, until); change !== null;) {
          found.push({ name, change });
          change = zone.nextChange(change, until);
        }
        return found;
      });
    expect(changes.length).toBeGreaterThan(500);
    // Zone data is not of the same age everywhere: where the two know different rules, nothing is
    // to be compared, and these must stay few.
    const offsets = await db.sql<{ before: number; after: number }>(
      `select o.before, o.after
       from jsonb_to_recordset($1::jsonb) c (name text, change int, place int),
         lateral (select private.min_to_instant(c.change) as at) i,
         lateral (select
           extract(epoch from (i.at - interval '1 minute') at time zone c.name - (i.at - interval '1 minute') at time zone 'UTC')::int / 60 as before,
           extract(epoch from i.at at time zone c.name - i.at at time zone 'UTC')::int / 60 as after) o
       order by c.place`,
      [JSON.stringify(changes.map((one, place) => ({ ...one, place })))],
    );
    const shared = changes.filter(({ name, change }, place) => {
      const zone = zoneOf(name);
      const { before, after } = offsets[place]!;
      return zone.offsetAt(change - 1) === before && zone.offsetAt(change) === after;
    });
    expect(shared.length / changes.length).toBeGreaterThan(0.9);
    const cases = shared.flatMap(({ name, change }) => {
      const zone = zoneOf(name);
      const local = change + zone.offsetAt(change);
      const shift = zone.offsetAt(change) - zone.offsetAt(change - 1);
      return [-shift - 1, -shift, 0, -1, 1, -Math.abs(shift), Math.abs(shift) - 1].map((by) => {
        const minute = local + by;
        const day = Math.floor(minute / 1440);
        return { zone: name, day: dayOf(day), minute: minute - day * 1440 };
      });
    });
    expect(await compare(cases)).toEqual([]);
  });

  describe('working time', () => {
    const business = newId();
    const staff = newId();
    beforeAll(async () => {
      await insert(db, 'businesses', {
        id: business,
        business_id: business,
        name: 'C',
        slug: 'clocks',
        time_zone: 'UTC',
      });
      await insert(db, 'staff', {
        id: staff,
        business_id: business,
        display_name: 'Ana',
        colour: 'teal',
      });
    });

    /** Work on one weekly pattern around a day, as SQL and as the domain has it. */
    const worked = async (zone: string, day: string, ranges: [number, number][]) => {
      const weeks = [Array.from({ length: 7 }, () => ranges)];
      await db.sql('delete from public.work_patterns where business_id = $1', [business]);
      await insert(db, 'work_patterns', {
        id: newId(),
        business_id: business,
        staff_id: staff,
        valid_from: '2020-01-06',
        weeks,
      });
      const [row] = await db.sql<{ works: [number, number][] | null }>(
        `select (select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r) from unnest(w.works) r) as works
         from private.working_time($1, $2, array[$3::uuid], $4::date - 1, $4::date + 1) w`,
        [business, zone, staff, day],
      );
      const number = dayNumber(day);
      const pattern = [{ staff_id: staff, valid_from: '2020-01-06', weeks }];
      const ours = workingWindows(
        workingDays(staff, pattern, []),
        zoneOf(zone),
        number - 1,
        number + 1,
      );
      expect([zone, day, ranges, row?.works ?? []]).toEqual([zone, day, ranges, pairsOf(ours)]);
      return totalMinutes(
        workingWindows(workingDays(staff, pattern, []), zoneOf(zone), number, number),
      );
    };

    test.each(zones)(
      'a day in $zone has the hours that the clock shows',
      async ({ zone, missing, twice }) => {
        for (const stretch of [missing, twice]) {
          if (!stretch) continue;
          const size = stretch === missing ? stretch.from - stretch.to : stretch.to - stretch.from;
          expect(await worked(zone, stretch.day, [[540, 1020]])).toBe(480);
          expect(await worked(zone, stretch.day, [[0, 1440]])).toBe(1440 + size);
          // A shift over the change, and ones that begin or end inside what is missing or twice.
          const middle = (stretch.from + stretch.to) >> 1;
          for (const ranges of [
            [[Math.max(0, stretch.from - 60), Math.min(1440, stretch.to + 60)]],
            [[stretch.from, stretch.to]],
            [[middle, Math.min(1440, stretch.to + 120)]],
            [[Math.max(0, stretch.from - 60), middle === 0 ? 1 : middle]],
            [
              [0, middle === 0 ? 1 : middle],
              [Math.max(1, middle), 1440],
            ],
          ] as [number, number][][]) {
            await worked(
              zone,
              stretch.day,
              ranges.filter(([start, end]) => start < end),
            );
          }
        }
      },
    );

    test('any hours in any of these zones, on the days around a change', async () => {
      const days = zones.flatMap(({ zone, missing, twice }) =>
        [missing, twice].flatMap((stretch) => (stretch ? [{ zone, day: stretch.day }] : [])),
      );
      const marks = fc.uniqueArray(fc.nat(96), { minLength: 2, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...days), marks, async ({ zone, day }, some) => {
          const sorted = some.toSorted((a, b) => a - b).map((mark) => mark * 15);
          const ranges: [number, number][] = [];
          for (let i = 0; i + 1 < sorted.length; i += 2) ranges.push([sorted[i]!, sorted[i + 1]!]);
          await worked(zone, day, ranges);
        }),
        { numRuns: kind === 'pglite' ? 60 : 30 },
      );
    });
  });
});
