import { bringOn } from './bring-on.ts';
import type { PaymentTools } from './bring-on.ts';
import { ProviderError } from './provider.ts';
import type { ProviderCharge, ProviderPayment } from './provider.ts';

/** A day of one account that is to be compared, with what is here of it. */
export type ProviderDay = {
  business_id: string;
  payee: string;
  on_day: string;
  from: string;
  until: string;
  payments: { id: string; provider_id: string | null }[];
};

/** What the provider says of one payment, as the database compares it. `ref`: our id for it. */
export type SaidCharge = {
  ref: string | null;
  id: string;
  state: ProviderCharge['state'];
  cents: number;
  currency: string;
  returned_cents: number;
  is_disputed: boolean;
};

/**
 * Compares days with what the provider says of them. What differs is looked up once more, as a message may
 * have been lost; the database keeps what differs then. A day that nobody answers for is asked again later.
 */
export const compareDue = async (
  tools: PaymentTools,
): Promise<{ compared: number; failed: number }> => {
  const days = await tools.ledger.daysDue();
  const outcomes = await Promise.allSettled(days.map((day) => compareDay(day, tools)));
  const failed = outcomes.filter(({ status }) => status === 'rejected').length;
  return { compared: days.length - failed, failed };
};

const compareDay = async (day: ProviderDay, tools: PaymentTools): Promise<void> => {
  const { ledger, provider } = tools;
  const listed = (await provider.charges(day.payee, day.from, day.until)).map(saidOf);
  const refs = new Set(listed.map(({ ref }) => ref));
  // Begun on another day than it was charged on.
  const others = day.payments.filter(({ id }) => !refs.has(id));
  const said = [...listed, ...(await lookedUp(others, day.payee, tools))];
  const looked: ProviderDay['payments'] = [];
  for (const id of await ledger.noteDay(day, said, false)) {
    const facts = await ledger.note(id, null);
    if (facts.provider_id === null) continue;
    await bringOn(facts, tools).catch(unlessNobodyKnows);
    looked.push(facts);
  }
  const anew = new Map(
    (await lookedUp(looked, day.payee, tools)).map((charge) => [charge.ref, charge]),
  );
  const settled = said.map((charge, place) => {
    // Of what was charged twice, each stays as the list has it.
    const isOnly = said.every(({ ref }, other) => other === place || ref !== charge.ref);
    return (isOnly && anew.get(charge.ref)) || charge;
  });
  await ledger.noteDay(day, settled, true);
};

/** What cannot be taken in, or done, goes on to differ: no reason to know nothing of the rest of the day. */
export const unlessNobodyKnows = (error: unknown): void => {
  if (error instanceof ProviderError && error.retry) throw error;
};

/** What the provider says of each; one that it does not know is not among them. */
const lookedUp = async (
  payments: readonly { id: string; provider_id: string | null }[],
  payee: string,
  { provider }: PaymentTools,
): Promise<SaidCharge[]> => {
  const found: SaidCharge[] = [];
  for (const { id, provider_id } of payments) {
    if (provider_id === null) continue;
    try {
      found.push(saidOf(chargeOf(await provider.find(provider_id, payee), id)));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.retry) throw error;
    }
  }
  return found;
};

const chargeOf = (payment: ProviderPayment, ref: string): ProviderCharge => ({
  ...payment,
  ref,
  state: payment.state === 'processing' ? 'open' : payment.state,
});

const saidOf = (charge: ProviderCharge): SaidCharge => ({
  ref: charge.ref,
  id: charge.id,
  state: charge.state,
  cents: charge.cents,
  currency: charge.currency,
  returned_cents: charge.returnedCents,
  is_disputed: charge.isDisputed,
});
