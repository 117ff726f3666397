import type { AppError } from '#domain/errors/result.ts';
import { book } from '#remote/public-booking.ts';
import type { BookedAnswer } from '#remote/public-booking.ts';
import { untilAnswered } from '#remote/until-answered.ts';
import type { Asking } from '#remote/until-answered.ts';
import { useEffect, useRef, useState } from 'react';
import type { BookingDraft } from './use-draft.ts';

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

/** Brings a booking to its answer, however often the answer is lost on the way. */
export const useAttempt = (
  slug: string,
  attempt: BookingDraft['attempt'],
  handlers: Handlers,
): AttemptState & { askNow: () => void } => {
  const [seen, setSeen] = useState<AttemptState & { opId: string | null }>(UNSEEN);
  const asking = useRef<Asking | null>(null);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    if (!attempt) return;
    const { opId, request } = attempt;
    asking.current = untilAnswered(() => book(slug, request, opId), {
      onAnswer: (answer) => {
        if (answer.ok) latest.current.onBooked(answer.value);
        else latest.current.onRefused(answer.error);
      },
      onSilence: (tries, lastError) => setSeen({ opId, tries, lastError }),
    });
    return () => asking.current?.stop();
  }, [slug, attempt]);

  const { tries, lastError } = seen.opId === attempt?.opId ? seen : UNSEEN;
  return { tries, lastError, askNow: () => asking.current?.askNow() };
};
