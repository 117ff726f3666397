import { pathTo } from '#app/paths.ts';
import type { NewsLine } from '#db/queries/now-next.ts';
import type { Instant } from '#domain/rows.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { Button } from '#ui/button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { CalendarPlus, CalendarSync, CalendarX } from 'lucide-react';
import type { DayContext } from './day-context.ts';
import { whatOf, whoOf } from './line-words.ts';
import { useFirst } from './use-first.tsx';

const FIRST_SHOWN = 4;

const ICONS = { booked: CalendarPlus, moved: CalendarSync, cancelled: CalendarX } as const;

/** What others booked, moved and cancelled while nobody looked, offline or asleep. */
export function NewsCard({
  title,
  lines,
  onSeen,
  formats,
  names,
}: { title: string; lines: readonly NewsLine[]; onSeen: () => void } & DayContext) {
  const { shown, more } = useFirst(lines, FIRST_SHOWN);
  if (lines.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0 max-lg:order-2">
      <header className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        <Button size="sm" variant="quiet" onClick={onSeen}>
          Seen
        </Button>
      </header>
      <List>
        {shown.map((line) => {
          const { id, starts_at } = line.appointment;
          const Icon = ICONS[line.news];
          const when = (at: Instant) =>
            `${formats.date(at, DATE_WEEKDAY_SHORT)}, ${formats.time(at)}`;
          return (
            <ListRow
              key={id}
              to={pathTo('appointment', { appointmentId: id })}
              leading={<Icon size={20} className="text-muted" aria-hidden />}
              title={
                <>
                  <bdi>{whoOf(line)}</bdi> {line.news}
                </>
              }
              subtitle={
                <bdi>
                  {when(starts_at)}
                  {line.news === 'moved' && line.from && `, was ${when(line.from)}`} ·{' '}
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
