import { useEffect, useRef, useState } from 'react';

/**
 * Saves what a person confirmed, once, and not before the list that they confirm is about what they
 * asked for: a press that comes too early waits, and is carried out then.
 */
export function useSaveOnceReady(
  isReady: boolean,
  save: () => Promise<void>,
): { press: () => void; isBusy: boolean } {
  const [isWanted, setWanted] = useState(false);
  const isSaving = useRef(false);
  useEffect(() => {
    if (!isWanted || !isReady || isSaving.current) return;
    isSaving.current = true;
    void save().finally(() => {
      isSaving.current = false;
      setWanted(false);
    });
  }, [isWanted, isReady, save]);
  return { press: () => setWanted(true), isBusy: isWanted };
}
