import type { Database } from '#supabase/local/database/database.ts';
import type { Uuid } from '#domain/rows.ts';
import { codeHash } from '../gifts.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from '../salon.ts';
import { anon, insert, newId, rpc } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { addForms } from './forms.ts';
import { addMenu, type Menu } from './menu.ts';
import { addOffer } from './offers.ts';
import { booking, DAY_OF_PAYING, type Place } from './requests.ts';
import { idsOfOthers } from './others.ts';
import { FREE_TRIES, NETWORK } from './work.ts';

export const GIFT_CODE = '7KQ27KQ27KQ2';

/** What each link of these businesses has. */
export const TOKEN = {
  manage: 'manage-token',
  fee: 'manage-token-of-what-costs-something',
  seats: 'manage-token-of-seats',
  waiting: 'waiting-token',
  offered: 'waiting-token-of-who-was-offered-a-time',
  feed: 'calendar-feed-token',
  member: 'membership-token',
  bill: 'bill-token',
};

/** A business where everything open can be asked for, and one where a booking is paid for first. */
export const prepareGround = async (db: Database) => {
  const salon = { ...(await makeSalon(db, 'bad-input')) };
  const paying = await makeSalon(db, 'bad-input-paid');
  const open: Place = { ...salon, ...(await addMenu(db, salon)) };
  const paid: Place = { ...paying, ...(await addMenu(db, paying)) };
  await db.sql('update public.booking_rules set group_max = 3 where id = any ($1)', [
    [salon.id, paying.id],
  ]);
  await addTokens(db, open);
  const forms = await addForms(db, open);
  const session = await addSession(db, open);
  const group = await bookGroup(db, open);
  const paidForms = await addForms(db, paid);
  const money = await addMoney(db, paid);
  const offer = await addOffer(db, paid, TOKEN.offered);
  const [leaving] = await db.sql<{ token: string }>(
    'select private.unsubscribe_token($1, $2) as token',
    [salon.id, salon.client],
  );
  const ground = {
    salon: open,
    paying: paid,
    forms,
    paidForms,
    session,
    group,
    ...money,
    offer,
    unsubscribe: leaving!.token,
  };
  return { ...ground, others: await idsOfOthers(db, ground) };
};

export type Ground = Awaited<ReturnType<typeof prepareGround>>;

const addTokens = async (db: Database, salon: Salon): Promise<void> => {
  await db.sql(`select private.add_manage_token($1, $2, $3, now())`, [
    salon.id,
    salon.visit,
    TOKEN.manage,
  ]);
  await db.sql(`update public.waitlist_entries set state = 'waiting' where id = $1`, [
    salon.rows.waitlist_entries,
  ]);
  await db.sql(
    `select private.add_waitlist_token(e, $2) from public.waitlist_entries e where e.id = $1`,
    [salon.rows.waitlist_entries, TOKEN.waiting],
  );
  await db.sql('update public.gift_cards set code_hash = $1 where id = $2', [
    codeHash(salon, GIFT_CODE),
    salon.rows.gift_cards,
  ]);
  await db.sql(
    `insert into private.calendar_feeds (staff_id, business_id, token_hash, busy_only)
     values ($1, $2, private.token_hash($3), false)`,
    [salon.ann, salon.id, TOKEN.feed],
  );
  await db.sql(
    `select private.add_membership_token(m, $2) from public.client_memberships m where m.id = $1`,
    [salon.rows.client_memberships, TOKEN.member],
  );
  await db.sql('select private.add_bill_token(s, $2) from public.sales s where s.id = $1', [
    salon.rows.sales,
    TOKEN.bill,
  ]);
};

/** A class, with somebody who has two seats in it. */
const addSession = async (db: Database, salon: Salon): Promise<Uuid> => {
  const business_id = salon.id;
  const service_id = newId();
  const variant_id = newId();
  await insert(db, 'services', {
    id: service_id,
    business_id,
    name: 'Yoga',
    colour: 'teal',
    sort_key: 'b0',
    capacity: 5,
  });
  await insert(db, 'service_variants', {
    id: variant_id,
    business_id,
    service_id,
    name: '',
    duration_min: 60,
    sort_key: 'a0',
  });
  const { id } = await addVisit(db, salon, salon.ben, at(FIRST_DAY + 2, 10), {
    appointment: { capacity: 5 },
    segment: { variant_id },
  });
  const attendee = newId();
  await insert(db, 'attendees', {
    id: attendee,
    business_id,
    appointment_id: id,
    client_id: salon.client,
    seats: 2,
  });
  await db.sql(`select private.add_manage_token($1, $2, $3, now(), $4)`, [
    salon.id,
    id,
    TOKEN.seats,
    attendee,
  ]);
  return id;
};

/** Two who come together; answers the link of whoever booked. */
const bookGroup = async (db: Database, salon: Place): Promise<string> => {
  const { cut: variant_id, ann, ben } = salon;
  const answer = await rpc(db, anon, 'book', {
    slug: salon.slug,
    request: {
      ...booking(salon, null, FIRST_DAY + 3),
      client: {
        first_name: 'Gus',
        last_name: 'Doe',
        email: 'gus@example.com',
        phone: '7185550144',
      },
      place: 'business',
      items: [{ variant_id, staff_id: ann, add_on_ids: [] }],
      guests: [{ first_name: 'Tom', items: [{ variant_id, staff_id: ben, add_on_ids: [] }] }],
      expected_total: 10_000,
    },
    op_id: newId(),
  });
  if (answer['ok'] !== true) throw new Error(JSON.stringify(answer));
  return answer['manage_token'] as string;
};

/**
 * A deposit, fees, and a card with something on it: one time is held for who pays with that card, and another
 * one for who has kept a part of it, or all.
 */
const addMoney = async (db: Database, paying: Place & Menu) => {
  await db.sql(
    `insert into private.server_settings (name, value) values ('payment_provider', 'test')
     on conflict do nothing`,
  );
  await db.sql(
    `update public.booking_rules
     set deposit_rule = '{"percent": 30}', cancel_notice_min = 20160,
       fee_terms = '{"late_cancel": {"percent": 50}, "no_show": null, "grace_min": 0}'
     where id = $1`,
    [paying.id],
  );
  await db.sql(
    `update public.appointment_segments set price_kind = 'fixed', price_cents = 5000
     where appointment_id = $1`,
    [paying.visit],
  );
  await db.sql(`select private.add_manage_token($1, $2, $3, now())`, [
    paying.id,
    paying.visit,
    TOKEN.fee,
  ]);
  await db.sql('update public.gift_cards set code_hash = $1 where id = $2', [
    codeHash(paying, GIFT_CODE),
    paying.rows.gift_cards,
  ]);
  await insert(db, 'gift_activities', {
    id: newId(),
    business_id: paying.id,
    card_id: paying.rows.gift_cards,
    occurred_at: at(-1, 9),
    kind: 'adjust_up',
    amount_cents: 8000,
    reason: 'A present',
  });
  const held = await holdTime(db, paying, DAY_OF_PAYING.keeps);
  const kept = await holdTime(db, paying, DAY_OF_PAYING.kept);
  const some = await keepOfCard(db, paying, kept, 500);
  const all = await keepOfCard(db, paying, kept, 3000);
  await beTriedOut(db, paying);
  return { held, kept, some, all };
};

const holdTime = async (db: Database, paying: Place, day: number): Promise<Uuid> => {
  const hold_key = newId();
  await rpc(db, anon, 'hold_slot', {
    slug: paying.slug,
    request: booking(paying, hold_key, day),
    hold_key,
  });
  await db.sql(
    `update private.slot_holds set expires_at = now() + interval '1 day' where hold_key = $1`,
    [hold_key],
  );
  return hold_key;
};

const keepOfCard = async (db: Database, salon: Salon, hold: Uuid, cents: number): Promise<Uuid> => {
  const id = newId();
  await insert(db, 'gift_activities', {
    id,
    business_id: salon.id,
    card_id: salon.rows.gift_cards,
    occurred_at: at(-1, 10),
    kind: 'lease',
    amount_cents: 0,
    device_id: hold,
    held_cents: cents,
    held_until: at(1, 9),
  });
  return id;
};

/** From here on a payment costs some work, and so does one more time that one network holds. */
const beTriedOut = async (db: Database, { id }: Salon): Promise<void> => {
  await db.sql(`update private.server_settings set value = $1 where name = 'client_ip_header'`, [
    NETWORK.header,
  ]);
  await db.sql(
    `insert into private.slot_holds (hold_key, business_id, request_hash, expires_at, network_hash)
     select gen_random_uuid(), $1, 'held', now() + interval '1 day', sha256(convert_to($2, 'UTF8'))
     from generate_series(1, $3::int)`,
    [id, NETWORK.name, FREE_TRIES.holds],
  );
  await db.sql(
    `insert into private.payment_intents (business_id, op_hash, hold_key, amount_cents, currency,
       provider, payee, state, decline, created_at, expires_at)
     select $1, gen_random_uuid(), gen_random_uuid(), 100, 'USD', 'test', 'test', 'cancelled', 'no',
       now() + interval '1 day', now() + interval '1 day'
     from generate_series(1, $2::int)`,
    [id, FREE_TRIES.payments],
  );
};
