import type Stripe from 'stripe';
import type { PaymentProvider, ProviderPayout, ProviderPayoutLine } from '../provider.ts';
import { asking } from './client.ts';
import { idOf } from './events.ts';
import { REF } from './ref.ts';

/** What Stripe has paid out to the bank of an account, by its balance transactions. */
export const stripePayouts = (
  stripe: Stripe,
): Pick<PaymentProvider, 'payouts' | 'payoutLines'> => ({
  async payouts(payee, from, until) {
    const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);
    const created = { gte: seconds(from), lt: seconds(until) };
    const found = await allOf((after) =>
      stripe.payouts.list({ created, limit: 100, ...after }, { stripeAccount: payee }),
    );
    return found.map(payoutOf);
  },

  async payoutLines(id, payee) {
    const found = await allOf((after) =>
      stripe.balanceTransactions.list(
        { payout: id, limit: 100, expand: ['data.source'], ...after },
        { stripeAccount: payee },
      ),
    );
    const lines = found.filter(({ type }) => type !== 'payout');
    const refs = await refsOf(lines, (intent) =>
      asking(stripe.paymentIntents.retrieve(intent, {}, { stripeAccount: payee })),
    );
    return lines.map((line) => lineOf(line, refs.get(intentOf(line) ?? '') ?? null));
  },
});

/** All pages of a list: half of one would look like missing money. */
const allOf = async <T extends { id: string }>(
  page: (after: { starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): Promise<T[]> => {
  const found: T[] = [];
  for (let more = true, after: { starting_after?: string } = {}; more;) {
    const { data, has_more } = await asking(page(after));
    found.push(...data);
    const last = data.at(-1);
    more = has_more && last !== undefined;
    if (last) after = { starting_after: last.id };
  }
  return found;
};

/**
 * Our ids of what lines are about, by Stripe's name for it. A charge carries it; what came of a charge in
 * an earlier payout names the payment alone, which is looked up.
 */
const refsOf = async (
  lines: readonly Stripe.BalanceTransaction[],
  find: (intent: string) => Promise<Stripe.PaymentIntent>,
): Promise<Map<string, string | null>> => {
  const refs = new Map<string, string | null>();
  for (const { source } of lines) {
    if (!isObject(source) || source.object !== 'charge') continue;
    const intent = idOf(source.payment_intent);
    if (intent !== null) refs.set(intent, source.metadata[REF] ?? null);
  }
  for (const line of lines) {
    const intent = intentOf(line);
    if (intent === null || refs.has(intent)) continue;
    refs.set(intent, (await find(intent)).metadata[REF] ?? null);
  }
  return refs;
};

const isObject = (
  source: Stripe.BalanceTransaction['source'],
): source is Exclude<Stripe.BalanceTransaction['source'], string | null> =>
  typeof source === 'object' && source !== null;

/** Of the payment that a line is about. */
const intentOf = ({ source }: Stripe.BalanceTransaction): string | null => {
  if (!isObject(source)) return null;
  switch (source.object) {
    case 'charge':
    case 'refund':
    case 'dispute':
      return idOf(source.payment_intent);
    default:
      return null;
  }
};

const payoutOf = (payout: Stripe.Payout): ProviderPayout => ({
  id: payout.id,
  state: STATES[payout.status] ?? 'pending',
  cents: payout.amount,
  currency: payout.currency.toUpperCase(),
  begunAt: new Date(payout.created * 1000).toISOString(),
  arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  parts: !payout.automatic
    ? 'never'
    : payout.reconciliation_status === 'completed'
      ? 'told'
      : 'later',
});

const STATES: Readonly<Record<string, ProviderPayout['state']>> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
};

const lineOf = (line: Stripe.BalanceTransaction, ref: string | null): ProviderPayoutLine => ({
  id: line.id,
  kind: kindOf(line),
  ref,
  at: new Date(line.created * 1000).toISOString(),
  cents: line.amount,
  feeCents: line.fee,
  paid: paidOf(line),
});

const kindOf = ({
  type,
  amount,
  source,
}: Stripe.BalanceTransaction): ProviderPayoutLine['kind'] => {
  if (isObject(source) && source.object === 'dispute') {
    return amount < 0 ? 'dispute' : 'dispute_back';
  }
  return KINDS[type] ?? 'other';
};

const KINDS: Readonly<Record<string, ProviderPayoutLine['kind']>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payment_failure_refund: 'refund_failed',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  application_fee: 'fee',
  payout_failure: 'payout_back',
  payout_cancel: 'payout_back',
};

/** What moves on the account may be in another currency than what was paid: the object has that. */
const paidOf = ({ amount, currency, source }: Stripe.BalanceTransaction) => {
  const isAbout =
    isObject(source) &&
    ['charge', 'refund', 'dispute'].includes(source.object) &&
    'amount' in source;
  if (!isAbout || source.currency === currency) {
    return { cents: amount, currency: currency.toUpperCase() };
  }
  return {
    cents: Math.sign(amount) * source.amount,
    currency: (source.currency ?? currency).toUpperCase(),
  };
};
