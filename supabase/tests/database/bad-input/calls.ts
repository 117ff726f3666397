import { formFile } from '#domain/forms/form-cases.ts';
import { at, FIRST_DAY, wish } from '../salon.ts';
import { newId } from '../setup.ts';
import { bookings, type Call } from './bookings.ts';
import { ANSWERS, answersOf, PHOTO_QUESTION, WHOLE_VERSION } from './forms.ts';
import { GIFT_CODE, TOKEN, type Ground } from './ground.ts';
import { terms, TERMS } from './requests.ts';

export { prepareGround, type Ground } from './ground.ts';
export type { Call } from './bookings.ts';

const WINDOWS: Call['fields'] = {
  windows: 'list',
  'windows.0': 'object',
  'windows.0.from_day': 'day',
  'windows.0.to_day': 'day',
  'windows.0.weekdays': 'weekdays',
  'windows.0.from_min': 'whole',
  'windows.0.to_min': 'whole',
};

/** Every function that anybody may call without signing in; after the comma, another way to call it. */
export const callsOn = (ground: Ground): Record<string, Call & { of: string }> => {
  const calls: Record<string, Call> = {
    ...bookings(ground),
    ...ofLinks(ground),
    ...ofForms(ground),
    ...plain(ground),
  };
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, { ...call, of: name.replace(/,.*/, '') }]),
  );
};

const plain = ({ salon, unsubscribe }: Ground): Record<string, Call> => ({
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
      // Nobody has tried cards here: no work is asked for.
      work: 'ignored',
    },
  },
  gift_card_balance: {
    args: { slug: salon.slug, code: GIFT_CODE },
    fields: { slug: 'exact', code: 'exact' },
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
  unsubscribe: { args: { token: unsubscribe }, fields: { token: 'exact' } },
  calendar_feed: { args: { token: TOKEN.feed }, fields: { token: 'exact' } },
  // Anything that is not forgotten is told so.
  device_state: { args: { device_id: newId() }, fields: { device_id: 'ignored' } },
});

const ofLinks = ({ salon, group, offer }: Ground): Record<string, Call> => ({
  waitlist_status: { args: { token: TOKEN.waiting }, fields: { token: 'exact' } },
  leave_waitlist: {
    args: { token: TOKEN.waiting, op_id: newId() },
    fields: { token: 'exact', op_id: 'op' },
  },
  change_waitlist: {
    args: {
      token: TOKEN.waiting,
      windows: wish(salon.cut, FIRST_DAY + 1).windows,
      note: 'Any day',
      flexible_min: 30,
      op_id: newId(),
    },
    fields: { token: 'exact', ...WINDOWS, note: 'note', flexible_min: 'maybe_whole', op_id: 'op' },
  },
  // Whatever is asked about but the offer itself was not seen.
  offer_viewed: {
    args: { token: TOKEN.offered, offer_id: newId() },
    fields: { token: 'exact', offer_id: 'ignored' },
  },
  answer_offer: {
    args: {
      token: TOKEN.offered,
      answer: {
        offer_id: offer,
        accept: true,
        policy_version: 1,
        fee_terms: terms,
        expected_total: 5000,
      },
      op_id: newId(),
    },
    fields: {
      token: 'exact',
      answer: 'object',
      'answer.offer_id': 'part_id',
      'answer.accept': 'flag',
      'answer.policy_version': 'exact',
      ...TERMS('answer.fee_terms', 'same'),
      'answer.expected_total': 'price',
      op_id: 'op',
    },
  },
  'answer_offer, of nothing': {
    args: { token: TOKEN.waiting, answer: { offer_id: newId(), accept: false }, op_id: newId() },
    fields: {
      token: 'elsewhere',
      answer: 'elsewhere',
      'answer.offer_id': 'id',
      'answer.accept': 'flag',
      op_id: 'elsewhere',
    },
    answer: 'offer_over',
  },
  booking_status: { args: { token: TOKEN.manage }, fields: { token: 'exact' } },
  confirm_booking: { args: { token: TOKEN.manage }, fields: { token: 'exact' } },
  cancel_booking: {
    args: {
      token: TOKEN.manage,
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
  'cancel_booking, for a fee': {
    args: { ...CANCELLED, token: TOKEN.fee, op_id: newId(), fee: 2500 },
    fields: { ...CANCELLING, fee: 'fee' },
  },
  'cancel_booking, one of two seats': {
    args: { ...CANCELLED, token: TOKEN.seats, op_id: newId(), seats: 1 },
    fields: { ...CANCELLING, seats: 'maybe_count' },
  },
  'cancel_booking, one of a group': {
    args: { ...CANCELLED, token: group, op_id: newId(), person: 1 },
    fields: { ...CANCELLING, person: 'maybe_whole' },
  },
  reschedule_booking: {
    args: { token: TOKEN.manage, starts_at: at(FIRST_DAY, 14), op_id: newId(), hold_key: null },
    fields: { token: 'exact', starts_at: 'instant', op_id: 'op', hold_key: 'ignored' },
  },
  pay_deposit: {
    args: { token: TOKEN.manage, op_id: newId() },
    fields: { token: 'exact', op_id: 'op' },
    answer: 'nothing_due',
  },
  bill_status: { args: { token: TOKEN.bill }, fields: { token: 'exact' } },
  pay_bill: {
    args: { token: TOKEN.bill, op_id: newId() },
    fields: { token: 'exact', op_id: 'op' },
    answer: 'nothing_due',
  },
  membership_status: { args: { token: TOKEN.member }, fields: { token: 'exact' } },
  start_membership_page: {
    args: { token: TOKEN.member, what: 'pay', op_id: newId() },
    fields: { token: 'exact', what: 'exact', op_id: 'op' },
  },
  cancel_membership: { args: { token: TOKEN.member }, fields: { token: 'exact' } },
});

const CANCELLED = { reason: null, seats: null, fee: null, person: null };
const CANCELLING: Call['fields'] = {
  token: 'elsewhere',
  op_id: 'elsewhere',
  reason: 'elsewhere',
  seats: 'elsewhere',
  fee: 'elsewhere',
  person: 'elsewhere',
};

const ofForms = ({ forms }: Ground): Record<string, Call> => ({
  public_form: {
    args: { key: forms.open.key, token: null },
    fields: { key: 'exact', token: 'maybe_exact' },
  },
  form_opened: {
    args: { key: forms.open.key, token: TOKEN.manage },
    fields: { key: 'exact', token: 'exact' },
  },
  submit_form: {
    args: {
      key: forms.open.key,
      version: WHOLE_VERSION,
      answers: answersOf(forms.open),
      op_id: newId(),
      token: null,
    },
    fields: {
      key: 'exact',
      version: 'exact',
      ...ANSWERS('answers'),
      op_id: 'op',
      token: 'maybe_exact',
    },
  },
  offer_form_file: {
    args: {
      key: forms.open.key,
      version: WHOLE_VERSION,
      field: PHOTO_QUESTION,
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
});
