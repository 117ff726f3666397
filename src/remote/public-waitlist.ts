import type { Result } from '#domain/errors/result.ts';
import type {
  AgreedFeeTerms,
  AppointmentRow,
  Instant,
  PolicyTextRow,
  Uuid,
  WaitlistOfferState,
  WaitlistState,
  WaitlistWindow,
} from '#domain/rows.ts';
import type { Price } from '#domain/services/price.ts';
import type { BookRequest, BookedAppointment } from './public-booking.ts';
import type { BookingStatus } from './public-manage.ts';
import { callPublic, readClock } from './public-server.ts';

/** What a client waits for, and when they can come. */
export type WaitRequest = Pick<BookRequest, 'items' | 'place' | 'address' | 'client' | 'note'> & {
  windows: WaitlistWindow[];
  /** So many minutes earlier or later suit them as well. */
  flexible_min: number;
};

/** A place on the waitlist as its holder may see it. */
export type WaitEntry = {
  state: WaitlistState;
  items: {
    service_name: string;
    variant_id: Uuid;
    staff_ids: Uuid[];
    /** By whom; none = by anybody. */
    staff_names: string[];
  }[];
  windows: WaitlistWindow[];
  /** Absent in what was kept before it was asked, like the next one. */
  flexible_min?: number;
  /** null = at the business. */
  location_type?: AppointmentRow['location_type'] | null;
  expires_at: Instant;
  time_zone: string;
  /** Absent in answers that are kept: nobody's own words are in them. */
  note?: string | null;
};

/** What somebody agrees to who accepts an offer now. */
export type OfferTerms = {
  /** Of each service, in the order of the entry's items. */
  prices: Price[];
  policy: Pick<PolicyTextRow, 'version' | 'body'> | null;
  fee_terms: AgreedFeeTerms;
  /** What cancelling late and not coming would cost, in minor units; null = nothing. */
  fees: { late_cancel: number; no_show: number; free_until: Instant } | null;
  /** What the business will ask for before the visit, in minor units. */
  deposit: number;
  /** Until when it can be cancelled online; null when it cannot. */
  cancel_until: Instant | null;
};

/** A time that the holder was offered. */
export type WaitOffer = {
  id: Uuid;
  starts_at: Instant;
  ends_at: Instant;
  /** Until when it can be answered. */
  expires_at: Instant;
  state: WaitlistOfferState;
  /** Who does each service, in the order of the entry's items; none where people are no topic. */
  staff_names: string[];
  /** As long as it can be accepted. */
  terms?: OfferTerms;
};

export type OpenWaitOffer = WaitOffer & { terms: OfferTerms };

export type JoinedAnswer = { entry: WaitEntry; leave_token: string };

export type WaitStatus = {
  server_time: Instant;
  entry: WaitEntry;
  business: BookingStatus['business'];
  /** The newest one; null when there was none, absent in an older server's answer. */
  offer?: WaitOffer | null;
};

/** The same `opId` always gets the same answer: nobody is on the list twice by one press. */
export const joinWaitlist = (
  slug: string,
  request: WaitRequest,
  opId: Uuid,
): Promise<Result<JoinedAnswer>> => callPublic('join_waitlist', { slug, request, op_id: opId });

/** Looking changes nothing. */
export const fetchWaitStatus = async (token: string): Promise<Result<WaitStatus>> =>
  readClock(await callPublic('waitlist_status', { token }));

/** Codes: already_closed, invalid, past, too_far. */
export const changeWaitlist = (
  token: string,
  { windows, note, flexibleMin }: { windows: WaitlistWindow[]; note: string; flexibleMin: number },
  opId: Uuid,
): Promise<Result<{ entry: WaitEntry }>> =>
  callPublic('change_waitlist', {
    token,
    windows,
    note,
    flexible_min: flexibleMin,
    op_id: opId,
  });

export const leaveWaitlist = (token: string, opId: Uuid): Promise<Result<{ entry: WaitEntry }>> =>
  callPublic('leave_waitlist', { token, op_id: opId });

/** Books what is offered. Codes: offer_over, slot_taken, policy_changed, price_changed, paused, blocked. */
export const acceptOffer = (
  token: string,
  { id, terms }: OpenWaitOffer,
  opId: Uuid,
): Promise<Result<{ appointment: BookedAppointment; manage_token: string }>> =>
  callPublic('answer_offer', {
    token,
    answer: {
      offer_id: id,
      accept: true,
      policy_version: terms.policy?.version ?? null,
      fee_terms: terms.fee_terms,
      expected_total: terms.prices.reduce((sum, { cents }) => sum + cents, 0),
    },
    op_id: opId,
  });

/** Says no: the next in line is asked. Codes: offer_over. */
export const declineOffer = (token: string, offerId: Uuid, opId: Uuid): Promise<Result<unknown>> =>
  callPublic('answer_offer', { token, answer: { offer_id: offerId, accept: false }, op_id: opId });

/** Says that the page of an offer was shown to whoever has its link. Looking at its address does not. */
export const tellOfferViewed = (token: string, offerId: Uuid): Promise<Result<unknown>> =>
  callPublic('offer_viewed', { token, offer_id: offerId });

/** The offer that can be answered now. */
export const openOfferOf = (status: WaitStatus | null): OpenWaitOffer | null => {
  const offer = status?.offer;
  return offer?.state === 'sent' && offer.terms ? { ...offer, terms: offer.terms } : null;
};
