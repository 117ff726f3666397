import { expect, test } from 'vitest';
import { DEPOSIT_CASES } from './deposit-cases.ts';
import { depositCents } from './deposit.ts';

test.each(DEPOSIT_CASES)('%s', (_what, rule, items, client, cents) => {
  expect(depositCents(rule, items, client)).toBe(cents);
});
