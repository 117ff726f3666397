import { formatDuration } from '#domain/time/duration.ts';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import type { BookingFlow } from './booking-flow.ts';
import { orderTotal, totalMinutes } from './catalogue.ts';
import { OrderSum } from './order-sum.tsx';

/** Most come alone to a time of theirs: what others pay is worked out by files that come when it is needed. */
export const GroupSum = lazyExtra(
  async () => (await import('./group-sum.tsx')).GroupSum,
  // Of one person it would be the wrong sum for several.
  ({ flow }: { flow: BookingFlow }) => (flow.draft.session ? <OwnSum flow={flow} /> : null),
);

/** The way on, always within reach of a thumb, beside what has been chosen so far. */
export function StepBar({ flow, children }: { flow: BookingFlow; children: ReactNode }) {
  const { choices, guests, session } = flow.draft;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-auto border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:mt-8 sm:mb-4 sm:rounded-lg sm:border sm:shadow-float">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 leading-snug tabular-nums">
          {choices.length === 0 ? (
            <span className="text-muted">Nothing chosen yet</span>
          ) : guests.length === 0 && session === null ? (
            <OwnSum flow={flow} />
          ) : (
            <Suspense fallback={<OwnSum flow={flow} />}>
              <GroupSum flow={flow} />
            </Suspense>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}

/** What whoever comes alone pays. */
export function OwnSum({ flow: { catalogue, draft } }: { flow: BookingFlow }) {
  const count = draft.choices.length;
  return (
    <OrderSum
      business={catalogue.profile.business}
      price={orderTotal(catalogue, draft)}
      what={`${count === 1 ? '1 service' : `${count} services`}, ${formatDuration(totalMinutes(catalogue, draft.choices))}`}
    />
  );
}
