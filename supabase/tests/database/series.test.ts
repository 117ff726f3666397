import { beforeEach, describe, expect, test } from 'vitest';
import { ruleText, type SeriesRule } from '#domain/appointments/series-rule.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { Device, countOf, newId, op, patch, put, rowOf, useDatabase } from './setup.ts';
import { addVisit, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `series-${(slugs += 1)}`);
  owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
});

const RULE = 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=26';
const seriesRow = { rule: RULE, starts_on: '2027-03-09', start_minute: 840, time_zone: 'UTC' };

/** A series with its dates as one mutation's operations, a week apart from each other. */
const seriesOps = (count: number, staff: Uuid = salon.ben, hour = 14) => {
  const id = newId();
  const visits = Array.from({ length: count }, (_, index) =>
    visitRows(salon, staff, at(FIRST_DAY + 1 + index * 7, hour), {
      appointment: { client_id: null, series_id: id, series_index: index },
    }),
  );
  const plain = (row: object) => {
    const { id: _id, business_id: _business, ...rest } = row as Record<string, unknown>;
    return rest;
  };
  const ops: Op[] = [
    put('series', id, seriesRow),
    ...visits.map((visit) => put('appointments', visit.id, plain(visit.appointment))),
    ...visits.map((visit) => put('appointment_segments', visit.segment.id, plain(visit.segment))),
  ];
  return { id, visits, ops };
};
const results = async (device: Device, ops: Op[]) =>
  (await device.send([device.mutation({ ops })]))['results'];

describe('a series on its way', () => {
  test('26 dates with their rule arrive as one mutation, and on another device as one page', async () => {
    const { id, visits, ops } = seriesOps(26);
    expect(await results(owner, ops)).toMatchObject([{ status: 'applied' }]);
    const desk = new Device(database.db, salon.users.front_desk, salon.id);
    const pulled = await desk.pull();
    expect(pulled['tables'].series).toContainEqual(expect.objectContaining({ id, rule: RULE }));
    const dates = pulled['tables'].appointments.filter(
      (row: { series_id: Uuid | null }) => row.series_id === id,
    );
    expect(dates).toHaveLength(26);
    expect(new Set(dates.map((row: { rev: number }) => row.rev)).size).toBe(1);
    expect(dates.map((row: { id: Uuid }) => row.id).toSorted()).toEqual(
      visits.map((visit) => visit.id).toSorted(),
    );
  });

  test('a date whose place was taken meanwhile is kept and asked about; the others stand', async () => {
    const { visits, ops } = seriesOps(12);
    await addVisit(database.db, salon, salon.ben, at(FIRST_DAY + 1 + 3 * 7, 14));
    expect(await results(owner, ops)).toMatchObject([{ status: 'conflict', code: 'slot_taken' }]);
    const flags = await Promise.all(
      visits.map(async ({ id }) => (await rowOf(database.db, 'appointments', id))?.['conflict']),
    );
    expect(
      flags.map((flag, place) => (flag ? place : null)).filter((place) => place !== null),
    ).toEqual([3]);
  });

  test('"this and following" from two devices: the later one stands, what it wrote over is asked about', async () => {
    const { id, visits, ops } = seriesOps(4);
    await owner.push(ops);
    await owner.pull();
    const desk = new Device(database.db, salon.users.front_desk, salon.id);
    await desk.pull();
    const moved = (from: number, hour: number): Op[] => [
      patch('series', id, { start_minute: hour * 60, first_index: from }),
      ...visits.slice(from).map(({ segment }, place) =>
        patch('appointment_segments', segment.id, {
          starts_at: at(FIRST_DAY + 1 + (from + place) * 7, hour),
        }),
      ),
    ];
    expect(await results(owner, moved(2, 15))).toMatchObject([{ status: 'applied' }]);
    expect(await results(desk, moved(1, 16))).toMatchObject([
      { status: 'conflict', code: 'stale_field' },
    ]);
    const hours = await Promise.all(
      visits.map(async (visit) => {
        const row = await rowOf(database.db, 'appointments', visit.id);
        return new Date(String(row?.['starts_at'])).getUTCHours();
      }),
    );
    expect(hours).toEqual([14, 16, 16, 16]);
    expect(await rowOf(database.db, 'series', id)).toMatchObject({
      start_minute: 960,
      first_index: 1,
    });
    const items = await database.db.sql<{ entity: string }>(
      `select entity from public.attention_items
       where business_id = $1 and kind = 'stale_field' order by entity`,
      [salon.id],
    );
    expect(items.map(({ entity }) => entity)).toEqual([
      'appointment_segments',
      'appointment_segments',
      'series',
    ]);
  });

  test('a deleted series leaves its dates, each by itself', async () => {
    const { id, visits, ops } = seriesOps(3);
    await owner.push(ops);
    expect(await results(owner, [op('series', id, 'delete', null)])).toMatchObject([
      { status: 'applied' },
    ]);
    expect(await rowOf(database.db, 'appointments', visits[0]!.id)).toMatchObject({
      series_id: null,
      series_index: 0,
    });
    expect(await countOf(database.db, `private.tombstones where row_id = $1`, [id])).toBe(1);
  });

  test('undone before anybody else heard of it, made and deleted in one batch, nothing is left', async () => {
    const { id, visits, ops } = seriesOps(3);
    const gone: Op[] = [
      ...visits.map(({ segment }) => op('appointment_segments', segment.id, 'delete', null)),
      ...visits.map((visit) => op('appointments', visit.id, 'delete', null)),
      op('series', id, 'delete', null),
    ];
    const answer = await owner.send([owner.mutation({ ops }), owner.mutation({ ops: gone })]);
    expect(answer['results']).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    expect(await countOf(database.db, 'public.appointments where series_id = $1', [id])).toBe(0);
    expect(
      await countOf(
        database.db,
        'private.busy_segments where business_id = $1 and appointment_id = any ($2)',
        [salon.id, visits.map((visit) => visit.id)],
      ),
    ).toBe(0);
  });
});

describe('what a series may say', () => {
  const rules: SeriesRule[] = [
    { rhythm: { unit: 'day', every: 1 }, end: { count: 1 } },
    { rhythm: { unit: 'day', every: 365 }, end: { count: 104 } },
    {
      rhythm: { unit: 'week', every: 52, weekdays: [0, 1, 2, 3, 4, 5, 6] },
      end: { until: '2029-01-01' },
    },
    { rhythm: { unit: 'month', every: 24, date: 9 }, end: { count: 99 } },
    ...[28, 29, 30, 31].map((date): SeriesRule => ({
      rhythm: { unit: 'month', every: 1, date },
      end: { count: 12 },
    })),
    ...([1, 2, 3, 4, -1] as const).map((nth): SeriesRule => ({
      rhythm: { unit: 'month', every: 1, weekday: 6, nth },
      end: { count: 12 },
    })),
  ];
  const isRule = async (text: string) =>
    (await database.db.sql<{ ok: boolean }>('select private.is_series_rule($1) as ok', [text]))[0]
      ?.ok;

  test('every rule that a device writes', async () => {
    for (const rule of rules)
      expect(`${ruleText(rule)} ${await isRule(ruleText(rule))}`).toMatch(/ true$/);
  });

  test.each([
    'FREQ=YEARLY;INTERVAL=1;COUNT=2',
    'FREQ=DAILY;INTERVAL=0;COUNT=2',
    'FREQ=DAILY;INTERVAL=366;COUNT=2',
    'FREQ=WEEKLY;INTERVAL=53;BYDAY=TU;COUNT=2',
    'FREQ=WEEKLY;INTERVAL=1;BYDAY=;COUNT=2',
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=31;COUNT=2',
    'FREQ=MONTHLY;INTERVAL=1;BYDAY=5TU;COUNT=2',
    'FREQ=DAILY;INTERVAL=1;COUNT=105',
    'FREQ=DAILY;INTERVAL=1',
    `${RULE}\nDROP`,
  ])('is refused otherwise: %s', async (rule) => {
    expect(await isRule(rule)).toBe(false);
    expect(await results(owner, [put('series', newId(), { ...seriesRow, rule })])).toMatchObject([
      { status: 'refused', code: 'invalid', field: 'rule' },
    ]);
    const block = { starts_at: '2027-03-09T17:00:00+00:00', ends_at: '2027-03-09T18:00:00+00:00' };
    expect(
      await results(owner, [put('time_blocks', newId(), { ...block, repeat_rule: rule })]),
    ).toMatchObject([{ status: 'refused', code: 'invalid', field: 'repeat_rule' }]);
  });

  test('an appointment names no series of another business', async () => {
    const other = await makeSalon(database.db, `series-other-${slugs}`);
    expect(
      await results(owner, [patch('appointments', salon.visit, { series_id: other.rows.series })]),
    ).toMatchObject([{ status: 'refused', code: 'deleted' }]);
  });
});

describe('own series of a practitioner', () => {
  const device = () => new Device(database.db, salon.users.practitioner, salon.id);
  const seriesOf = async (who: Device): Promise<Uuid[]> => {
    const pulled = await who.pull();
    return (pulled['tables'].series ?? []).map((row: { id: Uuid }) => row.id);
  };

  test('they make one for themselves, as one mutation, and change it', async () => {
    const ann = device();
    await ann.pull();
    const { id, visits, ops } = seriesOps(5, salon.ann);
    expect(await results(ann, ops)).toMatchObject([{ status: 'applied' }]);
    expect(
      await results(ann, [
        patch('series', id, { start_minute: 900 }),
        ...visits.map(({ segment }, place) =>
          patch('appointment_segments', segment.id, {
            starts_at: at(FIRST_DAY + 1 + place * 7, 15),
          }),
        ),
      ]),
    ).toMatchObject([{ status: 'applied' }]);
  });

  test('a colleague’s series is not seen, not changed, and takes in no date of theirs', async () => {
    const { id, ops } = seriesOps(3);
    await owner.push(ops);
    const ann = device();
    expect(await seriesOf(ann)).toEqual([]);
    expect(await results(ann, [patch('series', id, { start_minute: 1 })])).toMatchObject([
      { status: 'refused', code: 'not_allowed' },
    ]);
    expect(
      await results(ann, [patch('appointments', salon.visit, { series_id: id })]),
    ).toMatchObject([{ status: 'refused', code: 'not_allowed' }]);
  });

  test('it arrives with the first of its dates that becomes theirs, and goes with the last', async () => {
    const { id, visits, ops } = seriesOps(3);
    await owner.push(ops);
    const ann = device();
    await ann.pull();
    const segment = visits[1]!.segment.id;
    await owner.push([patch('appointment_segments', segment, { staff_id: salon.ann })]);
    expect(await seriesOf(ann)).toEqual([id]);
    await owner.push([patch('appointment_segments', segment, { staff_id: salon.ben })]);
    const dead = (await ann.pull())['dead'] as [string, Uuid, number][];
    expect(dead.map(([table, row]) => `${table} ${row}`)).toContain(`series ${id}`);
  });
});

test('a date that its client moves by the link keeps its own time from then on', async () => {
  const { visits, ops } = seriesOps(3);
  await owner.push(ops);
  // What the public page does: nobody's device is at work.
  await database.db.transaction((sql) =>
    sql('update public.appointment_segments set starts_at = $2 where appointment_id = $1', [
      visits[1]!.id,
      at(FIRST_DAY + 9, 10),
    ]),
  );
  const detached = await Promise.all(
    visits.map(
      async ({ id }) => (await rowOf(database.db, 'appointments', id))?.['series_detached'],
    ),
  );
  expect(detached).toEqual([false, true, false]);
});
