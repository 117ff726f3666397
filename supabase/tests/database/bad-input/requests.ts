import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, type Salon } from '../salon.ts';
import type { Menu } from './menu.ts';
import type { Kind } from './values.ts';

/** A business with what can be asked for there. */
export type Place = Salon & Menu;

/** The path of every member, and what it takes. */
export type Fields = Record<string, Kind>;

/** Days on which something is asked for where it is paid for first: each of them has one time to give. */
export const DAY_OF_PAYING = {
  begins: FIRST_DAY,
  keeps: FIRST_DAY + 1,
  kept: FIRST_DAY + 2,
  offered: FIRST_DAY + 3,
};

/** What the members of a list are tried by its first one for. */
const likeTheFirst = (fields: Fields, path: string): Fields =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => name.startsWith(`${path}.0`))
      .map((name) => [name.replace(`${path}.0`, `${path}.1`), 'like']),
  );

/** A bundle by somebody, and one of its parts with something added: 75.00. */
export const items = ({ cut, care, bundle, rows }: Place, staff_id: Uuid) => [
  { variant_id: cut, staff_id, add_on_ids: [rows.add_ons], bundle_id: bundle },
  { variant_id: care, staff_id, add_on_ids: [], bundle_id: bundle },
];
const PRICE = 7500;

const ITEM = (path: string): Fields => ({
  [path]: 'object',
  [`${path}.variant_id`]: 'id',
  [`${path}.staff_id`]: 'maybe_id',
  [`${path}.add_on_ids`]: 'ids',
});
export const ITEMS = (path = 'request.items'): Fields => {
  const first: Fields = {
    [path]: 'list',
    ...ITEM(`${path}.0`),
    [`${path}.0.add_on_ids.0`]: 'id',
    [`${path}.0.bundle_id`]: 'part_id',
  };
  const { [`${path}.1.add_on_ids.0`]: _none, ...second } = likeTheFirst(first, path);
  return { ...first, ...second };
};
/** … where only one thing is asked for. */
export const ONE_ITEM = (path = 'request.items'): Fields => ({
  [path]: 'list',
  ...ITEM(`${path}.0`),
});

export const client = {
  first_name: 'Nia',
  last_name: 'Doe',
  email: 'nia@example.com',
  phone: '(718) 555-0199',
};
export const CLIENT: Fields = {
  'request.client': 'object',
  'request.client.first_name': 'name',
  'request.client.last_name': 'name',
  'request.client.email': 'email',
  'request.client.phone': 'phone',
};

export const address = {
  label: 'Home',
  line1: '1 Main Street',
  line2: 'Door 3',
  city: 'Brooklyn',
  region: 'NY',
  postal_code: '11201',
  country_code: 'US',
};
/** `code`: its last line is tried as well; those between them are read like these. */
export const ADDRESS = (code: 'part' | 'like' = 'like'): Fields => ({
  'request.address': 'object',
  'request.address.label': 'label',
  'request.address.line1': 'street',
  'request.address.line2': 'like',
  'request.address.city': 'like',
  'request.address.region': 'like',
  'request.address.postal_code': 'like',
  'request.address.country_code': code,
});

/** What is agreed to where cancelling costs something. */
export const terms = {
  late_cancel: { percent: 50 },
  no_show: null,
  grace_min: 0,
  notice_min: 20_160,
};
/** `parts`: whether each of them is tried as well. */
export const TERMS = (path: string, parts: 'same' | 'like' = 'like'): Fields => ({
  [path]: 'same',
  [`${path}.late_cancel`]: parts,
  [`${path}.late_cancel.percent`]: parts,
  [`${path}.no_show`]: parts,
  [`${path}.grace_min`]: parts,
  [`${path}.notice_min`]: parts,
});

export const booking = (salon: Place, hold_key: Uuid | null, day = FIRST_DAY) => ({
  items: items(salon, salon.ann),
  starts_at: at(day, 13),
  place: 'client',
  address,
  time_zone: 'UTC',
  client,
  note: 'I am early',
  policy_version: 1,
  fee_terms: terms,
  expected_total: PRICE,
  hold_key,
  gift: null as Uuid | null,
  session: null,
  answers: null,
  guests: [],
  news: false,
});

/** Where nothing is paid, kept or agreed to. */
export const BOOKING: Fields = {
  slug: 'exact',
  request: 'object',
  ...ITEMS(),
  'request.starts_at': 'instant',
  'request.place': 'place',
  // Times are told in the zone of the business.
  'request.time_zone': 'ignored',
  'request.guests': 'maybe_list',
  ...CLIENT,
  ...ADDRESS(),
  'request.note': 'note',
  'request.policy_version': 'exact',
  ...TERMS('request.fee_terms'),
  'request.fee_terms': 'ignored',
  'request.expected_total': 'price',
  // A hold that is none keeps nothing from being booked; no form keeps anybody from booking here.
  'request.hold_key': 'ignored',
  'request.gift': 'ignored',
  'request.session': 'no_session',
  'request.answers': 'ignored',
  'request.news': 'yes',
  op_id: 'op',
};

/** Members that are tried in another line of the same function. */
export const triedElsewhere = (fields: Fields): Fields =>
  Object.fromEntries(Object.keys(fields).map((path) => [path, 'elsewhere']));
