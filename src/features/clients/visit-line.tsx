import { pathTo } from '#app/paths.ts';
import { StatusChip } from '#ui/status-chip.tsx';
import type { VisitView } from '#db/queries/client-detail.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { ListRow } from '#ui/list.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { visitText } from './visit-text.ts';

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;

/** One visit in a list; it leads to its appointment. */
export function VisitLine({
  visit,
  business,
  formats,
}: {
  visit: VisitView;
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const { appointment } = visit;
  return (
    <ListRow
      to={pathTo('appointment', { appointmentId: appointment.id })}
      title={
        <span className="flex items-center gap-2">
          {/* Not cut on phones: the time is what one looks for. */}
          <span className="whitespace-normal tabular-nums">
            {formats.date(appointment.starts_at, DAY)}, {formats.time(appointment.starts_at)}
          </span>
          {visit.pending && <WaitingMark />}
        </span>
      }
      subtitle={<bdi>{visitText(visit)}</bdi>}
      trailing={
        <span className="grid justify-items-end gap-0.5">
          <StatusChip appointment={appointment} />
          {visit.segments.every(({ price_kind }) => price_kind !== 'hidden') && (
            <span className="text-sm text-muted">
              {formatMoney(visit.priceCents, business.currency, business.locale)}
            </span>
          )}
        </span>
      }
    />
  );
}
