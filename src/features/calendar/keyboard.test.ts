import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveFocus, type FocusColumn, type GridFocus } from './keyboard.ts';

const columns: FocusColumn[] = [
  {
    items: [
      { key: 'ann', start: 600, end: 645 },
      { key: 'bob', start: 645, end: 690 },
    ],
    work: { start: 540, end: 1080 },
  },
  { items: [{ key: 'eve', start: 630, end: 700 }], work: null },
];
const free = (column: number, minute: number): GridFocus => ({ column, minute, key: null });
const on = (column: number, key: string, minute: number): GridFocus => ({ column, minute, key });

describe('moveFocus', () => {
  it('walks from free time over the appointments and out again', () => {
    const path: (string | number)[] = [];
    let focus = free(0, 570);
    for (let i = 0; i < 4; i++) {
      const moved = moveFocus(columns, focus, 'ArrowDown');
      if (!('focus' in moved)) throw new Error('left the grid');
      focus = moved.focus;
      path.push(focus.key ?? focus.minute);
    }
    expect(path).toEqual(['ann', 'bob', 690, 720]);
  });

  it('goes back up the same way', () => {
    expect(moveFocus(columns, free(0, 690), 'ArrowUp')).toEqual({ focus: on(0, 'bob', 645) });
    expect(moveFocus(columns, on(0, 'ann', 600), 'ArrowUp')).toEqual({ focus: free(0, 570) });
  });

  it('jumps from appointment to appointment when told to skip free time', () => {
    expect(moveFocus(columns, free(0, 60), 'ArrowDown', true)).toEqual({
      focus: on(0, 'ann', 600),
    });
    expect(moveFocus(columns, on(0, 'bob', 645), 'ArrowDown', true)).toEqual({
      focus: on(0, 'bob', 645),
    });
  });

  it('goes sideways to what happens at the same time', () => {
    expect(moveFocus(columns, on(0, 'bob', 645), 'ArrowRight')).toEqual({
      focus: on(1, 'eve', 630),
    });
    expect(moveFocus(columns, free(0, 540), 'ArrowRight')).toEqual({ focus: free(1, 540) });
  });

  it('leaves the grid at its sides', () => {
    expect(moveFocus(columns, free(0, 540), 'ArrowLeft')).toEqual({ edge: -1 });
    expect(moveFocus(columns, free(1, 540), 'ArrowRight')).toEqual({ edge: 1 });
  });

  it('knows the beginning and the end of the working day', () => {
    expect(moveFocus(columns, on(0, 'bob', 645), 'Home')).toEqual({ focus: free(0, 540) });
    expect(moveFocus(columns, on(0, 'bob', 645), 'End')).toEqual({ focus: free(0, 1050) });
    expect(moveFocus(columns, free(1, 900), 'Home')).toEqual({ focus: on(1, 'eve', 630) });
  });

  it('stays where it is at the top and the bottom of the day', () => {
    expect(moveFocus(columns, free(0, 0), 'ArrowUp')).toEqual({ focus: free(0, 0) });
    expect(moveFocus(columns, free(0, 1410), 'ArrowDown')).toEqual({ focus: free(0, 1410) });
  });

  it('reaches every appointment of any day by arrow down alone', () => {
    const item = fc
      .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 5, max: 300 }))
      .map(([start, length]) => ({ start, end: Math.min(start + length, 1440) }));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (spans) => {
        const items = spans.map((span, i) => ({ key: `k${i}`, ...span }));
        const seen = new Set<string>();
        let focus: GridFocus = { column: 0, minute: -1, key: null };
        for (let i = 0; i < 200; i++) {
          const moved = moveFocus([{ items, work: null }], focus, 'ArrowDown');
          if (!('focus' in moved)) throw new Error('left the grid');
          if (moved.focus.key !== null) seen.add(moved.focus.key);
          focus = moved.focus;
        }
        expect(seen.size).toBe(items.length);
      }),
      { numRuns: 50 },
    );
  });
});
