import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';

/** How the fee of a visit stands with the card that its client gave. */
export type FeePayment = {
  /** Null = none that may be charged. */
  card: { brand: string; last4: string } | null;
  /** What would be charged now, in minor units; 0 = nothing. */
  amount: number;
  /** Of the last try; `created` and `open`: its bank is being asked. Null = nobody has tried. */
  state: 'created' | 'open' | 'authorised' | 'captured' | 'cancelled' | null;
  /** Why the bank refused it, in a word of the provider's. */
  decline: string | null;
};

/** Needs a connection. Codes: not_allowed, not_found (no card), nothing_due, in_use (asked already). */
export type FeePayments = {
  look: (appointmentId: Uuid) => Promise<Result<FeePayment>>;
  /** The same `opId` charges once. `over`: it was refused; `checking`: nobody knows yet. */
  charge: (
    appointmentId: Uuid,
    opId: Uuid,
  ) => Promise<Result<{ state: 'paid' | 'over' | 'checking' }>>;
};
