import { Skeleton } from '#ui/skeleton.tsx';

/** Where a page will be that is still asked for. */
export function PageLoading() {
  return (
    <div role="status" className="mx-auto w-full max-w-xl pt-10">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-6 h-56 w-full !rounded-lg" />
    </div>
  );
}
