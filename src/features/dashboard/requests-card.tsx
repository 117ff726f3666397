import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import type { TodayLine } from '#db/queries/now-next.ts';
import { useDb } from '#db/use-query.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DayContext } from './day-context.ts';
import { whatOf, whoOf } from './line-words.ts';
import { useFirst } from './use-first.tsx';
import { useStep } from './use-step.ts';

const FIRST_SHOWN = 4;

/** Requests that clients made online and that wait for an answer, the soonest first. */
export function RequestsCard({ lines, ...context }: { lines: readonly TodayLine[] } & DayContext) {
  const { formats, names, mayEdit } = context;
  const db = useDb();
  const takeStep = useStep();
  const [declining, setDeclining] = useState<TodayLine | null>(null);
  const asked = useLinger(declining);
  const decline = async (line: TodayLine): Promise<void> => {
    setDeclining(null);
    const result = await changeAppointmentStatus(db, line.appointment.id, 'declined');
    tellOutcome(result, `Request of ${whoOf(line)} declined`, messageFor);
  };
  const { shown, more } = useFirst(lines, FIRST_SHOWN);
  if (lines.length === 0) return null;
  return (
    <section
      aria-labelledby="requests-title"
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-card max-lg:order-2"
    >
      <h2 id="requests-title" className="px-4 pt-3 font-semibold">
        {lines.length === 1 ? 'One request' : `${lines.length} requests`}
      </h2>
      <ul className="divide-y divide-line">
        {shown.map((line) => (
          <li key={line.appointment.id} className="px-4 py-3">
            <Link
              to={pathTo('appointment', { appointmentId: line.appointment.id })}
              className="block min-h-11 rounded-sm hover:text-accent"
            >
              <bdi className="block font-medium break-words">{whoOf(line)}</bdi>
              <span className="block text-sm text-muted">
                {formats.date(line.appointment.starts_at, DATE_WEEKDAY_SHORT)},{' '}
                {formats.timeRange(line.appointment.starts_at, line.appointment.ends_at)}
              </span>
              <bdi className="block text-sm text-muted">{whatOf(line, names)}</bdi>
            </Link>
            {mayEdit && (
              <div className="mt-2 flex gap-2 *:flex-1">
                <Button
                  size="sm"
                  aria-label={`Decline the request of ${whoOf(line)}`}
                  onClick={() => setDeclining(line)}
                >
                  Decline
                </Button>
                <Button
                  size="sm"
                  variant="primary"
                  aria-label={`Approve the request of ${whoOf(line)}`}
                  onClick={() => void takeStep(line.appointment, 'booked', whoOf(line))}
                >
                  Approve
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {more && <div className="px-2 pb-2">{more}</div>}
      {asked && (
        <ConfirmDialog
          open={declining !== null}
          title={`Decline the request of ${whoOf(asked)}?`}
          confirmLabel="Decline"
          onConfirm={() => void decline(asked)}
          onClose={() => setDeclining(null)}
        >
          {formats.dateTime(asked.appointment.starts_at)} becomes free again, and the client is
          told.
        </ConfirmDialog>
      )}
    </section>
  );
}
