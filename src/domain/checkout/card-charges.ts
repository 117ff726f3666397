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

/**
 * Charges of what is owed, by the id of the visit or the sale. Needs a connection. Codes: not_allowed, not_found
 * (no card), nothing_due, in_use (asked already).
 */
export type CardCharges = {
  look: (id: Uuid) => Promise<Result<CardCharge>>;
  /** The same `opId` charges once. `over`: it was refused; `checking`: nobody knows yet. */
  charge: (id: Uuid, opId: Uuid) => Promise<Result<{ state: 'paid' | 'over' | 'checking' }>>;
};

/** `Visa ending in 4242`, of words such as `visa` and `american_express`. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string => {
  const name = (brand || 'card').replace(
    /(^|_)(\w)/g,
    (_, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`,
  );
  return `${name} ending in ${last4}`;
};

/** Why a card that was left could not be charged, and what to do. */
export const declineOfKept = (decline: string | null): string =>
  decline === 'authentication_required'
    ? 'Its bank wants to ask your client first, who is not there. Ask them to pay another way.'
    : 'Its bank refused. Ask your client to pay another way, or try again later.';
