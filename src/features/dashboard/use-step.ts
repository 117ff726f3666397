import { messageFor } from '#app/messages.ts';
import { changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import { useDb } from '#db/use-query.ts';
import type { AppointmentRow, AppointmentStatus } from '#domain/rows.ts';
import { tellOutcome } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import { STEP_DONE } from './dashboard-words.ts';

/** Takes an appointment a step on and offers the way back. A taken place asks before it doubles. */
export const useStep = () => {
  const db = useDb();
  return async (
    appointment: Pick<AppointmentRow, 'id'>,
    to: AppointmentStatus,
    who: string,
  ): Promise<void> => {
    const title = `${who} ${STEP_DONE[to] ?? 'changed'}`;
    const run = (acceptOverlap: boolean) =>
      changeAppointmentStatus(db, appointment.id, to, { acceptOverlap });
    const result = await run(false);
    if (result.ok || result.error.code !== 'overlap') {
      return tellOutcome(result, title, messageFor);
    }
    showToast({
      type: 'warning',
      title: 'This time is taken by now',
      description: 'Nothing was changed.',
      action: {
        label: 'Book anyway',
        onPress: () => void run(true).then((again) => tellOutcome(again, title, messageFor)),
      },
    });
  };
};
