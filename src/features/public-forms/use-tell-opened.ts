import { useEffect } from 'react';
import { isVisible, onVisibilityChange } from '#platform/visibility.ts';
import { tellOpened } from '#remote/public-forms.ts';
import type { FormLink } from '#remote/public-forms.ts';

/**
 * Tells the business once that its form was opened, when it is shown in a window that somebody looks at:
 * scanners of mails open links too, and a tab in the background is read by nobody. A lost call is no loss.
 */
export const useTellOpened = ({ key, token }: FormLink): void => {
  useEffect(() => {
    if (token === null) return;
    const tell = (isSeen: boolean): void => {
      if (!isSeen) return;
      stop();
      void tellOpened({ key, token });
    };
    const stop = onVisibilityChange(tell);
    tell(isVisible());
    return stop;
  }, [key, token]);
};
