import { formatMoney } from '#domain/money/format.ts';
import { depositCents, depositRuleFor } from '#domain/services/deposit.ts';
import type { Price } from '#domain/services/price.ts';
import type { Draft } from './booking-draft.ts';
import { orderTotal, pricesOf } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';

const UNKNOWN: Price = { kind: 'varies', cents: 0 };

/** What is paid before it is booked, as far as this page knows; the server's word goes before. */
export const depositOf = (
  catalogue: Catalogue,
  { choices, session, refusal }: Pick<Draft, 'choices' | 'session' | 'refusal'>,
): number => {
  // Seats of a class are paid for there.
  if (session) return 0;
  if (refusal?.code === 'payment_required') return Number(refusal.field) || 0;
  if (refusal?.code === 'nothing_due') return 0;
  const prices = pricesOf(catalogue, choices);
  const { deposit_rules: rules = [], deposit_rule: usual = null } = catalogue.profile.rules;
  return depositCents(
    // Who they are the server knows.
    depositRuleFor(rules, usual, {
      client: 'new',
      noShows: 0,
      totalCents: prices.reduce((sum, price) => sum + (price?.cents ?? 0), 0),
      source: 'online',
    }),
    choices.map(({ variantId, bundleId }, index) => {
      const variant = catalogue.variantById.get(variantId);
      const { kind, cents } = prices[index] ?? UNKNOWN;
      return {
        rule: variant?.deposit_rule ?? variant?.service.deposit_rule ?? null,
        price: { kind: bundleId ? kind : (variant?.price_kind ?? 'varies'), cents },
      };
    }),
  );
};

/** Whether a card is left before it is booked, as far as this page knows: for fees, also where nothing is paid. */
export const asksCard = (
  { profile }: Pick<Catalogue, 'profile'>,
  { session, refusal }: Pick<Draft, 'session' | 'refusal'>,
): boolean => {
  if (session || refusal?.code === 'nothing_due') return false;
  return profile.rules.asks_card === true || refusal?.code === 'payment_required';
};

/** What is paid when the client is there. */
export const restSentence = (
  catalogue: Catalogue,
  draft: Pick<Draft, 'choices' | 'session'>,
  paidCents: number,
): string => {
  const { business } = catalogue.profile;
  const total = orderTotal(catalogue, draft);
  if (total.kind !== 'fixed') return 'The rest is paid at the appointment.';
  const rest = total.cents - paidCents;
  return rest > 0
    ? `${formatMoney(rest, business.currency, business.locale)} at the appointment`
    : 'Nothing is left to pay at the appointment.';
};
