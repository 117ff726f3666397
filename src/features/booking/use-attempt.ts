import { onOnlineChange } from '#platform/online.ts';
import { onVisibilityChange } from '#platform/visibility.ts';
import { book } from '#remote/public-booking.ts';
import type { BookedAnswer } from '#remote/public-booking.ts';
import { isOutcomeUnknown } from '#remote/public-rpc.ts';
import type { AppError } from '#domain/errors/result.ts';
import { useEffect, useRef, useState } from 'react';
import type { BookingDraft } from './use-draft.ts';

/** Waits between questions about a booking whose answer was lost; the last one goes on for ever. */
const WAIT_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

export const nextWaitMs = (tries: number): number =>
  WAIT_MS[Math.min(Math.max(tries, 1), WAIT_MS.length) - 1] ?? 15_000;

export type AttemptState = {
  /** How often the question has gone unanswered. */
  tries: number;
  lastError: AppError | null;
};

type Handlers = {
  onBooked: (answer: BookedAnswer) => void;
  onRefused: (error: AppError) => void;
};

const UNSEEN = { opId: null, tries: 0, lastError: null };

/**
 * Brings a booking to its answer. A lost answer is asked for again under the same operation id,
 * after a wait, when the network returns and when the page comes to the front, until the server has
 * said yes or no: nothing in between counts as booked.
 *
 *   attempt ─▶ ask ─▶ yes ─▶ onBooked
 *               │▲ └▶ no ──▶ onRefused
 *               ▼│ wait, online, visible, "check now"
 *            no answer
 */
export const useAttempt = (
  slug: string,
  attempt: BookingDraft['attempt'],
  handlers: Handlers,
): AttemptState & { askNow: () => void } => {
  const [seen, setSeen] = useState<AttemptState & { opId: string | null }>(UNSEEN);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const wake = useRef(() => {});

  useEffect(() => {
    if (!attempt) return;
    let isOver = false;
    let isAsking = false;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const ask = async () => {
      if (isOver || isAsking) return;
      isAsking = true;
      clearTimeout(timer);
      const answer = await book(slug, attempt.request, attempt.opId);
      isAsking = false;
      if (isOver) return;
      if (answer.ok) return latest.current.onBooked(answer.value);
      if (!isOutcomeUnknown(answer.error.code)) return latest.current.onRefused(answer.error);
      tries += 1;
      setSeen({ opId: attempt.opId, tries, lastError: answer.error });
      timer = setTimeout(() => void ask(), nextWaitMs(tries));
    };

    wake.current = () => void ask();
    void ask();
    const stopOnline = onOnlineChange(() => void ask());
    const stopVisible = onVisibilityChange((isVisible) => void (isVisible && ask()));
    return () => {
      isOver = true;
      clearTimeout(timer);
      stopOnline();
      stopVisible();
    };
  }, [slug, attempt]);

  const { tries, lastError } = seen.opId === attempt?.opId ? seen : UNSEEN;
  return { tries, lastError, askNow: () => wake.current() };
};
