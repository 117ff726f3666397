import { pathTo } from '#app/paths.ts';
import { StatusChip } from '#ui/status-chip.tsx';
import type { VisitView } from '#db/queries/client-detail.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { Button } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { VisitLine } from './visit-line.tsx';
import { visitText } from './visit-text.ts';

/** Beside the next one; the rest is a press away. */
const LATER_SHOWN = 2;

/** What is still to come, the next one first. */
export const comingVisits = (visits: readonly VisitView[], now: Instant): VisitView[] =>
  visits
    .filter(
      ({ appointment }) =>
        (appointment.status === 'booked' || appointment.status === 'pending') &&
        appointment.ends_at >= now,
    )
    .toReversed();

/** What the client will ask about first. */
export function ComingVisits({
  visits,
  business,
  formats,
}: {
  visits: readonly VisitView[];
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const [next, ...more] = visits;
  const later = showsAll ? more : more.slice(0, LATER_SHOWN);
  if (!next) return null;
  return (
    <section aria-label="Next visit" className="max-lg:order-1">
      <h2 className="mb-2 font-semibold">Next visit</h2>
      <List>
        <li>
          <Link
            to={pathTo('appointment', { appointmentId: next.appointment.id })}
            className="flex items-center gap-4 p-4 transition-colors hover:bg-raised focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="text-lg leading-snug font-semibold tabular-nums">
                  {formats.date(next.appointment.starts_at, DATE_WEEKDAY)},{' '}
                  {formats.timeRange(next.appointment.starts_at, next.appointment.ends_at)}
                </span>
                <StatusChip appointment={next.appointment} />
                {next.pending && <WaitingMark />}
              </span>
              <bdi className="mt-0.5 block text-muted">{visitText(next)}</bdi>
            </span>
            <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden />
          </Link>
        </li>
        {later.map((visit) => (
          <VisitLine
            key={visit.appointment.id}
            visit={visit}
            business={business}
            formats={formats}
          />
        ))}
      </List>
      {later.length < more.length && (
        <Button size="sm" variant="quiet" className="mt-1" onClick={() => setShowsAll(true)}>
          {more.length - later.length} more booked
        </Button>
      )}
    </section>
  );
}
