import type { FeeRule } from '#domain/rows.ts';
import { feeEntry, feeRuleOf } from './fee-entry.ts';
import type { FeeEntry } from './fee-entry.ts';

/** What most take, as soon as they take anything. */
const USUAL_PERCENT = 30;

/** What is paid before a visit: as it is usual, nothing, or something of its own. */
export const depositEntry = (rule: FeeRule | null | undefined): FeeEntry => {
  if (!rule) return { ...feeEntry(null, USUAL_PERCENT), kind: 'usual' };
  const isNothing = 'percent' in rule && rule.percent === 0;
  return feeEntry(isNothing ? null : rule, USUAL_PERCENT);
};

/** Here 0 percent is nothing, so that a number left empty must not be taken for it. */
export const depositRuleOf = (entry: FeeEntry): FeeRule | null => {
  if (entry.kind === 'usual') return null;
  if (entry.kind === 'none') return { percent: 0 };
  return entry.kind === 'percent' && entry.percent === null ? { percent: -1 } : feeRuleOf(entry);
};
