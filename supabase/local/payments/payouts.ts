import type {
  ProviderPayout,
  ProviderPayoutLine,
} from '#supabase/functions/_shared/payments/provider.ts';
import type { BankPayment } from './bank.ts';

/** What has moved on the account of a business; `at` in ms. */
export type Move = Pick<ProviderPayoutLine, 'kind' | 'cents' | 'feeCents'> & { at: number };

type BankPayout = { payout: ProviderPayout; lines: ProviderPayoutLine[] };

const DAY_MS = 86_400_000;

/** What a charge costs. */
export const chargeFee = (cents: number): number => Math.round(cents * 0.029) + 30;

/**
 * Each night what a day has brought is paid out, and is there two days later. A day that cost more than it
 * brought is taken off the next one.
 */
export const payoutsOf = (
  payments: readonly BankPayment[],
  payee: string,
  now: number,
): BankPayout[] => {
  const days = new Map<number, ProviderPayoutLine[]>();
  for (const payment of payments) {
    if (payment.payee !== payee) continue;
    for (const [place, move] of (payment.moves ?? []).entries()) {
      const day = Math.floor(move.at / DAY_MS);
      days.set(day, [...(days.get(day) ?? []), lineOf(payment, move, place)]);
    }
  }
  const payouts: BankPayout[] = [];
  let due: ProviderPayoutLine[] = [];
  for (const [day, lines] of [...days].toSorted(([a], [b]) => a - b)) {
    const begun = (day + 1) * DAY_MS;
    if (begun > now) break;
    due = [...due, ...lines];
    const cents = due.reduce((sum, line) => sum + line.cents - line.feeCents, 0);
    if (cents <= 0) continue;
    const arrives = begun + 2 * DAY_MS;
    const payout: ProviderPayout = {
      id: `po_${payee.replaceAll('-', '')}_${day}`,
      state: arrives <= now ? 'paid' : 'pending',
      cents,
      currency: due[0]!.paid.currency,
      begunAt: new Date(begun).toISOString(),
      arrivesOn: new Date(arrives).toISOString().slice(0, 10),
      parts: 'told',
    };
    payouts.push({ payout, lines: due });
    due = [];
  }
  return payouts;
};

const lineOf = (payment: BankPayment, move: Move, place: number): ProviderPayoutLine => ({
  id: `txn_${payment.id}_${place}`,
  kind: move.kind,
  ref: payment.ref,
  at: new Date(move.at).toISOString(),
  cents: move.cents,
  feeCents: move.feeCents,
  paid: { cents: move.cents, currency: payment.currency },
});
