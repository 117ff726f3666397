import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow, ClientMembershipRow, Uuid } from '#domain/rows.ts';
import { callPublic } from './public-server.ts';

/** A membership as its client sees it. */
export type MembershipStatus = {
  business: Pick<
    BusinessRow,
    'name' | 'slug' | 'locale' | 'currency' | 'time_zone' | 'time_format'
  >;
  membership: Pick<
    ClientMembershipRow,
    | 'name'
    | 'price_cents'
    | 'credits'
    | 'renews_months'
    | 'state'
    | 'cancel_at_end'
    | 'paid_until'
    | 'card_brand'
    | 'card_last4'
    | 'decline'
  > & { services: string[] };
  /** What is to be paid now, in minor units; 0 = nothing. */
  due: number;
  /** Another card can be left. */
  takes_cards: boolean;
  /** No real card is charged. */
  is_test: boolean;
};

/** The membership behind a link. Codes: not_found, rate_limited. */
export const membershipStatus = (token: string): Promise<Result<MembershipStatus>> =>
  callPublic('membership_status', { token });

/**
 * Begins a page on which what is due is paid, or another card is left; the same `opId` is the same page.
 * Codes: not_found, nothing_due, in_use (the card is being charged just now), rate_limited.
 */
export const startMembershipPage = (
  token: string,
  what: 'pay' | 'card',
  opId: Uuid,
): Promise<Result<object>> => callPublic('start_membership_page', { token, what, op_id: opId });

/** Ends it with what is paid. Codes: not_found. */
export const cancelMembership = (token: string): Promise<Result<object>> =>
  callPublic('cancel_membership', { token });
