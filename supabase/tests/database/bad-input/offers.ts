import type { Database } from '#supabase/local/database/database.ts';
import type { Uuid } from '#domain/rows.ts';
import { at, wish } from '../salon.ts';
import { insert, newId, rpc, signedIn } from '../setup.ts';
import { DAY_OF_PAYING, type Place } from './requests.ts';

/** A time that somebody was offered who waits for it, and that nobody else gets meanwhile; answers the offer. */
export const addOffer = async (db: Database, salon: Place, token: string): Promise<Uuid> => {
  const entry = newId();
  await insert(db, 'waitlist_entries', {
    id: entry,
    business_id: salon.id,
    client_id: salon.client,
    ...wish(salon.cut, DAY_OF_PAYING.offered),
  });
  await db.sql(
    `select private.add_waitlist_token(e, $2) from public.waitlist_entries e where e.id = $1`,
    [entry, token],
  );
  await rpc(db, signedIn(salon.users.owner), 'offer_time', {
    business_id: salon.id,
    entry_id: entry,
    starts_at: at(DAY_OF_PAYING.offered, 13),
    staff_id: salon.ann,
  });
  const [offer] = await db.sql<{ id: Uuid; hold_key: Uuid }>(
    `update private.waitlist_offers
     set sent_at = now(), expires_at = now() + interval '1 day' where entry_id = $1
     returning id, hold_key`,
    [entry],
  );
  await db.sql(
    `update private.slot_holds set expires_at = now() + interval '1 day' where hold_key = $1`,
    [offer!.hold_key],
  );
  return offer!.id;
};
