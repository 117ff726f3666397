import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useNeighbour } from './use-neighbour.ts';
import type { FilledPeriod } from './use-calendar-model.ts';

const WEEK: FilledPeriod = { days: [], columns: Array.from({ length: 3 }, () => null) } as never;

/** What waits for the browser to rest. */
let waiting = new Map<number, () => void>();
const { requestIdleCallback, cancelIdleCallback } = globalThis;
beforeEach(() => {
  waiting = new Map();
  let handles = 0;
  globalThis.requestIdleCallback = (work) => {
    handles += 1;
    waiting.set(handles, () => work({ didTimeout: false, timeRemaining: () => 10 }));
    return handles;
  };
  globalThis.cancelIdleCallback = (handle) => void waiting.delete(handle);
});
afterEach(() => Object.assign(globalThis, { requestIdleCallback, cancelIdleCallback }));

const rest = (): void =>
  act(() => {
    const works = [...waiting.values()];
    waiting.clear();
    for (const work of works) work();
  });

it('draws the next week a column at a time, but none while something is held', () => {
  const { result } = renderHook(() => useNeighbour('week', '2026-11-23', () => WEEK));
  const drawn = (): number => result.current?.columns.length ?? 0;
  rest();
  expect(drawn()).toBe(1);

  act(() => void fireEvent.pointerDown(document.body));
  rest();
  rest();
  expect(drawn()).toBe(1);

  act(() => void fireEvent.pointerUp(document.body));
  rest();
  expect(drawn()).toBe(2);

  // What a browser takes over for scrolling is let go of as well.
  act(() => void fireEvent.pointerDown(document.body));
  act(() => void fireEvent.pointerCancel(document.body));
  rest();
  expect(drawn()).toBe(3);
  rest();
  expect(drawn()).toBe(3);
});
