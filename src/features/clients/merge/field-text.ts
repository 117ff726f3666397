import { emergencyText } from '#domain/clients/addresses.ts';
import { birthdayText } from '#domain/clients/birthday.ts';
import type { MergeField } from '#domain/clients/merge.ts';
import type { ClientRow, Uuid } from '#domain/rows.ts';
import { addressLines } from '#domain/text/address.ts';

export const FIELD_LABELS: Record<MergeField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  preferred_name: 'Preferred name',
  pronouns: 'Pronouns',
  phone: 'Phone',
  alt_phone: 'Second phone',
  email: 'E-mail',
  emergency_contact: 'Emergency contact',
  birthday: 'Birthday',
  address: 'First address',
  time_zone: 'Time zone',
  source: 'Came through',
  online_booking: 'Online booking',
  payment_rule: 'Before a visit',
  preferred_staff_id: 'Prefers',
};

const PAYMENTS = {
  default: 'As for everybody',
  card: 'Leaves a card',
  deposit: 'Pays a deposit',
  prepay: 'Pays in full',
  none: 'Pays nothing before',
};

const RULES = { allow: 'Books freely', approve: 'Needs your approval', block: 'Cannot book' };

/** A field of a client in words; empty = nothing is known. */
export const valueText = (
  client: ClientRow,
  field: MergeField,
  locale: string,
  staffNames: ReadonlyMap<Uuid, string>,
): string => {
  switch (field) {
    case 'phone':
      return client.phone_raw ?? client.phone ?? '';
    case 'alt_phone':
      return client.alt_phone_raw ?? client.alt_phone ?? '';
    case 'emergency_contact':
      return emergencyText(client.emergency_contact);
    case 'birthday':
      return client.birthday ? birthdayText(client.birthday, locale) : '';
    case 'address':
      return client.address ? addressLines(client.address).join(', ') : '';
    case 'online_booking':
      return RULES[client.online_booking];
    case 'payment_rule':
      return PAYMENTS[client.payment_rule];
    case 'preferred_staff_id':
      return staffNames.get(client.preferred_staff_id ?? '') ?? '';
    default:
      return client[field] ?? '';
  }
};
