import type { Result } from '#domain/errors/result.ts';
import { useEffect, useState } from 'react';
import { messageFor } from './messages.ts';

/** What the server said last, why it did not answer, and the way to ask again. */
export type ServerAnswer<T> = { value: T | null; failure: string | null; ask: () => void };

/**
 * Asks the server something that this device does not keep: as soon as there is a network, and again
 * whenever one comes back. `question` must stay the same function.
 */
export const useServerAnswer = <T>(
  question: () => Promise<Result<T>>,
  online: boolean,
): ServerAnswer<T> => {
  const [asked, setAsked] = useState(0);
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!online) return;
    let isGone = false;
    void question().then((answer) => {
      if (isGone) return;
      setFailure(answer.ok ? null : messageFor(answer.error));
      if (answer.ok) setValue(answer.value);
    });
    return () => {
      isGone = true;
    };
  }, [question, online, asked]);
  return { value, failure, ask: () => setAsked((n) => n + 1) };
};
