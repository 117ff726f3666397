import { describe, expect, test } from 'vitest';
import type { AppointmentStatus } from '#domain/rows.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import { planMore, planSeriesMove, seriesPlace, seriesTargets } from './series-plan.ts';
import { expandRule } from './series-rule.ts';
import type { SeriesRhythm } from './series-rule.ts';

const ZONE = 'America/New_York';
const NOW = '2027-03-10T12:00:00+00:00';

const laidOut = (rhythm: SeriesRhythm, startsOn: string, count: number, minute = 600) =>
  expandRule({ rhythm, end: { count } }, startsOn).map((day, series_index) => ({
    id: `a${series_index}`,
    status: 'booked' as AppointmentStatus,
    starts_at: instantAtWall(ZONE, day, minute),
    series_index,
    series_detached: false,
  }));
const weekly: SeriesRhythm = { unit: 'week', every: 1, weekdays: [1] };
const days = (plan: ReturnType<typeof planSeriesMove>) => plan?.dates.map(({ day }) => day);

describe('which appointments a change concerns', () => {
  // 2, 9, 16, 23, 30 March; two of them are past.
  const members = laidOut(weekly, '2027-03-02', 5);
  const ids = (scope: 'this' | 'following' | 'all', chosen: string, all = members, more = {}) =>
    seriesTargets(all, chosen, scope, { now: NOW, ...more }).map(({ id }) => id);

  test('the past never changes', () => {
    expect(ids('all', 'a3')).toEqual(['a2', 'a3', 'a4']);
    expect(ids('following', 'a3')).toEqual(['a3', 'a4']);
    expect(ids('all', 'a0')).toEqual(['a2', 'a3', 'a4']);
    expect(ids('this', 'a3')).toEqual(['a3']);
  });

  test.each(['completed', 'cancelled', 'no_show'] as const)(
    'what is %s never changes',
    (status) => {
      const some = members.map((one) => (one.id === 'a4' ? { ...one, status } : one));
      expect(ids('all', 'a3', some)).toEqual(['a2', 'a3']);
    },
  );

  test('one that was moved by hand keeps its own time, unless it is the chosen one', () => {
    const some = members.map((one) => (one.id === 'a3' ? { ...one, series_detached: true } : one));
    expect(ids('all', 'a2', some)).toEqual(['a2', 'a4']);
    expect(ids('following', 'a3', some)).toEqual(['a3', 'a4']);
    expect(ids('all', 'a2', some, { withDetached: true })).toEqual(['a2', 'a3', 'a4']);
  });

  test('one that was moved behind its followers still comes before them', () => {
    const some = members.map((one) =>
      one.id === 'a2'
        ? { ...one, starts_at: '2027-04-20T14:00:00+00:00', series_detached: true }
        : one,
    );
    expect(ids('following', 'a2', some)).toEqual(['a3', 'a4', 'a2']);
  });
});

test('a place is counted among the dates that were not given up', () => {
  const members = laidOut(weekly, '2027-03-02', 5).map((one) =>
    one.id === 'a1' ? { ...one, status: 'cancelled' as const } : one,
  );
  expect(seriesPlace(members, 'a2')).toEqual({ place: 2, total: 4 });
  expect(seriesPlace(members, 'a1')).toBeNull();
});

describe('where the dates go', () => {
  const move = (
    rhythm: SeriesRhythm,
    startsOn: string,
    chosen: number,
    to: { day: string; minute: number },
    newRhythm?: SeriesRhythm,
  ) => {
    const targets = laidOut(rhythm, startsOn, 4);
    return planSeriesMove({
      rhythm,
      timeZone: ZONE,
      targets,
      chosenId: `a${chosen}`,
      to,
      newRhythm,
    });
  };

  test('"this and following" over a change of the clocks keeps the wall time', () => {
    // The clocks go forward on 14 March.
    const plan = move(weekly, '2027-03-09', 0, { day: '2027-03-10', minute: 14 * 60 });
    expect(plan?.dates.map(({ startsAt }) => startsAt)).toEqual([
      '2027-03-10T19:00:00+00:00',
      '2027-03-17T18:00:00+00:00',
      '2027-03-24T18:00:00+00:00',
      '2027-03-31T18:00:00+00:00',
    ]);
    for (const { startsAt } of plan!.dates) expect(wallAt(ZONE, startsAt).minute).toBe(840);
    expect(plan).toMatchObject({ startsOn: '2027-03-10', firstIndex: 0 });
    expect(plan?.rhythm).toEqual({ unit: 'week', every: 1, weekdays: [2] });
  });

  test('only the time of day', () => {
    const plan = move(weekly, '2027-03-09', 1, { day: '2027-03-16', minute: 660 });
    expect(days(plan)).toEqual(['2027-03-09', '2027-03-16', '2027-03-23', '2027-03-30']);
    expect(plan?.rhythm).toEqual(weekly);
  });

  test('from the middle, those before go along by the same step', () => {
    const plan = move(weekly, '2027-03-09', 2, { day: '2027-03-26', minute: 600 });
    expect(days(plan)).toEqual(['2027-03-12', '2027-03-19', '2027-03-26', '2027-04-02']);
    expect(plan?.startsOn).toBe('2027-03-12');
  });

  test('one of several weekdays moves alone', () => {
    const twice: SeriesRhythm = { unit: 'week', every: 1, weekdays: [0, 2] };
    // Monday 8, Wednesday 10, Monday 15, Wednesday 17: Wednesdays become Thursdays.
    const plan = move(twice, '2027-03-08', 1, { day: '2027-03-11', minute: 600 });
    expect(days(plan)).toEqual(['2027-03-08', '2027-03-11', '2027-03-15', '2027-03-18']);
    const later = move(twice, '2027-03-08', 1, { day: '2027-03-18', minute: 600 });
    expect(days(later)).toEqual(['2027-03-15', '2027-03-18', '2027-03-22', '2027-03-25']);
  });

  test('the nth weekday of a month stays the nth', () => {
    const second: SeriesRhythm = { unit: 'month', every: 1, weekday: 1, nth: 2 };
    const plan = move(second, '2027-03-09', 1, { day: '2027-04-14', minute: 600 });
    expect(days(plan)).toEqual(['2027-03-10', '2027-04-14', '2027-05-12', '2027-06-09']);
  });

  test('a date of the month, and its short months', () => {
    const fifth: SeriesRhythm = { unit: 'month', every: 1, date: 5 };
    const plan = move(fifth, '2027-01-05', 0, { day: '2027-01-31', minute: 600 });
    expect(days(plan)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    const first = move(fifth, '2027-01-05', 0, { day: '2027-02-01', minute: 600 });
    expect(days(first)).toEqual(['2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01']);
  });

  test('another rhythm lays the dates out anew; a date that was left out stays out', () => {
    const targets = laidOut(weekly, '2027-03-09', 4).filter(({ id }) => id !== 'a1');
    const plan = planSeriesMove({
      rhythm: weekly,
      timeZone: ZONE,
      targets,
      chosenId: 'a0',
      to: { day: '2027-03-09', minute: 600 },
      newRhythm: { unit: 'week', every: 3, weekdays: [1] },
    });
    expect(days(plan)).toEqual(['2027-03-09', '2027-04-20', '2027-05-11']);
  });

  test('nothing to move is no plan', () => {
    expect(
      planSeriesMove({
        rhythm: weekly,
        timeZone: ZONE,
        targets: [],
        chosenId: 'a0',
        to: { day: '2027-03-09', minute: 600 },
      }),
    ).toBeNull();
  });
});

test('six more go on where the last one was', () => {
  const more = planMore({ rhythm: weekly, startsOn: '2027-03-09', firstIndex: 3 }, 5, 2);
  expect(more).toEqual({
    startsOn: '2027-03-23',
    firstIndex: 5,
    dates: [
      { index: 6, day: '2027-03-30' },
      { index: 7, day: '2027-04-06' },
    ],
  });
});
