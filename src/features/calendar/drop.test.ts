import { describe, expect, it } from 'vitest';
import { dropWords, followersOf, wideSheet } from './drop.ts';
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
