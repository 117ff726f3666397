import { addDays } from '#domain/time/day.ts';
import { editBusiness, editRules, publishPolicy } from '#db/commands/business.ts';
import {
  createTimeOff,
  setDateException,
  setTimeOffStatus,
  setWorkPattern,
} from '#db/commands/hours.ts';
import { archiveReason, createReason, editReason, moveReason } from '#db/commands/reasons.ts';
import { setPicture } from '#db/commands/pictures.ts';
import {
  archiveStaff,
  createStaff,
  editStaff,
  orderStaff,
  setEmergencyContact,
} from '#db/commands/staff.ts';
import { valueOf } from '#db/test-rows.ts';
import { FACE } from './world.ts';
import type { World } from './world.ts';

/** Settings, people, hours and reasons. */
export const manageTeam = async ({ db, today, owner, at }: World) => {
  valueOf(await editBusiness(db, { name: 'Salon of Tests', address: { line1: '1 Main St' } }));
  valueOf(await editRules(db, { slot_step_min: 0, window_days: 90 }));
  valueOf(await publishPolicy(db, 'Be on time.'));
  const ben = valueOf(await createStaff(db, { display_name: 'Ben' }));
  const leaving = valueOf(await createStaff(db, { display_name: 'Leaving' }));
  valueOf(await editStaff(db, ben, { title: 'Stylist', colour: 'rose' }));
  valueOf(await editStaff(db, ben, { employed_from: today, employed_until: addDays(today, 90) }));
  const contact = valueOf(await setEmergencyContact(db, ben, { name: ' Rosa ', phone: '' }));
  valueOf(await contact.undo());
  valueOf(await setEmergencyContact(db, ben, { name: 'Rosa', phone: '212 555 0125' }));
  valueOf(await orderStaff(db, [ben, owner, leaving]));
  valueOf(await archiveStaff(db, leaving));
  valueOf(await setPicture(db, { table: 'staff', id: ben }, FACE));
  valueOf(await valueOf(await setPicture(db, { table: 'staff', id: ben }, null)).undo());
  valueOf(
    await setPicture(db, { table: 'businesses', id: db.businessId }, { ...FACE, height: 90 }),
  );
  const weeks = [Array.from({ length: 7 }, (): [number, number][] => [[540, 1080]])];
  valueOf(await setWorkPattern(db, { staff_id: ben, valid_from: addDays(today, 3), weeks }));
  valueOf(
    await setDateException(db, {
      staff_id: null,
      on_day: addDays(today, 30),
      kind: 'closed',
      ranges: [],
      note: 'Closed',
    }),
  );
  const lunch = valueOf(await createReason(db, { name: 'Tea' }));
  const unused = valueOf(await createReason(db, { name: 'Unused' }));
  valueOf(await editReason(db, lunch, { default_min: 20 }));
  valueOf(await moveReason(db, unused, 0));
  valueOf(await archiveReason(db, unused));
  const off = valueOf(
    await createTimeOff(
      db,
      {
        staff_id: ben,
        starts_at: at('05:00', 40),
        ends_at: at('05:00', 42),
        reason_id: null,
        note: null,
      },
      'requested',
    ),
  );
  valueOf(await setTimeOffStatus(db, off, 'approved'));
  return { ben, lunch };
};
