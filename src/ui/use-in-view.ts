import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * Whether something of a part that is drawn is in the window; null = nobody has looked yet.
 * `lessBelow`: so much at the foot of the window does not count, in pixels.
 */
export const useInView = (part: RefObject<Element | null>, lessBelow = 0): boolean | null => {
  const [isIn, setIn] = useState<boolean | null>(null);
  useEffect(() => {
    if (!part.current) return;
    const observer = new IntersectionObserver(
      (seen) => setIn(seen.at(-1)?.isIntersecting ?? null),
      { rootMargin: `0px 0px ${-lessBelow}px` },
    );
    observer.observe(part.current);
    return () => observer.disconnect();
  }, [part, lessBelow]);
  return isIn;
};
