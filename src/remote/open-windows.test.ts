import { describe, expect, test } from 'vitest';
import type { StaffFree } from '#domain/availability/slots.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { FRESH_MS, openWindows } from './open-windows.ts';

type Answer = Result<{ staff: StaffFree[] }>;

/** A server whose answers come when the test says so, and a clock that stands still. */
const setUp = () => {
  const asked: string[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const clock = { nowMs: 1_000_000 };
  const source = openWindows({
    first: '2026-11-21',
    last: '2027-01-20',
    nowMs: () => clock.nowMs,
    fetch: (from, to) => {
      asked.push(`${from}..${to}`);
      return new Promise((resolve) => waiting.push(resolve));
    },
  });
  const answer = async (value: Answer) => {
    waiting.shift()?.(value);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { source, asked, answer, clock };
};
const free = (...windows: number[]): Answer => ok({ staff: [{ id: 'mara', free: windows }] });

describe('asking', () => {
  test('is for five weeks around the day, up to the last day that can be booked, and for a night on both ends', () => {
    const { source, asked } = setUp();
    void source.ensure('2026-11-30');
    void source.ensure('2027-01-10');
    expect(asked).toEqual(['2026-11-20..2026-12-25', '2026-12-26..2027-01-21']);
  });

  test('is for both sides of a border, over which work may reach', () => {
    const { source, asked } = setUp();
    void source.ensure('2026-12-25');
    expect(asked).toHaveLength(2);
    void source.ensure('2026-12-26');
    expect(asked).toHaveLength(2);
  });

  test('happens once for many who ask', () => {
    const { source, asked } = setUp();
    void source.ensure('2026-11-21');
    void source.ensure('2026-12-01');
    expect(asked).toHaveLength(1);
  });

  test('does not happen beyond what can be booked', () => {
    const { source, asked } = setUp();
    void source.ensure('2027-03-01');
    void source.ensure('2026-11-01');
    expect(asked).toEqual([]);
  });

  test('happens again once the answer is a minute old', async () => {
    const { source, asked, answer, clock } = setUp();
    void source.ensure('2026-11-21');
    await answer(free(0, 60));
    void source.ensure('2026-11-21');
    expect(asked).toHaveLength(1);
    clock.nowMs += FRESH_MS;
    void source.ensure('2026-11-21');
    expect(asked).toHaveLength(2);
  });
});

describe('what is known', () => {
  test('is joined over spans, also across their border', async () => {
    const { source, answer } = setUp();
    void source.ensure('2026-11-21');
    void source.ensure('2026-12-26');
    expect(source.snapshot()).toMatchObject({ isLoading: true, staff: [] });
    await answer(free(0, 60));
    await answer(free(60, 120, 300, 360));
    expect(source.snapshot().staff).toEqual([{ id: 'mara', free: [0, 120, 300, 360] }]);
    expect(source.snapshot().isLoading).toBe(false);
    expect(source.snapshot().isKnown('2027-01-20')).toBe(true);
  });

  test('is joined for buffers as well, where they may lie on those of others', async () => {
    const { source, answer } = setUp();
    void source.ensure('2026-11-21');
    void source.ensure('2026-12-26');
    const shared = (free: number[], for_buffers: number[]) =>
      ok({ staff: [{ id: 'mara', free, for_buffers }] });
    await answer(shared([0, 50], [0, 60]));
    await answer(shared([70, 120], [60, 120]));
    expect(source.snapshot().staff).toEqual([
      { id: 'mara', free: [0, 50, 70, 120], for_buffers: [0, 120] },
    ]);
  });

  test('stays when a later request fails, and the failure is told', async () => {
    const { source, answer, clock } = setUp();
    void source.ensure('2026-11-21');
    await answer(free(0, 60));
    clock.nowMs += FRESH_MS;
    void source.ensure('2026-11-21');
    await answer(fail('offline'));
    expect(source.snapshot().error?.code).toBe('offline');
    expect(source.snapshot().staff).toEqual([{ id: 'mara', free: [0, 60] }]);
  });

  test('tells its subscribers', async () => {
    const { source, answer } = setUp();
    let calls = 0;
    const stop = source.subscribe(() => (calls += 1));
    void source.ensure('2026-11-21');
    await answer(free(0, 60));
    expect(calls).toBe(2);
    stop();
    void source.refresh();
    expect(calls).toBe(2);
  });
});

test('refreshing asks for everything known, and an answer to the older question is ignored', async () => {
  const { source, asked, answer, clock } = setUp();
  void source.ensure('2026-11-21');
  await answer(free(0, 60));
  clock.nowMs += FRESH_MS;
  void source.ensure('2026-11-21');
  void source.refresh();
  expect(asked).toHaveLength(3);
  await answer(free(0, 1));
  expect(source.snapshot().staff).toEqual([{ id: 'mara', free: [0, 60] }]);
  await answer(free(30, 60));
  expect(source.snapshot().staff).toEqual([{ id: 'mara', free: [30, 60] }]);
});
