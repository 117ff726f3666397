import { describe, expect, it } from 'vitest';
import type { AppointmentItem, BlockItem, DayItems } from './items.ts';
import { describeMonthDay, monthDay, type MonthContext } from './month.ts';

const day = '2026-11-24';
const visit = (id: string, staffId: string, start: number, end: number, more = {}) =>
  ({
    kind: 'appointment',
    key: `${id} ${staffId}`,
    id,
    staffId,
    start,
    end,
    ...more,
  }) as AppointmentItem;
const block = (staffId: string | null, start: number, end: number) =>
  ({ kind: 'block', key: 'block', id: 'block', staffId, start, end }) as BlockItem;
const absent = (staffId: string | null, name: string, isRequested = false) => ({
  key: name,
  id: name,
  kind: 'time_off' as const,
  staffId,
  start: 0,
  end: 1440,
  name,
  note: null,
  isRequested,
});
const context = (more: Partial<MonthContext> = {}): MonthContext => ({
  staffIds: ['mia', 'leo'],
  staffName: (id) => ({ mia: 'Mia', leo: 'Leo' })[id] ?? '?',
  // Ten hours each.
  workOf: () => [{ start: 480, end: 1080 }],
  exceptions: [],
  ...more,
});
const items = (...list: DayItems['items']): DayItems => ({ items: list, absences: [] });

describe('the visits of a day', () => {
  it('are counted once each, in the order in which they begin', () => {
    const here = items(
      visit('b', 'mia', 700, 760),
      visit('a', 'leo', 645, 690),
      visit('a', 'mia', 600, 645),
    );
    const { visits } = monthDay(day, here, context());
    expect(visits.map(({ id, start }) => [id, start])).toEqual([
      ['a', 600],
      ['b', 700],
    ]);
  });

  it('leave out people who are not shown and what began the day before', () => {
    const here = items(
      visit('a', 'leo', 600, 660),
      visit('b', 'mia', 0, 30, { isCutBefore: true }),
    );
    expect(monthDay(day, here, context({ staffIds: ['mia'] })).visits).toEqual([]);
  });
});

describe('how busy a day is', () => {
  it('is the booked part of the working time of the people shown', () => {
    const here = items(visit('a', 'mia', 480, 780));
    expect(monthDay(day, here, context()).load).toBe(0.25);
    expect(monthDay(day, here, context({ staffIds: ['mia'] })).load).toBe(0.5);
  });

  it('does not count blocked time and absences as time to sell', () => {
    const here = {
      ...items(visit('a', 'mia', 480, 630), block(null, 780, 1080)),
      absences: [absent('leo', 'Holiday')],
    };
    expect(monthDay(day, here, context()).load).toBe(0.5);
  });

  it('counts a double booking once and never says more than full', () => {
    const twice = items(visit('a', 'mia', 480, 780), visit('b', 'mia', 480, 780));
    expect(monthDay(day, twice, context({ staffIds: ['mia'] })).load).toBe(0.5);
    const late = items(visit('a', 'mia', 480, 1200));
    expect(monthDay(day, late, context({ staffIds: ['mia'] })).load).toBe(1);
  });

  it('is unknown when nobody works', () => {
    expect(monthDay(day, undefined, context({ workOf: () => [] })).load).toBeNull();
  });
});

describe('what is special about a day', () => {
  const exception = { on_day: day, staff_id: null, kind: 'closed' as const, note: null };
  it('names closures, other hours and people who are away', () => {
    const notes = (more: Partial<MonthContext>, absences: DayItems['absences'] = []) =>
      monthDay(day, { items: [], absences }, context(more)).notes;
    expect(notes({ exceptions: [exception] })).toEqual(['Closed']);
    expect(notes({ exceptions: [{ ...exception, note: 'Thanksgiving' }] })).toEqual([
      'Thanksgiving',
    ]);
    expect(notes({ exceptions: [{ ...exception, staff_id: 'leo', kind: 'hours' }] })).toEqual([
      'Leo: Other hours',
    ]);
    expect(notes({}, [absent('mia', 'Holiday'), absent('leo', 'Training', true)])).toEqual([
      'Mia: Holiday',
      'Leo: Training (requested)',
    ]);
    expect(notes({ staffIds: ['mia'] }, [absent('mia', 'Holiday'), absent('leo', 'Sick')])).toEqual(
      ['Holiday'],
    );
    expect(notes({ exceptions: [{ ...exception, on_day: '2026-11-25' }] })).toEqual([]);
  });

  it('is said after the date, the visits and how full it is', () => {
    const here = monthDay(
      day,
      items(visit('a', 'mia', 480, 780)),
      context({ exceptions: [exception] }),
    );
    expect(describeMonthDay(here, 'Tuesday, November 24', true)).toBe(
      'Tuesday, November 24, today, 1 visit, 25% booked, Closed',
    );
    const off = monthDay(day, undefined, context({ workOf: () => [] }));
    expect(describeMonthDay(off, 'Sunday', false)).toBe('Sunday, 0 visits, not working');
  });
});
