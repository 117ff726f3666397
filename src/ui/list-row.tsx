import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** A line of a list that leads somewhere; without `onOpen` it only tells. */
export function ListRow({
  onOpen,
  children,
}: {
  onOpen?: (() => void) | null | undefined;
  children: ReactNode;
}) {
  const look = 'flex min-h-14 w-full min-w-0 items-center gap-3 px-4 py-2.5 text-left';
  if (!onOpen) return <div className={look}>{children}</div>;
  return (
    <button
      type="button"
      onClick={onOpen}
      className={clsx(
        look,
        'transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2',
      )}
    >
      {children}
      <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
    </button>
  );
}
