/** What every Locks must do (locks.test.ts). */
import { describe, expect, test } from 'vitest';
import type { Locks } from '#sync/ports.ts';

/** A holder that can be watched and told to let go. */
const ask = (locks: Locks, { steal = false, name = 'lead' } = {}) => {
  const waiting = new AbortController();
  let release = (): void => undefined;
  let signal: AbortSignal | null = null;
  let start = (): void => undefined;
  const held = new Promise<void>((resolve) => (start = resolve));
  const gone = locks.request(name, { steal, signal: waiting.signal }, (lost) => {
    signal = lost;
    start();
    return new Promise<void>((resolve) => (release = resolve));
  });
  return {
    held,
    gone,
    release: () => release(),
    callOff: () => waiting.abort(),
    holds: () => signal !== null,
    isLost: () => signal?.aborted === true,
  };
};

export const locksContract = (name: string, open: () => Locks): void => {
  describe(`Locks contract: ${name}`, () => {
    test('[SYN-50] one holds, the next waits in line and gets it when the first lets go', async () => {
      const locks = open();
      const [first, second, third] = [ask(locks), ask(locks), ask(locks)];
      await first.held;
      expect([second.holds(), third.holds()]).toEqual([false, false]);
      first.release();
      await first.gone;
      await second.held;
      expect(third.holds()).toBe(false);
      second.release();
      await third.held;
      third.release();
      await third.gone;
    });

    test('[SYN-50] stealing takes the lock at once and tells the one who had it', async () => {
      const locks = open();
      const first = ask(locks);
      const second = ask(locks);
      await first.held;
      const thief = ask(locks, { steal: true });
      await thief.held;
      await first.gone;
      expect(first.isLost()).toBe(true);
      expect([thief.isLost(), second.holds()]).toEqual([false, false]);
      // The old holder finishes later: the lock is not its to give any more.
      first.release();
      thief.release();
      await thief.gone;
      await second.held;
      second.release();
      await second.gone;
    });

    test('who calls the waiting off never gets it', async () => {
      const locks = open();
      const [first, second] = [ask(locks), ask(locks)];
      await first.held;
      second.callOff();
      await second.gone;
      first.release();
      await first.gone;
      const third = ask(locks);
      await third.held;
      expect(second.holds()).toBe(false);
      third.release();
      await third.gone;
    });

    test('names are apart', async () => {
      const locks = open();
      const [one, two] = [ask(locks, { name: 'one' }), ask(locks, { name: 'two' })];
      await Promise.all([one.held, two.held]);
      one.release();
      two.release();
      await Promise.all([one.gone, two.gone]);
    });
  });
};
