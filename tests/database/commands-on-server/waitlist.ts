import { createAppointment } from '#db/commands/appointments.ts';
import {
  addToWaitlist,
  closeWaitlistEntry,
  editWaitlistEntry,
  reopenWaitlistEntry,
} from '#db/commands/waitlist.ts';
import { valueOf } from '#db/test-rows.ts';
import { addDays } from '#domain/time/day.ts';
import { workOf } from './work.ts';
import type { Booked } from './work.ts';
import type { World } from './world.ts';

/** Somebody waits, is taken off and comes back, and is booked in the end; another one leaves. */
export const keepWaitlist = async ({ db, today, at, owner }: World, booked: Booked) => {
  const { ada, variant } = booked;
  const wish = {
    client_id: ada,
    items: [{ variant_id: variant, staff_ids: [owner], add_on_ids: [] }],
    windows: [
      {
        from_day: today,
        to_day: addDays(today, 20),
        weekdays: [0, 2],
        from_min: 540,
        to_min: 1440,
      },
      { from_day: today, to_day: today, weekdays: [], from_min: 0, to_min: 1440 },
    ],
    note: 'After work',
    flexible_min: 0,
    priority: 0,
  };
  const first = valueOf(await addToWaitlist(db, wish)).id;
  valueOf(await editWaitlistEntry(db, first, { note: null, priority: 2 }));
  valueOf(await valueOf(await closeWaitlistEntry(db, first)).undo());
  const form = {
    client_id: ada,
    source: 'waitlist' as const,
    segments: [workOf(booked)(owner, at('15:00', 45))],
  };
  valueOf(await createAppointment(db, form, { waitlistEntryId: first }));
  const second = valueOf(await addToWaitlist(db, { ...wish, priority: 1 }));
  valueOf(await second.undo());
  valueOf(await reopenWaitlistEntry(db, second.id));
  valueOf(await closeWaitlistEntry(db, second.id));
};
