import { ruleText } from '#app/messages.ts';
import type { UndoneImport } from '#db/commands/import-clients.ts';
import type { ImportRecord } from '#db/schema.ts';
import type { ImportField } from '#domain/clients/import-fields.ts';
import type { DuplicateReason } from '#domain/clients/duplicates.ts';
import type { ImportProblem } from '#domain/clients/import-row.ts';
import type { FileProblem } from './file.ts';

export const FIELD_NAMES: Record<ImportField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  name: 'Whole name',
  preferred_name: 'Preferred name',
  pronouns: 'Pronouns',
  phone: 'Phone',
  alt_phone: 'Second phone',
  email: 'E-mail',
  emergency_name: 'Emergency contact: name',
  emergency_phone: 'Emergency contact: phone',
  birthday: 'Birthday',
  address_label: 'What the address is called',
  line1: 'Street',
  line2: 'Address, second line',
  postal_code: 'Postal code',
  city: 'City',
  region: 'State or region',
  country_code: 'Country (two letters)',
  more_addresses: 'Other addresses',
  time_zone: 'Time zone',
  tags: 'Tags',
  source: 'Came through',
  client_since: 'Client since',
  online_booking: 'Online booking rule',
  marketing_email: 'News by e-mail (yes or no)',
  marketing_sms: 'News by text message (yes or no)',
  guardian: 'Guardian (name, phone or e-mail)',
  guardian_receives: 'Guardian gets messages (yes or no)',
  alert_note: 'Alert',
  note: 'Note',
};

export const FILE_PROBLEMS: Record<FileProblem, string> = {
  too_large: 'This file is larger than 25 MB. Split it and import the parts.',
  too_many: 'These are more than 50,000 rows. Split the file and import the parts.',
  empty: 'There are no rows in this file.',
  not_text:
    'This is a spreadsheet, not a CSV file. Open it in its program, save it as CSV, and choose that file.',
};

export const REASONS: Record<DuplicateReason, string> = {
  phone: 'same phone number',
  email: 'same e-mail',
  birthday: 'same name and birthday',
};

const count = new Intl.NumberFormat('en-US');

/** `1 client`, `20,000 clients`. */
export const many = (number: number, one: string, more = `${one}s`): string =>
  `${count.format(number)} ${number === 1 ? one : more}`;

/** What is wrong with a value, and what becomes of it. */
export const problemText = ({ field, rule, value, isImported }: ImportProblem): string => {
  if (isImported) {
    const what =
      {
        phone: 'phone number',
        alt_phone: 'phone number',
        emergency_phone: 'phone number',
        email: 'e-mail address',
        time_zone: 'time zone',
      }[field as 'phone'] ?? 'day';
    const why = rule === 'in_the_future' ? 'lies in the future' : `is no ${what}`;
    return `“${value}” ${why}. It goes to the note.`;
  }
  if (rule === 'needs_name_or_contact') return 'No name, phone or e-mail.';
  return `${FIELD_NAMES[field] ?? 'A value'}: ${ruleText(rule)}`;
};

export const importedText = (record: ImportRecord): string =>
  record.state === 'stopped'
    ? `The import of ${record.file_name} was stopped`
    : `${contentText(record)} imported`;

/** `12 clients`, `40 appointments`, `40 appointments and 3 clients`. */
export const contentText = ({ created, updated, booked = [] }: ImportRecord): string => {
  const clients = created.length + updated.length;
  if (booked.length === 0) return many(clients, 'client');
  const visits = many(booked.length, 'appointment');
  return clients === 0 ? visits : `${visits} and ${many(clients, 'client')}`;
};

export const undoneText = (undone: UndoneImport): string => {
  const { removed, restored, kept, removedVisits, keptVisits } = undone;
  const clients = removed + restored;
  const gone = [
    removedVisits > 0 ? many(removedVisits, 'appointment') : '',
    clients > 0 || removedVisits === 0 ? many(clients, 'client') : '',
  ].filter(Boolean);
  return [
    `${gone.join(' and ')} taken back`,
    keptVisits > 0 ? `${count.format(keptVisits)} that began or were changed kept` : '',
    kept > 0 ? `${count.format(kept)} with visits or changes kept` : '',
  ]
    .filter(Boolean)
    .join(', ');
};
