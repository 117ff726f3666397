import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { nextWaitMs, untilAnswered } from './until-answered.ts';

/** A window and a document that only carry events, and a clock that the test turns. */
let events: EventTarget;
let log: string[];

beforeEach(() => {
  vi.useFakeTimers();
  events = new EventTarget();
  log = [];
  vi.stubGlobal('window', events);
  vi.stubGlobal('document', Object.assign(events, { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = (answers: Result<string>[]) =>
  untilAnswered(
    () => {
      log.push('ask');
      return Promise.resolve(answers.shift() ?? fail('timeout'));
    },
    {
      onAnswer: (answer) => log.push(answer.ok ? answer.value : answer.error.code),
      onSilence: (tries, error) => log.push(`${tries} ${error.code}`),
    },
  );
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test.each([
  ['a yes', ok('yes'), 'yes'],
  ['a no', fail('slot_taken'), 'slot_taken'],
])('%s ends it', async (_, answer, heard) => {
  start([answer]);
  await pass(60_000);
  expect(log).toEqual(['ask', heard]);
});

test('silence is asked again after longer and longer waits', async () => {
  start([fail('timeout'), fail('offline'), ok('yes')]);
  await pass(0);
  expect(log).toEqual(['ask', '1 timeout']);
  await pass(999);
  expect(log).toHaveLength(2);
  await pass(1);
  expect(log).toEqual(['ask', '1 timeout', 'ask', '2 offline']);
  await pass(2000);
  expect(log.slice(4)).toEqual(['ask', 'yes']);
  expect([1, 2, 3, 4, 5, 6, 99].map(nextWaitMs)).toEqual([
    1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
  ]);
});

describe('it asks at once, and once,', () => {
  test.each(['online', 'visibilitychange'])('on %s', async (name) => {
    start([fail('offline'), ok('yes')]);
    await pass(0);
    events.dispatchEvent(new Event(name));
    events.dispatchEvent(new Event(name));
    await pass(0);
    expect(log).toEqual(['ask', '1 offline', 'ask', 'yes']);
  });

  test('when the person presses', async () => {
    const asking = start([fail('offline'), ok('yes')]);
    await pass(0);
    asking.askNow();
    asking.askNow();
    await pass(0);
    expect(log).toEqual(['ask', '1 offline', 'ask', 'yes']);
  });
});

test('after it was stopped nothing is asked or heard', async () => {
  const asking = start([fail('offline'), ok('yes')]);
  await pass(0);
  asking.stop();
  asking.askNow();
  events.dispatchEvent(new Event('online'));
  await pass(60_000);
  expect(log).toEqual(['ask', '1 offline']);
});
