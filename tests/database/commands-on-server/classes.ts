import { createAppointment } from '#db/commands/appointments.ts';
import { seatClient, setAttendance, setCapacity, setPartySize } from '#db/commands/classes.ts';
import { valueOf } from '#db/test-rows.ts';
import { workOf } from './work.ts';
import type { Booked } from './work.ts';
import type { World } from './world.ts';

/** A class: filled, marked, grown, and seats given back and taken again. */
export const holdClass = async ({ db, at }: World, booked: Booked) => {
  const { ada, ben } = booked;
  const segment = workOf(booked);
  const yoga = valueOf(
    await createAppointment(db, {
      client_id: null,
      capacity: 3,
      segments: [segment(ben, at('10:00', 12))],
    }),
  );
  const { id: seat } = valueOf(await seatClient(db, yoga, ada, 2));
  valueOf(await setAttendance(db, seat, 'attended'));
  valueOf(await setPartySize(db, seat, 3));
  valueOf(await setCapacity(db, yoga, 4));
  valueOf(await valueOf(await setAttendance(db, seat, 'cancelled')).undo());
};
