import type { Address } from '#domain/rows.ts';
import { cellText } from '#domain/text/csv.ts';
import { fold } from '#domain/text/fold.ts';
import { validate } from '#domain/validation/validate.ts';
import { isZone } from '#domain/time/zone.ts';
import { addressesFrom } from './addresses-cell.ts';
import { birthdayFrom } from './import-day.ts';
import type { DayOrder } from './import-day.ts';
import type { ImportField, Mapping } from './import-fields.ts';
import type { News } from './news.ts';
import { toE164 } from './phone.ts';
import { EMPTY_CLIENT, MORE_ADDRESSES_MAX, clientSchema, isFutureBirthday } from './schema.ts';
import type { ClientInput } from './schema.ts';

/** How the cells of a file are to be read. */
export type ImportReading = {
  mapping: Mapping;
  /** Numbers without a + are of this country. */
  countryCode: string;
  dayOrder: DayOrder;
  /** The business's day, `YYYY-MM-DD`. */
  today: string;
};

/** Something in a row that a person should know. `value` is what the cell holds. */
export type ImportProblem = {
  /** The row's number in the file, the headings being the first. */
  line: number;
  field: ImportField;
  /** What the value breaks (rules.ts). */
  rule: string;
  value: string;
  /** false = the whole row cannot come in; true = it does, with this value in its note. */
  isImported: boolean;
};

/** A client as a file tells them: `guardian` is a name, a phone or an e-mail, to be found later. */
export type ImportedClient = ClientInput & {
  guardian?: string;
  guardian_receives?: boolean;
  /** Whether they wanted news where they come from. */
  news?: News;
};

export type ImportedRow = { client: ImportedClient | null; problems: ImportProblem[] };

const LABELS: Partial<Record<ImportField, string>> = {
  phone: 'Phone',
  alt_phone: 'Second phone',
  emergency_phone: 'Emergency phone',
  email: 'E-mail',
  time_zone: 'Time zone',
  birthday: 'Birthday',
  client_since: 'Client since',
};

/** Texts that several columns may share; of other fields the first filled column counts. */
const JOINED: ReadonlySet<ImportField> = new Set([
  'note',
  'alert_note',
  'tags',
  'source',
  'more_addresses',
]);

/**
 * A row of a file as a client. A phone, e-mail, zone or birthday that cannot be read goes into the
 * note in its own words, so that nothing is lost; what breaks a rule of the whole client keeps the row
 * out, with the reason.
 */
export const readImportRow = (
  line: number,
  cells: readonly string[],
  reading: ImportReading,
): ImportedRow => {
  const values = valuesOf(cells, reading.mapping);
  const value = (field: ImportField): string => values.get(field) ?? '';
  const problems: ImportProblem[] = [];
  const aside: string[] = [];
  const leaveOut = (field: ImportField, rule: string): null => {
    problems.push({ line, field, rule, value: value(field), isImported: true });
    aside.push(`${LABELS[field] ?? field}: ${value(field)}`);
    return null;
  };

  const number = (field: ImportField): string | null =>
    value(field) && toE164(value(field), reading.countryCode);
  const phone = number('phone');
  const typedSecond = number('alt_phone');
  // The same number twice is one.
  const second = phone && typedSecond === phone ? '' : typedSecond;
  const urgent = number('emergency_phone');
  const zone = value('time_zone');
  const email = value('email')
    .replace(/^mailto:/i, '')
    .toLowerCase();
  const isEmail = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) && email.length <= 254;
  const birthday =
    value('birthday') &&
    birthdayFrom(value('birthday'), reading.dayOrder, Number(reading.today.slice(0, 4)));
  const isFuture = isFutureBirthday(birthday || null, reading.today);
  const since =
    value('client_since') &&
    birthdayFrom(
      // Programs say the minute as well.
      value('client_since').replace(/[,\s]+\d{1,2}:\d{2}.*$/, ''),
      reading.dayOrder,
      Number(reading.today.slice(0, 4)),
    );
  const isAhead = isFutureBirthday(since || null, reading.today);
  const named = namesOf(value('name'), value('first_name'), value('last_name'));

  const client = {
    ...EMPTY_CLIENT,
    ...named,
    preferred_name: value('preferred_name') || null,
    pronouns: value('pronouns') || null,
    phone: phone === null ? leaveOut('phone', 'not_a_phone') : phone || null,
    phone_raw: phone ? value('phone').slice(0, 60) : null,
    alt_phone: second === null ? leaveOut('alt_phone', 'not_a_phone') : second || null,
    alt_phone_raw: second ? value('alt_phone').slice(0, 60) : null,
    emergency_contact: {
      name: value('emergency_name').slice(0, 120),
      phone:
        urgent === null
          ? (leaveOut('emergency_phone', 'not_a_phone') ?? '')
          : value('emergency_phone').slice(0, 60),
    },
    email: email && !isEmail ? leaveOut('email', 'not_an_email') : email || null,
    birthday:
      birthday === null || isFuture
        ? leaveOut('birthday', isFuture ? 'in_the_future' : 'not_a_day')
        : birthday || null,
    address: addressFrom(value),
    more_addresses: addressesFrom(value('more_addresses')).slice(0, MORE_ADDRESSES_MAX),
    time_zone: zone && !isZone(zone) ? leaveOut('time_zone', 'not_a_zone') : zone || null,
    client_since:
      // A day without its year says nothing.
      since === null || since.startsWith('--') || isAhead
        ? leaveOut('client_since', isAhead ? 'in_the_future' : 'not_a_day')
        : since || null,
    tags: tagsFrom(value('tags')),
    source: value('source') || null,
    online_booking: ruleFrom(value('online_booking')),
    alert_note: value('alert_note') || null,
    note: [value('note'), ...aside].filter(Boolean).join('\n') || null,
  };
  const checked = validate(clientSchema, client);
  const guardian = value('guardian');
  const link = guardian
    ? {
        guardian: guardian.slice(0, GUARDIAN_MAX),
        guardian_receives: isYes(value('guardian_receives')),
      }
    : {};
  const news = newsFrom(value('marketing_email'), value('marketing_sms'));
  if (checked.ok) return { client: { ...checked.value, ...link, ...news }, problems };
  const issues = checked.error.issues ?? [];
  return {
    client: null,
    problems: issues.map(({ field, rule }) => {
      const [name = ''] = field.split('.');
      const known = (field in values ? field : name) as ImportField;
      return { line, field: known, rule, value: value(known), isImported: false };
    }),
  };
};

const valuesOf = (cells: readonly string[], mapping: Mapping): Map<ImportField, string> => {
  const values = new Map<ImportField, string>();
  mapping.forEach((field, column) => {
    const text = field === null ? '' : cellText(cells[column] ?? '');
    if (field === null || text === '') return;
    const before = values.get(field);
    if (before === undefined) values.set(field, text);
    // A home phone beside a mobile: neither is lost.
    else if (field === 'phone' && before !== text && !values.has('alt_phone')) {
      values.set('alt_phone', text);
    } else if (JOINED.has(field))
      values.set(field, `${before}${field === 'tags' ? ';' : '\n'}${text}`);
  });
  return values;
};

/** `Li, Ana` and `Ana Li` are one person; what stands in columns of its own counts more. */
const namesOf = (whole: string, first: string, last: string) => {
  if (first || last || !whole) return { first_name: first, last_name: last };
  const [before = '', after] = whole.split(/,\s*/, 2);
  if (after) return { first_name: after, last_name: before };
  const words = whole.split(/\s+/u);
  return {
    first_name: words.slice(0, -1).join(' ') || whole,
    last_name: words.length > 1 ? words.at(-1)! : '',
  };
};

const addressFrom = (value: (field: ImportField) => string): Address | null => {
  const [line1, line2, city, region] = (['line1', 'line2', 'city', 'region'] as const).map(value);
  const postal = value('postal_code');
  const country = value('country_code').toUpperCase();
  // An address begins with something: a town alone is its first line.
  const first = line1 || line2 || city || region || postal;
  if (!first) return null;
  const label = value('address_label');
  return {
    ...(label ? { label: label.slice(0, 60) } : {}),
    line1: first.slice(0, 200),
    ...(line2 && line2 !== first ? { line2: line2.slice(0, 200) } : {}),
    ...(city && city !== first ? { city: city.slice(0, 120) } : {}),
    ...(region && region !== first ? { region: region.slice(0, 120) } : {}),
    ...(postal && postal !== first ? { postal_code: postal.slice(0, 20) } : {}),
    ...(/^[A-Z]{2}$/.test(country) ? { country_code: country } : {}),
  };
};

const tagsFrom = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;|\n]/)
      .map((tag) => tag.trim().slice(0, 60))
      .filter(Boolean),
  ),
];

/** A name with an address behind it. */
const GUARDIAN_MAX = 500;

/** Anything but a plain yes or no counts as never asked. */
const newsFrom = (email: string, sms: string): { news?: News } => {
  const said = [
    ['email', email],
    ['sms', sms],
  ].flatMap(([channel, text = '']) =>
    isYes(text) ? [[channel, true]] : isNo(text) ? [[channel, false]] : [],
  );
  return said.length > 0 ? { news: Object.fromEntries(said) } : {};
};

const isYes = (text: string): boolean =>
  /^(yes|y|true|1|x|ja|si|oui|opted in|opt in|granted|subscribed|accepted)$/.test(fold(text));
const isNo = (text: string): boolean =>
  /^(no|n|false|0|nein|non|opted out|opt out|denied|withdrawn|unsubscribed|declined)$/.test(
    fold(text),
  );

const ruleFrom = (text: string): ClientInput['online_booking'] => {
  const word = fold(text);
  if (/^(block|blocked|no|false|0|nein)$/.test(word)) return 'block';
  return /^(approve|approval|ask)$/.test(word) ? 'approve' : 'allow';
};
