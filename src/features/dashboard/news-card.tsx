import { pathTo } from '#app/paths.ts';
import type { TodayLine } from '#db/queries/now-next.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { Button } from '#ui/button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { CalendarPlus, CalendarX } from 'lucide-react';
import type { DayContext } from './day-context.ts';
import { whatOf, whoOf } from './line-words.ts';
import { useFirst } from './use-first.tsx';

const FIRST_SHOWN = 4;

/** What clients booked and cancelled by themselves while nobody looked, offline or asleep. */
export function NewsCard({
  lines,
  onSeen,
  formats,
  names,
}: { lines: readonly TodayLine[]; onSeen: () => void } & DayContext) {
  const { shown, more } = useFirst(lines, FIRST_SHOWN);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Since you last looked" className="min-w-0 max-lg:order-2">
      <header className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-semibold">Since you last looked</h2>
        <Button size="sm" variant="quiet" onClick={onSeen}>
          Seen
        </Button>
      </header>
      <List>
        {shown.map((line) => {
          const { id, status, starts_at } = line.appointment;
          const isGone = status === 'cancelled';
          const Icon = isGone ? CalendarX : CalendarPlus;
          return (
            <ListRow
              key={id}
              to={pathTo('appointment', { appointmentId: id })}
              leading={<Icon size={20} className="text-muted" aria-hidden />}
              title={
                <>
                  <bdi>{whoOf(line)}</bdi> {isGone ? 'cancelled' : 'booked'}
                </>
              }
              subtitle={
                <bdi>
                  {formats.date(starts_at, DATE_WEEKDAY_SHORT)}, {formats.time(starts_at)} ·{' '}
                  {whatOf(line, names)}
                </bdi>
              }
            />
          );
        })}
      </List>
      {more && <div className="mt-1">{more}</div>}
    </section>
  );
}
