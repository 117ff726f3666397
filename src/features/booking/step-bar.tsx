import { formatPrice } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';
import type { ReactNode } from 'react';
import type { BookingFlow } from './booking-flow.ts';
import { totalMinutes } from './catalogue.ts';
import { groupTotal, guestChoices } from './guests.ts';

/** The way on, always within reach of a thumb, beside what has been chosen so far. */
export function StepBar({ flow, children }: { flow: BookingFlow; children: ReactNode }) {
  const { catalogue, draft } = flow;
  const count = draft.choices.length;
  const people = 1 + guestChoices(catalogue, draft).length;
  const { business } = catalogue.profile;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-auto border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:mt-8 sm:mb-4 sm:rounded-lg sm:border sm:shadow-float">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 leading-snug tabular-nums">
          {count === 0 ? (
            <span className="text-muted">Nothing chosen yet</span>
          ) : (
            <>
              <span className="block font-semibold">
                {formatPrice(groupTotal(catalogue, draft), business)}
              </span>
              <span className="block text-sm text-muted">
                {people > 1
                  ? `${people} people`
                  : `${count === 1 ? '1 service' : `${count} services`}, ${formatDuration(totalMinutes(catalogue, draft.choices))}`}
              </span>
            </>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}
