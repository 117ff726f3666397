import { describe, expect, it } from 'vitest';
import { placeBeside } from './place-beside.ts';

const view = { width: 360, height: 740 };
const size = { width: 200, height: 300 };

describe('placeBeside', () => {
  it('opens below its anchor when there is room', () => {
    const anchor = { left: 20, top: 100, width: 100, height: 44 };
    expect(placeBeside(anchor, size, view)).toEqual({ left: 20, top: 148, maxHeight: 584 });
  });

  it('opens above when below is too small and above is larger', () => {
    const anchor = { left: 20, top: 600, width: 100, height: 44 };
    expect(placeBeside(anchor, size, view)).toMatchObject({ top: 296 });
  });

  it('stays inside the window on the right and aligns to the end edge', () => {
    const anchor = { left: 300, top: 100, width: 44, height: 44 };
    expect(placeBeside(anchor, size, view).left).toBe(152);
    expect(placeBeside(anchor, size, view, 'end').left).toBe(144);
  });

  it('limits its height to the larger side when neither side has room', () => {
    const anchor = { left: 0, top: 300, width: 44, height: 44 };
    const placed = placeBeside(anchor, { width: 100, height: 900 }, view);
    expect(placed).toMatchObject({ top: 348, maxHeight: 384 });
  });
});
