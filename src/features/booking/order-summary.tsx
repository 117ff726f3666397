import { DATE_WEEKDAY } from '#domain/time/format.ts';
import type { BookingFlow } from './booking-flow.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { OrderLines } from './order-lines.tsx';

/** What has been chosen so far, beside the step where the window is wide enough. */
export function OrderSummary({ flow }: { flow: BookingFlow }) {
  const { draft } = flow;
  const formats = businessFormats(flow.catalogue.profile.business);
  return (
    <aside aria-label="Your booking" className="h-full pt-6">
      <div className="sticky top-6 rounded-lg border border-line bg-surface p-5 shadow-card">
        <h2 className="font-semibold">Your booking</h2>
        {draft.startsAt && (
          <p className="mt-2">
            {formats.date(draft.startsAt, DATE_WEEKDAY)}, {formats.time(draft.startsAt)}
          </p>
        )}
        <div className="mt-3">
          {draft.choices.length === 0 ? (
            <p className="text-muted">What you choose appears here.</p>
          ) : (
            <OrderLines flow={flow} />
          )}
        </div>
      </div>
    </aside>
  );
}
