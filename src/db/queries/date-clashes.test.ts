import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expandRule } from '#domain/appointments/series-rule.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import type { DaybookDb } from '../open.ts';
import { ALONE, openSalon, putAppointment, putRows, segmentOf, TEST_NOW } from '../test-rows.ts';
import { dateChecker } from './date-clashes.ts';
import { nearestFree } from './nearest-free.ts';
import type { Clash } from './planned-work.ts';

const ZONE = 'America/New_York';
let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon(() => Date.parse(TEST_NOW));
});
afterEach(() => db.close());

const wall = (day: string, clock: number, minute = 0) =>
  instantAtWall(ZONE, day, clock * 60 + minute);
const cut = (startsAt: string, staffId = 'ana') => segmentOf('', staffId, startsAt);
const words = (clash: Clash): string =>
  clash.kind === 'appointment'
    ? `${clash.name} ${wallAt(ZONE, clash.startsAt).minute / 60}`
    : clash.kind === 'same_plan'
      ? `itself ${clash.key}`
      : `${clash.kind}${'name' in clash ? ` ${clash.name}` : ''}${'note' in clash ? ` ${clash.note}` : ''}`;

/** Clashes of a haircut at ten on each of the days, as text by day. */
const listOf = async (
  days: readonly string[],
  staffId = 'ana',
  clock = 10,
  except: string[] = [],
) => {
  const checker = await dateChecker(db, except);
  const found = await checker.clashesOf(
    days.map((key) => ({ key, segments: [cut(wall(key, clock), staffId)] })),
  );
  return Object.fromEntries([...found].map(([key, list]) => [key, list.map(words).join(', ')]));
};

describe('who or what is in the way', () => {
  test('of 26 dates the two that clash are named, and no other', async () => {
    const days = expandRule(
      { rhythm: { unit: 'week', every: 4, weekdays: [1] }, end: { count: 26 } },
      '2027-03-16',
    );
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', wall(days[3]!, 10, 30))]);
    await putAppointment(db, 'a2', [segmentOf('g2', 'ana', wall(days[9]!, 9, 30))], {
      client_id: null,
    });
    // Touching, somebody else's, given up: nobody is in the way.
    await putAppointment(db, 'a3', [segmentOf('g3', 'ana', wall(days[5]!, 10, 45))]);
    await putAppointment(db, 'a4', [segmentOf('g4', 'ben', wall(days[6]!, 10))]);
    await putAppointment(db, 'a5', [segmentOf('g5', 'ana', wall(days[7]!, 10))], {
      status: 'cancelled',
    });
    expect(await listOf(days)).toEqual({
      [days[3]!]: 'Cleo Adams 10.5',
      [days[9]!]: 'a walk-in 9.5',
    });
  });

  test('hours, closed days, time off and blocks have their names', async () => {
    await putRows(db, 'block_off_reasons', [
      {
        id: 'r-lunch',
        name: 'Lunch',
        icon: 'utensils',
        colour: 'amber',
        default_min: 30,
        paid: false,
        blocks_online: true,
        active: true,
        sort_key: 'a',
      } as never,
    ]);
    await putRows(db, 'time_blocks', [
      {
        ...ALONE,
        id: 'b1',
        staff_id: null,
        starts_at: wall('2027-03-17', 10, 15),
        ends_at: wall('2027-03-17', 11),
        all_day: false,
        reason_id: 'r-lunch',
        note: null,
        blocks_online: true,
      },
    ]);
    await putRows(db, 'time_off', [
      {
        id: 't1',
        staff_id: 'ana',
        starts_at: wall('2027-03-18', 0),
        ends_at: wall('2027-03-19', 0),
        reason_id: null,
        note: 'Dentist',
        status: 'approved',
      },
      {
        id: 't2',
        staff_id: 'ana',
        starts_at: wall('2027-03-19', 0),
        ends_at: wall('2027-03-20', 0),
        reason_id: null,
        note: 'Asked only',
        status: 'requested',
      },
      {
        id: 't3',
        staff_id: 'ben',
        starts_at: wall('2027-03-16', 0),
        ends_at: wall('2027-03-17', 0),
        reason_id: null,
        note: 'Ben',
        status: 'approved',
      },
    ]);
    await putRows(db, 'date_exceptions', [
      {
        id: 'x1',
        staff_id: null,
        on_day: '2027-03-20',
        kind: 'closed',
        ranges: [],
        note: 'Spring party',
      },
    ]);
    const days = ['16', '17', '18', '19', '20', '21'].map((day) => `2027-03-${day}`);
    expect(await listOf(days)).toEqual({
      '2027-03-17': 'block Lunch',
      '2027-03-18': 'time_off Dentist',
      '2027-03-20': 'closed Spring party',
      // Sunday.
      '2027-03-21': 'outside_hours',
    });
    expect(await listOf(['2027-03-16'], 'ana', 18)).toEqual({ '2027-03-16': 'outside_hours' });
  });

  test('dates of the plan that meet each other', async () => {
    const checker = await dateChecker(db);
    const found = await checker.clashesOf([
      { key: 'first', segments: [cut(wall('2027-03-16', 10))] },
      { key: 'second', segments: [cut(wall('2027-03-16', 10, 30))] },
    ]);
    expect([...found].map(([key, list]) => `${key}: ${list.map(words).join()}`).toSorted()).toEqual(
      ['first: itself second', 'second: itself first'],
    );
  });

  test('those that move along are not in the way', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', wall('2027-03-16', 10))]);
    expect(await listOf(['2027-03-16'], 'ana', 10, ['a1'])).toEqual({});
  });
});

describe('the nearest free time', () => {
  const nearest = async (day: string, clock: number, reachDays = 3) => {
    const checker = await dateChecker(db);
    const at = await nearestFree(checker, [cut(wall(day, clock))], { now: TEST_NOW, reachDays });
    if (!at) return null;
    const found = wallAt(ZONE, at);
    return `${found.day} ${found.minute / 60}`;
  };

  test('is on the same day when there is one, before or after', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', wall('2027-03-16', 10, 30))]);
    expect(await nearest('2027-03-16', 10)).toBe('2027-03-16 9.75');
    await putAppointment(db, 'a2', [segmentOf('g2', 'ana', wall('2027-03-16', 9, 30))]);
    expect(await nearest('2027-03-16', 10)).toBe('2027-03-16 11.25');
  });

  test('is the same clock time of a neighbouring day when the day is full', async () => {
    await putRows(db, 'date_exceptions', [
      { id: 'x1', staff_id: null, on_day: '2027-03-16', kind: 'closed', ranges: [], note: null },
    ]);
    expect(await nearest('2027-03-16', 10)).toMatch(/^2027-03-1[57] 10$/);
    expect(await nearest('2027-03-16', 10, 0)).toBeNull();
  });

  test('is never in the past', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', wall('2027-03-09', 10, 30))]);
    // It is ten on that day.
    expect(await nearest('2027-03-09', 10)).toBe('2027-03-09 11.25');
  });

  test('keeps the parts of a visit together', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ben', wall('2027-03-16', 11))]);
    const checker = await dateChecker(db);
    const visit = [cut(wall('2027-03-16', 10)), cut(wall('2027-03-16', 10, 45), 'ben')];
    const at = await nearestFree(checker, visit, { now: TEST_NOW, reachDays: 0 });
    // Ben has to be free three quarters of an hour later: from 9:30 he is until eleven.
    expect(at).toBe(wall('2027-03-16', 9, 30));
  });
});
