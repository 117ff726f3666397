import { expect, test } from 'vitest';
import type { FeeRule } from '#domain/rows.ts';
import { EMPTY_SERVICE, serviceSchema } from '#domain/services/schema.ts';
import { validate } from '#domain/validation/validate.ts';
import { depositEntry, depositRuleOf } from './deposit-entry.ts';
import type { FeeEntry } from './fee-entry.ts';

const isAccepted = (deposit_rule: FeeRule | null): boolean =>
  validate(serviceSchema, { ...EMPTY_SERVICE, name: 'Cut', deposit_rule }).ok;

const RULES: (FeeRule | null)[] = [
  null,
  { percent: 0 },
  { percent: 30 },
  { percent: 100 },
  { cents: 2000 },
];
test.each(RULES)('%j is entered and kept as it is', (rule) => {
  expect(depositRuleOf(depositEntry(rule))).toEqual(rule);
  expect(isAccepted(rule)).toBe(true);
});

const UNFINISHED: FeeEntry[] = [
  { kind: 'percent', percent: null, cents: null },
  { kind: 'percent', percent: 101, cents: null },
  { kind: 'cents', percent: 30, cents: null },
];
test.each(UNFINISHED)('%j is refused, and not taken for nothing', (entry) => {
  expect(isAccepted(depositRuleOf(entry))).toBe(false);
});
