import { useEffect, useRef } from 'react';
import { isVisible, onVisibilityChange } from '#platform/visibility.ts';

/**
 * Tells once of each thing that it is shown in a window that somebody looks at: scanners of mails open links
 * too, and a tab in the background is read by nobody. null = there is nothing to tell of.
 */
export const useOnceSeen = (what: string | null, tell: () => void): void => {
  const told = useRef(tell);
  useEffect(() => {
    told.current = tell;
  });
  useEffect(() => {
    if (what === null) return;
    const look = (isSeen: boolean): void => {
      if (!isSeen) return;
      stop();
      told.current();
    };
    const stop = onVisibilityChange(look);
    look(isVisible());
    return stop;
  }, [what]);
};
