import { closeDay } from '#db/commands/day-close.ts';
import { closePayRun, setCommission } from '#db/commands/pay.ts';
import { valueOf } from '#db/test-rows.ts';
import { payEntry } from '#domain/staff/pay.ts';
import { addDays } from '#domain/time/day.ts';
import type { World } from './world.ts';

/** A day is closed, and the owner is paid for the month before. */
export const closeBooks = async ({ db, today, owner }: World): Promise<void> => {
  const rule = { service_bp: 4000, product_bp: 1000 };
  const set = valueOf(await setCommission(db, owner, rule));
  valueOf(await set.undo());
  valueOf(await setCommission(db, owner, rule));
  const earned = { services_cents: 5000, products_cents: 1735, tips_cents: 500 };
  const staff = { id: owner, display_name: 'Owner' };
  const byHand = { extra_cents: 1000, off_cents: 200, note: 'Bonus' };
  const run = { from_day: addDays(today, -31), to_day: addDays(today, -1) };
  const entries = [payEntry(staff, earned, rule, byHand)];
  valueOf(await closePayRun(db, { ...run, entries }));
  valueOf(
    await closeDay(db, {
      on_day: today,
      sales: 3,
      taken_cents: 9000,
      back_cents: 500,
      tip_cents: 500,
      due_cents: 0,
      waiting_for: ['7KQ2M'],
      note: 'Rain',
    }),
  );
};
