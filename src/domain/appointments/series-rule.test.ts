import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayNumber, weekdayOf } from '#domain/time/day.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import { wallKind } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import {
  expandRule,
  movedRhythm,
  parseRule,
  ruleFault,
  ruleText,
  type SeriesRhythm,
  type SeriesRule,
} from './series-rule.ts';
import { rhythmWords } from './series-words.ts';

const days = (rule: string, startsOn: string): string[] => {
  const parsed = parseRule(rule);
  if (!parsed) throw new Error(`not a rule: ${rule}`);
  return expandRule(parsed, startsOn);
};

describe('the days of a rule', () => {
  test.each([
    [
      'every day',
      'FREQ=DAILY;INTERVAL=1;COUNT=3',
      '2027-02-27',
      '2027-02-27 2027-02-28 2027-03-01',
    ],
    [
      'every 10 days',
      'FREQ=DAILY;INTERVAL=10;COUNT=3',
      '2027-12-25',
      '2027-12-25 2028-01-04 2028-01-14',
    ],
    [
      'every 4 weeks',
      'FREQ=WEEKLY;INTERVAL=4;BYDAY=TU;COUNT=3',
      '2027-03-09',
      '2027-03-09 2027-04-06 2027-05-04',
    ],
    [
      'two days of a week, begun in the middle of it',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=4',
      '2027-03-10',
      '2027-03-10 2027-03-22 2027-03-24 2027-04-05',
    ],
    [
      'until a day, which may be one itself',
      'FREQ=WEEKLY;INTERVAL=1;BYDAY=FR;UNTIL=20270319',
      '2027-03-05',
      '2027-03-05 2027-03-12 2027-03-19',
    ],
    [
      'a date that every month has',
      'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15;COUNT=3',
      '2027-01-15',
      '2027-01-15 2027-02-15 2027-03-15',
    ],
    [
      'the 31st: the last day of shorter months, and back to the 31st',
      'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=5',
      '2027-01-31',
      '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31',
    ],
    [
      'the 30th in February',
      'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30;BYSETPOS=-1;COUNT=3',
      '2028-01-30',
      '2028-01-30 2028-02-29 2028-03-30',
    ],
    [
      '29 February, every year',
      'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=28,29;BYSETPOS=-1;COUNT=5',
      '2028-02-29',
      '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29',
    ],
    [
      'the second Tuesday',
      'FREQ=MONTHLY;INTERVAL=1;BYDAY=2TU;COUNT=4',
      '2027-03-09',
      '2027-03-09 2027-04-13 2027-05-11 2027-06-08',
    ],
    [
      'the last Friday, be it the fourth or the fifth',
      'FREQ=MONTHLY;INTERVAL=1;BYDAY=-1FR;COUNT=4',
      '2027-03-26',
      '2027-03-26 2027-04-30 2027-05-28 2027-06-25',
    ],
    [
      'the first Monday of every third month over a new year',
      'FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO;COUNT=3',
      '2027-09-06',
      '2027-09-06 2027-12-06 2028-03-06',
    ],
    [
      'a first day that is none of the rhythm still is the first',
      'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO;COUNT=3',
      '2027-03-10',
      '2027-03-10 2027-03-15 2027-03-22',
    ],
  ])('%s', (_name, rule, startsOn, wanted) => {
    expect(days(rule, startsOn).join(' ')).toBe(wanted);
  });

  test('26 times every 4 weeks keep their weekday', () => {
    const all = days('FREQ=WEEKLY;INTERVAL=4;BYDAY=TU;COUNT=26', '2027-03-09');
    expect(all).toHaveLength(26);
    expect(all.at(-1)).toBe('2029-02-06');
    expect(new Set(all.map((day) => weekdayOf(dayNumber(day))))).toEqual(new Set([1]));
  });

  test('nothing is promised for later than five years', () => {
    const all = days('FREQ=MONTHLY;INTERVAL=24;BYMONTHDAY=1;COUNT=104', '2027-01-01');
    expect(all).toEqual(['2027-01-01', '2029-01-01', '2031-01-01']);
  });
});

describe('the clock of a series', () => {
  test.each([
    // [zone, rule, first day, minute, instants]
    [
      'New York, over the spring change',
      'America/New_York',
      'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=2',
      '2027-03-09',
      600,
      '15:00 14:00',
    ],
    [
      'London, over the autumn change',
      'Europe/London',
      'FREQ=WEEKLY;INTERVAL=1;BYDAY=WE;COUNT=2',
      '2027-10-27',
      540,
      '08:00 09:00',
    ],
    [
      'Sydney, over its autumn in April',
      'Australia/Sydney',
      'FREQ=WEEKLY;INTERVAL=1;BYDAY=SA;COUNT=2',
      '2027-04-03',
      540,
      '22:00 23:00',
    ],
    [
      'Lord Howe changes by half an hour',
      'Australia/Lord_Howe',
      'FREQ=DAILY;INTERVAL=1;COUNT=2',
      '2027-04-03',
      600,
      '23:00 23:30',
    ],
    [
      'Kathmandu never changes',
      'Asia/Kathmandu',
      'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=1;COUNT=2',
      '2027-01-01',
      600,
      '04:15 04:15',
    ],
    [
      'a time that the clocks jump over is the later one',
      'America/New_York',
      'FREQ=DAILY;INTERVAL=1;COUNT=3',
      '2027-03-13',
      150,
      '07:30 07:30 06:30',
    ],
    [
      'a time that they show twice is the first one',
      'America/New_York',
      'FREQ=DAILY;INTERVAL=1;COUNT=3',
      '2027-11-06',
      90,
      '05:30 05:30 06:30',
    ],
  ])('%s', (_name, zone, rule, startsOn, minute, wanted) => {
    const instants = days(rule, startsOn).map((day) => instantAtWall(zone, day, minute));
    expect(instants.map((instant) => instant.slice(11, 16)).join(' ')).toBe(wanted);
  });

  test('shows the same wall time on every date, but where the clocks jump over it', () => {
    const rhythms: SeriesRhythm[] = [
      { unit: 'day', every: 1 },
      { unit: 'week', every: 1, weekdays: [1, 6] },
      { unit: 'month', every: 1, date: 31 },
      { unit: 'month', every: 1, weekday: 6, nth: -1 },
    ];
    const zones = [
      'America/New_York',
      'Europe/Dublin',
      'America/Santiago',
      'Africa/Cairo',
      'Pacific/Chatham',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...rhythms),
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 1439 }),
        (rhythm, zone, offset, minute) => {
          const startsOn = addDays('2027-01-01', offset);
          const all = expandRule({ rhythm, end: { count: 60 } }, startsOn);
          expect(all).toEqual([...new Set(all)].toSorted());
          for (const day of all) {
            const shown = wallAt(zone, instantAtWall(zone, day, minute));
            if (wallKind(zoneOf(zone), day, minute) === 'gap')
              expect(shown.minute).not.toBe(minute);
            else expect(shown).toEqual({ day, minute });
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the text of a rule', () => {
  test.each([
    'FREQ=DAILY;INTERVAL=365;COUNT=104',
    'FREQ=WEEKLY;INTERVAL=52;BYDAY=MO,TU,WE,TH,FR,SA,SU;UNTIL=20290101',
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28;COUNT=2',
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29;BYSETPOS=-1;COUNT=2',
    'FREQ=MONTHLY;INTERVAL=24;BYDAY=-1SU;COUNT=1',
  ])('is read back as it was written: %s', (text) => {
    const rule = parseRule(text);
    expect(rule && ruleText(rule)).toBe(text);
  });

  test.each([
    '',
    'FREQ=YEARLY;INTERVAL=1;COUNT=2',
    'FREQ=WEEKLY;INTERVAL=1;COUNT=2',
    'FREQ=WEEKLY;INTERVAL=1;BYDAY=XX;COUNT=2',
    'FREQ=DAILY;INTERVAL=1',
    'FREQ=DAILY;INTERVAL=1;UNTIL=20270231',
    'FREQ=DAILY;INTERVAL=1;COUNT=2;BYHOUR=9',
  ])('is none: %s', (text) => {
    expect(parseRule(text)).toBeNull();
  });
});

describe('a rule that a person puts together', () => {
  const rule = (change: Partial<SeriesRule>): SeriesRule => ({
    rhythm: { unit: 'week', every: 4, weekdays: [1] },
    end: { count: 26 },
    ...change,
  });
  test.each([
    [rule({}), null],
    [rule({ end: { count: 1 } }), 'count too_small'],
    [rule({ end: { count: 105 } }), 'count too_large'],
    [rule({ end: { count: 2.5 } }), 'count too_small'],
    [rule({ end: { until: '2027-03-09' } }), 'until order'],
    [rule({ end: { until: '2029-03-09' } }), null],
    [rule({ end: { until: '2029-03-10' } }), 'until too_large'],
    [rule({ end: { until: '' } }), 'until not_a_day'],
    [rule({ rhythm: { unit: 'week', every: 53, weekdays: [1] } }), 'every too_large'],
    [rule({ rhythm: { unit: 'day', every: 0 } }), 'every too_small'],
    [rule({ rhythm: { unit: 'week', every: 1, weekdays: [] } }), 'weekdays too_few'],
  ])('%j', (wanted, fault) => {
    const found = ruleFault(wanted, '2027-03-09');
    expect(found && `${found.field} ${found.rule}`).toBe(fault);
  });
});

describe('the rhythm after a date was moved for good', () => {
  const week = (...weekdays: number[]): SeriesRhythm => ({ unit: 'week', every: 2, weekdays });
  test.each([
    ['the same day', week(1), '2027-03-09', '2027-03-09', week(1)],
    ['Tuesday to Thursday', week(1), '2027-03-09', '2027-03-11', week(3)],
    ['one of several', week(0, 2, 4), '2027-03-10', '2027-03-11', week(0, 3, 4)],
    [
      'onto another of several: all go along',
      week(0, 2, 4),
      '2027-03-10',
      '2027-03-12',
      week(2, 4, 6),
    ],
    [
      'a date',
      { unit: 'month', every: 1, date: 31 },
      '2027-02-28',
      '2027-02-20',
      { unit: 'month', every: 1, date: 20 },
    ],
    [
      'second Tuesday to a third Wednesday',
      { unit: 'month', every: 1, weekday: 1, nth: 2 },
      '2027-03-09',
      '2027-03-17',
      { unit: 'month', every: 1, weekday: 2, nth: 3 },
    ],
    [
      'the last Friday to the last Thursday',
      { unit: 'month', every: 1, weekday: 4, nth: -1 },
      '2027-03-26',
      '2027-03-25',
      { unit: 'month', every: 1, weekday: 3, nth: -1 },
    ],
    [
      'to a fifth weekday: from then on the last one',
      { unit: 'month', every: 1, weekday: 1, nth: 2 },
      '2027-03-09',
      '2027-03-30',
      { unit: 'month', every: 1, weekday: 1, nth: -1 },
    ],
  ] as const)('%s', (_name, rhythm, from, to, wanted) => {
    expect(movedRhythm(rhythm as SeriesRhythm, from, to)).toEqual(wanted);
  });
});

test.each([
  [{ unit: 'day', every: 1 }, 'every day'],
  [{ unit: 'day', every: 3 }, 'every 3 days'],
  [{ unit: 'week', every: 4, weekdays: [1] }, 'every 4 weeks on Tuesday'],
  [{ unit: 'week', every: 1, weekdays: [0, 2, 4] }, 'every week on Monday, Wednesday, and Friday'],
  [{ unit: 'month', every: 1, date: 15 }, 'every month on day 15'],
  [{ unit: 'month', every: 2, date: 30 }, 'every 2 months on day 30, or the last one'],
  [{ unit: 'month', every: 1, date: 31 }, 'every month on the last day'],
  [{ unit: 'month', every: 1, weekday: 1, nth: 2 }, 'every month on the second Tuesday'],
  [{ unit: 'month', every: 1, weekday: 4, nth: -1 }, 'every month on the last Friday'],
] as const)('%j is said in words', (rhythm, words) => {
  expect(rhythmWords(rhythm, 'en-US')).toBe(words);
});
