import type { Database } from '#supabase/local/database/database.ts';
import { field, formFile } from '#domain/forms/form-cases.ts';
import { codeHash } from '../gifts.ts';
import { at, FIRST_DAY, makeSalon, wish, type Salon } from '../salon.ts';
import { anon, insert, newId, rpc } from '../setup.ts';
import { addVisit } from '../visits.ts';
import type { Kind } from './values.ts';

/** A right call of an open function, and what each part of it takes: the path of every member. */
export type Call = {
  args: Record<string, unknown>;
  fields: Record<string, Kind>;
  /** What it is answered as it stands; `ok` when nothing else is said. */
  answer?: string;
  /** The function, where the line is another way to call it. */
  of?: string;
};

const FORM_KEY = 'a-form-that-everybody-may-fill-in';
const GIFT_CODE = '7KQ27KQ27KQ2';
const MANAGE = 'manage-token';
const WAITING = 'waiting-token';
const FEED = 'calendar-feed-token';
const MEMBER = 'membership-token';
const BILL = 'bill-token';

/** The line for seats of a class, which are booked by another request. */
export const SEATS = 'book, seats of a class';
/** … and for who brings somebody along. */
export const GUEST = 'book, with a guest';

/** A business where everything open can be asked for, and one where a booking is paid for first. */
export const prepareGround = async (db: Database) => {
  const salon = await makeSalon(db, 'bad-input');
  const paying = await makeSalon(db, 'bad-input-paid');
  await db.sql(
    `insert into private.server_settings (name, value) values ('payment_provider', 'test')
     on conflict do nothing`,
  );
  await db.sql(`update public.booking_rules set deposit_rule = '{"percent": 30}' where id = $1`, [
    paying.id,
  ]);
  await db.sql('update public.booking_rules set group_max = 3 where id = $1', [salon.id]);
  await db.sql(`select private.add_manage_token($1, $2, $3, now())`, [
    salon.id,
    salon.visit,
    MANAGE,
  ]);
  await db.sql(`update public.waitlist_entries set state = 'waiting' where id = $1`, [
    salon.rows.waitlist_entries,
  ]);
  await db.sql(
    `select private.add_waitlist_token(e, $2) from public.waitlist_entries e where e.id = $1`,
    [salon.rows.waitlist_entries, WAITING],
  );
  await db.sql(
    `update public.forms set status = 'published', public_link_on = true, public_key = $1
     where id = $2`,
    [FORM_KEY, salon.rows.forms],
  );
  await insert(db, 'form_versions', {
    id: newId(),
    business_id: salon.id,
    form_id: salon.rows.forms,
    fields: [field('q1', 'photo', { label: 'The place', max: 2 })],
    published_at: at(0, 9),
  });
  await db.sql('update public.gift_cards set code_hash = $1 where id = $2', [
    codeHash(salon, GIFT_CODE),
    salon.rows.gift_cards,
  ]);
  // A card with something on it, and a time that is held for who pays with it.
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
    amount_cents: 5000,
    reason: 'A present',
  });
  const held = newId();
  await rpc(db, anon, 'hold_slot', {
    slug: paying.slug,
    request: payingLater(paying, held),
    hold_key: held,
  });
  await db.sql(
    `update private.slot_holds set expires_at = now() + interval '1 hour' where hold_key = $1`,
    [held],
  );
  await db.sql(
    `insert into private.calendar_feeds (staff_id, business_id, token_hash, busy_only)
     values ($1, $2, private.token_hash($3), false)`,
    [salon.ann, salon.id, FEED],
  );
  await db.sql(
    `select private.add_membership_token(m, $2) from public.client_memberships m where m.id = $1`,
    [salon.rows.client_memberships, MEMBER],
  );
  await db.sql('select private.add_bill_token(s, $2) from public.sales s where s.id = $1', [
    salon.rows.sales,
    BILL,
  ]);
  const service = newId();
  const variant = newId();
  await insert(db, 'services', {
    id: service,
    business_id: salon.id,
    name: 'Yoga',
    colour: 'teal',
    sort_key: 'b0',
    capacity: 5,
  });
  await insert(db, 'service_variants', {
    id: variant,
    business_id: salon.id,
    service_id: service,
    name: '',
    duration_min: 60,
    sort_key: 'a0',
  });
  const { id: session } = await addVisit(db, salon, salon.ben, at(FIRST_DAY + 2, 10), {
    appointment: { capacity: 5 },
    segment: { variant_id: variant },
  });
  const [leaving] = await db.sql<{ token: string }>(
    'select private.unsubscribe_token($1, $2) as token',
    [salon.id, salon.client],
  );
  return { salon, paying, held, session, unsubscribe: leaving!.token };
};

export type Ground = Awaited<ReturnType<typeof prepareGround>>;

const items = ({ cut, ann }: Salon) => [{ variant_id: cut, staff_id: ann, add_on_ids: [] }];
const ITEMS: Call['fields'] = {
  request: 'object',
  'request.items': 'list',
  'request.items.0': 'object',
  'request.items.0.variant_id': 'id',
  'request.items.0.staff_id': 'maybe_id',
  'request.items.0.add_on_ids': 'ids',
};

const client = {
  first_name: 'Nia',
  last_name: 'Doe',
  email: 'nia@example.com',
  phone: '(718) 555-0199',
};
const CLIENT: Call['fields'] = {
  'request.client': 'object',
  'request.client.first_name': 'name',
  'request.client.last_name': 'name',
  'request.client.email': 'email',
  'request.client.phone': 'phone',
};

const booking = (salon: Salon, hold_key: string | null) => ({
  items: items(salon),
  starts_at: at(FIRST_DAY, 14),
  place: 'business',
  time_zone: 'UTC',
  client,
  note: 'I am early',
  policy_version: 1,
  expected_total: 5000,
  hold_key,
  answers: null,
  guests: [],
  news: false,
});
/** As no other one of that business asks for. */
const payingLater = (paying: Salon, hold: string) => ({
  ...booking(paying, hold),
  starts_at: at(FIRST_DAY, 16),
});
const REQUEST: Call['fields'] = {
  slug: 'exact',
  ...ITEMS,
  'request.starts_at': 'instant',
  'request.place': 'place',
  // Times are told in the zone of the business.
  'request.time_zone': 'ignored',
  'request.guests': 'ids',
  ...CLIENT,
  'request.note': 'note',
  'request.policy_version': 'exact',
  'request.expected_total': 'price',
  // A hold that is none keeps nothing from being booked; no form keeps anybody from booking here.
  'request.hold_key': 'ignored',
  'request.answers': 'ignored',
  'request.news': 'yes',
};
const BOOKING: Call['fields'] = { ...REQUEST, op_id: 'op' };

/** Every function that anybody may call without signing in. */
export const callsOn = ({
  salon,
  paying,
  held,
  session,
  unsubscribe,
}: Ground): Record<string, Call> => ({
  public_profile: { args: { slug: salon.slug }, fields: { slug: 'exact' } },
  public_availability: {
    args: {
      slug: salon.slug,
      from_day: at(1, 0).slice(0, 10),
      to_day: at(2, 0).slice(0, 10),
    },
    fields: { slug: 'exact', from_day: 'days', to_day: 'days' },
  },
  public_sessions: { args: { slug: salon.slug }, fields: { slug: 'exact' } },
  hold_slot: {
    args: {
      slug: salon.slug,
      request: { items: items(salon), starts_at: at(FIRST_DAY, 14), place: 'business' },
      hold_key: newId(),
    },
    fields: {
      slug: 'exact',
      ...ITEMS,
      'request.starts_at': 'instant',
      'request.place': 'place',
      hold_key: 'op',
    },
  },
  // Who gives back what is not there has nothing to be told.
  release_hold: {
    args: { slug: salon.slug, hold_key: newId() },
    fields: { slug: 'ignored', hold_key: 'ignored' },
  },
  book: {
    args: { slug: salon.slug, request: booking(salon, null), op_id: newId() },
    fields: BOOKING,
  },
  [GUEST]: {
    of: 'book',
    args: {
      slug: salon.slug,
      request: {
        ...booking(salon, null),
        expected_total: 10_000,
        guests: [{ first_name: 'Tom', items: items({ ...salon, ann: salon.ben }) }],
      },
      op_id: newId(),
    },
    fields: {
      ...BOOKING,
      'request.guests.0': 'object',
      'request.guests.0.first_name': 'name',
      'request.guests.0.items': 'list',
      'request.guests.0.items.0': 'object',
      'request.guests.0.items.0.variant_id': 'id',
      'request.guests.0.items.0.staff_id': 'maybe_id',
      'request.guests.0.items.0.add_on_ids': 'ids',
    },
  },
  [SEATS]: {
    of: 'book',
    args: {
      slug: salon.slug,
      request: {
        session: { id: session, seats: 2, waiting: false },
        starts_at: at(FIRST_DAY + 2, 10),
        client,
        policy_version: 1,
        expected_total: 0,
        answers: null,
      },
      op_id: newId(),
    },
    fields: {
      slug: 'exact',
      request: 'object',
      'request.session': 'object',
      'request.session.id': 'id',
      'request.session.seats': 'count',
      'request.session.waiting': 'yes',
      'request.starts_at': 'instant',
      ...CLIENT,
      'request.policy_version': 'exact',
      'request.expected_total': 'price',
      'request.answers': 'ignored',
      op_id: 'op',
    },
  },
  start_payment: {
    args: { slug: paying.slug, request: booking(paying, newId()), op_id: newId(), work: null },
    // Nobody has tried cards here: no work is asked for.
    fields: { ...BOOKING, 'request.hold_key': 'id', work: 'ignored' },
  },
  start_gift_card: {
    args: {
      slug: salon.slug,
      request: {
        amount_cents: 5000,
        buyer: { name: 'Ann', email: 'ann@example.com' },
        recipient: { name: 'Bea', email: 'bea@example.com' },
        message: 'Enjoy it',
        deliver_on: at(3, 0).slice(0, 10),
      },
      op_id: newId(),
      work: null,
    },
    fields: {
      slug: 'exact',
      request: 'object',
      'request.amount_cents': 'cents',
      'request.buyer': 'object',
      'request.buyer.name': 'filled',
      'request.buyer.email': 'email',
      'request.recipient': 'maybe_object',
      'request.recipient.name': 'filled',
      'request.recipient.email': 'email',
      'request.message': 'message',
      'request.deliver_on': 'day',
      op_id: 'op',
      work: 'ignored',
    },
  },
  gift_card_balance: {
    args: { slug: salon.slug, code: GIFT_CODE },
    fields: { slug: 'exact', code: 'exact' },
  },
  keep_gift_card: {
    args: { slug: paying.slug, request: payingLater(paying, held), code: GIFT_CODE },
    fields: { ...REQUEST, 'request.hold_key': 'id', code: 'exact' },
  },
  join_waitlist: {
    args: {
      slug: salon.slug,
      request: {
        items: items(salon),
        windows: wish(salon.cut, FIRST_DAY + 1).windows,
        client,
        note: 'Any day',
        place: 'business',
        flexible_min: 30,
      },
      op_id: newId(),
    },
    fields: {
      slug: 'exact',
      ...ITEMS,
      'request.windows': 'list',
      'request.windows.0': 'object',
      'request.windows.0.from_day': 'day',
      'request.windows.0.to_day': 'day',
      'request.windows.0.weekdays': 'weekdays',
      'request.windows.0.from_min': 'whole',
      'request.windows.0.to_min': 'whole',
      ...CLIENT,
      'request.note': 'note',
      'request.place': 'place',
      'request.flexible_min': 'maybe_whole',
      op_id: 'op',
    },
  },
  waitlist_status: { args: { token: WAITING }, fields: { token: 'exact' } },
  leave_waitlist: {
    args: { token: WAITING, op_id: newId() },
    fields: { token: 'exact', op_id: 'op' },
  },
  change_waitlist: {
    args: {
      token: WAITING,
      windows: wish(salon.cut, FIRST_DAY + 1).windows,
      note: 'Any day',
      flexible_min: 30,
      op_id: newId(),
    },
    fields: {
      token: 'exact',
      windows: 'list',
      'windows.0': 'object',
      'windows.0.from_day': 'day',
      'windows.0.to_day': 'day',
      'windows.0.weekdays': 'weekdays',
      'windows.0.from_min': 'whole',
      'windows.0.to_min': 'whole',
      note: 'note',
      flexible_min: 'maybe_whole',
      op_id: 'op',
    },
  },
  ask_client_code: {
    args: { slug: salon.slug, email: 'nobody@example.com' },
    fields: { slug: 'exact', email: 'email' },
  },
  // Nobody has asked for one.
  use_client_code: {
    args: { slug: salon.slug, email: 'nobody@example.com', code: '123456' },
    fields: { slug: 'exact', email: 'exact', code: 'exact' },
    answer: 'invalid',
  },
  // Nothing is offered: whatever is asked about was not seen.
  offer_viewed: {
    args: { token: WAITING, offer_id: newId() },
    fields: { token: 'exact', offer_id: 'maybe_id' },
  },
  answer_offer: {
    args: { token: WAITING, answer: { offer_id: newId(), accept: false }, op_id: newId() },
    fields: {
      token: 'exact',
      answer: 'object',
      'answer.offer_id': 'id',
      'answer.accept': 'flag',
      op_id: 'op',
    },
    answer: 'offer_over',
  },
  booking_status: { args: { token: MANAGE }, fields: { token: 'exact' } },
  confirm_booking: { args: { token: MANAGE }, fields: { token: 'exact' } },
  cancel_booking: {
    args: {
      token: MANAGE,
      op_id: newId(),
      reason: 'I am ill',
      seats: null,
      fee: null,
      person: null,
    },
    // Seats are those of a class, and what costs nothing has no fee to agree to.
    fields: {
      token: 'exact',
      op_id: 'op',
      reason: 'text',
      seats: 'ignored',
      fee: 'ignored',
      person: 'maybe_whole',
    },
  },
  reschedule_booking: {
    args: { token: MANAGE, starts_at: at(FIRST_DAY, 14), op_id: newId(), hold_key: null },
    fields: { token: 'exact', starts_at: 'instant', op_id: 'op', hold_key: 'ignored' },
  },
  pay_deposit: {
    args: { token: MANAGE, op_id: newId() },
    fields: { token: 'exact', op_id: 'op' },
    answer: 'nothing_due',
  },
  bill_status: { args: { token: BILL }, fields: { token: 'exact' } },
  pay_bill: {
    args: { token: BILL, op_id: newId() },
    fields: { token: 'exact', op_id: 'op' },
    answer: 'nothing_due',
  },
  membership_status: { args: { token: MEMBER }, fields: { token: 'exact' } },
  start_membership_page: {
    args: { token: MEMBER, what: 'pay', op_id: newId() },
    fields: { token: 'exact', what: 'exact', op_id: 'op' },
  },
  cancel_membership: { args: { token: MEMBER }, fields: { token: 'exact' } },
  public_form: {
    args: { key: FORM_KEY, token: null },
    fields: { key: 'exact', token: 'maybe_exact' },
  },
  form_opened: {
    args: { key: FORM_KEY, token: MANAGE },
    fields: { key: 'exact', token: 'exact' },
  },
  submit_form: {
    args: { key: FORM_KEY, version: 1, answers: { q1: 'Latex' }, op_id: newId(), token: null },
    fields: {
      key: 'exact',
      version: 'exact',
      answers: 'object',
      'answers.q1': 'answer',
      op_id: 'op',
      token: 'maybe_exact',
    },
  },
  offer_form_file: {
    args: {
      key: FORM_KEY,
      version: 2,
      field: 'q1',
      file: formFile(1, { id: newId() }),
      token: null,
    },
    fields: {
      key: 'exact',
      version: 'exact',
      field: 'exact',
      file: 'object',
      'file.id': 'id',
      'file.name': 'filled',
      'file.media_type': 'exact',
      'file.bytes': 'count',
      'file.sha256': 'exact',
      token: 'maybe_exact',
    },
  },
  unsubscribe: { args: { token: unsubscribe }, fields: { token: 'exact' } },
  calendar_feed: { args: { token: FEED }, fields: { token: 'exact' } },
  // Anything that is not forgotten is told so.
  device_state: { args: { device_id: newId() }, fields: { device_id: 'ignored' } },
});
