import type { FeeRule } from '#domain/rows.ts';

/** A fee or a deposit as it is entered: what is typed in the field that is not shown is kept. */
export type FeeEntry = {
  /** `usual`: no rule of its own. */
  kind: 'usual' | 'none' | 'percent' | 'cents';
  percent: number | null;
  cents: number | null;
};

/** `usual`: the percentage that is offered first. */
export const feeEntry = (rule: FeeRule | null, usual: number): FeeEntry => ({
  kind: rule === null ? 'none' : 'percent' in rule ? 'percent' : 'cents',
  percent: rule && 'percent' in rule ? rule.percent : usual,
  cents: rule && 'cents' in rule ? rule.cents : null,
});

/** null = nothing. A number left empty is for the schema to refuse. */
export const feeRuleOf = ({ kind, percent, cents }: FeeEntry): FeeRule | null => {
  if (kind === 'percent') return { percent: percent ?? 0 };
  return kind === 'cents' ? { cents: cents ?? 0 } : null;
};
