import { toInstant } from '#domain/time/instant.ts';
import { nowMs } from '#platform/clock.ts';
import { holdSlot } from '#remote/public-booking.ts';
import { serverNowMs } from '#remote/public-server.ts';
import { isOutcomeUnknown } from '#remote/public-rpc.ts';
import type { BookingFlow } from './booking-flow.ts';
import { heldRequest } from './book-request.ts';

/**
 * Asks the server to keep the chosen time for this browser. Says whether the booking can go on: a
 * time without a hold is still worth trying, because the server looks again when it is booked; a
 * time that is gone is not.
 */
export const takeHold = async ({
  slug,
  draft,
  send,
  catalogue,
}: Pick<BookingFlow, 'slug' | 'draft' | 'send' | 'catalogue'>): Promise<boolean> => {
  const { startsAt } = draft;
  if (startsAt === null) return false;
  // Seats are counted when they are booked; nobody holds them.
  if (draft.session) return true;
  const request = { ...heldRequest(draft, catalogue), starts_at: startsAt };
  let answer = await holdSlot(slug, request, draft.holdKey);
  if (!answer.ok && answer.error.code === 'captcha_failed') {
    // Many times are held from this network: ours costs some work.
    const work = await workFor(draft.holdKey, Number(answer.error.field));
    if (work !== null) answer = await holdSlot(slug, { ...request, work }, draft.holdKey);
  }
  if (answer.ok) {
    // The countdown runs on this device's clock.
    const leftMs = Date.parse(answer.value.expires_at) - serverNowMs();
    send({
      type: 'held',
      startsAt,
      expiresAt: toInstant(nowMs() + leftMs),
      extended: isHeld(draft) && !isWhole(leftMs, catalogue.profile.rules.hold_min),
    });
    return true;
  }
  const { code } = answer.error;
  const mayGoOn = isOutcomeUnknown(code) || code === 'rate_limited' || code === 'captcha_failed';
  send(mayGoOn ? { type: 'hold_lost' } : { type: 'time_refused', error: answer.error });
  return mayGoOn;
};

/** Whether the chosen time is held right now: asking for it again is the one extension there is. */
const isHeld = ({ hold, startsAt }: BookingFlow['draft']): boolean =>
  hold !== null && hold.startsAt === startsAt && Date.parse(hold.expiresAt) > nowMs();

/** After a reload the server may have given a new hold instead of more time: it has its whole length. */
const isWhole = (leftMs: number, holdMin: number): boolean =>
  Math.abs(leftMs - holdMin * 60_000) < SLACK_MS;

/** What an answer may take on its way. */
const SLACK_MS = 10_000;

/** null = what does it could not be fetched: the time is not held then, and may be booked all the same. */
const workFor = async (key: string, bits: number): Promise<string | null> => {
  try {
    const { doWork } = await import('./do-work.ts');
    return await doWork(key, bits);
  } catch {
    return null;
  }
};
