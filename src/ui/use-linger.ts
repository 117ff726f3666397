import { useEffect, useLayoutEffect, useState } from 'react';

/** A little longer than the way out of a sheet takes. */
const LINGER_MS = 320;

/**
 * A value that stays a moment after it is gone, so that what it draws can animate out. One that comes
 * back meanwhile is gone for an instant that nobody sees: what it draws begins anew.
 */
export const useLinger = <T>(value: T | null): T | null => {
  const [{ kept, isLeaving }, setState] = useState({ kept: value, isLeaving: false });
  const isBack = value !== null && isLeaving;
  if (value === null && kept !== null && !isLeaving) setState({ kept, isLeaving: true });
  if (value !== null && value !== kept && !isLeaving) setState({ kept: value, isLeaving: false });
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- gone is what React has drawn without it
    if (isBack) setState({ kept: value, isLeaving: false });
  }, [isBack, value]);
  useEffect(() => {
    if (!isLeaving || isBack) return;
    const timer = setTimeout(() => setState({ kept: null, isLeaving: false }), LINGER_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, isBack]);
  return isBack ? null : (value ?? kept);
};
