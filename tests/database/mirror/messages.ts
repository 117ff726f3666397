import { expect, test } from 'vitest';
import { messageDue } from '#domain/messages/due.ts';
import { TEMPLATE_KEYS, builtIn } from '#domain/messages/templates.ts';
import { instantOfMin, epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Sql } from '#supabase/local/database/database.ts';

type Case = [
  what: string,
  zone: string,
  side: 'before' | 'after',
  offset: number,
  startsAt: string,
  quiet: [number, number],
  due: string,
];

const NIGHT: [number, number] = [1260, 480];
const NEVER: [number, number] = [0, 0];
const NEW_YORK = 'America/New_York';

/** One table for both languages. Visits last an hour. New York: clocks on 2027-03-14 and 2027-11-07. */
const CASES: Case[] = [
  ['a day before', NEW_YORK, 'before', 1440, '2027-03-10T15:00Z', NIGHT, '2027-03-09T15:00Z'],
  [
    'the same wall time over the spring change',
    NEW_YORK,
    'before',
    1440,
    '2027-03-14T14:00Z',
    NIGHT,
    '2027-03-13T15:00Z',
  ],
  [
    'the same wall time over the autumn change',
    NEW_YORK,
    'before',
    1440,
    '2027-11-07T15:00Z',
    NIGHT,
    '2027-11-06T14:00Z',
  ],
  [
    'two days over the change',
    NEW_YORK,
    'before',
    2880,
    '2027-03-15T14:00Z',
    NIGHT,
    '2027-03-13T15:00Z',
  ],
  [
    'two hours are two hours over the change',
    NEW_YORK,
    'before',
    120,
    '2027-03-14T08:00Z',
    NEVER,
    '2027-03-14T06:00Z',
  ],
  [
    'a wall time that is skipped is the one after',
    NEW_YORK,
    'before',
    1440,
    '2027-03-15T06:30Z',
    NEVER,
    '2027-03-14T07:30Z',
  ],
  [
    'a wall time that comes twice is the first',
    NEW_YORK,
    'before',
    1440,
    '2027-11-08T06:30Z',
    NEVER,
    '2027-11-07T05:30Z',
  ],
  [
    'at night it waits for the morning',
    NEW_YORK,
    'before',
    360,
    '2027-01-10T17:00Z',
    NIGHT,
    '2027-01-10T13:00Z',
  ],
  [
    'unless the visit is too near: the evening before',
    NEW_YORK,
    'before',
    120,
    '2027-01-10T13:30Z',
    NIGHT,
    '2027-01-10T02:00Z',
  ],
  [
    'the minute at which the quiet begins is quiet',
    NEW_YORK,
    'before',
    1440,
    '2027-01-11T02:00Z',
    NIGHT,
    '2027-01-10T13:00Z',
  ],
  [
    'the minute at which it ends is not',
    NEW_YORK,
    'before',
    1440,
    '2027-01-11T13:00Z',
    NIGHT,
    '2027-01-10T13:00Z',
  ],
  [
    'quiet in the middle of the day',
    'UTC',
    'before',
    60,
    '2027-01-10T13:30Z',
    [720, 840],
    '2027-01-10T12:00Z',
  ],
  ['after the visit', 'UTC', 'after', 180, '2027-01-10T10:00Z', NIGHT, '2027-01-10T14:00Z'],
  [
    'after a late visit: next morning',
    'UTC',
    'after',
    180,
    '2027-01-10T19:00Z',
    NIGHT,
    '2027-01-11T08:00Z',
  ],
  [
    'four weeks after, over the change',
    NEW_YORK,
    'after',
    40_320,
    '2027-02-20T15:00Z',
    NIGHT,
    '2027-03-20T15:00Z',
  ],
  [
    'half an hour of summer time',
    'Australia/Lord_Howe',
    'before',
    1440,
    '2027-04-04T01:00Z',
    NIGHT,
    '2027-04-03T00:30Z',
  ],
];

/** When messages by the clock are due, and which there are. */
export const messagesByTheClock = (sql: Sql): void => {
  test.each(CASES)('%s', async (_, zone, side, offsetMin, startsAt, [from, to], due) => {
    const visit = {
      starts_at: instantOfMin(epochMinOf(startsAt)),
      ends_at: instantOfMin(epochMinOf(startsAt) + 60),
    };
    const quiet = { quiet_from_min: from, quiet_to_min: to };
    const expected = instantOfMin(epochMinOf(due));
    expect(instantOfMin(messageDue({ side, offsetMin }, visit, quiet, zoneOf(zone)))).toBe(
      expected,
    );
    const [row] = await sql<{ due: number }>(
      `select private.epoch_min(private.message_due(
         jsonb_populate_record(null::public.booking_rules, $1::jsonb), $2, $3, $4, $5, $6)) as due`,
      [JSON.stringify(quiet), zone, side, offsetMin, visit.starts_at, visit.ends_at],
    );
    expect(instantOfMin(row!.due)).toBe(expected);
  });

  test.each([
    // Two in the morning in Berlin, eight in the evening in New York.
    ['they sleep', 'Europe/Berlin', '2027-01-11T01:00Z', '2027-01-10T20:00Z'],
    ['they are up', 'America/Los_Angeles', '2027-01-11T04:30Z', '2027-01-11T02:30Z'],
    ['nothing else is known', null, '2027-01-11T04:30Z', '2027-01-11T02:00Z'],
  ])('quiet hours are theirs: %s', async (_, theirs, startsAt, due) => {
    const visit = {
      starts_at: instantOfMin(epochMinOf(startsAt)),
      ends_at: instantOfMin(epochMinOf(startsAt) + 60),
    };
    const quiet = { quiet_from_min: 1260, quiet_to_min: 480 };
    const timing = { side: 'before', offsetMin: 120 } as const;
    const own = messageDue(
      timing,
      visit,
      quiet,
      zoneOf(NEW_YORK),
      theirs === null ? undefined : zoneOf(theirs),
    );
    expect(instantOfMin(own)).toBe(instantOfMin(epochMinOf(due)));
    const [row] = await sql<{ due: number }>(
      `select private.epoch_min(private.message_due(
         jsonb_populate_record(null::public.booking_rules, $1::jsonb), $2, 'before', 120, $3, $4,
         $5)) as due`,
      [JSON.stringify(quiet), NEW_YORK, visit.starts_at, visit.ends_at, theirs],
    );
    expect(row!.due).toBe(own);
  });

  test('the two agree about every quarter of an hour around changes of the clocks', async () => {
    for (const zone of [NEW_YORK, 'Australia/Lord_Howe', 'UTC']) {
      const starts = ['2027-03-12', '2027-04-02', '2027-11-05'].flatMap((day) =>
        Array.from({ length: 4 * 96 }, (_, index) =>
          instantOfMin(epochMinOf(`${day}T00:00Z`) + index * 15),
        ),
      );
      for (const [side, offset] of [
        ['before', 1440],
        ['before', 120],
        ['after', 180],
      ] as const) {
        const rows = await sql<{ due: number }>(
          `select private.epoch_min(private.message_due(
             jsonb_populate_record(null::public.booking_rules, $1::jsonb), $2, $3, $4, s.at,
             s.at + interval '1 hour')) as due
           from unnest($5::timestamptz[]) with ordinality s (at, place) order by s.place`,
          [JSON.stringify({ quiet_from_min: 1260, quiet_to_min: 480 }), zone, side, offset, starts],
        );
        expect(rows.map(({ due }) => due)).toEqual(
          starts.map((at) =>
            messageDue(
              { side, offsetMin: offset },
              { starts_at: at, ends_at: instantOfMin(epochMinOf(at) + 60) },
              { quiet_from_min: 1260, quiet_to_min: 480 },
              zoneOf(zone),
            ),
          ),
        );
      }
    }
  });

  test('are the same messages, with the same times', async () => {
    const timed = TEMPLATE_KEYS.flatMap((key) => {
      const { timing, purpose } = builtIn(key);
      // The plan of the team is sent by a job of its own.
      return timing && purpose !== 'team'
        ? [
            {
              key,
              side: timing.side,
              offset_min: timing.offsetMin,
              enabled: timing.enabled,
              purpose,
            },
          ]
        : [];
    });
    expect(await sql('select * from private.timed_messages order by key')).toEqual(
      timed.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    );
    const [names] = await sql<{ known: boolean }>(
      'select bool_and(private.is_message_key(k)) as known from unnest($1::text[]) k',
      [[...TEMPLATE_KEYS]],
    );
    expect(names!.known).toBe(true);
    const switches = await sql<{ key: string; off: boolean; always: boolean }>(
      `select k as key, private.is_off_at_first(k) as off, private.is_always_sent(k) as always
       from unnest($1::text[]) with ordinality t (k, place) order by t.place`,
      [[...TEMPLATE_KEYS]],
    );
    expect(switches).toEqual(
      TEMPLATE_KEYS.map((key) => ({
        key,
        off: builtIn(key).offAtFirst === true,
        always: builtIn(key).always === true,
      })),
    );
  });
};
