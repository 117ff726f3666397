import { countSeats } from '#domain/appointments/party.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { minutesBetween } from '#domain/time/epoch.ts';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import type { BookingFlow } from './booking-flow.ts';
import { orderTotal, totalMinutes } from './catalogue.ts';
import { OrderSum } from './order-sum.tsx';

/** Most come alone: what others pay is worked out by files that come when it is needed. */
export const GroupSum = lazyExtra(async () => (await import('./group-sum.tsx')).GroupSum);

/** The way on, always within reach of a thumb, beside what has been chosen so far. */
export function StepBar({ flow, children }: { flow: BookingFlow; children: ReactNode }) {
  const { choices, guests } = flow.draft;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-auto border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:mt-8 sm:mb-4 sm:rounded-lg sm:border sm:shadow-float">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 leading-snug tabular-nums">
          {choices.length === 0 ? (
            <span className="text-muted">Nothing chosen yet</span>
          ) : guests.length === 0 ? (
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

/** What whoever comes alone pays, or for seats of a class. */
export function OwnSum({ flow: { catalogue, draft } }: { flow: BookingFlow }) {
  const { choices, session, startsAt } = draft;
  const what = session
    ? countSeats(session.seats)
    : choices.length === 1
      ? '1 service'
      : `${choices.length} services`;
  const minutes =
    session && startsAt !== null
      ? minutesBetween(startsAt, session.endsAt)
      : totalMinutes(catalogue, choices);
  return (
    <OrderSum
      business={catalogue.profile.business}
      price={orderTotal(catalogue, draft)}
      what={`${what}, ${formatDuration(minutes)}`}
    />
  );
}
