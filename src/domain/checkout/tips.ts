import { allocate, basisPointsOf } from '#domain/money/allocate.ts';
import type { SaleLineKind, SaleLineRow, TipBase, Uuid } from '#domain/rows.ts';
import { taxOf } from './cart.ts';
import type { CartLine, Counted, CountedLine, LineTax } from './cart.ts';

export type TipShare = { staff_id: Uuid | null; amount_cents: number };

/** What a percentage is taken of: the work of people, nothing that is sold over the counter. */
export const tipBase = (
  lines: readonly CartLine[],
  counted: Counted,
  base: TipBase = 'net',
): number =>
  lines.reduce(
    (all, line, place) =>
      all + (isWork(line) ? amountOf(counted.lines[place]!, line.tax, base) : 0),
    0,
  );

/** The same of a sale that was rung up before. */
export const tipBaseOfSale = (
  lines: readonly Pick<
    SaleLineRow,
    | 'kind'
    | 'qty'
    | 'unit_price_cents'
    | 'tax_name'
    | 'tax_milli_percent'
    | 'tax_inclusive'
    | 'tax_cents'
    | 'total_cents'
  >[],
  base: TipBase,
): number =>
  lines.filter(isWork).reduce((all, line) => {
    const counted = {
      gross_cents: line.qty * line.unit_price_cents,
      net_cents: line.total_cents - line.tax_cents,
      total_cents: line.total_cents,
    };
    const tax =
      line.tax_name === null
        ? null
        : { milli_percent: line.tax_milli_percent, inclusive: line.tax_inclusive };
    return all + amountOf(counted, tax, base);
  }, 0);

const amountOf = (
  line: Pick<CountedLine, 'gross_cents' | 'net_cents' | 'total_cents'>,
  tax: Pick<LineTax, 'milli_percent' | 'inclusive'> | null,
  base: TipBase,
): number => {
  const ofFull = tax ? taxOf(line.gross_cents, tax) : 0;
  switch (base) {
    case 'net':
      return netOf(line);
    case 'with_tax':
      return line.total_cents;
    case 'full_net':
      return line.gross_cents - (tax?.inclusive ? ofFull : 0);
    case 'full_with_tax':
      return line.gross_cents + (tax?.inclusive ? 0 : ofFull);
  }
};

/** The tax of a full price may be more than what is left of it: that is worth nothing. */
const netOf = ({ net_cents }: Pick<CountedLine, 'net_cents'>): number => Math.max(0, net_cents);

const worthOf = ({ lines }: Counted, place: number): number => netOf(lines[place]!);

export const tipOf = (baseCents: number, bp: number): number => basisPointsOf(baseCents, bp);

/**
 * Who gets how much of a tip: by the value of what each has done. Without anybody who did something it
 * is for the house. The shares always add up.
 */
export const splitTip = (
  amountCents: number,
  lines: readonly CartLine[],
  counted: Counted,
): TipShare[] => {
  const worth = new Map<Uuid, number>();
  lines.forEach((line, place) => {
    if (!isWork(line) || line.staff_id === null) return;
    worth.set(line.staff_id, (worth.get(line.staff_id) ?? 0) + worthOf(counted, place));
  });
  const people = [...worth.keys()];
  const shares = allocate(amountCents, [...worth.values()]);
  if (people.length === 0) return kept([{ staff_id: null, amount_cents: amountCents }]);
  return kept(people.map((staff_id, place) => ({ staff_id, amount_cents: shares[place]! })));
};

/** What of a tip is not given to anybody yet; below zero when more is given than there is. */
export const undivided = (amountCents: number, shares: readonly TipShare[]): number =>
  shares.reduce((left, share) => left - share.amount_cents, amountCents);

/** What somebody divided by hand, without those who get nothing. */
export const kept = (shares: readonly TipShare[]): TipShare[] =>
  shares.filter(({ amount_cents }) => amount_cents > 0);

const isWork = ({ kind }: { kind: SaleLineKind }): boolean =>
  kind === 'service' || kind === 'add_on';
