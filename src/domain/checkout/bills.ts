import type { Result } from '../errors/result.ts';
import type { Uuid } from '../rows.ts';
import type { CardCharge, ChargeOutcome } from './card-charges.ts';

/** What is to be collected of a sale, taken by card. Needs a connection. */
export type Bills = {
  /**
   * Makes the link to the bill; the same `opId` gets the same one. `byMail`: it is mailed to the client, once for
   * each `opId`; `mailed`: it goes out. Codes: not_allowed, not_offered, not_found (the server does not know the
   * sale yet), nothing_due.
   */
  ask: (
    saleId: Uuid,
    opId: Uuid,
    byMail: boolean,
  ) => Promise<Result<{ token: string; slug: string; amount: number; mailed: boolean }>>;
  /** How the sale stands with the card that its client left for the visit. */
  lookAtCard: (saleId: Uuid) => Promise<Result<CardCharge>>;
  /** Charges it, and never more than they have agreed to. As `CardCharges`. */
  chargeCard: (saleId: Uuid, opId: Uuid, agreedCents: number) => Promise<Result<ChargeOutcome>>;
};
