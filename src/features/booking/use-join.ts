import type { AppError } from '#domain/errors/result.ts';
import type { Day } from '#domain/rows.ts';
import type { WindowDraft } from '#domain/waitlist/window-draft.ts';
import { nowMs } from '#platform/clock.ts';
import { joinWaitlist } from '#remote/public-waitlist.ts';
import type { JoinedAnswer, WaitRequest } from '#remote/public-waitlist.ts';
import { untilAnswered } from '#remote/until-answered.ts';
import type { Asking } from '#remote/until-answered.ts';
import { useEffect, useRef, useState } from 'react';
import { newId } from './use-draft.ts';
import { forgetWish, loadWish, saveWish } from './wish-store.ts';
import type { Wish } from './wish-store.ts';

export type Join = {
  windows: WindowDraft[];
  setWindows: (windows: WindowDraft[]) => void;
  flexibleMin: number;
  setFlexibleMin: (minutes: number) => void;
  /** It is on its way and nobody knows yet whether it was done. */
  isUnderway: boolean;
  /** The last question went unanswered, for this reason; it is asked again by itself. */
  silence: AppError | null;
  refusal: AppError | null;
  readRefusal: () => void;
  send: (request: WaitRequest) => void;
  askNow: () => void;
};

/**
 * Joins the waitlist once, however often the answer is lost: what is sent is written down with its id
 * before, and asked for again after a reload.
 */
export const useJoin = (
  slug: string,
  today: Day,
  onJoined: (answer: JoinedAnswer, request: WaitRequest) => void,
): Join => {
  const [wish, setWish] = useState<Wish>(() => loadWish(slug, { today, nowMs: nowMs() }));
  const [silence, setSilence] = useState<AppError | null>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const asking = useRef<Asking | null>(null);
  const joined = useRef(onJoined);
  useEffect(() => {
    joined.current = onJoined;
  });
  const change = (next: Wish): void => {
    // Before anything is sent, so that it can always be found again.
    saveWish(slug, next, nowMs());
    setWish(next);
  };

  const { attempt } = wish;
  useEffect(() => {
    if (!attempt) return;
    asking.current = untilAnswered(() => joinWaitlist(slug, attempt.request, attempt.opId), {
      onSilence: (_, error) => setSilence(error),
      onAnswer: (answer) => {
        setSilence(null);
        if (answer.ok) {
          forgetWish(slug);
          joined.current(answer.value, attempt.request);
          return;
        }
        setRefusal(answer.error);
        setWish((known) => {
          const settled = { ...known, attempt: null };
          saveWish(slug, settled, nowMs());
          return settled;
        });
      },
    });
    return () => asking.current?.stop();
  }, [slug, attempt]);

  return {
    windows: wish.windows,
    setWindows: (windows) => change({ ...wish, windows }),
    flexibleMin: wish.flexibleMin,
    setFlexibleMin: (flexibleMin) => change({ ...wish, flexibleMin }),
    isUnderway: attempt !== null,
    silence,
    refusal,
    readRefusal: () => setRefusal(null),
    send: (request) => {
      setRefusal(null);
      change({ ...wish, attempt: { opId: newId(), request } });
    },
    askNow: () => asking.current?.askNow(),
  };
};
