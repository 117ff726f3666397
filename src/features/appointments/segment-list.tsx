import { Suspense } from 'react';
import type { SegmentView } from '#db/queries/appointments.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { needsResources } from '#domain/resources/assign.ts';
import { formatPrice, sumPrices } from '#domain/services/price.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const SegmentResources = lazyPart(
  async () => (await import('./segment-resources.tsx')).SegmentResources,
);

/** What is done, by whom, when and for how much; the times that clients do not see stand below. */
export function SegmentList({
  segments,
  business,
  perSeat,
  mayEdit,
}: {
  segments: readonly SegmentView[];
  business: BusinessRow;
  /** Each who sits there pays this. */
  perSeat: boolean;
  /** Rooms and chairs can be changed. */
  mayEdit: boolean;
}) {
  const money = { currency: business.currency, locale: business.locale };
  const { timeRange } = businessFormats(business);
  const total = sumPrices(
    segments.map(({ segment }) => ({ kind: segment.price_kind, cents: segment.price_cents })),
  );
  return (
    <section aria-label="Services" className="rounded-lg border border-line">
      <ul className="divide-y divide-line">
        {segments.map(({ segment, staff, addOns }) => (
          <li key={segment.id} className="flex gap-3 px-4 py-3" data-colour={staff?.colour}>
            <span className="mt-1 w-1 shrink-0 self-stretch rounded-full bg-swatch" aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{segment.service_name}</p>
              <p className="text-sm text-muted">
                {staff?.display_name ?? 'Somebody'}
                {segment.any_staff && ' (any)'} ·{' '}
                <span className="whitespace-nowrap">
                  {timeRange(segment.starts_at, segment.ends_at)}
                </span>
              </p>
              {addOns.length > 0 && (
                <p className="text-sm text-muted">
                  With {addOns.map(({ name }) => name).join(', ')}
                </p>
              )}
              <Extras {...segment} />
              {needsResources(segment) && (
                <Suspense>
                  <SegmentResources segment={segment} mayEdit={mayEdit} />
                </Suspense>
              )}
            </div>
            <span className="shrink-0 tabular-nums">
              {formatPrice({ kind: segment.price_kind, cents: segment.price_cents }, money)}
              {perSeat && segment.price_kind !== 'hidden' && (
                <span className="text-sm text-muted"> a seat</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {segments.length > 1 && total.kind !== 'hidden' && (
        <p className="flex justify-between border-t border-line px-4 py-3 font-semibold">
          <span>Total</span>
          <span className="tabular-nums">{formatPrice(total, money)}</span>
        </p>
      )}
    </section>
  );
}

function Extras(segment: SegmentView['segment']) {
  const parts = [
    segment.buffer_before_min > 0 && `${formatDuration(segment.buffer_before_min)} before`,
    segment.processing_min > 0 && `${formatDuration(segment.processing_min)} processing`,
    segment.finishing_min > 0 && `${formatDuration(segment.finishing_min)} finishing`,
    segment.buffer_after_min > 0 && `${formatDuration(segment.buffer_after_min)} after`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <p className="text-sm text-muted">{parts.join(' · ')}</p>;
}
