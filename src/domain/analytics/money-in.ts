import { isPrepaid } from '#domain/checkout/prepaid.ts';
import type { MoneyWay } from '#domain/rows.ts';
import { MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { groupOf, within } from './facts.ts';
import type { Book } from './facts.ts';
import type { Parts } from './period.ts';

export type MethodFigures = { method: MoneyWay; payments: number; taken: number; back: number };

/**
 * Money by the moment at which it moved, tips and taxes with it. What gift cards and packages paid stands
 * among the methods alone. Amounts in cents.
 */
export type MoneyFigures = {
  taken: number;
  back: number;
  /** What came in less what went back, part of the period by part. */
  parts: number[];
  methods: MethodFigures[];
  rows: number;
  waiting: number;
};

export const moneyFigures = (book: Book, { edges }: Parts): MoneyFigures => {
  const figures: MoneyFigures = {
    taken: 0,
    back: 0,
    parts: edges.slice(1).map(() => 0),
    methods: [],
    rows: 0,
    waiting: 0,
  };
  const methods = new Map<MoneyWay, MethodFigures>();
  let part = 0;
  for (const { at, method, cents, waiting } of within(book.money, edges[0]!, edges.at(-1)!)) {
    while (at >= edges[part + 1]!) part += 1;
    const group = groupOf(methods, method, () => ({ method, payments: 0, taken: 0, back: 0 }));
    figures.rows += 1;
    if (waiting) figures.waiting += 1;
    // The money for a gift card or a package came in when it was sold.
    const isNew = !isPrepaid(method);
    if (isNew) figures.parts[part]! += cents;
    if (cents > 0) {
      if (isNew) figures.taken += cents;
      group.taken += cents;
      group.payments += 1;
    } else {
      if (isNew) figures.back -= cents;
      group.back -= cents;
    }
  }
  return {
    ...figures,
    methods: [...methods.values()].toSorted((a, b) => b.taken - b.back - (a.taken - a.back)),
  };
};

/** How old what is owed is at most, in days; the last one has no end. */
export const DUE_AGES = [30, 60, 90, null] as const;

/** What is to be paid as things stand, whatever the period. Amounts in cents. */
export type DueFigures = {
  cents: number;
  /** Of it owed fees that are in no sale. */
  fees: number;
  dues: number;
  clients: number;
  ages: { upToDays: (typeof DUE_AGES)[number]; dues: number; cents: number }[];
};

export const dueFigures = ({ dues }: Book, now: EpochMin): DueFigures => {
  const ages: DueFigures['ages'] = DUE_AGES.map((upToDays) => ({ upToDays, dues: 0, cents: 0 }));
  let fees = 0;
  for (const { at, cents, isFee } of dues) {
    const days = (now - at) / MINUTES_PER_DAY;
    const age = ages.find(({ upToDays }) => upToDays === null || days <= upToDays)!;
    age.dues += 1;
    age.cents += cents;
    if (isFee) fees += cents;
  }
  return {
    cents: ages.reduce((sum, { cents }) => sum + cents, 0),
    fees,
    dues: dues.length,
    clients: new Set(dues.flatMap(({ client }) => (client === 0 ? [] : client))).size,
    ages,
  };
};
