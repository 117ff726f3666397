import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planSeriesMove, seriesTargets } from '#domain/appointments/series-plan.ts';
import type { SeriesScope } from '#domain/appointments/series-plan.ts';
import { expandRule, parseRule, ruleText } from '#domain/appointments/series-rule.ts';
import { must } from '#domain/errors/assert.ts';
import type { AppointmentRow, Uuid } from '#domain/rows.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import type { DaybookDb } from '../open.ts';
import { segmentsOfAll, seriesView } from '../queries/series.ts';
import {
  errorOf,
  openSalon,
  putAppointment,
  segmentInput,
  segmentOf,
  TEST_NOW,
  valueOf,
} from '../test-rows.ts';
import { changeAppointmentStatus } from './appointment-status.ts';
import { moveAppointment } from './appointment-time.ts';
import { cancelSeries, editSeriesNote } from './series-edit.ts';
import { createSeries, extendSeries, moveSeries } from './series.ts';

const ZONE = 'America/New_York';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

const layout = (rule: string, starts_on: string, start_minute = 600) => ({
  rule,
  starts_on,
  start_minute,
  first_index: 0,
});
const datesOf = (rule: string, startsOn: string, minute = 600) =>
  expandRule(must(parseRule(rule), 'a rule'), startsOn).map((day, index) => ({
    index,
    startsAt: instantAtWall(ZONE, day, minute),
    acceptOverlap: false,
    isMoved: false,
  }));

const EVERY_4_WEEKS = 'FREQ=WEEKLY;INTERVAL=4;BYDAY=TU;COUNT=26';
const WEEKLY = 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=6';

/** From Tuesday, 16 March 2027, at ten; the clocks of New York went forward on the 14th. */
const book = async (rule = WEEKLY, startsOn = '2027-03-16') => {
  const dates = datesOf(rule, startsOn);
  const form = { client_id: 'cleo', segments: [segmentInput('ana', dates[0]!.startsAt)] };
  return valueOf(await createSeries(db, form, layout(rule, startsOn), dates));
};
const members = async (id: Uuid): Promise<AppointmentRow[]> =>
  must(await seriesView(db, id), 'the series').members;
const times = async (id: Uuid): Promise<string[]> =>
  (await members(id)).map(({ starts_at }) => {
    const { day, minute } = wallAt(ZONE, starts_at);
    return `${day.slice(5)} ${Math.floor(minute / 60)}`;
  });
const outbox = async () => (await db.outbox.toArray()).map(({ name, ops }) => [name, ops.length]);

/** As the sheet does it: what the domain plans, with nobody in the way. */
const moveTo = async (
  seriesId: Uuid,
  chosenId: Uuid,
  scope: SeriesScope,
  to: { day: string; minute: number },
) => {
  const view = must(await seriesView(db, seriesId), 'the series');
  const targets = seriesTargets(view.members, chosenId, scope, { now: db.now() });
  const rhythm = must(view.rule, 'a rule').rhythm;
  const plan = must(planSeriesMove({ rhythm, timeZone: ZONE, targets, chosenId, to }), 'a plan');
  return moveSeries(db, {
    id: seriesId,
    layout: {
      rule: ruleText({ rhythm: plan.rhythm, end: { count: plan.dates.length } }),
      starts_on: plan.startsOn,
      start_minute: to.minute,
      first_index: plan.firstIndex,
    },
    dates: plan.dates.map(({ id, startsAt }) => ({
      id,
      startsAt,
      acceptOverlap: false,
      isMoved: false,
    })),
    leftIds: [],
  });
};

describe('making a series', () => {
  test('26 appointments are one mutation, each a row of its own at the same wall time', async () => {
    const { id, ids } = await book(EVERY_4_WEEKS, '2027-03-16');
    expect(ids).toHaveLength(26);
    expect(await outbox()).toEqual([['series.create', 1 + 26 * 2]]);
    const rows = await members(id);
    expect(rows.map(({ series_index }) => series_index)).toEqual([...Array(26).keys()]);
    expect(new Set(rows.map(({ ical_uid }) => ical_uid)).size).toBe(26);
    expect(new Set(rows.map(({ starts_at }) => wallAt(ZONE, starts_at).minute))).toEqual(
      new Set([600]),
    );
    // Summer and winter: two different instants of the day.
    expect(new Set(rows.map(({ starts_at }) => starts_at.slice(11, 16)))).toEqual(
      new Set(['14:00', '15:00']),
    );
    expect(await db.rows('series').get(id)).toMatchObject({
      rule: EVERY_4_WEEKS,
      state: 'active',
      time_zone: ZONE,
    });
  });

  test('is refused as a whole when somebody stands at a date that nobody accepted', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', '2027-03-23T14:30:00+00:00')]);
    const dates = datesOf(WEEKLY, '2027-03-16');
    const form = { client_id: 'cleo', segments: [segmentInput('ana', dates[0]!.startsAt)] };
    const made = await createSeries(db, form, layout(WEEKLY, '2027-03-16'), dates);
    expect(errorOf(made)).toEqual({ code: 'overlap', rows: ['appointments:a1'] });
    expect(await db.rows('series').count()).toBe(0);

    const accepted = dates.map((date) => ({ ...date, acceptOverlap: date.index === 1 }));
    const { id } = valueOf(await createSeries(db, form, layout(WEEKLY, '2027-03-16'), accepted));
    expect((await members(id)).map(({ overlap_accepted }) => overlap_accepted)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('keeps the numbers of dates that were left out free', async () => {
    const dates = datesOf(WEEKLY, '2027-03-16').filter(({ index }) => index !== 2);
    const form = { client_id: 'cleo', segments: [segmentInput('ana', dates[0]!.startsAt)] };
    const { id } = valueOf(await createSeries(db, form, layout(WEEKLY, '2027-03-16'), dates));
    expect((await members(id)).map(({ series_index }) => series_index)).toEqual([0, 1, 3, 4, 5]);
  });

  test('every segment of a visit goes to every date', async () => {
    const dates = datesOf(WEEKLY, '2027-03-16');
    const segments = [
      segmentInput('ana', dates[0]!.startsAt),
      segmentInput('ben', '2027-03-16T14:45:00+00:00'),
    ];
    const { ids } = valueOf(
      await createSeries(db, { client_id: 'cleo', segments }, layout(WEEKLY, '2027-03-16'), dates),
    );
    const parts = await segmentsOfAll(db, ids);
    expect(parts.get(ids[3]!)?.map(({ staff_id, starts_at }) => [staff_id, starts_at])).toEqual([
      ['ana', '2027-04-06T14:00:00+00:00'],
      ['ben', '2027-04-06T14:45:00+00:00'],
    ]);
  });

  test.each([
    ['no dates', WEEKLY, 0, 'too_few'],
    ['more than anybody oversees', WEEKLY, 105, 'too_many'],
    ['no rule', 'every tuesday', 2, 'not_a_choice'],
  ])('says what is wrong: %s', async (_name, rule, count, fault) => {
    const dates = Array.from({ length: count }, (_, index) => ({
      index,
      startsAt: '2027-03-16T14:00:00+00:00',
      acceptOverlap: true,
      isMoved: false,
    }));
    const form = {
      client_id: 'cleo',
      segments: [segmentInput('ana', '2027-03-16T14:00:00+00:00')],
    };
    expect(errorOf(await createSeries(db, form, layout(rule, '2027-03-16'), dates))?.rule).toBe(
      fault,
    );
  });

  test('104 dates of ten services fit into one mutation that the server takes', async () => {
    const rule = 'FREQ=DAILY;INTERVAL=1;COUNT=104';
    const dates = datesOf(rule, '2027-03-16', 0).map((date) => ({ ...date, acceptOverlap: true }));
    const segments = Array.from({ length: 10 }, () => ({
      ...segmentInput('ana', dates[0]!.startsAt),
      service_name: 'x'.repeat(260),
    }));
    valueOf(
      await createSeries(db, { client_id: 'cleo', segments }, layout(rule, '2027-03-16'), dates),
    );
    const [entry] = await db.outbox.toArray();
    expect(entry?.ops).toHaveLength(1 + 104 * 11);
    // SYN-11: a single larger mutation travels alone, up to 4 MB.
    expect(JSON.stringify(entry).length).toBeLessThan(4_194_304 / 2);
  });

  test('taken back before the server heard of it, nothing is left', async () => {
    const made = await book();
    valueOf(await made.undo());
    expect(await db.rows('appointments').count()).toBe(0);
    expect(await db.rows('appointment_segments').count()).toBe(0);
    expect(await db.rows('series').count()).toBe(0);
  });

  test('taken back later it is cancelled, because clients may have been told', async () => {
    const made = await book();
    for (const id of made.ids) await db.rows('appointments').update(id, { rev: 7 });
    valueOf(await made.undo());
    expect((await members(made.id)).map(({ status }) => status)).toEqual(
      Array(6).fill('cancelled'),
    );
    expect(await db.rows('series').get(made.id)).toMatchObject({ state: 'ended' });
  });
});

describe('moving a series', () => {
  test('"this and following" over a change of the clocks keeps the wall time', async () => {
    // Booked over the autumn change: 7 November 2027.
    const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=5';
    const { id, ids } = await book(rule, '2027-10-12');
    const moved = valueOf(
      await moveTo(id, ids[1]!, 'following', { day: '2027-10-27', minute: 840 }),
    );
    expect(await times(id)).toEqual(['10-12 10', '10-27 14', '11-10 14', '11-24 14', '12-08 14']);
    expect((await members(id)).map(({ starts_at }) => starts_at.slice(11, 16))).toEqual([
      '14:00',
      '18:00',
      '19:00',
      '19:00',
      '19:00',
    ]);
    expect(await db.rows('series').get(id)).toMatchObject({
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=4',
      starts_on: '2027-10-27',
      start_minute: 840,
      first_index: 1,
    });
    expect((await members(id)).map(({ reschedule_count }) => reschedule_count)).toEqual([
      0, 1, 1, 1, 1,
    ]);

    valueOf(await moved.undo());
    expect(await times(id)).toEqual(['10-12 10', '10-26 10', '11-09 10', '11-23 10', '12-07 10']);
    expect(await db.rows('series').get(id)).toMatchObject({
      rule,
      starts_on: '2027-10-12',
      first_index: 0,
    });
    expect((await members(id)).map(({ reschedule_count }) => reschedule_count)).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });

  test('"all" leaves alone what was moved by hand, what is past and what is over', async () => {
    const { id, ids } = await book();
    valueOf(await moveAppointment(db, ids[3]!, { startsAt: '2027-04-08T15:00:00+00:00' }));
    expect((await members(id))[3]).toMatchObject({ series_detached: true });
    // The second one is done early; then a week and a half goes by.
    valueOf(await changeAppointmentStatus(db, ids[1]!, 'completed'));
    now = Date.parse('2027-03-18T12:00:00Z');
    valueOf(await moveTo(id, ids[4]!, 'all', { day: '2027-04-13', minute: 960 }));
    expect(await times(id)).toEqual([
      '03-16 10',
      '03-23 10',
      '03-30 16',
      '04-08 11',
      '04-13 16',
      '04-20 16',
    ]);
  });

  test('undoing a move by hand makes it one of the series again', async () => {
    const { id, ids } = await book();
    const moved = valueOf(
      await moveAppointment(db, ids[3]!, { startsAt: '2027-04-08T15:00:00+00:00' }),
    );
    valueOf(await moved.undo());
    expect((await members(id))[3]).toMatchObject({ series_detached: false });
  });

  test('dates that go along are not in each other’s way', async () => {
    const rule = 'FREQ=DAILY;INTERVAL=1;COUNT=4';
    const { id, ids } = await book(rule, '2027-03-16');
    valueOf(await moveTo(id, ids[0]!, 'all', { day: '2027-03-17', minute: 600 }));
    expect(await times(id)).toEqual(['03-17 10', '03-18 10', '03-19 10', '03-20 10']);
  });

  test('somebody in the way stops all of it', async () => {
    const { id, ids } = await book();
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', '2027-03-30T18:00:00+00:00')]);
    expect(errorOf(await moveTo(id, ids[0]!, 'all', { day: '2027-03-16', minute: 840 }))).toEqual({
      code: 'overlap',
      rows: ['appointments:a1'],
    });
    expect((await times(id))[0]).toBe('03-16 10');
  });

  test('another person and another length go to every date', async () => {
    const { id, ids } = await book();
    const view = must(await seriesView(db, id), 'the series');
    const moved = valueOf(
      await moveSeries(db, {
        id,
        layout: layout(WEEKLY, '2027-03-16'),
        dates: view.members.slice(0, 2).map((one) => ({
          id: one.id,
          startsAt: one.starts_at,
          acceptOverlap: false,
          isMoved: false,
        })),
        leftIds: ids.slice(2),
        staffId: 'ben',
        durationMin: 60,
      }),
    );
    const parts = await segmentsOfAll(db, ids);
    const facts = ids.map(
      (one) => parts.get(one)!.map((s) => `${s.staff_id} ${s.duration_min}`)[0],
    );
    expect(facts).toEqual(['ben 60', 'ben 60', 'ana 45', 'ana 45', 'ana 45', 'ana 45']);
    // What stays where it is from now on keeps its own.
    expect((await members(id)).map(({ series_detached }) => series_detached)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
    valueOf(await moved.undo());
    const back = await segmentsOfAll(db, ids);
    expect(back.get(ids[0]!)![0]).toMatchObject({ staff_id: 'ana', duration_min: 45 });
    expect((await members(id)).some(({ series_detached }) => series_detached)).toBe(false);
  });
});

describe('giving dates up', () => {
  test('"this and following" at once, with one way back', async () => {
    const { id, ids } = await book();
    const gone = valueOf(
      await cancelSeries(db, id, ids.slice(2), { reason: 'Moves away', by: 'client' }),
    );
    expect((await members(id)).map(({ status }) => status)).toEqual([
      'booked',
      'booked',
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect((await outbox()).at(-1)).toEqual(['series.cancel', 4]);
    expect(await db.rows('series').get(id)).toMatchObject({ state: 'active' });
    valueOf(await gone.undo());
    expect((await members(id)).every(({ status }) => status === 'booked')).toBe(true);
  });

  test('with its last dates the series ends', async () => {
    const { id, ids } = await book();
    const gone = valueOf(await cancelSeries(db, id, ids, { reason: null, by: 'staff' }));
    expect(await db.rows('series').get(id)).toMatchObject({ state: 'ended' });
    valueOf(await gone.undo());
    expect(await db.rows('series').get(id)).toMatchObject({ state: 'active' });
  });

  test('places that were given to others meanwhile do not come back', async () => {
    const { id, ids } = await book();
    const gone = valueOf(await cancelSeries(db, id, ids, { reason: null, by: 'staff' }));
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', '2027-03-30T14:00:00+00:00')]);
    expect(errorOf(await gone.undo())).toEqual({ code: 'overlap', rows: ['appointments:a1'] });
    expect((await members(id)).every(({ status }) => status === 'cancelled')).toBe(true);
  });
});

test('a note for all of them leaves alone what was written for one', async () => {
  const { id, ids } = await book();
  await db.rows('appointments').update(ids[2]!, { staff_note: 'Only this time' });
  const noted = valueOf(
    await editSeriesNote(db, ids[0]!, ids, { field: 'staff_note', text: 'Window seat' }),
  );
  const notes = async () => (await members(id)).map(({ staff_note }) => staff_note);
  expect(await notes()).toEqual([
    'Window seat',
    'Window seat',
    'Only this time',
    'Window seat',
    'Window seat',
    'Window seat',
  ]);
  valueOf(await noted.undo());
  expect(await notes()).toEqual([null, null, 'Only this time', null, null, null]);
});

test('six more go on as the last one was agreed, and can be taken back', async () => {
  const { id, ids } = await book();
  const rule = 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=3';
  const more = valueOf(
    await extendSeries(
      db,
      ids[5]!,
      { rule, starts_on: '2027-04-20', start_minute: 600, first_index: 5 },
      datesOf(rule, '2027-04-20')
        .slice(1)
        .map((date) => ({ ...date, index: date.index + 5 })),
    ),
  );
  expect((await times(id)).slice(5)).toEqual(['04-20 10', '04-27 10', '05-04 10']);
  const rows = await members(id);
  expect(rows.at(-1)).toMatchObject({ client_id: 'cleo', series_index: 7, status: 'booked' });
  expect(await db.rows('series').get(id)).toMatchObject({ rule, first_index: 5 });
  valueOf(await more.undo());
  expect(await times(id)).toHaveLength(6);
  expect(await db.rows('series').get(id)).toMatchObject({ rule: WEEKLY, first_index: 0 });
});
