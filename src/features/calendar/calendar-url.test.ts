import { describe, expect, it } from 'vitest';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import { placeOf, withPlace, type CalendarSheet, type PlaceDefaults } from './calendar-url.ts';

const defaults: PlaceDefaults = { today: '2026-11-21', view: 'day', staffIds: null };
const read = (query: string) => placeOf(new URLSearchParams(query), defaults);

const wide: WideMove = {
  scope: 'following',
  day: '2026-11-25',
  minute: 600,
  endMinute: null,
  staffId: 'mia',
  segmentId: null,
};

describe('the address of the calendar', () => {
  it('is today, the default view and everybody when it says nothing', () => {
    expect(read('')).toEqual({ date: '2026-11-21', view: 'day', staffIds: null, sheet: null });
  });

  it('ignores what it cannot mean', () => {
    expect(read('date=2026-02-30&view=decade&at=25:99')).toEqual(read(''));
  });

  it('says everybody explicitly, so that a default of one person can be left', () => {
    const own = { ...defaults, staffIds: ['mia'] };
    expect(placeOf(new URLSearchParams(''), own).staffIds).toEqual(['mia']);
    const all = withPlace(new URLSearchParams(''), { staffIds: null });
    expect(placeOf(all, own).staffIds).toBeNull();
  });

  it.each<CalendarSheet>([
    { kind: 'appointment', id: 'a1', part: null },
    { kind: 'appointment', id: 'a1', part: 'move' },
    { kind: 'appointment', id: 'a1', part: 'late' },
    { kind: 'late', staffId: 'mia' },
    { kind: 'late', staffId: null },
    { kind: 'block', id: 'b1' },
    { kind: 'block', id: 'b1', move: { ...wide, scope: 'all', minute: null, endMinute: 765 } },
    { kind: 'appointment', id: 'a1', part: 'move', move: { ...wide, segmentId: 's1' } },
    { kind: 'appointment', id: 'a1', part: 'move', move: { ...wide, scope: 'group' } },
    { kind: 'new', day: '2026-11-25', minute: 570, endMinute: 615, staffId: 'mia', clientId: null },
    {
      kind: 'new',
      againId: 'a1',
      day: '2026-11-25',
      minute: null,
      endMinute: null,
      staffId: null,
      clientId: 'ann',
    },
    { kind: 'new-block', day: null, minute: null, endMinute: null, staffId: null, clientId: null },
    { kind: 'new-class', day: null, minute: 600, endMinute: null, staffId: 'mia', clientId: null },
  ])('brings back the sheet %o', (sheet) => {
    const params = withPlace(new URLSearchParams('date=2026-11-24&view=week'), { sheet });
    const place = placeOf(params, defaults);
    expect(place.sheet).toEqual(sheet);
    expect([place.date, place.view]).toEqual(['2026-11-24', 'week']);
    expect(placeOf(withPlace(params, { sheet: null }), defaults).sheet).toBeNull();
  });
});
