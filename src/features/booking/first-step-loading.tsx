import { Skeleton } from '#ui/skeleton.tsx';

/** The shape of the first step, so that nothing jumps when it arrives; its heading is known already. */
export function FirstStepLoading() {
  return (
    <div role="status" className="min-h-[120dvh] pt-4">
      <span className="sr-only">Loading</span>
      <div className="flex min-h-11 flex-col justify-center gap-1.5">
        <Skeleton className="h-1.5 w-full" />
        <Skeleton className="h-4 w-24" />
      </div>
      <p className="mt-5 text-2xl leading-tight font-semibold tracking-[-0.012em]">
        Choose your services
      </p>
      <Skeleton className="mt-2.5 h-4 w-64" />
      <div className="mt-8 grid gap-3">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-24 w-full !rounded-lg" />
        ))}
      </div>
    </div>
  );
}
