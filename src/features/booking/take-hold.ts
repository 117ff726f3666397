import { holdSlot } from '#remote/public-booking.ts';
import { isOutcomeUnknown } from '#remote/public-rpc.ts';
import type { BookingFlow } from './booking-flow.ts';
import { requestItems } from './book-request.ts';

/**
 * Asks the server to keep the chosen time for this browser. Says whether the booking can go on: a
 * time without a hold is still worth trying, because the server looks again when it is booked; a
 * time that is gone is not.
 */
export const takeHold = async ({
  slug,
  draft,
  send,
}: Pick<BookingFlow, 'slug' | 'draft' | 'send'>): Promise<boolean> => {
  const { startsAt } = draft;
  if (startsAt === null) return false;
  const answer = await holdSlot(
    slug,
    { items: requestItems(draft), starts_at: startsAt },
    draft.holdKey,
  );
  if (answer.ok) {
    send({ type: 'held', startsAt, expiresAt: answer.value.expires_at });
    return true;
  }
  const { code } = answer.error;
  const mayGoOn = isOutcomeUnknown(code) || code === 'rate_limited';
  send(mayGoOn ? { type: 'hold_lost' } : { type: 'time_refused', error: answer.error });
  return mayGoOn;
};
