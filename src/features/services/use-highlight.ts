import { useStore } from '#ui/store.ts';
import { setNewlyAddedService, uiState } from '#ui/ui-state.ts';
import { useEffect } from 'react';

/** Long enough to find the new row with the eyes. */
const HIGHLIGHT_MS = 4_000;

/** The service that was just made; it is brought into view, and forgotten once it was seen. */
export const useHighlight = (): string | null => {
  const id = useStore(uiState, (state) => state.newlyAddedServiceId);
  useEffect(() => {
    if (id === null) return;
    // The sheet above it has to be on its way out, and the row in the page.
    const look = setTimeout(() => {
      document.getElementById(`service-${id}`)?.scrollIntoView({ block: 'center' });
    }, 120);
    const forget = setTimeout(() => setNewlyAddedService(null), HIGHLIGHT_MS);
    return () => {
      clearTimeout(look);
      clearTimeout(forget);
    };
  }, [id]);
  return id;
};
