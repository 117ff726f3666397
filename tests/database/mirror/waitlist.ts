import { expect, test } from 'vitest';
import type { WaitlistWindow } from '#domain/rows.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { placeOfWish } from '#domain/waitlist/place.ts';
import {
  endOfWindows,
  fitsIn,
  openingsOf,
  widened,
  windowIssues,
} from '#domain/waitlist/windows.ts';
import type { Sql } from '#supabase/local/database/database.ts';

/** When somebody on the waitlist can come: devices look for times offline, the server when one comes free. */
export const waitlistWindows = (sql: Sql): void => {
  const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'UTC'];
  const windows: WaitlistWindow[] = ['2027-03-13', '2027-04-03', '2027-11-06'].flatMap((from) =>
    [[], [5], [6, 0]].flatMap((weekdays) =>
      [
        [0, 1440],
        [90, 180],
        [150, 600],
        [1380, 1440],
      ].map(([from_min, to_min]) => ({
        from_day: from,
        to_day: from.replace(/\d$/, (digit) => String((Number(digit) + 2) % 10)),
        weekdays,
        from_min: from_min!,
        to_min: to_min!,
      })),
    ),
  );
  const usable = windows.filter((window) => windowIssues(window).length === 0);

  test('end at the same instant, around changes of the clocks too', async () => {
    expect(usable.length).toBeGreaterThan(20);
    for (const zone of ZONES) {
      const rows = await sql<{ ends: number }>(
        `select private.epoch_min(private.local_to_instant(w.to_day, w.to_min, $2)) as ends
         from jsonb_to_recordset($1::jsonb) w (to_day date, to_min int, place int) order by place`,
        [JSON.stringify(usable.map((one, place) => ({ ...one, place }))), zone],
      );
      expect(rows.map(({ ends }) => ends)).toEqual(
        usable.map((window) => endOfWindows([window], zoneOf(zone))),
      );
    }
  });

  test('hold the same visits, around changes of the clocks too', async () => {
    for (const zoneName of ZONES) {
      const zone = zoneOf(zoneName);
      const tried = usable.flatMap((window) => {
        const end = endOfWindows([window], zone);
        return [0, 1, 2, 3].flatMap((days) =>
          [30, 60, 90, 120, 180, 300, 1380, 1410].map((before) => {
            const start = end - days * 1440 - before;
            return { window, start, over: start + 45 };
          }),
        );
      });
      const rows = await sql<{ fits: boolean }>(
        `select private.lies_in_window(jsonb_build_array(t.w), $2, t.starts_at, t.ends_at) as fits
         from jsonb_to_recordset($1::jsonb)
           t (w jsonb, starts_at timestamptz, ends_at timestamptz, place int) order by place`,
        [
          JSON.stringify(
            tried.map(({ window, start, over }, place) => ({
              w: window,
              starts_at: instantOfMin(start),
              ends_at: instantOfMin(over),
              place,
            })),
          ),
          zoneName,
        ],
      );
      const ours = tried.map(({ window, start, over }) =>
        fitsIn(openingsOf([window], zone, start - 2880, over + 2880), start, over),
      );
      expect(ours).toContain(true);
      expect(rows.map(({ fits }) => fits)).toEqual(ours);
    }
  });

  test('are as wide for who is flexible', async () => {
    for (const by of [0, 15, 120, 240]) {
      const [row] = await sql<{ wide: WaitlistWindow[] }>(
        'select private.widened($1::jsonb, $2) as wide',
        [JSON.stringify(usable), by],
      );
      expect(row!.wide).toEqual(widened(usable, by));
    }
  });

  test('and a wish is for the same place', async () => {
    const kinds = ['business', 'client', 'remote', 'phone'] as const;
    const lists = [['business'], ['client'], ['business', 'client'], ['client', 'remote']] as const;
    const menus = lists.flatMap((one) => [[one], ...lists.map((other) => [one, other])]);
    for (const menu of menus) {
      const services = menu.map((types) => ({ location_types: [...types] }));
      for (const wished of [null, ...kinds]) {
        const theirs = await sql<{ place: string }>(
          `select private.place_of_request(array(
             select jsonb_populate_record(null::private.candidate, c)
             from jsonb_array_elements($1::jsonb) c), $2) as place`,
          [JSON.stringify(services), wished],
        ).then(
          ([row]) => row!.place,
          // It is refused.
          () => null,
        );
        const ours = placeOfWish({ location_type: wished }, services);
        expect([menu, wished, theirs]).toEqual([menu, wished, ours]);
      }
    }
  });

  test('are right or wrong for the same reasons', async () => {
    const [good] = usable;
    const tried: WaitlistWindow[] = [
      good!,
      { ...good!, from_day: '2027-02-30' },
      { ...good!, to_day: '2027-13-01' },
      { ...good!, to_day: '2027-03-12' },
      { ...good!, to_day: '2028-03-13' },
      { ...good!, to_day: '2028-03-14' },
      { ...good!, to_day: '2028-03-15' },
      { ...good!, from_min: -1 },
      { ...good!, from_min: 1.5 },
      { ...good!, to_min: 1441 },
      { ...good!, from_min: 600, to_min: 600 },
    ];
    for (const window of tried) {
      const [row] = await sql<{ fine: boolean }>(
        'select private.is_waitlist_windows(jsonb_build_array($1::jsonb)) as fine',
        [JSON.stringify(window)],
      );
      expect([window, row!.fine]).toEqual([window, windowIssues(window).length === 0]);
    }
  });
};
