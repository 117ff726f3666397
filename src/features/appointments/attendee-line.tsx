import {
  Check,
  CloudUpload,
  Ellipsis,
  Minus,
  Plus,
  TriangleAlert,
  Undo2,
  UserX,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { setAttendance, setPartySize } from '#db/commands/classes.ts';
import type { AttendeeView } from '#db/queries/attendees.ts';
import { useDb } from '#db/use-query.ts';
import { countSeats, PARTY_MAX } from '#domain/appointments/party.ts';
import type { AppointmentRow, AttendeeRow } from '#domain/rows.ts';
import { pathTo } from '#app/paths.ts';
import { tellDone } from '#app/tell.ts';
import { FilterChip } from '#ui/chip.tsx';
import { IconButton } from '#ui/button.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';

type State = AttendeeRow['state'];

/** What is said once it is done: `Cleo Adams: here`. */
const DONE: Record<State, string> = {
  booked: 'booked',
  attended: 'here',
  no_show: 'did not come',
  cancelled: 'seat given back',
};

/** One party in a class: who, how many, and what became of them. */
export function AttendeeLine({
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
  const { attendee, client, name, pending } = view;
  const { id, state, seats } = attendee;
  const turn = async (to: State): Promise<void> => {
    tellDone(await setAttendance(db, id, to), `${name}: ${DONE[to]}`);
  };
  const size = async (to: number): Promise<void> => {
    tellDone(await setPartySize(db, id, to), `${name}: ${countSeats(to)}`);
  };
  const hasBegun = session.starts_at <= db.now();
  const items: MenuItem[] =
    state === 'cancelled'
      ? [{ label: 'Take the seat again', icon: Undo2, onPress: () => void turn('booked') }]
      : [
          ...(state === 'no_show'
            ? [{ label: 'Back to booked', icon: Undo2, onPress: () => void turn('booked') }]
            : hasBegun
              ? [{ label: 'Did not come', icon: UserX, onPress: () => void turn('no_show') }]
              : []),
          {
            label: 'One seat more',
            icon: Plus,
            disabled: left === 0 || seats >= PARTY_MAX,
            onPress: () => void size(seats + 1),
          },
          ...(seats > 1
            ? [{ label: 'One seat fewer', icon: Minus, onPress: () => void size(seats - 1) }]
            : []),
          {
            label: 'Give the seat back',
            icon: Undo2,
            tone: 'danger' as const,
            onPress: () => void turn('cancelled'),
          },
        ];
  return (
    <li className="flex min-h-14 items-center gap-2 py-1.5 pr-1.5 pl-4">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          {client ? (
            <Link
              to={pathTo('client', { clientId: client.id })}
              className="truncate font-medium underline-offset-2 hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <span className="truncate text-muted">Not on this device yet</span>
          )}
          {pending && (
            <CloudUpload size={15} className="shrink-0 text-muted" aria-label="Waiting to sync" />
          )}
        </span>
        {(seats > 1 || state === 'no_show') && (
          <span className="block text-sm text-muted">
            {[seats > 1 && countSeats(seats), state === 'no_show' && 'Did not come']
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        {client?.alert_note && (
          <span className="flex items-start gap-1.5 text-sm text-warning">
            <TriangleAlert size={15} className="mt-0.5 shrink-0" aria-hidden />
            <span className="min-w-0 break-words">{client.alert_note}</span>
          </span>
        )}
      </span>
      {mayEdit && (state === 'booked' || state === 'attended') && (
        <FilterChip
          selected={state === 'attended'}
          icon={Check}
          onChange={(isHere) => void turn(isHere ? 'attended' : 'booked')}
        >
          Here<span className="sr-only">: {name}</span>
        </FilterChip>
      )}
      {mayEdit && (
        <Menu
          label={`More about ${name}`}
          items={items}
          trigger={(props) => (
            <IconButton {...props} icon={Ellipsis} label={`More about ${name}`} />
          )}
        />
      )}
    </li>
  );
}
