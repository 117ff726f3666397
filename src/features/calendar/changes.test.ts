import { describe, expect, it } from 'vitest';
import { announceChanges, changesSince } from './changes.ts';
import type { AppointmentItem, CalendarItem } from './items.ts';

const ann = {
  kind: 'appointment',
  key: 's1',
  id: 'a1',
  staffId: 'mia',
  day: '2026-11-24',
  start: 600,
  end: 645,
  name: 'Ann Lee',
  service: 'Cut',
  status: 'booked',
  isWaiting: false,
  isConflict: false,
  isConfirmed: false,
} as AppointmentItem;
const map = (...items: CalendarItem[]) => new Map(items.map((item) => [item.key, item]));
const kinds = (before: CalendarItem[], after: CalendarItem[]) =>
  changesSince(map(...before), map(...after)).map(({ kind }) => kind);

describe('changesSince', () => {
  it('sees what is new, moved and changed elsewhere', () => {
    expect(kinds([], [ann])).toEqual(['new']);
    expect(kinds([ann], [{ ...ann, start: 660, end: 705 }])).toEqual(['moved']);
    expect(kinds([ann], [{ ...ann, status: 'arrived' }])).toEqual(['changed']);
  });

  it('is silent about what this device did itself, before and after the server confirms', () => {
    const moved = { ...ann, start: 660, end: 705, isWaiting: true };
    expect(kinds([ann], [moved])).toEqual([]);
    expect(kinds([moved], [{ ...moved, isWaiting: false }])).toEqual([]);
    expect(kinds([], [{ ...ann, isWaiting: true }])).toEqual([]);
  });

  it('tells when the server decided otherwise', () => {
    const waiting = { ...ann, isWaiting: true };
    expect(kinds([waiting], [{ ...ann, isConflict: true }])).toEqual(['changed']);
  });

  it('is silent when the same rows were only read again', () => {
    expect(kinds([ann], [{ ...ann }])).toEqual([]);
  });
});

describe('announceChanges', () => {
  const say = (item: CalendarItem) => item.name;
  it('names one change and counts many', () => {
    expect(announceChanges([{ kind: 'new', item: ann }], say)).toBe('New appointment: Ann Lee.');
    const three = Array.from({ length: 3 }, () => ({ kind: 'moved' as const, item: ann }));
    expect(announceChanges(three, say)).toBe('3 appointments were added or changed.');
    expect(announceChanges([], say)).toBe('');
  });
});
