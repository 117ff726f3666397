import { expect, test } from 'vitest';
import { DEPOSIT_CASES, DEPOSIT_RULE_CASES, USUAL_DEPOSIT } from './deposit-cases.ts';
import { depositCents, depositRuleFor } from './deposit.ts';

test.each(DEPOSIT_CASES)('%s', (_what, rule, items, client, cents) => {
  expect(depositCents(rule, items, client)).toBe(cents);
});

test.each(DEPOSIT_RULE_CASES)('the rule for %s', (_what, rules, facts, rule) => {
  expect(depositRuleFor(rules, USUAL_DEPOSIT, facts)).toEqual(rule);
});
