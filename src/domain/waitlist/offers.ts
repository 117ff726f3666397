import type { Instant, WaitlistEntryRow, WaitlistOffer, WaitlistOfferState } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';

/** How an offer stands now; `queued`: it goes out in the morning. */
export type OfferStanding = WaitlistOfferState | 'queued';

/** The server may not have said yet that the time to answer is over. */
export const standingOf = (
  { state, sent_at, expires_at }: Pick<WaitlistOffer, 'state' | 'sent_at' | 'expires_at'>,
  now: Instant,
): OfferStanding => {
  if (state !== 'sent') return state;
  if (epochMinOf(expires_at) <= epochMinOf(now)) return 'expired';
  return epochMinOf(sent_at) > epochMinOf(now) ? 'queued' : 'sent';
};

/** The offer that waits for its answer. */
export const openOffer = (
  { state, offers = [] }: Pick<WaitlistEntryRow, 'state' | 'offers'>,
  now: Instant,
): WaitlistOffer | null => {
  const [newest] = state === 'offered' ? offers : [];
  if (!newest) return null;
  const standing = standingOf(newest, now);
  return standing === 'sent' || standing === 'queued' ? newest : null;
};

/** Whether nobody else can have these minutes of this person while the offer lives. */
export const isHeldBy = (
  { mode, staff_ids, starts_at, ends_at }: WaitlistOffer,
  time: { startsAt: Instant; endsAt: Instant; staffId: string },
): boolean =>
  // What is offered to everyone is whose answer comes first.
  mode !== 'everyone' &&
  staff_ids.includes(time.staffId) &&
  epochMinOf(time.startsAt) < epochMinOf(ends_at) &&
  epochMinOf(starts_at) < epochMinOf(time.endsAt);
