import { beforeEach } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at, FIRST_DAY } from '../salon.ts';
import { anon, countOf, newId, rpc, type Answer } from '../setup.ts';
import type { Shop } from './shop.ts';

/** A day on which nobody has anything. */
export const DAY = FIRST_DAY + 1;
export const START = at(DAY, 14);

/** Three may come together, and what is said and asked about them. */
export const usePartyOf = (shop: Shop) => {
  const { rules, set, item, book } = shop;

  beforeEach(async () => {
    await rules({ group_max: 3, assign_rule: 'rank' });
  });

  const guest = (first_name = '', ...items: object[]) => ({
    first_name,
    items: items.length > 0 ? items : [item()],
  });
  const asked = (...who: object[]) => ({
    guests: who,
    starts_at: START,
    expected_total: 5000 * (who.length + 1),
  });
  const come = (who: object[], more: object = {}, opId = newId()) =>
    book({ ...asked(...who), ...more }, opId);
  const addCy = async (): Promise<Uuid> => {
    const cy = await addStaff(shop.db, shop.salon, 'Cy');
    await set('staff', cy, { rank: 3 });
    return cy;
  };
  /** Who comes when to whom, whoever booked first. */
  const visitsOf = (answer: Answer) =>
    shop.db.sql<{ name: string | null; staff: string; hour: number; with_me: boolean }>(
      `select c.first_name as name, p.display_name as staff,
         extract(epoch from s.starts_at - $2::timestamptz)::int / 3600.0 as hour,
         a.group_id = $1 as with_me
       from public.appointments a
       join public.appointment_segments s on s.appointment_id = a.id
       join public.staff p on p.id = s.staff_id
       left join public.clients c on c.id = a.client_id
       where a.group_id = $1 order by a.id <> $1, s.starts_at, p.display_name`,
      [answer['appointment'].id, at(DAY, 0)],
    );
  const shown = async (answer: Answer) =>
    (await visitsOf(answer)).map(({ name, staff, hour }) => `${name} ${staff} ${Number(hour)}`);
  const online = () =>
    countOf(shop.db, `public.appointments where business_id = $1 and source = 'online'`, [
      shop.salon.id,
    ]);
  const heldBy = (key: Uuid) =>
    countOf(shop.db, 'private.busy_segments where hold_key = $1', [key]);
  const byLink = (answer: Answer) => ({
    status: () => rpc(shop.db, anon, 'booking_status', { token: answer['manage_token'] }),
    cancel: (opId = newId()) =>
      rpc(shop.db, anon, 'cancel_booking', { token: answer['manage_token'], op_id: opId }),
    move: () =>
      rpc(shop.db, anon, 'reschedule_booking', {
        token: answer['manage_token'],
        starts_at: at(DAY, 10),
        op_id: newId(),
      }),
  });

  return { guest, asked, come, addCy, visitsOf, shown, online, heldBy, byLink };
};
