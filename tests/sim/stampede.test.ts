/** What a server meets that comes back after an outage (reliability.md section 7). */
import { expect, test } from 'vitest';
import { rejoinMs } from '#sync/core/backoff.ts';
import { createDice } from './random.ts';

const DEVICES = 200;

test('[SYN-43] two hundred devices join within 30 s, and never more than 20 in one second', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const dice = createDice(seed);
    const bySecond = new Map<number, number>();
    for (let device = 0; device < DEVICES; device += 1) {
      const second = Math.floor(rejoinMs(dice.next()) / 1_000);
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
    }
    expect(Math.max(...bySecond.keys())).toBeLessThanOrEqual(30);
    expect(Math.max(...bySecond.values())).toBeLessThanOrEqual(20);
  }
});
