import { Button } from '#ui/button.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';

/** The first few of a list, and the way to the others. */
export const useFirst = <T,>(
  items: readonly T[],
  count: number,
): { shown: readonly T[]; more: ReactNode } => {
  const [showsAll, setShowsAll] = useState(false);
  const rest = items.length - count;
  if (showsAll || rest <= 0) return { shown: items, more: null };
  return {
    shown: items.slice(0, count),
    more: (
      <Button size="sm" variant="quiet" onClick={() => setShowsAll(true)}>
        {rest} more
      </Button>
    ),
  };
};
