import { closeDay } from '#db/commands/day-close.ts';
import { closePayRun, setCommission } from '#db/commands/pay.ts';
import { valueOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { payEntry } from '#domain/staff/pay.ts';
import { addDays } from '#domain/time/day.ts';
import type { World } from './world.ts';

/** A day is closed, and the owner is paid for the month before. */
export const closeBooks = async ({ db, today, owner }: World): Promise<void> => {
  const [service] = await db.rows('services').toArray();
  const { id: service_id } = must(service, 'a service');
  const rule = {
    service_bp: 4000,
    product_bp: 1000,
    service_steps: [{ from_cents: 4000, bp: 5000 }],
    service_cents: 150,
    own_rates: [{ service_id, bp: 1000, cents: 500 }],
  };
  const set = valueOf(await setCommission(db, owner, rule));
  valueOf(await set.undo());
  valueOf(await setCommission(db, owner, rule));
  const done = [
    { service: null, cents: 5000, count: 1 },
    { service: service_id, cents: 2000, count: 2 },
  ];
  const earned = { done, products_cents: 1735, tips_cents: 500 };
  const staff = { id: owner, display_name: 'Owner' };
  const byHand = { extra_cents: 1000, off_cents: 200, note: 'Bonus' };
  const run = { from_day: addDays(today, -31), to_day: addDays(today, -1) };
  const services = new Map([[service_id, must(service, 'a service')]]);
  const entries = [payEntry(staff, earned, rule, byHand, services)];
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
