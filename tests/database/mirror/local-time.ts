import { expect, test } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import { dayNumber } from '#domain/time/day.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';

export const localTime = (sql: Sql): void => {
  const zones = [
    'America/New_York',
    'Europe/London',
    'Europe/Dublin',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'America/Santiago',
    'Africa/Cairo',
    'America/Havana',
    'Antarctica/Troll',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
  ];
  const changes = [
    '2027-03-14',
    '2027-11-07',
    '2027-03-28',
    '2027-10-31',
    '2027-10-03',
    '2027-04-04',
    '2027-09-26',
    '2027-09-05',
    '2027-04-03',
    '2027-04-30',
    '2027-10-28',
    '2027-06-01',
  ];

  test('becomes the same instants around every change of the clocks', async () => {
    const cases = zones.flatMap((zone) =>
      changes.flatMap((day) =>
        [0, 15, 90, 105, 120, 135, 150, 165, 180, 225, 1410, 1440].map((minute) => ({
          zone,
          day,
          minute,
        })),
      ),
    );
    const rows = await sql<{ at: number }>(
      `select private.epoch_min(private.local_to_instant(c.day, c.minute, c.zone)) as at
       from jsonb_to_recordset($1::jsonb) c (zone text, day date, minute int, place int)
       order by c.place`,
      [JSON.stringify(cases.map((one, place) => ({ ...one, place })))],
    );
    const ours = cases.map(
      ({ zone, day, minute }) =>
        `${zone} ${day} ${minute} ${wallToEpoch(zoneOf(zone), dayNumber(day), minute)}`,
    );
    expect(
      cases.map(({ zone, day, minute }, place) => `${zone} ${day} ${minute} ${rows[place]?.at}`),
    ).toEqual(ours);
  });
};
