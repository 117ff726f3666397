import { bringOn, type PaymentTools } from './bring-on.ts';
import { unlessNobodyKnows } from './compare-days.ts';
import type { ProviderPayout, ProviderPayoutLine } from './provider.ts';

/** An account that is to be asked for what it has paid out. */
export type PayoutPlace = { business_id: string; payee: string; from: string; until: string };

/** As the database takes them in. */
export type SaidPayout = {
  id: string;
  state: ProviderPayout['state'];
  cents: number;
  currency: string;
  begun_at: string;
  arrives_on: string;
  parts: ProviderPayout['parts'];
};
export type SaidPayoutLine = {
  id: string;
  kind: ProviderPayoutLine['kind'];
  ref: string | null;
  at: string;
  cents: number;
  fee_cents: number;
  paid_cents: number;
  paid_currency: string;
};

/**
 * Brings what was paid out to here, and compares it with what was noted: what differs is looked up once more, as
 * a message may have been lost. A payout comes with all of its lines or is asked for again.
 */
export const comparePayoutsDue = async (
  tools: PaymentTools,
): Promise<{ compared: number; failed: number }> => {
  const places = await tools.ledger.payoutsDue();
  const outcomes = await Promise.allSettled(places.map((place) => comparePlace(place, tools)));
  const failed = outcomes.filter(({ status }) => status === 'rejected').length;
  return { compared: places.length - failed, failed };
};

const comparePlace = async (place: PayoutPlace, tools: PaymentTools): Promise<void> => {
  const { ledger, provider } = tools;
  const paidOut = await provider.payouts(place.payee, place.from, place.until);
  for (const id of await ledger.notePayouts(place, paidOut.map(saidOf))) {
    const lines = (await provider.payoutLines(id, place.payee)).map(saidLineOf);
    for (const payment of await ledger.notePayoutLines(place, id, lines, false)) {
      await bringOn(await ledger.note(payment, null), tools).catch(unlessNobodyKnows);
    }
    await ledger.notePayoutLines(place, id, lines, true);
  }
};

const saidOf = ({ begunAt, arrivesOn, ...payout }: ProviderPayout): SaidPayout => ({
  ...payout,
  begun_at: begunAt,
  arrives_on: arrivesOn,
});

const saidLineOf = ({ feeCents, paid, ...line }: ProviderPayoutLine): SaidPayoutLine => ({
  ...line,
  fee_cents: feeCents,
  paid_cents: paid.cents,
  paid_currency: paid.currency,
});
