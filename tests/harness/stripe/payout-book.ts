import { newStripeId, Refusal } from './objects.ts';
import type { BalanceTransaction, Payout } from './objects.ts';

/** What moves on accounts, and what of it was paid out to banks. */
export const createPayoutBook = (now: () => number) => {
  const moves: { account: string; payout: string | null; line: BalanceTransaction }[] = [];
  const payouts: { account: string; payout: Payout }[] = [];

  /** The newest first, from behind one of them. */
  const pageOf = <T extends { id: string }>(oldest: T[], after: string | null): T[] => {
    const newest = oldest.toReversed();
    return newest.slice(newest.findIndex(({ id }) => id === after) + 1);
  };
  const payoutOf = (account: string, id: string): Payout => {
    const found = payouts.find((one) => one.account === account && one.payout.id === id);
    if (!found) throw new Refusal(404, 'resource_missing');
    return found.payout;
  };

  return {
    move(
      account: string,
      { type, amount, fee = 0, currency, source }: Omit<Move, 'id' | 'object' | 'created'>,
    ): BalanceTransaction {
      const line: BalanceTransaction = {
        id: newStripeId('txn'),
        object: 'balance_transaction',
        type,
        amount,
        fee,
        currency,
        created: now(),
        source,
      };
      moves.push({ account, payout: null, line });
      return line;
    },
    /** By the schedule: everything that is there. By hand: a sum of nothing in particular. */
    payOut(account: string, byHand: number | null = null): Payout {
      const due = moves.filter((one) => one.account === account && one.payout === null);
      const payout: Payout = {
        id: newStripeId('po'),
        object: 'payout',
        amount: byHand ?? due.reduce((sum, { line }) => sum + line.amount - line.fee, 0),
        currency: due[0]?.line.currency ?? 'usd',
        created: now(),
        arrival_date: now() + 2 * 86_400,
        automatic: byHand === null,
        reconciliation_status: byHand === null ? 'completed' : 'not_applicable',
        status: 'in_transit',
      };
      payouts.push({ account, payout });
      if (byHand !== null) return payout;
      const own = {
        type: 'payout',
        amount: -payout.amount,
        currency: payout.currency,
        source: payout,
      };
      this.move(account, own);
      for (const one of moves) {
        if (one.account === account && one.payout === null) one.payout = payout.id;
      }
      return payout;
    },
    payoutOf,
    payoutsBetween(account: string, from: number, until: number, after: string | null): Payout[] {
      const all = payouts.flatMap((one) => (one.account === account ? [one.payout] : []));
      return pageOf(
        all.filter(({ created }) => created >= from && created < until),
        after,
      );
    },
    linesOf(account: string, id: string, after: string | null): BalanceTransaction[] {
      if (!payoutOf(account, id).automatic) throw new Refusal(400, 'payout_not_automatic');
      return pageOf(
        moves.flatMap(({ payout, line }) => (payout === id ? [line] : [])),
        after,
      );
    },
  };
};

type Move = Omit<BalanceTransaction, 'fee'> & { fee?: number };
