import { pathTo } from '#app/paths.ts';
import { StatusChip } from '#ui/status-chip.tsx';
import type { VisitView } from '#db/queries/client-detail.ts';
import { useDb } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { ListRow } from '#ui/list.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { visitText } from './visit-text.ts';

const YEAR = { year: 'numeric' } as const;

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
  const now = useDb().now();
  const { appointment } = visit;
  const at = appointment.starts_at;
  const isThisYear = formats.date(at, YEAR) === formats.date(now, YEAR);
  return (
    <ListRow
      to={pathTo('appointment', { appointmentId: appointment.id })}
      title={
        <span className="flex items-center gap-2">
          <span className="tabular-nums">
            {formats.date(at, { ...DATE_WEEKDAY_SHORT, ...(isThisYear ? {} : YEAR) })},{' '}
            {formats.time(at)}
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
