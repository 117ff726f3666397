import { must } from '#domain/errors/assert.ts';
import { cancelAppointment, changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import { moveAppointment, resizeAppointment } from '#db/commands/appointment-time.ts';
import { createAppointment, editAppointment } from '#db/commands/appointments.ts';
import { setVisitPlace } from '#db/commands/visit-place.ts';
import { changeServices } from '#db/commands/appointment-services.ts';
import { valueOf } from '#db/test-rows.ts';
import { workOf } from './work.ts';
import type { Booked } from './work.ts';
import type { World } from './world.ts';

/** Appointments: booked, moved, changed, cancelled, brought to their end. */
export const bookVisits = async ({ db, at, owner }: World, booked: Booked) => {
  const { ada, ben } = booked;
  const segment = workOf(booked);
  const visit = valueOf(
    await createAppointment(db, {
      client_id: ada,
      segments: [segment(ben, at('14:00', 7)), segment(owner, at('15:30', 7))],
    }),
  );
  valueOf(await moveAppointment(db, visit, { startsAt: at('16:00', 8) }));
  valueOf(await resizeAppointment(db, visit, { endsAt: at('19:30', 8) }));
  valueOf(
    await valueOf(
      await moveAppointment(db, visit, { startsAt: at('15:00', 9), staffId: ben }),
    ).undo(),
  );
  valueOf(await editAppointment(db, visit, { staff_note: 'Fringe', confirmation: 'confirmed' }));
  const [cutPart] = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .equals(visit)
    .sortBy('position');
  const others = [
    { ...segment(ben, at('16:00', 8)), id: must(cutPart, 'the first part').id, price_cents: 5000 },
    { ...segment(owner, at('17:25', 8)), id: null },
    { ...segment(ben, at('18:50', 8)), id: null, add_on_ids: [] },
  ];
  valueOf(await valueOf(await changeServices(db, visit, others.slice(0, 2))).undo());
  valueOf(await changeServices(db, visit, others));
  const home = {
    location_type: 'client' as const,
    address: { line1: '5 Main St' },
    travel_before_min: 30,
    travel_after_min: 10,
  };
  valueOf(await valueOf(await setVisitPlace(db, visit, home)).undo());
  valueOf(await setVisitPlace(db, visit, home));
  valueOf(
    await valueOf(await cancelAppointment(db, visit, { reason: 'ill', by: 'client' })).undo!(),
  );
  const second = valueOf(
    await createAppointment(
      db,
      { client_id: null, segments: [segment(ben, at('16:10', 8))] },
      { acceptOverlap: true },
    ),
  );
  valueOf(await changeAppointmentStatus(db, second, 'arrived'));
  valueOf(await changeAppointmentStatus(db, second, 'in_service'));
  valueOf(await changeAppointmentStatus(db, second, 'completed'));
  const request = valueOf(
    await createAppointment(db, {
      client_id: ada,
      status: 'pending',
      segments: [segment(owner, at('14:00', 10))],
    }),
  );
  valueOf(await changeAppointmentStatus(db, request, 'declined'));
};
