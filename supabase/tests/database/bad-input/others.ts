import { formFile } from '#domain/forms/form-cases.ts';
import type { Uuid } from '#domain/rows.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { at, FIRST_DAY, makeSalon } from '../salon.ts';
import { insert, newId, rpc, anon } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { addMenu } from './menu.ts';
import { addForms, storeFile } from './forms.ts';
import { items, type Place } from './requests.ts';
import { addOffer } from './offers.ts';

type Known = { salon: Place; paying: Place; kept: Uuid; offer: Uuid };

/**
 * Ids that are nobody's here, by the member that names one: of another business, and of what was deleted, put
 * away or is over here.
 */
export const idsOfOthers = async (
  db: Database,
  { salon, paying, kept, offer }: Known,
): Promise<Record<string, string[]>> => {
  const made = await makeSalon(db, 'bad-input-rival');
  const rival: Place = { ...made, ...(await addMenu(db, made)) };
  const forms = await addForms(db, rival);
  const own = await putAway(db, salon);
  const file = formFile(3, { id: newId() });
  await storeFile(db, rival.id, rival.rows.forms, file);
  const draft = newId();
  await insert(db, 'forms', {
    id: newId(),
    business_id: salon.id,
    name: 'Not yet',
    public_key: draft,
  });
  return {
    variant_id: [rival.cut, own.variant],
    staff_id: [rival.ann, own.staff],
    add_on_ids: [rival.rows.add_ons, own.addOn],
    bundle_id: [rival.bundle, own.bundle],
    'session.id': [rival.visit, own.cancelled, own.deleted],
    offer_id: [await addOffer(db, rival, 'waiting-token-of-a-rival'), await overOffer(db, offer)],
    hold_key: [await holdAt(db, rival)],
    gift: [await lease(db, rival, kept, false), await lease(db, paying, kept, true)],
    key: [draft],
    'answers.key': [forms.open.key, forms.blocking.key, draft],
    'file.id': [file.id],
  };
};

/** Of each kind one that was there once. */
const putAway = async (db: Database, salon: Place) => {
  const business_id = salon.id;
  const ids = {
    variant: newId(),
    staff: newId(),
    addOn: newId(),
    bundle: newId(),
  };
  await insert(db, 'service_variants', {
    id: ids.variant,
    business_id,
    service_id: salon.service,
    name: 'Long ago',
    duration_min: 60,
    price_cents: 100,
    sort_key: 'z0',
    status: 'archived',
  });
  await insert(db, 'staff', {
    id: ids.staff,
    business_id,
    display_name: 'Former',
    colour: 'lime',
    status: 'archived',
  });
  await insert(db, 'add_ons', {
    id: ids.addOn,
    business_id,
    group_id: salon.rows.add_on_groups,
    name: 'Long ago',
    sort_key: 'z0',
    status: 'archived',
  });
  await insert(db, 'bundles', {
    id: ids.bundle,
    business_id,
    name: 'Long ago',
    variant_ids: [salon.cut, salon.care],
    sort_key: 'z0',
    status: 'archived',
  });
  const session = { appointment: { capacity: 5 }, segment: { variant_id: null } };
  const { id: cancelled } = await addVisit(db, salon, salon.ben, at(FIRST_DAY + 2, 14), session);
  await db.sql(`update public.appointments set status = 'cancelled' where id = $1`, [cancelled]);
  const { id: deleted } = await addVisit(db, salon, salon.ben, at(FIRST_DAY + 2, 16), session);
  await db.sql('delete from public.appointments where id = $1', [deleted]);
  return { ...ids, cancelled, deleted };
};

/** One more of the same client that was taken back. */
const overOffer = async (db: Database, offer: Uuid): Promise<Uuid> => {
  const id = newId();
  await db.sql(
    `insert into private.waitlist_offers (id, business_id, entry_id, mode, starts_at, ends_at,
       staff_ids, helps_with, state, sent_at, expires_at, ended_at)
     select $1, business_id, entry_id, mode, starts_at, ends_at, staff_ids, helps_with, 'withdrawn',
       sent_at, expires_at, now()
     from private.waitlist_offers where id = $2`,
    [id, offer],
  );
  return id;
};

const holdAt = async (db: Database, salon: Place): Promise<Uuid> => {
  const hold_key = newId();
  await rpc(db, anon, 'hold_slot', {
    slug: salon.slug,
    request: { items: items(salon, salon.ann), starts_at: at(FIRST_DAY, 13), place: 'business' },
    hold_key,
  });
  return hold_key;
};

/** What is kept of a card, or was until it was given back. */
const lease = async (db: Database, salon: Place, hold: Uuid, isOver: boolean): Promise<Uuid> => {
  const id = newId();
  const row = {
    business_id: salon.id,
    card_id: salon.rows.gift_cards,
    occurred_at: at(-1, 10),
    amount_cents: 0,
  };
  await insert(db, 'gift_activities', {
    id,
    ...row,
    kind: 'lease',
    device_id: hold,
    held_cents: 5000,
    held_until: at(1, 9),
  });
  if (isOver) {
    await insert(db, 'gift_activities', {
      id: newId(),
      ...row,
      kind: 'lease_return',
      lease_id: id,
    });
  }
  return id;
};
