import type { PaidOut, PayoutLine } from '#domain/checkout/payouts.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** What was paid out to the bank. None of it works offline (code `offline`). Code: not_allowed. */
export type PayoutServer = {
  /** `before`: the `begun_at` of the last payout that is here. */
  list: (businessId: Uuid, before?: Instant) => Promise<Result<PaidOut>>;
  /** Code: not_found. */
  lines: (
    businessId: Uuid,
    payout: { payee: string; id: string },
  ) => Promise<Result<{ lines: PayoutLine[] }>>;
};

export const payoutServer: PayoutServer = {
  list: (businessId, before) =>
    callAsMember('payouts', { business_id: businessId, before: before ?? null }),
  lines: (businessId, { payee, id }) =>
    callAsMember('payout_lines', { business_id: businessId, payee, payout_id: id }),
};
