import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Puts the focus on the first field of what has taken the place of the button that opened it: the
 * button is gone, and with it where somebody was.
 */
export const useFocusFirst = (part: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    part.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [part]);
};
