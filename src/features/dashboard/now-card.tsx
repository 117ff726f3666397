import { pathTo } from '#app/paths.ts';
import { StatusChip } from '#ui/status-chip.tsx';
import type { Today, TodayLine } from '#db/queries/now-next.ts';
import { nextStepOf } from '#domain/appointments/seats.ts';
import { formatRelative } from '#domain/time/duration.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { Button } from '#ui/button.tsx';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { STEP_WORDS } from './dashboard-words.ts';
import type { DayContext } from './day-context.ts';
import { whatOf, whoOf } from './line-words.ts';
import { useStep } from './use-step.ts';

/** More people than these are a list. */
const LARGE_SHOWN = 2;
/** From this long before the start, arriving is what comes next. */
const SOON_MIN = 60;

/** Who is here and who comes next, with the one step that is due. */
export function NowCard({ today, ...context }: { today: Today } & DayContext) {
  const [next, afterNext] = today.next;
  if (today.now.length === 0 && !next) return null;
  return (
    <section aria-label="Now and next" className="grid min-w-0 grid-cols-1 gap-3 max-lg:order-1">
      {today.now.length > LARGE_SHOWN ? (
        <HereList lines={today.now} {...context} />
      ) : (
        today.now.map((line) => (
          <Person key={line.appointment.id} line={line} label="Here now" {...context} />
        ))
      )}
      {next && (
        <Person
          key={next.appointment.id}
          line={next}
          label={`Next, ${relative(next, context)}`}
          {...context}
        />
      )}
      {today.now.length === 0 && afterNext && (
        <p className="px-1 text-sm text-muted">
          Then <bdi>{whoOf(afterNext)}</bdi> at{' '}
          {context.formats.time(afterNext.appointment.starts_at)}.
        </p>
      )}
    </section>
  );
}

const relative = ({ appointment }: TodayLine, { now, business }: DayContext): string =>
  formatRelative(epochMinOf(now), epochMinOf(appointment.starts_at), business.locale);

const isSoon = ({ appointment }: TodayLine, { now }: DayContext): boolean =>
  epochMinOf(appointment.starts_at) - epochMinOf(now) <= SOON_MIN;

/** A full house: one line each. */
function HereList({ lines, ...context }: { lines: readonly TodayLine[] } & DayContext) {
  const { names, isWaiting, mayEdit } = context;
  const takeStep = useStep();
  return (
    <section
      aria-labelledby="here-title"
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <h2 id="here-title" className="px-4 pt-3 pb-1 font-semibold">
        Here now ({lines.length})
      </h2>
      <ul className="divide-y divide-line">
        {lines.map((line) => {
          const { appointment, client } = line;
          const step = nextStepOf(appointment);
          return (
            <li key={appointment.id} className="flex min-h-16 items-center gap-3 px-4 py-2">
              <Link
                to={pathTo('appointment', { appointmentId: appointment.id })}
                className="min-w-0 flex-1 rounded-sm py-1 hover:text-accent"
              >
                <span className="flex flex-wrap items-center gap-2">
                  <bdi className="font-medium break-words">{whoOf(line)}</bdi>
                  <StatusChip appointment={appointment} />
                  {isWaiting(appointment.id) && <WaitingMark />}
                </span>
                <bdi className="block truncate text-sm text-muted">{whatOf(line, names)}</bdi>
                {client?.alert_note && (
                  <span className="mt-0.5 flex items-start gap-1.5 text-sm text-warning">
                    <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
                    <span className="min-w-0 break-words">{client.alert_note}</span>
                  </span>
                )}
              </Link>
              {step && mayEdit && (
                <Button
                  size="sm"
                  aria-label={`${STEP_WORDS[step]}: ${whoOf(line)}`}
                  onClick={() => void takeStep(appointment, step, whoOf(line))}
                >
                  {STEP_WORDS[step]}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Person({ line, label, ...context }: { line: TodayLine; label: string } & DayContext) {
  const { appointment, client } = line;
  const { formats, names, isWaiting, mayEdit } = context;
  const takeStep = useStep();
  const step = nextStepOf(appointment);
  return (
    <article className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 p-4 sm:p-5">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {label}
            <StatusChip appointment={appointment} />
            {isWaiting(appointment.id) && <WaitingMark />}
          </p>
          <h2 className="mt-1 text-xl font-semibold break-words">
            <Link
              to={pathTo('appointment', { appointmentId: appointment.id })}
              className="hover:text-accent"
            >
              <bdi>{whoOf(line)}</bdi>
            </Link>
          </h2>
          <p className="tabular-nums">
            {formats.timeRange(appointment.starts_at, appointment.ends_at)}
            <span className="text-muted"> · {whatOf(line, names)}</span>
          </p>
        </div>
        {step && mayEdit && (
          <Button
            variant={isSoon(line, context) ? 'primary' : 'secondary'}
            className="max-sm:w-full"
            onClick={() => void takeStep(appointment, step, whoOf(line))}
          >
            {STEP_WORDS[step]}
          </Button>
        )}
      </div>
      {client?.alert_note && (
        <p className="flex items-start gap-2 bg-warning-soft px-4 py-2.5 sm:px-5">
          <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warning" aria-hidden />
          <span className="sr-only">Alert: </span>
          <span className="min-w-0 break-words whitespace-pre-line">{client.alert_note}</span>
        </p>
      )}
      {appointment.client_note && (
        <p className="border-t border-line px-4 py-2.5 text-sm break-words sm:px-5">
          <span className="text-muted">Note from the client: </span>
          {appointment.client_note}
        </p>
      )}
    </article>
  );
}
