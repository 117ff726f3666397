import { useEffect, useEffectEvent, useState } from 'react';
import type { Result } from '#domain/errors/result.ts';

/**
 * What the server says of `key`: asked with a connection, and again when it is back. null = not
 * known, which the answer about another key never is taken for.
 */
export const useAsked = <T>(
  key: string,
  isOnline: boolean,
  ask: () => Promise<Result<T>> | undefined,
): Result<T> | null => {
  const [last, setLast] = useState<{ key: string; answer: Result<T> } | null>(null);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isOnline) return;
    let isOver = false;
    void askNow()?.then((answer) => {
      if (!isOver) setLast({ key, answer });
    });
    return () => {
      isOver = true;
    };
  }, [key, isOnline]);
  if (last?.key !== key) return null;
  return last.answer.ok || isOnline ? last.answer : null;
};
