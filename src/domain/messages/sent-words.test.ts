import { expect, it } from 'vitest';
import { wentWrong } from './sent-words.ts';

it('stands out when it did not reach them, not when it was held back or is on its way', () => {
  const states = (['failed', 'bounced', 'complained', 'sent', 'queued', 'cancelled'] as const).map(
    (state) => wentWrong({ state, reason: null }),
  );
  expect(states).toEqual([true, true, true, false, false, false]);
  expect(wentWrong({ state: 'suppressed', reason: 'bounced' })).toBe(true);
  expect(wentWrong({ state: 'suppressed', reason: 'no_consent' })).toBe(false);
});
