import * as v from 'valibot';
import {
  choice,
  day,
  emergencyContact,
  labelledAddress,
  note,
  optionalEmail,
  optionalId,
  optionalName,
  optionalPhone,
  optionalText,
  shortText,
  tags,
  timeZone,
} from '#domain/validation/fields.ts';
import { dayNumber, isDay } from '#domain/time/day.ts';
import type { ClientRow } from '#domain/rows.ts';
import type { Rule } from '#domain/validation/rules.ts';

/** `1990-05-17`, or `--05-17` when the year is not known. */
const isBirthday = (text: string): boolean =>
  isDay(text.startsWith('--') ? `2024-${text.slice(2)}` : text);

const birthday = v.nullable(v.pipe(v.string(), v.check(isBirthday, 'not_a_day' satisfies Rule)));

/** How many addresses a client may have besides the first one. */
export const MORE_ADDRESSES_MAX = 9;

const moreAddresses = v.pipe(
  v.array(labelledAddress),
  v.maxLength(MORE_ADDRESSES_MAX, 'too_many' satisfies Rule),
);

/**
 * What a person enters about a client. `phone` and `alt_phone` are E.164 (see toE164), `…_raw` as
 * typed. What rows from before it was asked for do not have counts as not known.
 */
export const clientSchema = v.pipe(
  v.object({
    first_name: optionalName,
    last_name: optionalName,
    preferred_name: shortText,
    pronouns: optionalText(60),
    email: optionalEmail,
    phone: optionalPhone,
    phone_raw: optionalText(60),
    alt_phone: v.optional(optionalPhone, null),
    alt_phone_raw: v.optional(optionalText(60), null),
    emergency_contact: v.optional(emergencyContact, null),
    birthday,
    address: v.nullable(labelledAddress),
    more_addresses: v.optional(moreAddresses, []),
    time_zone: v.optional(v.nullable(timeZone), null),
    source: shortText,
    client_since: v.optional(v.nullable(day), null),
    tags,
    online_booking: choice(['allow', 'approve', 'block']),
    payment_rule: choice(['default', 'card', 'deposit', 'prepay', 'none']),
    preferred_staff_id: optionalId,
    alert_note: note,
    note,
  }),
  v.forward(
    v.partialCheck(
      [['first_name'], ['last_name'], ['email'], ['phone']],
      (client) =>
        client.first_name !== '' ||
        client.last_name !== '' ||
        client.email !== null ||
        client.phone !== null,
      'needs_name_or_contact' satisfies Rule,
    ),
    ['first_name'],
  ),
);

export type ClientInput = v.InferOutput<typeof clientSchema>;

export const EMPTY_CLIENT: ClientInput = {
  first_name: '',
  last_name: '',
  preferred_name: null,
  pronouns: null,
  email: null,
  phone: null,
  phone_raw: null,
  alt_phone: null,
  alt_phone_raw: null,
  emergency_contact: null,
  birthday: null,
  address: null,
  more_addresses: [],
  time_zone: null,
  source: null,
  client_since: null,
  tags: [],
  online_booking: 'allow',
  payment_rule: 'default',
  preferred_staff_id: null,
  alert_note: null,
  note: null,
};

/** A client whom nobody has archived or merged, and for whom nobody answers. */
export const NEW_CLIENT = {
  ...EMPTY_CLIENT,
  merged_into: null,
  guardian_id: null,
  guardian_receives: false,
  status: 'active',
} as const satisfies Partial<ClientRow>;

/** Whether a birthday lies in the future as seen on a day; those without a year never do. */
export const isFutureBirthday = (value: string | null, today: string): boolean =>
  value !== null && !value.startsWith('--') && dayNumber(value) > dayNumber(today);
