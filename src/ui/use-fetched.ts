import { isOnline, onOnlineChange } from '#platform/online.ts';
import { useEffect, useRef, useState } from 'react';

/** What came of asking; null = it is here, or on its way. */
type WhyNot = 'offline' | 'missing' | 'failed' | null;

/**
 * Fetches what is not on this device when somebody looks at it, and once more whenever there is a network.
 * `id` null = there is nothing to fetch.
 */
export const useFetched = (
  id: string | null,
  fetch: (id: string) => Promise<'here' | 'offline' | 'missing' | 'failed'> | undefined,
): { why: WhyNot; retry: () => void } => {
  const [why, setWhy] = useState<WhyNot>(null);
  const [tries, setTries] = useState(0);
  const asked = useRef(fetch);
  useEffect(() => {
    asked.current = fetch;
  });
  useEffect(() => {
    if (id === null) return;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const answer = isOnline() ? ((await asked.current(id)) ?? 'failed') : 'offline';
      if (!isOver) setWhy(answer === 'here' ? null : answer);
    };
    void ask();
    const stop = onOnlineChange(() => void ask());
    return () => {
      isOver = true;
      stop();
    };
  }, [id, tries]);
  return { why, retry: () => setTries((count) => count + 1) };
};
