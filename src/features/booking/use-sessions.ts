import type { AppError } from '#domain/errors/result.ts';
import { fetchSessions } from '#remote/public-sessions.ts';
import type { PublicSession } from '#remote/public-sessions.ts';
import { useCallback, useEffect, useState } from 'react';

type SessionsState = {
  /** null = not known yet. */
  sessions: readonly PublicSession[] | null;
  /** The last question failed; what was known stays. */
  error: AppError | null;
  isAsking: boolean;
  refresh: () => void;
};

/** The sessions of a business that can be booked, as the server has them when the step opens. */
export const useSessions = (slug: string): SessionsState => {
  const [known, setKnown] = useState<Pick<SessionsState, 'sessions' | 'error'>>({
    sessions: null,
    error: null,
  });
  const [asked, setAsked] = useState(0);
  const [answered, setAnswered] = useState(-1);

  useEffect(() => {
    let isCurrent = true;
    void fetchSessions(slug).then((answer) => {
      if (!isCurrent) return;
      setAnswered(asked);
      setKnown((before) =>
        answer.ok
          ? { sessions: answer.value.sessions, error: null }
          : { ...before, error: answer.error },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [slug, asked]);

  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  return { ...known, isAsking: answered < asked, refresh };
};
