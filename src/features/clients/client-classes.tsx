import { pathTo } from '#app/paths.ts';
import { classesOfClient } from '#db/queries/attendees.ts';
import { useQuery } from '#db/use-query.ts';
import { countSeats } from '#domain/appointments/party.ts';
import { takesPlace } from '#domain/appointments/seats.ts';
import type { AppointmentRow, AttendeeRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip, type ChipTone } from '#ui/chip.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { useState } from 'react';

const FIRST_SHOWN = 4;
const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;

const STATES: Record<AttendeeRow['state'], { words: string; tone: ChipTone }> = {
  booked: { words: 'Booked', tone: 'info' },
  attended: { words: 'Was there', tone: 'success' },
  no_show: { words: 'No-show', tone: 'danger' },
  cancelled: { words: 'Given back', tone: 'neutral' },
};

/** The classes that somebody sits in, newest first; each leads to its session. */
export function ClientClasses({ clientId, formats }: { clientId: Uuid; formats: BusinessFormats }) {
  const [showsAll, setShowsAll] = useState(false);
  const classes = useQuery((db) => classesOfClient(db, clientId), [clientId]) ?? [];
  if (classes.length === 0) return null;
  const shown = showsAll ? classes : classes.slice(0, FIRST_SHOWN);
  return (
    <section aria-label="Classes" className="max-lg:order-2">
      <h2 className="mb-2 font-semibold">Classes</h2>
      <List>
        {shown.map(({ attendee, session, name }) => (
          <ListRow
            key={attendee.id}
            to={pathTo('appointment', { appointmentId: session.id })}
            title={
              <span className="whitespace-normal tabular-nums">
                {formats.date(session.starts_at, DAY)}, {formats.time(session.starts_at)}
              </span>
            }
            subtitle={
              <bdi>{attendee.seats > 1 ? `${name}, ${countSeats(attendee.seats)}` : name}</bdi>
            }
            trailing={<State attendee={attendee} session={session} />}
          />
        ))}
      </List>
      {shown.length < classes.length && (
        <Button size="sm" variant="quiet" className="mt-1" onClick={() => setShowsAll(true)}>
          {classes.length - shown.length} more
        </Button>
      )}
    </section>
  );
}

function State({ attendee, session }: { attendee: AttendeeRow; session: AppointmentRow }) {
  if (!takesPlace(session.status)) return <Chip>Cancelled</Chip>;
  if (attendee.conflict) return <Chip tone="danger">No seat</Chip>;
  const { words, tone } = STATES[attendee.state];
  return <Chip tone={tone}>{words}</Chip>;
}
