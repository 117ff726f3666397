import { useEffect, useState } from 'react';

/** A little longer than the way out of a sheet takes. */
const LINGER_MS = 320;

/** A value that stays a moment after it is gone, so that what it draws can animate out. */
export const useLinger = <T>(value: T | null): T | null => {
  const [kept, setKept] = useState(value);
  if (value !== null && value !== kept) setKept(value);
  useEffect(() => {
    if (value !== null || kept === null) return;
    const timer = setTimeout(() => setKept(null), LINGER_MS);
    return () => clearTimeout(timer);
  }, [value, kept]);
  return value ?? kept;
};
