import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { useEffect, useRef, useState } from 'react';

const load = () => import('#remote/passkeys.ts');

/**
 * Passkeys of a page where people sign in. Browsers that can offer them while the name is filled in;
 * `choose` opens the browser's own list. What became of either goes to `onAnswer`.
 */
export const usePasskeys = (
  onAnswer: (answer: Result<unknown>) => void,
): { choose: () => Promise<void> } => {
  const [round, setRound] = useState(0);
  const offer = useRef<AbortController | null>(null);
  const told = useRef(onAnswer);
  useEffect(() => {
    told.current = onAnswer;
  });
  useEffect(() => {
    const ended = new AbortController();
    offer.current = ended;
    void load()
      .then(({ offerPasskeys }) => offerPasskeys(ended.signal))
      .then(
        (answer) => {
          if (answer === null || ended.signal.aborted) return;
          told.current(answer);
          if (!answer.ok) setRound((n) => n + 1);
        },
        // Without its file nothing is offered; the button says why.
        () => undefined,
      );
    return () => ended.abort();
  }, [round]);
  return {
    choose: async () => {
      // A browser answers one question at a time.
      offer.current?.abort();
      const answer = await load().then(
        ({ signInWithPasskey }) => signInWithPasskey(),
        () => fail('offline'),
      );
      onAnswer(answer);
      if (!answer.ok) setRound((n) => n + 1);
    },
  };
};
