import { describe, expect, it } from 'vitest';
import type { ResourceRow } from '#domain/rows.ts';
import { dropOf, dropWords, followersOf, reachesOthers, wideSheet } from './drop.ts';
import type { AppointmentItem, BlockItem } from './items.ts';

const clock = { minute: (minute: number) => `${Math.floor(minute / 60)}:${minute % 60}` };
const visit = {
  kind: 'appointment',
  id: 'a1',
  segmentId: 's1',
  name: 'Ann Lee',
  day: '2026-11-24',
  staffId: 'mia',
  bufferBefore: 15,
  bufferAfter: 10,
} as AppointmentItem;
const lunch = {
  kind: 'block',
  id: 'b1',
  name: 'Lunch',
  day: '2026-11-24',
  staffId: null,
} as BlockItem;

describe('what was let go over a column', () => {
  const column = { key: 'c', day: '2026-11-25', staffId: 'leo', work: [] };
  const rooms = ['one', 'two', 'chair'].map((id) => ({
    id,
    pool_id: id === 'chair' ? 'chairs' : 'rooms',
  })) as ResourceRow[];
  const moved = { type: 'moved', key: 'k', column: 1, start: 585, end: 640 } as const;

  it('goes to its day, its person and its time, or only ends there', () => {
    expect(dropOf(moved, visit, column, rooms)).toEqual({
      item: visit,
      to: { day: '2026-11-25', staffId: 'leo', start: 585 },
    });
    const pulled = { type: 'resized', key: 'k', end: 670 } as const;
    expect(dropOf(pulled, visit, column, rooms)).toEqual({ item: visit, end: 670 });
  });

  it('of a room takes the place of the one of its kind, and of nothing else', () => {
    const item = { ...visit, resourceIds: ['chair', 'one'] };
    const inRoom = (resourceId: string | null) =>
      dropOf(moved, item, { ...column, resourceId }, rooms);
    expect(inRoom('two')).toMatchObject({ to: { resource: { from: 'one', to: 'two' } } });
    for (const room of ['one', null]) expect(inRoom(room)).not.toHaveProperty('to.resource');
  });

  it('is asked about where it repeats, or where others come along', () => {
    const alone = { ...visit, isInSeries: false };
    const of = (item: AppointmentItem) => reachesOthers(dropOf(moved, item, column, rooms));
    expect(of(alone)).toBe(false);
    expect(of({ ...alone, isInSeries: true })).toBe(true);
    expect(of({ ...alone, groupSize: 2 })).toBe(true);
  });
});

describe('what was dropped and repeats', () => {
  it('is asked about by the time of the work, buffers left out', () => {
    const to = { day: '2026-11-25', staffId: 'leo', start: 585 };
    expect(dropWords({ item: visit, to }, clock)).toBe('Ann Lee to 10:0');
    expect(dropWords({ item: visit, end: 670 }, clock)).toBe('Ann Lee until 11:0');
  });

  it('opens the form that shows the other dates', () => {
    const to = { day: '2026-11-25', staffId: 'leo', start: 585 };
    expect(wideSheet({ item: visit, to }, 'following')).toEqual({
      kind: 'appointment',
      id: 'a1',
      part: 'move',
      move: {
        scope: 'following',
        day: '2026-11-25',
        minute: 600,
        endMinute: null,
        staffId: 'leo',
        segmentId: 's1',
      },
    });
  });

  it('takes along who comes together with it, when its time changes', () => {
    const item = { ...visit, start: 585, groupSize: 3 };
    const at = (day: string, start: number) => ({ item, to: { day, staffId: 'leo', start } });
    expect(followersOf(at('2026-11-24', 600))).toBe(3);
    expect(followersOf(at('2026-11-25', 585))).toBe(3);
    // Only another person: the others stay where they are.
    expect(followersOf(at('2026-11-24', 585))).toBe(0);
    expect(followersOf({ item, end: 700 })).toBe(0);
    expect(followersOf({ item: lunch, end: 700 })).toBe(0);
    expect(wideSheet(at('2026-11-25', 585), 'group')).toMatchObject({ move: { scope: 'group' } });
  });

  it('stays for everybody when it was, and keeps its start when its edge was pulled', () => {
    const to = { day: '2026-11-25', staffId: 'leo', start: 720 };
    expect(wideSheet({ item: lunch, to }, 'all')).toMatchObject({ move: { staffId: null } });
    expect(wideSheet({ item: lunch, end: 780 }, 'all')).toMatchObject({
      kind: 'block',
      move: { minute: null, endMinute: 780, day: '2026-11-24' },
    });
  });
});
