import clsx from 'clsx';

/** A grey shape where something will be. Only for the very first sync. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('skeleton rounded-md', className ?? 'h-4 w-full')} />;
}

/** Lines of a list that is on its way; one announcement for all of them. */
export function SkeletonList({ rows = 6, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-10 !rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Where a page of a client's will be that is still asked for. */
export function PageLoading() {
  return (
    <div role="status" className="mx-auto w-full max-w-xl pt-10">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-6 h-72 w-full !rounded-lg" />
    </div>
  );
}
