import { toE164 } from '#domain/clients/phone.ts';
import { isFutureBirthday } from '#domain/clients/schema.ts';
import type { ClientInput } from '#domain/clients/schema.ts';
import type { Address, ClientRow, FormAnswers, FormField } from '#domain/rows.ts';
import { addressLines } from '#domain/text/address.ts';
import { addressOf, addressText } from '#domain/text/address-form.ts';
import type { AddressText } from '#domain/text/address-form.ts';
import type { RecordField } from './record-fields.ts';

export type RecordPart =
  | 'first_name'
  | 'last_name'
  | 'pronouns'
  | 'email'
  | 'phone'
  | 'birthday'
  | 'address'
  | 'alert_note';

/** What a filled-in form would change about its client. Nothing of it happens by itself. */
export type RecordChange = {
  part: RecordPart;
  /** As the record has it, in words; null = nothing. */
  before: string | null;
  /** As it would have it. */
  after: string;
  patch: Partial<ClientInput>;
};

type Place = {
  /** Of the business: where numbers without a country belong. */
  country: string;
  /** Of the business as well: a birthday is not ahead of it. */
  today: string;
};

/**
 * Where the answers differ from the record, part by part. What the record could not hold is left out:
 * numbers that are none, birthdays to come, a town without a street. An alert is never replaced: what
 * was answered is added to it.
 */
export const recordChanges = (
  fields: readonly FormField[],
  answers: FormAnswers,
  client: ClientRow,
  { country, today }: Place,
): RecordChange[] => {
  const said = new Map<RecordField, string>();
  const alerts: string[] = [];
  for (const { id, label, map_to } of fields) {
    const text = map_to && textOf(answers[id]);
    if (!text) continue;
    if (map_to === 'alert_note') alerts.push(`${label}: ${text}`);
    else said.set(map_to, text);
  }
  const changes: RecordChange[] = [];
  const add = (
    part: RecordPart,
    before: string | null,
    after: string | null,
    patch: Partial<ClientInput>,
  ): void => {
    if (after && after !== before) changes.push({ part, before: before || null, after, patch });
  };

  for (const part of ['first_name', 'last_name', 'pronouns'] as const) {
    const text = said.get(part);
    if (text) add(part, client[part], text, { [part]: text } as Partial<ClientInput>);
  }
  const email = said.get('email')?.toLowerCase() ?? null;
  add('email', client.email, email, { email });
  const typed = said.get('phone') ?? '';
  const phone = toE164(typed, country);
  if (phone !== client.phone) {
    add('phone', client.phone, phone, { phone, phone_raw: typed });
  }
  const birthday = said.get('birthday') ?? null;
  if (!isFutureBirthday(birthday, today)) add('birthday', client.birthday, birthday, { birthday });

  const address = addressAfter(client.address, said, country);
  if (address) add('address', wordsOf(client.address), wordsOf(address), { address });

  const known = client.alert_note ?? '';
  const lines = alerts.filter((line) => !known.includes(line));
  if (lines.length > 0) {
    const alert_note = [known, ...lines].filter(Boolean).join('\n');
    add('alert_note', client.alert_note, alert_note, { alert_note });
  }
  return changes;
};

const textOf = (answer: FormAnswers[string] | undefined): string => {
  if (typeof answer === 'string') return answer.trim();
  if (!Array.isArray(answer)) return '';
  const parts: readonly unknown[] = answer;
  return parts.filter((part) => typeof part === 'string').join(', ');
};

const LINES = {
  line1: 'address_line1',
  city: 'address_city',
  region: 'address_region',
  postal_code: 'address_postal_code',
} as const satisfies Partial<Record<keyof AddressText, RecordField>>;

/** The first address with what was answered in its place; null = nothing that an address could be. */
const addressAfter = (
  address: Address | null,
  said: ReadonlyMap<string, string>,
  country: string,
): Address | null => {
  const text = addressText(address);
  let isOther = false;
  for (const [line, from] of Object.entries(LINES) as [keyof typeof LINES, string][]) {
    const answer = said.get(from);
    if (!answer || answer === text[line]) continue;
    isOther = true;
    text[line] = answer;
  }
  if (!isOther || text.line1 === '') return null;
  const { label } = address ?? {};
  const after = addressOf(text, address?.country_code ?? country);
  return after && { ...after, ...(label ? { label } : {}) };
};

const wordsOf = (address: Address | null): string | null =>
  address && addressLines(address).join(', ');
