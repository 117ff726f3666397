import { useEffect } from 'react';
import { EmptyState } from './empty-state.tsx';

/** A page that has nothing to show but why, and the way on. */
export function EmptyPage(state: Omit<Parameters<typeof EmptyState>[0], 'level'>) {
  const { title } = state;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState level="h1" {...state} />
    </div>
  );
}
