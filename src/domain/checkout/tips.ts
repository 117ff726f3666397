import { allocate, basisPointsOf } from '#domain/money/allocate.ts';
import type { Uuid } from '#domain/rows.ts';
import type { CartLine, Counted } from './cart.ts';

/** What is offered at the counter, in basis points. */
export const TIP_CHOICES: readonly number[] = [1500, 1800, 2000];

export type TipShare = { staff_id: Uuid | null; amount_cents: number };

/** What a percentage is taken of: the work of people, without tax. */
export const tipBase = (lines: readonly CartLine[], counted: Counted): number =>
  lines.reduce((all, line, place) => all + (isWork(line) ? worthOf(counted, place) : 0), 0);

/** The tax of a full price may be more than what is left of it: that is worth nothing. */
const worthOf = ({ lines }: Counted, place: number): number => Math.max(0, lines[place]!.net_cents);

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

const kept = (shares: TipShare[]): TipShare[] =>
  shares.filter(({ amount_cents }) => amount_cents > 0);

const isWork = ({ kind }: CartLine): boolean => kind === 'service' || kind === 'add_on';
