import { pathTo } from '#app/paths.ts';
import type { TodayLine } from '#db/queries/now-next.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { List, ListRow } from '#ui/list.tsx';
import type { DayContext } from './day-context.ts';
import { whatOf, whoOf } from './line-words.ts';
import { useFirst } from './use-first.tsx';

const FIRST_SHOWN = 4;

/** What nobody has closed, and who has not said yet that they come. */
export function UnclearCard({
  overdue,
  unconfirmed,
  ...context
}: { overdue: readonly TodayLine[]; unconfirmed: readonly TodayLine[] } & DayContext) {
  return (
    <>
      <Group
        title="Did they come?"
        text="Over, and still marked as booked."
        lines={overdue}
        {...context}
      />
      <Group
        title="Not confirmed"
        text="Asked, and no answer so far."
        lines={unconfirmed}
        {...context}
      />
    </>
  );
}

function Group({
  title,
  text,
  lines,
  formats,
  names,
}: { title: string; text: string; lines: readonly TodayLine[] } & DayContext) {
  const { shown, more } = useFirst(lines, FIRST_SHOWN);
  if (lines.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0 max-lg:order-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="mb-2 text-sm text-muted">{text}</p>
      <List>
        {shown.map((line) => (
          <ListRow
            key={line.appointment.id}
            to={pathTo('appointment', { appointmentId: line.appointment.id })}
            title={<bdi>{whoOf(line)}</bdi>}
            subtitle={
              <bdi>
                {formats.date(line.appointment.starts_at, DATE_WEEKDAY_SHORT)},{' '}
                {formats.time(line.appointment.starts_at)} · {whatOf(line, names)}
              </bdi>
            }
          />
        ))}
      </List>
      {more && <div className="mt-1">{more}</div>}
    </section>
  );
}
