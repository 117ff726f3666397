import { CalendarPlus } from 'lucide-react';
import { pathTo } from '#app/paths.ts';
import { nextTimes } from '#db/queries/next-times.ts';
import { useQuery } from '#db/use-query.ts';
import type { BusinessRow, Instant, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText, wallAt } from '#domain/time/clock-text.ts';
import { Card } from '#ui/card.tsx';
import { LinkButton } from '#ui/link-button.tsx';

/** The next visit, while the client is still here: the same again, at times that are free. */
export function RebookCard({
  appointmentId,
  business,
}: {
  appointmentId: Uuid;
  business: BusinessRow;
}) {
  const next = useQuery((db) => nextTimes(db, appointmentId), [appointmentId]);
  if (!next || next.times.length === 0) return null;
  const formats = businessFormats(business);
  const bookAt = (time: Instant): string => {
    const { day, minute } = wallAt(business.time_zone, time);
    return pathTo('calendar', null, {
      date: day,
      new: 'appointment',
      on: day,
      at: clockText(minute),
      client: next.clientId,
      again: appointmentId,
    });
  };
  return (
    <Card title="Same again?">
      <ul className="grid gap-2">
        {next.times.map((time) => (
          <li key={time}>
            <LinkButton wide icon={CalendarPlus} to={bookAt(time)}>
              {formats.dateTime(time)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
