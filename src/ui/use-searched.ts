import { useLocation } from 'react-router-dom';

/**
 * What was searched for in vain goes along to where it can be made, in the state of the history: a
 * person's name does not belong in an address.
 */
export type Searched = { searched: string };

export const useSearched = (): string | null => {
  const { state } = useLocation() as { state: Partial<Searched> | null };
  return state?.searched ?? null;
};
