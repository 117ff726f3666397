import clsx from 'clsx';
import { useState, type ComponentType } from 'react';
import { setCapacity } from '#db/commands/classes.ts';
import { classList, type AttendeeView } from '#db/queries/attendees.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { countSeats } from '#domain/appointments/party.ts';
import { seatsLeft, takesPlace } from '#domain/appointments/seats.ts';
import type { AppointmentRow } from '#domain/rows.ts';
import { messageFor } from '#app/messages.ts';
import { tellDone } from '#app/tell.ts';
import { Button } from '#ui/button.tsx';
import { WholeField } from '#ui/whole-field.tsx';
import { AddAttendee } from './add-attendee.tsx';
import { AttendeeLine } from './attendee-line.tsx';
import { WaitingLine } from './waiting-line.tsx';

/** Who sits in a class: seats left, everybody with what became of them, and room for one more. */
export function ClassCard({ detail, mayEdit }: { detail: AppointmentDetail; mayEdit: boolean }) {
  const { appointment } = detail;
  const list = useQuery((db) => classList(db, appointment.id), [appointment.id]);
  if (!list) return null;
  const { sitting, waiting, gone, sold } = list;
  const attendees = [...sitting, ...waiting, ...gone].map(({ attendee }) => attendee);
  const left = seatsLeft(appointment, attendees);
  const isOn = takesPlace(appointment.status);
  const shared = { session: appointment, left, mayEdit };
  return (
    <section aria-label="Attendees" className="grid gap-4">
      <Seats detail={detail} sold={sold} left={left} mayEdit={mayEdit && isOn} />
      {waiting.length > 0 && (
        <Parties
          label="Without a seat"
          views={waiting}
          Line={WaitingLine}
          {...shared}
          className="rounded-lg border-2 border-danger"
        />
      )}
      {sitting.length > 0 ? (
        <Parties
          label="With a seat"
          views={sitting}
          Line={AttendeeLine}
          {...shared}
          className="rounded-lg border border-line"
        />
      ) : (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-center text-muted">
          Nobody has taken a seat yet.
        </p>
      )}
      {mayEdit && isOn && <AddAttendee session={appointment} left={left} />}
      {gone.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-muted">
            {gone.length === 1 ? '1 gave the seat back' : `${gone.length} gave their seats back`}
          </summary>
          <Parties
            label="Seats given back"
            views={gone}
            Line={AttendeeLine}
            {...shared}
            mayEdit={mayEdit && isOn}
          />
        </details>
      )}
      <p className="text-sm text-muted">
        Daybook sends no mails about classes: tell people yourself when you move or cancel one.
      </p>
    </section>
  );
}

type LineProps = {
  view: AttendeeView;
  session: AppointmentRow;
  /** Seats that nobody has. */
  left: number;
  mayEdit: boolean;
};

/** Parties of one kind, each with what can be done about them. */
function Parties({
  label,
  views,
  Line,
  className,
  ...shared
}: Omit<LineProps, 'view'> & {
  label: string;
  views: readonly AttendeeView[];
  Line: ComponentType<LineProps>;
  className?: string;
}) {
  return (
    <ul aria-label={label} className={clsx('grid divide-y divide-line', className)}>
      {views.map((view) => (
        <Line key={view.attendee.id} view={view} {...shared} />
      ))}
    </ul>
  );
}

/** `7 of 12 seats taken`, and how to have more of them or fewer. */
function Seats({
  detail,
  sold,
  left,
  mayEdit,
}: {
  detail: AppointmentDetail;
  sold: number;
  left: number;
  mayEdit: boolean;
}) {
  const db = useDb();
  const { id, capacity } = detail.appointment;
  const [wanted, setWanted] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    const result = await setCapacity(db, id, wanted ?? 0);
    if (!result.ok) {
      return setFault(
        result.error.code === 'class_full'
          ? `${countSeats(sold)} are taken already.`
          : messageFor(result.error),
      );
    }
    setOpen(false);
    tellDone(result, countSeats(wanted ?? 0));
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold tabular-nums">
          {sold} of {capacity} seats taken
          <span className="block text-sm font-normal text-muted">
            {left === 0 ? 'Full' : `${countSeats(left)} left`}
          </span>
        </p>
        {mayEdit && !isOpen && (
          <Button
            size="sm"
            onClick={() => {
              setWanted(capacity ?? null);
              setFault(null);
              setOpen(true);
            }}
          >
            Change seats
          </Button>
        )}
      </div>
      {isOpen && (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <div className="min-w-0 flex-1">
            <WholeField
              label="Seats"
              value={wanted}
              error={fault ?? undefined}
              onChange={(next) => {
                setFault(null);
                setWanted(next);
              }}
            />
          </div>
          <Button onClick={() => setOpen(false)}>Back</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </form>
      )}
    </div>
  );
}
