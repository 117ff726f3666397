import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, DepositRule } from '#domain/rows.ts';
import { depositEntry, depositRuleOf } from '#ui/deposit-entry.ts';
import type { FeeEntry } from '#ui/fee-entry.ts';

export const CLIENTS = [
  { value: 'any', label: 'Everybody' },
  { value: 'new', label: 'New clients' },
  { value: 'returning', label: 'Returning clients' },
] as const;

export const SOURCES = [
  { value: 'any', label: 'In any way' },
  { value: 'online', label: 'At a time of their choice' },
  { value: 'waitlist', label: 'From the waitlist' },
] as const;

/** A rule as it is entered; `key` tells those in the list apart on the screen. */
export type DepositRuleEntry = Omit<DepositRule, 'rule'> & { key: string; rule: FeeEntry };

export const entriesOf = (rules: readonly DepositRule[]): DepositRuleEntry[] =>
  rules.map(({ rule, ...match }, place) => ({
    key: JSON.stringify([place, rule, match]),
    ...match,
    rule: depositEntry(rule),
  }));

/** A number left empty is for the schema to refuse. */
export const rulesOf = (entries: readonly DepositRuleEntry[]): DepositRule[] =>
  entries.map(({ key: _key, rule, ...match }) => ({
    ...match,
    rule: depositRuleOf(rule) ?? { percent: 0 },
  }));

/** What most begin with: new clients pay a part. */
export const newEntry = (key: string): DepositRuleEntry => ({
  key,
  client: 'new',
  min_total_cents: null,
  no_shows: null,
  source: 'any',
  rule: { ...depositEntry(null), kind: 'percent' },
});

/** A rule in words: of whom, and what they pay. */
export const ruleWords = (
  { client, source, min_total_cents, no_shows, rule }: DepositRuleEntry,
  { currency, locale }: Pick<BusinessRow, 'currency' | 'locale'>,
): { who: string; what: string } => {
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const who = [
    CLIENTS.find(({ value }) => value === client)?.label,
    no_shows !== null &&
      (no_shows === 1 ? 'did not come before' : `did not come ${no_shows} times or more`),
    min_total_cents !== null && `${money(min_total_cents)} or more`,
    source === 'online' && 'at a time of their choice',
    source === 'waitlist' && 'from the waitlist',
  ];
  const what =
    rule.kind === 'percent'
      ? rule.percent === 100
        ? 'pay everything before'
        : `pay ${rule.percent ?? '…'} % of the price before`
      : rule.kind === 'cents'
        ? `pay ${rule.cents === null ? '…' : money(rule.cents)} before`
        : 'pay nothing before';
  return { who: who.filter(Boolean).join(', '), what };
};
