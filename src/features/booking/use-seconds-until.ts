import type { Instant } from '#domain/rows.ts';
import { nowMs } from '#platform/clock.ts';
import { useEffect, useState } from 'react';

/** Whole seconds until an instant, counting down to 0; 0 for no instant. */
export const useSecondsUntil = (at: Instant | null): number => {
  const [now, setNow] = useState(nowMs);
  const endMs = at === null ? 0 : Date.parse(at);
  const isOver = endMs <= now;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(nowMs()), 1000);
    return () => clearInterval(timer);
  }, [isOver, endMs]);
  return Math.max(0, Math.ceil((endMs - now) / 1000));
};
