import { tellDone } from '#app/tell.ts';
import type { AppointmentForm } from '#db/commands/appointments.ts';
import { createGroup } from '#db/commands/groups.ts';
import type { DaybookDb } from '#db/open.ts';
import { ok, type Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { setFlashingAppointment } from '#ui/ui-state.ts';
import { countWords } from './count-words.ts';

/** Books the first and those who come along, all at the same place, and says so. */
export async function saveGroup(
  db: DaybookDb,
  first: AppointmentForm,
  others: readonly AppointmentForm[],
  options: { acceptOverlap: boolean },
): Promise<Result<Uuid[]>> {
  const { location_type = 'business', address = null } = first;
  const forms = [first, ...others.map((form) => ({ ...form, location_type, address }))];
  const made = await createGroup(db, forms, options);
  if (!made.ok) return made;
  const { ids, undo } = made.value;
  if (ids[0]) setFlashingAppointment(ids[0]);
  tellDone(ok({ undo }), `Booked ${countWords(ids.length)} together`);
  return ok(ids);
}
