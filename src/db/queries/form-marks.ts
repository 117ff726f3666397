import type { AppointmentStatus, Instant, Uuid } from '#domain/rows.ts';
import { formMark } from '#domain/forms/form-mark.ts';
import type { FormMark } from '#domain/forms/form-mark.ts';
import type { DaybookDb } from '../open.ts';
import { formsBefore } from './forms-before.ts';

/** What is over needs no form any more. */
const OPEN: readonly AppointmentStatus[] = ['pending', 'booked', 'arrived', 'in_service'];

/** How the forms of the visits stand that begin in a period; those that want none are not here. */
export const formMarks = async (
  db: DaybookDb,
  from: Instant,
  to: Instant,
): Promise<ReadonlyMap<Uuid, FormMark>> => {
  const rows = await db.rows('appointments').where('starts_at').between(from, to).toArray();
  const open = rows.filter(({ status }) => OPEN.includes(status));
  const segments = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .anyOf(open.map(({ id }) => id))
    .toArray();
  const of = new Map<Uuid, typeof segments>();
  for (const one of segments) {
    of.set(one.appointment_id, [...(of.get(one.appointment_id) ?? []), one]);
  }
  const wanted = await formsBefore(
    db,
    open.flatMap((appointment) =>
      appointment.client_id
        ? {
            appointment,
            client: { id: appointment.client_id },
            segments: of.get(appointment.id) ?? [],
          }
        : [],
    ),
  );
  const marks = new Map<Uuid, FormMark>();
  for (const [id, forms] of wanted) {
    const mark = formMark(forms);
    if (mark) marks.set(id, mark);
  }
  return marks;
};
