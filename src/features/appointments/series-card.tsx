import { CalendarArrowDown, CalendarPlus, ChevronDown, Repeat } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import clsx from 'clsx';
import { pathTo } from '#app/paths.ts';
import { myAccess } from '#db/queries/business.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { placeInSeries } from '#db/queries/series.ts';
import { useQuery } from '#db/use-query.ts';
import { rhythmWords } from '#domain/appointments/series-words.ts';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import type { AppointmentRow, BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useSeries } from './use-series.ts';

const ExtendForm = lazyPart(async () => (await import('./extend-form.tsx')).ExtendForm);

/** `3 of 26, every 4 weeks on Tuesday`, its dates, and more of them. */
export function SeriesCard({
  detail,
  business,
  onSaveFile,
}: {
  detail: AppointmentDetail;
  business: BusinessRow;
  /** Hands over all dates as a calendar file. */
  onSaveFile: (members: readonly AppointmentRow[]) => Promise<void>;
}) {
  const { appointment } = detail;
  const view = useSeries(appointment);
  const access = useQuery(myAccess, []);
  const [isOpen, setOpen] = useState(false);
  const [isAdding, setAdding] = useState(false);
  if (!view) return null;
  const { series, rule, members } = view;
  const place = placeInSeries(view, appointment.id);
  const isOwn = detail.segments.some(({ segment }) => segment.staff_id === access?.staffId);
  const mayEdit = access?.may('appointments.edit', isOwn ? 'own' : 'all') ?? false;
  const facts = [
    place ? `${place.place} of ${place.total}` : 'No longer one of the dates',
    rule && rhythmWords(rule.rhythm, business.locale),
    series.state === 'ended' && 'ended',
  ].filter(Boolean);
  return (
    <section aria-label="Series" className="grid gap-2 rounded-lg border border-line px-4 py-3">
      <p className="flex items-start gap-2">
        <Repeat size={18} className="mt-0.5 shrink-0 text-muted" aria-hidden />
        <span>
          <span className="font-medium">{facts.join(', ')}</span>
          {appointment.series_detached && (
            <span className="block text-sm text-muted">
              Moved by hand: it keeps its own time when the series is moved.
            </span>
          )}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={ChevronDown}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide dates' : 'All dates'}
        </Button>
        {mayEdit && rule && (
          <Button
            size="sm"
            icon={CalendarPlus}
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            Add dates
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          icon={CalendarArrowDown}
          onClick={() => void onSaveFile(members)}
        >
          Calendar file
        </Button>
      </div>
      {isAdding && rule && (
        <Suspense>
          <ExtendForm view={view} rule={rule} business={business} onDone={() => setAdding(false)} />
        </Suspense>
      )}
      {isOpen && <Dates members={members} current={appointment} business={business} />}
    </section>
  );
}

function Dates({
  members,
  current,
  business,
}: {
  members: readonly AppointmentRow[];
  current: AppointmentRow;
  business: BusinessRow;
}) {
  const { date, time } = businessFormats(business);
  return (
    <ol aria-label="Dates of the series" className="-mx-2 grid border-t border-line pt-1">
      {members.map((row) => (
        <li key={row.id}>
          <Link
            to={pathTo('appointment', { appointmentId: row.id })}
            aria-current={row.id === current.id ? 'true' : undefined}
            className={clsx(
              'flex min-h-11 flex-wrap items-center gap-x-3 rounded-md px-2 py-1.5 tabular-nums hover:bg-raised',
              row.id === current.id && 'bg-accent-soft font-medium',
            )}
          >
            <span className={clsx(row.status === 'cancelled' && 'text-muted line-through')}>
              {date(row.starts_at, {
                weekday: 'short',
                month: 'short',
                day: 'numeric',
                year: 'numeric',
              })}
              , {time(row.starts_at)}
            </span>
            <span className="ml-auto text-sm text-muted">
              {[
                row.series_detached && 'moved',
                row.conflict && 'time is taken',
                row.status !== 'booked' && STATUS_WORDS[row.status].toLowerCase(),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
