import { describe, expect, test } from 'vitest';
import { parseRule } from '#domain/appointments/series-rule.ts';
import { must } from '#domain/errors/assert.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { BLOCK_DATES_MAX, blockSpans, blockTargets, blockTimes, planBlockMove } from './repeat.ts';
import type { BlockHours, BlockMember } from './repeat.ts';

const ZONE = 'America/New_York';
const NOON: BlockHours = { allDay: false, from: 720, to: 765, nights: 0 };
const rule = (text: string) => must(parseRule(text), 'a rule');
const WORKDAYS = 'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,TU,WE,TH,FR';

const members = (text: string, day: string, hours = NOON): BlockMember[] =>
  blockSpans(ZONE, rule(text), day, hours).map((span, index) => ({
    id: `b${index}`,
    all_day: hours.allDay,
    repeat_rule: text,
    repeat_detached: false,
    ...span,
  }));
const walls = (list: readonly { starts_at: string; ends_at: string }[]) =>
  list.map(({ starts_at, ends_at }) => {
    const [from, to] = [wallAt(ZONE, starts_at), wallAt(ZONE, ends_at)];
    return `${from.day} ${from.minute}-${to.minute}`;
  });

describe('the dates of a block that repeats', () => {
  test('lunch stays at noon when the clocks change', () => {
    // The clocks of New York go forward on Sunday, 14 March 2027.
    const spans = blockSpans(ZONE, rule(`${WORKDAYS};COUNT=3`), '2027-03-12', NOON);
    expect(walls(spans)).toEqual([
      '2027-03-12 720-765',
      '2027-03-15 720-765',
      '2027-03-16 720-765',
    ]);
    expect(spans.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual([
      '17:00',
      '16:00',
      '16:00',
    ]);
  });

  test('an hour that a night does not have is left out', () => {
    // From half past two, which becomes half past three, to three.
    const night = { allDay: false, from: 150, to: 180, nights: 0 };
    const spans = blockSpans(ZONE, rule('FREQ=DAILY;INTERVAL=1;COUNT=3'), '2027-03-13', night);
    expect(walls(spans)).toEqual(['2027-03-13 150-180', '2027-03-15 150-180']);
  });

  test('whole days are whole whatever their length, several of them too', () => {
    const days: BlockHours = { allDay: true, from: 0, to: 0, nights: 2 };
    const [first, second] = blockSpans(
      ZONE,
      rule('FREQ=WEEKLY;INTERVAL=1;BYDAY=SA;COUNT=2'),
      '2027-03-06',
      days,
    );
    const hours = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
      (Date.parse(ends_at) - Date.parse(starts_at)) / 3_600_000;
    expect([hours(first!), hours(second!)]).toEqual([48, 47]);
    expect(blockTimes(ZONE, { ...second!, all_day: true })).toEqual({
      day: '2027-03-13',
      hours: days,
    });
  });

  test('a last day two years ahead gives one more than may be, not a hundred', () => {
    const daily = blockSpans(
      ZONE,
      rule('FREQ=DAILY;INTERVAL=1;UNTIL=20290301'),
      '2027-03-01',
      NOON,
    );
    expect(daily).toHaveLength(BLOCK_DATES_MAX + 1);
    const workdays = blockSpans(ZONE, rule(`${WORKDAYS};UNTIL=20290228`), '2027-03-01', NOON);
    expect(workdays.length).toBeGreaterThan(500);
    expect(workdays.length).toBeLessThanOrEqual(BLOCK_DATES_MAX);
  });
});

describe('a change of some of them', () => {
  const tuesdays = members('FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=5', '2027-03-02');
  const around = { now: '2027-03-10T12:00:00+00:00' };
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

  test('concerns this one, those after it, or all to come', () => {
    expect(ids(blockTargets(tuesdays, 'b3', 'this', around))).toEqual(['b3']);
    expect(ids(blockTargets(tuesdays, 'b3', 'following', around))).toEqual(['b3', 'b4']);
    expect(ids(blockTargets(tuesdays, 'b3', 'all', around))).toEqual(['b2', 'b3', 'b4']);
    // What is past stays, but for the one that somebody opened.
    expect(ids(blockTargets(tuesdays, 'b0', 'all', around))).toEqual(['b0', 'b2', 'b3', 'b4']);
  });

  test('passes by what was moved by hand, unless it is to go as well', () => {
    const some = tuesdays.map((one) => (one.id === 'b4' ? { ...one, repeat_detached: true } : one));
    expect(ids(blockTargets(some, 'b2', 'all', around))).toEqual(['b2', 'b3']);
    expect(ids(blockTargets(some, 'b2', 'all', { ...around, withDetached: true }))).toEqual([
      'b2',
      'b3',
      'b4',
    ]);
  });

  test('moves them by the same step, at the same wall time, over a change of the clocks', () => {
    const targets = blockTargets(tuesdays, 'b1', 'following', {
      now: '2027-03-01T12:00:00+00:00',
    });
    const moved = planBlockMove(ZONE, targets, 'b1', {
      day: '2027-03-10',
      hours: { allDay: false, from: 780, to: 840, nights: 0 },
    });
    expect(walls(moved)).toEqual([
      '2027-03-10 780-840',
      '2027-03-17 780-840',
      '2027-03-24 780-840',
      '2027-03-31 780-840',
    ]);
    expect(moved[0]?.repeat_rule).toBe('FREQ=WEEKLY;INTERVAL=1;BYDAY=WE;COUNT=5');
  });
});
