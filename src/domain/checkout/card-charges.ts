import type { Result } from '../errors/result.ts';
import type { Uuid } from '../rows.ts';

/** How what is owed, the fee of a visit or a sale, stands with the card that its client left. */
export type CardCharge = {
  /** Null = none that may be charged. */
  card: { brand: string; last4: string } | null;
  /** What would be charged now, in minor units; 0 = nothing. */
  amount: number;
  /** Of the last try; `created` and `open`: its bank is being asked. Null = nobody has tried. */
  state: 'created' | 'open' | 'authorised' | 'captured' | 'cancelled' | null;
  /** Why the bank refused it, in a word of the provider's. */
  decline: string | null;
};

/** `over`: it was refused; `checking`: nobody knows yet. */
export type ChargeOutcome = { state: 'paid' | 'over' | 'checking' };

/**
 * Charges of fees, by the id of the visit. Needs a connection. Codes: not_allowed, not_found (no card), nothing_due,
 * in_use (asked already).
 */
export type CardCharges = {
  look: (id: Uuid) => Promise<Result<CardCharge>>;
  /** The same `opId` charges once. */
  charge: (id: Uuid, opId: Uuid) => Promise<Result<ChargeOutcome>>;
};

/** `Visa ending in 4242`, of words such as `visa` and `american_express`. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string => {
  const name = (brand || 'card').replace(
    /(^|_)(\w)/g,
    (_, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`,
  );
  return `${name} ending in ${last4}`;
};

/** Why a card that was left was not charged, and what to do. */
export const declineOfKept = (decline: string | null): string => {
  switch (decline) {
    case 'authentication_required':
      return 'Its bank wants to ask your client first. They can answer it on a page of their own, or pay another way.';
    case null:
      return 'Its bank was not asked, or gave no answer. Look in the dashboard of your payments before you try again.';
    default:
      return 'Its bank refused. Ask your client to pay another way, or try again later.';
  }
};
