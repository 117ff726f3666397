import type { ClientRow, FormField } from '#domain/rows.ts';
import type { FieldType } from './field-types.ts';

export type RecordField = NonNullable<FormField['map_to']>;

/** Which questions go with which part of a client's record. private.is_form_field says the same. */
export const RECORD_FIELDS: Record<RecordField, readonly FieldType[]> = {
  first_name: ['short_text'],
  last_name: ['short_text'],
  email: ['email'],
  phone: ['phone'],
  birthday: ['date'],
  pronouns: ['short_text'],
  address_line1: ['short_text'],
  address_city: ['short_text'],
  address_region: ['short_text'],
  address_postal_code: ['short_text'],
  alert_note: ['short_text', 'long_text', 'single', 'multi'],
};

/** What a form begins with. The alert is for staff: what stands there is not for the client to read. */
export const knownAnswer = (client: ClientRow, field: RecordField): string | null => {
  switch (field) {
    case 'address_line1':
      return client.address?.line1 ?? null;
    case 'address_city':
      return client.address?.city ?? null;
    case 'address_region':
      return client.address?.region ?? null;
    case 'address_postal_code':
      return client.address?.postal_code ?? null;
    case 'alert_note':
      return null;
    default:
      return client[field];
  }
};
