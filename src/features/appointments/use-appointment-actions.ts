import type { AppointmentStatus } from '#domain/rows.ts';
import { changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import { editAppointment } from '#db/commands/appointments.ts';
import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { useDb } from '#db/use-query.ts';
import { changeStatus } from '#domain/appointments/change-status.ts';
import { isClass, nextStepOf } from '#domain/appointments/seats.ts';
import { isActive, TRANSITIONS } from '#domain/appointments/status.ts';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import { showToast } from '#ui/toast.ts';
import { tellDone } from '#app/tell.ts';
import { visitName } from './visit-name.ts';

/** The one next step, the other steps that are possible now, and how to take one. */
export function useAppointmentActions(detail: AppointmentDetail) {
  const { appointment, client } = detail;
  const db = useDb();
  const name = visitName(detail);
  const isPossible = (to: AppointmentStatus): boolean => changeStatus(appointment, to, db.now()).ok;

  const take = async (to: AppointmentStatus, acceptOverlap = false): Promise<void> => {
    const result = await changeAppointmentStatus(db, appointment.id, to, { acceptOverlap });
    if (!result.ok && result.error.code === 'overlap') {
      showToast({
        type: 'warning',
        title: 'This time has been given to somebody else',
        description: 'Nothing was changed.',
        action: { label: 'Book anyway', onPress: () => void take(to, true) },
      });
      return;
    }
    tellDone(result, `${name}: ${STATUS_WORDS[to].toLowerCase()}`);
  };

  /** What the client said on the phone or at the counter. */
  const setConfirmed = async (isConfirmed: boolean): Promise<void> => {
    const confirmation = isConfirmed ? 'confirmed' : 'none';
    const result = await editAppointment(db, appointment.id, { confirmation }, appointment.rev);
    tellDone(result, `${name}: ${isConfirmed ? 'confirmed by client' : 'not confirmed'}`);
  };

  const next = nextStepOf(appointment);
  return {
    name,
    next,
    canMove: isActive(appointment.status),
    canCancel: isPossible('cancelled'),
    // Cancelling asks for a reason and has its own way; the server's timer lets requests expire.
    others: TRANSITIONS[appointment.status].filter(
      (to) =>
        to !== next &&
        to !== 'cancelled' &&
        to !== 'expired' &&
        // Who arrives at a class, or does not come, is said of each who sits in it.
        !(isClass(appointment) && (to === 'arrived' || to === 'no_show')) &&
        isPossible(to),
    ),
    take,
    /** Whether the client has said that they come; null where that is no question. */
    isConfirmed:
      client && appointment.status === 'booked' ? appointment.confirmation === 'confirmed' : null,
    setConfirmed,
  };
}
