import { pathTo } from '#app/paths.ts';
import { StatusChip } from '#ui/status-chip.tsx';
import type { TodayLine } from '#db/queries/now-next.ts';
import { statusName } from '#domain/appointments/status-words.ts';
import { isFinished } from '#domain/appointments/status.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import clsx from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { DayContext } from './day-context.ts';
import { whatOf, whoOf } from './line-words.ts';

/** Everything of today in order, each line leading to its appointment. */
export function DayList({
  lines,
  showsStaff,
  ...context
}: { lines: readonly TodayLine[]; showsStaff: boolean } & DayContext) {
  if (lines.length === 0) {
    return (
      <div className="rounded-lg border border-dashed border-line px-4 py-8 text-center text-muted">
        <p>Nothing is booked today.</p>
        {context.mayEdit && (
          <LinkButton
            to={pathTo('calendar', null, { new: 'appointment' })}
            size="sm"
            className="mt-3"
          >
            Book somebody in
          </LinkButton>
        )}
      </div>
    );
  }
  return (
    <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      {lines.map((line) => (
        <Line key={line.appointment.id} line={line} showsStaff={showsStaff} {...context} />
      ))}
    </ol>
  );
}

function Line({
  line,
  showsStaff,
  formats,
  names,
  now,
  isWaiting,
}: { line: TodayLine; showsStaff: boolean } & DayContext) {
  const { appointment, client } = line;
  const isOver = isFinished(appointment.status) || appointment.ends_at <= now;
  const isOff = appointment.status === 'cancelled' || appointment.status === 'declined';
  return (
    <li>
      <Link
        to={pathTo('appointment', { appointmentId: appointment.id })}
        className="flex min-h-14 items-center gap-3 px-4 py-2.5 transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2"
      >
        <time
          dateTime={appointment.starts_at}
          className={clsx(
            'w-18 shrink-0 text-sm tabular-nums',
            isOver ? 'text-muted' : 'font-medium',
          )}
        >
          {formats.time(appointment.starts_at)}
        </time>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <bdi className={clsx('truncate', isOff ? 'text-muted line-through' : 'font-medium')}>
              {whoOf(line)}
            </bdi>
            {client?.alert_note && (
              <span title={client.alert_note} className="inline-flex shrink-0 text-warning">
                <TriangleAlert size={16} aria-hidden />
                <span className="sr-only">, alert: {client.alert_note}</span>
              </span>
            )}
            {isWaiting(appointment.id) && <WaitingMark />}
          </span>
          <bdi className="block truncate text-sm text-muted">{whatOf(line, names, showsStaff)}</bdi>
          {/* A phone has no room for a chip beside the name. */}
          <span className="block text-sm text-muted sm:hidden">{statusName(appointment)}</span>
        </span>
        <span className="max-sm:hidden">
          <StatusChip appointment={appointment} />
        </span>
      </Link>
    </li>
  );
}
