import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSaveOnceReady } from './use-save-once-ready.ts';

const start = (isReady: boolean) => {
  const saved: string[] = [];
  let finish = (): void => undefined;
  const hook = renderHook(
    (now: { isReady: boolean; what: string }) =>
      useSaveOnceReady(now.isReady, () => {
        saved.push(now.what);
        return new Promise<void>((done) => (finish = done));
      }),
    { initialProps: { isReady, what: 'first' } },
  );
  return { ...hook, saved, finish: () => act(async () => finish()) };
};

test('a press before the dates were looked at is carried out once they were, with what is there then', () => {
  const { result, rerender, saved } = start(false);
  act(() => result.current.press());
  expect(saved).toEqual([]);
  expect(result.current.isBusy).toBe(true);
  rerender({ isReady: true, what: 'looked at' });
  expect(saved).toEqual(['looked at']);
});

test('pressing again while it saves saves nothing twice; afterwards it may be pressed again', async () => {
  const { result, rerender, saved, finish } = start(true);
  act(() => result.current.press());
  act(() => result.current.press());
  rerender({ isReady: true, what: 'rendered meanwhile' });
  expect(saved).toEqual(['first']);
  await finish();
  expect(result.current.isBusy).toBe(false);
  act(() => result.current.press());
  expect(saved).toEqual(['first', 'rendered meanwhile']);
});
