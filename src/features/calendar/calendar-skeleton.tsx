import { Skeleton } from '#ui/skeleton.tsx';

/** Only before the first sync has brought the business to this device. */
export function CalendarSkeleton() {
  return (
    <div role="status" className="grid gap-4 p-4 sm:p-6">
      <p className="text-muted">Your calendar is on its way to this device…</p>
      <Skeleton className="h-12" />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {[24, 40, 32, 48].map((height) => (
          <Skeleton key={height} className={`h-${height}`} />
        ))}
      </div>
    </div>
  );
}
