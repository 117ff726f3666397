import type { Uuid, WaitlistEntryRow } from '#domain/rows.ts';
import { FIRST_DAY, wish } from '../salon.ts';
import { anon, insert, newId, rowOf, rpc, type Answer } from '../setup.ts';
import type { Shop } from '../booking/shop.ts';

/** The day that everybody here waits for; nobody has a visit on it. */
export const DAY = FIRST_DAY + 1;

/** What people do about the waitlist of a shop. */
export const lineOf = (shop: Shop) => {
  const joinRequest = (more: object = {}) => ({
    items: [shop.item()],
    windows: wish(shop.salon.cut, DAY).windows,
    client: shop.request().client,
    note: 'Any day',
    ...more,
  });
  return {
    joinRequest,
    join: (more: object = {}, opId = newId()): Promise<Answer> =>
      rpc(shop.db, anon, 'join_waitlist', {
        slug: shop.salon.slug,
        request: joinRequest(more),
        op_id: opId,
      }),
    status: (token: string): Promise<Answer> => rpc(shop.db, anon, 'waitlist_status', { token }),
    leave: (token: string, opId = newId()): Promise<Answer> =>
      rpc(shop.db, anon, 'leave_waitlist', { token, op_id: opId }),
    /** Somebody who waits, as the database's owner enters them. */
    enter: async (more: object = {}): Promise<Uuid> => {
      const id = newId();
      await insert(shop.db, 'waitlist_entries', {
        id,
        business_id: shop.salon.id,
        client_id: shop.salon.client,
        ...wish(shop.salon.cut, DAY),
        ...more,
      });
      return id;
    },
    entry: async (id: Uuid) => (await rowOf(shop.db, 'waitlist_entries', id)) as WaitlistEntryRow,
    joined: () =>
      shop.db.sql<WaitlistEntryRow & { id: Uuid }>(
        `select * from public.waitlist_entries where business_id = $1 and source = 'public'
         order by created_at, id`,
        [shop.salon.id],
      ),
    mails: () =>
      shop.db.sql<{ kind: string; to_email: string; data: Answer }>(
        `select kind, to_email, data from private.mail_outbox
         where business_id = $1 and kind like 'waitlist%' order by created_at, id`,
        [shop.salon.id],
      ),
    /** The clock's work of a minute. */
    minute: () => shop.db.sql('select private.run_jobs()'),
  };
};
