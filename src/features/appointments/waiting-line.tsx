import { setAttendance, setCapacity } from '#db/commands/classes.ts';
import type { AttendeeView } from '#db/queries/attendees.ts';
import { useDb } from '#db/use-query.ts';
import { countSeats } from '#domain/appointments/party.ts';
import type { AppointmentRow } from '#domain/rows.ts';
import { tellDone } from '#app/tell.ts';
import { Button } from '#ui/button.tsx';

/**
 * Somebody for whom the server found no seat: others took them while this device was offline. Chairs
 * are added, or the party stays away; the server gives seats that come free to those who wait.
 */
export function WaitingLine({
  view,
  session,
  left,
  mayEdit,
}: {
  view: AttendeeView;
  session: AppointmentRow;
  left: number;
  mayEdit: boolean;
}) {
  const db = useDb();
  const { attendee, name } = view;
  const lacking = Math.max(0, attendee.seats - left);
  const add = async (): Promise<void> => {
    const result = await setCapacity(db, session.id, (session.capacity ?? 0) + lacking);
    tellDone(result, `${countSeats(lacking)} more for ${name}`);
  };
  const leave = async (): Promise<void> => {
    tellDone(await setAttendance(db, attendee.id, 'cancelled'), `${name}: taken off`);
  };
  return (
    <li className="grid gap-2 px-4 py-3">
      <p>
        <bdi className="font-medium">{name}</bdi>
        <span className="block text-sm text-danger">
          {attendee.seats > 1 ? `No ${countSeats(attendee.seats)} left` : 'No seat left'}: others
          were faster.
          {lacking === 0 && ' There is room now; the seat comes with the next sync.'}
        </span>
      </p>
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          {lacking > 0 && (
            <Button size="sm" onClick={() => void add()}>
              Add {countSeats(lacking)}
            </Button>
          )}
          <Button size="sm" variant="danger" onClick={() => void leave()}>
            Take off the list
          </Button>
        </div>
      )}
    </li>
  );
}
