import type { Result } from '#domain/errors/result.ts';
import type { Day, Instant, Uuid } from '#domain/rows.ts';
import type { BookRequest } from './public-booking.ts';
import { callPublic, callPublicFunction } from './public-server.ts';

/** What is to be paid now, in minor units, and until when the time is kept meanwhile. */
export type PaymentStarted = {
  amount: number;
  currency: string;
  expires_at: Instant;
  /** No real card is charged. */
  is_test: boolean;
};

export type PaymentStanding = {
  /**
   * `booked` and `refused` (the card was let go): `book` with the same operation id has the answer; a gift
   * card that is `booked` is sold.
   * `over`: it was not paid in time.
   */
  state: 'open' | 'checking' | 'booked' | 'refused' | 'over';
  /** Where the card is entered, as long as it is open. */
  url: string | null;
  /** Why the card was refused the last time. */
  decline: string | null;
};

/**
 * Begins a payment for a booking, or keeps its time a little longer: the same `opId` is the same payment.
 * captcha_failed: asks for `work` of as many bits as its field says (do-work.ts of the booking page).
 */
export const startPayment = (
  slug: string,
  request: BookRequest,
  opId: Uuid,
  work?: string,
): Promise<Result<PaymentStarted>> =>
  callPublic('start_payment', { slug, request, op_id: opId, ...withWork(work) });

/** Takes a payment as far as it goes, and tells how it stands. */
export const paymentStanding = (opId: Uuid): Promise<Result<PaymentStanding>> =>
  callPublicFunction('payments', { op_id: opId });

/** A gift card that somebody wants to buy. */
export type GiftCardRequest = {
  amount_cents: number;
  buyer: { name: string; email: string };
  /** null = it is for the buyer. */
  recipient: { name: string; email: string } | null;
  message: string | null;
  /** null = at once. */
  deliver_on: Day | null;
};

/** Begins the payment of a gift card; the same `opId` is the same card. `work` as with bookings. */
export const startGiftCard = (
  slug: string,
  request: GiftCardRequest,
  opId: Uuid,
  work?: string,
): Promise<Result<PaymentStarted>> =>
  callPublic('start_gift_card', { slug, request, op_id: opId, ...withWork(work) });

const withWork = (work?: string): { work?: string } => (work === undefined ? {} : { work });

export type AskedStanding = {
  /** `over`: it was not paid; `checking`: nobody knows yet. */
  state: 'open' | 'checking' | 'over' | 'paid';
  url: string | null;
  decline: string | null;
};

/** Begins to pay the deposit that is asked for a visit; the same `opId` is the same payment. */
export const payDeposit = (token: string, opId: Uuid): Promise<Result<object>> =>
  callPublic('pay_deposit', { token, op_id: opId });

/** Takes the payment of an asked deposit as far as it goes, and tells how it stands. */
export const askedStanding = (opId: Uuid): Promise<Result<AskedStanding>> =>
  callPublicFunction('payments', { op_id: opId });
