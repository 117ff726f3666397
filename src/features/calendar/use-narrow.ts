import { useCallback, useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void): (() => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** A phone held upright: one column at a time. */
export const useNarrow = (): boolean => useMedia('(width < 48rem)');

/** A column below this has no room for a line of text in each of its lanes. */
const THIN_REM = 18;
/** What stands beside the columns: the hours, and the sidebar of the app. */
const BESIDE_REM = 19;

/**
 * So many columns are too thin for lanes with lines of text. Asked of the window: a container query
 * would be answered in the middle of layout, card by card, which doubles the time of a step.
 */
export const useThinColumns = (count: number): boolean =>
  useMedia(`(width < ${count * THIN_REM + BESIDE_REM}rem)`);
