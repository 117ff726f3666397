import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, wish } from '../salon.ts';
import { newId } from '../setup.ts';
import { answersOf, LIKE_ANSWERS, type OpenForm } from './forms.ts';
import { GIFT_CODE, type Ground } from './ground.ts';
import {
  address,
  ADDRESS,
  booking,
  BOOKING,
  client,
  CLIENT,
  DAY_OF_PAYING,
  items,
  ITEMS,
  ONE_ITEM,
  TERMS,
  triedElsewhere,
  type Fields,
  type Place,
} from './requests.ts';
import { NETWORK, workFor } from './work.ts';

/** A right call of an open function, and what each part of it takes: the path of every member. */
export type Call = {
  args: Record<string, unknown>;
  fields: Fields;
  /** What it is answered as it stands; `ok` when nothing else is said. */
  answer?: string;
  headers?: Record<string, string>;
};

/** Whoever pays first, and agrees to fees. */
const PAYING: Fields = { ...BOOKING, ...TERMS('request.fee_terms'), 'request.hold_key': 'id' };

/** One service at the business, and somebody with them who has the same by somebody else. */
const together = (salon: Place, hold_key: Uuid | null, day?: number) => ({
  ...booking(salon, hold_key, day),
  place: 'business',
  address: null,
  items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
  guests: [{ first_name: 'Tom', items: items(salon, salon.ben) }],
  expected_total: 12_500,
});
const plainRequest = Object.fromEntries(
  Object.entries(triedElsewhere(BOOKING)).filter(
    ([path]) => !/^request\.(items|address)\./.test(path),
  ),
) as Fields;
const TOGETHER: Fields = {
  ...plainRequest,
  ...triedElsewhere(ONE_ITEM()),
  'request.guests': 'maybe_list',
  'request.guests.0': 'object',
  'request.guests.0.first_name': 'name',
  ...ITEMS('request.guests.0.items'),
};
const ELSEWHERE_TERMS = triedElsewhere(TERMS('request.fee_terms'));

/** A service that a form goes before. */
const withForm = (salon: Place, form: OpenForm, hold_key: Uuid | null, day?: number) => ({
  ...booking(salon, hold_key, day),
  place: 'business',
  address: null,
  items: [{ variant_id: salon.tattoo, staff_id: salon.ann, add_on_ids: [] }],
  answers: [{ key: form.key, version: 1, answers: answersOf(form) }],
  expected_total: 9000,
});
const WITH_FORM: Fields = {
  ...plainRequest,
  ...triedElsewhere(ONE_ITEM()),
  'request.answers': 'list',
  'request.answers.0': 'object',
  'request.answers.0.key': 'part_id',
  'request.answers.0.version': 'exact',
  // The same function judges them as in submit_form, where each of them is tried.
  ...LIKE_ANSWERS('request.answers.0.answers'),
};

const SESSION: Fields = {
  'request.session': 'object',
  'request.session.id': 'id',
  'request.session.seats': 'count',
  'request.session.waiting': 'yes',
};

/** All that asks for a time, a seat or a place in the line. */
export const bookings = (ground: Ground): Record<string, Call> => ({
  ...holding(ground),
  ...booked(ground),
  ...paid(ground),
  ...waiting(ground),
});

const holding = ({ salon, paying, session }: Ground): Record<string, Call> => {
  const asked = (place: Place) => ({
    items: items(place, place.ann),
    starts_at: at(FIRST_DAY, 13),
    place: 'business',
    guests: [],
    work: null,
  });
  const HELD: Fields = {
    slug: 'exact',
    request: 'object',
    ...ITEMS(),
    'request.starts_at': 'instant',
    'request.place': 'place',
    'request.guests': 'maybe_list',
    // Whoever holds one time only is asked for none.
    'request.work': 'ignored',
    hold_key: 'op',
  };
  const { items: _items, ...one } = asked(salon);
  const hold = newId();
  return {
    hold_slot: {
      args: { slug: salon.slug, request: asked(salon), hold_key: newId() },
      fields: HELD,
    },
    'hold_slot, with a guest': {
      args: {
        slug: salon.slug,
        request: { ...one, ...pick(together(salon, null)) },
        hold_key: newId(),
      },
      fields: {
        ...Object.fromEntries(
          Object.entries(TOGETHER).filter(([path]) => path in HELD || /guests|items/.test(path)),
        ),
        'request.work': 'elsewhere',
        hold_key: 'elsewhere',
      },
    },
    'hold_slot, of who holds some already': {
      args: {
        slug: paying.slug,
        request: { ...asked(paying), work: workFor(hold) },
        hold_key: hold,
      },
      fields: { ...triedElsewhere(HELD), 'request.work': 'exact' },
      headers: { [NETWORK.header]: NETWORK.address },
    },
    // A time is held, and nothing else is asked: neither who comes nor what they agree to, nor seats.
    'hold_slot, with all that is booked by': {
      args: {
        slug: salon.slug,
        request: {
          ...booking(salon, null),
          session: { id: session, seats: 2, waiting: false },
          work: null,
        },
        hold_key: newId(),
      },
      fields: passedOver(HELD, {
        ...without(BOOKING, 'op_id'),
        ...SESSION,
        'request.work': 'ignored',
        hold_key: 'op',
      }),
    },
    // Who gives back what is not there has nothing to be told.
    release_hold: {
      args: { slug: salon.slug, hold_key: newId() },
      fields: { slug: 'ignored', hold_key: 'ignored' },
    },
  };
};

/** Those of `fields` that are none of `read`: each member of the request as a whole. */
const passedOver = (read: Fields, fields: Fields): Fields =>
  Object.fromEntries(
    Object.keys(fields).map((path) => {
      if (path in read) return [path, 'elsewhere'];
      return [path, path.split('.').length === 2 ? 'ignored' : 'like'];
    }),
  );

const pick = ({ items: own, guests }: ReturnType<typeof together>) => ({ items: own, guests });

const booked = ({ salon, session, forms, paying, kept, all }: Ground): Record<string, Call> => ({
  book: {
    args: { slug: salon.slug, request: booking(salon, null), op_id: newId() },
    fields: { ...BOOKING, ...ADDRESS('part') },
  },
  'book, with a guest': {
    args: { slug: salon.slug, request: together(salon, null), op_id: newId() },
    fields: TOGETHER,
  },
  'book, with a form': {
    args: { slug: salon.slug, request: withForm(salon, forms.blocking, null), op_id: newId() },
    fields: WITH_FORM,
  },
  'book, with a gift card': {
    args: {
      slug: paying.slug,
      request: { ...booking(paying, kept, DAY_OF_PAYING.kept), gift: all },
      op_id: newId(),
    },
    fields: {
      ...triedElsewhere(BOOKING),
      ...TERMS('request.fee_terms', 'same'),
      'request.hold_key': 'part_id',
      'request.gift': 'part_id',
    },
  },
  'book, seats of a class': {
    args: {
      slug: salon.slug,
      request: {
        session: { id: session, seats: 2, waiting: false },
        starts_at: at(FIRST_DAY + 2, 10),
        client,
        policy_version: 1,
        expected_total: 0,
        answers: null,
        guests: [],
        news: false,
      },
      op_id: newId(),
    },
    fields: {
      slug: 'elsewhere',
      request: 'elsewhere',
      ...SESSION,
      'request.starts_at': 'instant',
      ...CLIENT,
      'request.policy_version': 'exact',
      'request.expected_total': 'price',
      'request.answers': 'ignored',
      'request.guests': 'no_guests',
      'request.news': 'yes',
      op_id: 'elsewhere',
    },
  },
});

const paid = ({ paying, paidForms, held, kept, some }: Ground): Record<string, Call> => {
  const day = DAY_OF_PAYING.begins;
  const start = (request: object): Call['args'] => {
    const op_id = newId();
    return { slug: paying.slug, request, op_id, work: workFor(op_id) };
  };
  return {
    start_payment: {
      args: start(booking(paying, newId(), day)),
      fields: { ...PAYING, work: 'exact' },
    },
    'start_payment, with a gift card': {
      args: start({ ...booking(paying, kept, DAY_OF_PAYING.kept), gift: some }),
      fields: {
        ...triedElsewhere(PAYING),
        'request.hold_key': 'part_id',
        'request.gift': 'or_none',
        work: 'elsewhere',
      },
    },
    'start_payment, with a guest': {
      args: start(together(paying, newId(), day)),
      fields: { ...TOGETHER, ...ELSEWHERE_TERMS, work: 'elsewhere' },
      // Nobody pays for somebody else.
      answer: 'not_offered',
    },
    'start_payment, with a form': {
      args: start(withForm(paying, paidForms.blocking, newId(), day)),
      fields: { ...WITH_FORM, ...ELSEWHERE_TERMS, work: 'elsewhere' },
    },
    keep_gift_card: {
      args: {
        slug: paying.slug,
        request: booking(paying, held, DAY_OF_PAYING.keeps),
        code: GIFT_CODE,
      },
      // What was kept of a card before is given back first; seats are none of its business.
      fields: {
        ...without(PAYING, 'op_id'),
        'request.hold_key': 'part_id',
        'request.session': 'ignored',
        code: 'exact',
      },
    },
    'keep_gift_card, with a form': {
      args: {
        slug: paying.slug,
        request: withForm(paying, paidForms.blocking, held, DAY_OF_PAYING.keeps),
        code: GIFT_CODE,
      },
      fields: { ...without({ ...WITH_FORM, ...ELSEWHERE_TERMS }, 'op_id'), code: 'elsewhere' },
    },
    'keep_gift_card, with a guest': {
      args: {
        slug: paying.slug,
        request: together(paying, held, DAY_OF_PAYING.keeps),
        code: GIFT_CODE,
      },
      fields: { ...without({ ...TOGETHER, ...ELSEWHERE_TERMS }, 'op_id'), code: 'elsewhere' },
      answer: 'not_offered',
    },
  };
};

const without = (fields: Fields, path: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== path));

const waiting = ({ salon }: Ground): Record<string, Call> => ({
  join_waitlist: {
    args: {
      slug: salon.slug,
      request: {
        items: items(salon, salon.ann),
        windows: wish(salon.cut, FIRST_DAY + 1).windows,
        client,
        note: 'Any day',
        place: 'client',
        address,
        flexible_min: 30,
      },
      op_id: newId(),
    },
    fields: {
      slug: 'exact',
      request: 'object',
      ...ITEMS(),
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
      ...ADDRESS(),
      'request.flexible_min': 'maybe_whole',
      op_id: 'op',
    },
  },
});
