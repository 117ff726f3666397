import { pathTo } from '#app/paths.ts';
import type { VisitView } from '#db/queries/clients.ts';
import { STATUS_TONES, statusName } from '#domain/appointments/status-names.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { Chip } from '#ui/chip.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { visitText } from './visit-text.ts';

/** What the client will ask about first. */
export function NextVisit({ visit, business }: { visit: VisitView | null; business: BusinessRow }) {
  if (!visit) return null;
  const { appointment } = visit;
  const formats = businessFormats(business);
  return (
    <section aria-label="Next visit">
      <h2 className="mb-2 font-semibold">Next visit</h2>
      <Link
        to={pathTo('appointment', { appointmentId: appointment.id })}
        className="flex items-center gap-4 rounded-lg border border-line bg-surface p-4 shadow-card transition-colors hover:bg-raised"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="text-lg font-semibold tabular-nums">
              {formats.date(appointment.starts_at, DATE_WEEKDAY)},{' '}
              {formats.timeRange(appointment.starts_at, appointment.ends_at)}
            </span>
            <Chip tone={STATUS_TONES[appointment.status]}>{statusName(appointment)}</Chip>
            {visit.pending && <WaitingMark />}
          </span>
          <bdi className="mt-0.5 block text-muted">{visitText(visit)}</bdi>
        </span>
        <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
      </Link>
    </section>
  );
}
