import type { ClientRow } from '#domain/rows.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import { addressesText } from './addresses-cell.ts';
import { guardianCell } from './import-guardians.ts';
import type { KnownGuardian } from './import-guardians.ts';
import type { News } from './news.ts';
import { sinceDay } from './since.ts';

type Column = [
  heading: string,
  value: (
    client: ClientRow,
    guardian: KnownGuardian | null,
    news: News,
    timeZone: string,
  ) => string | null | undefined,
];

const yesOrNo = (said: boolean | undefined): string =>
  said === undefined ? '' : said ? 'yes' : 'no';

/** Headings that the import understands, so that a file comes back as it went. */
const COLUMNS: readonly Column[] = [
  ['First name', ({ first_name }) => first_name],
  ['Last name', ({ last_name }) => last_name],
  ['Preferred name', ({ preferred_name }) => preferred_name],
  ['Pronouns', ({ pronouns }) => pronouns],
  ['Phone', ({ phone }) => phone],
  ['Second phone', ({ alt_phone }) => alt_phone],
  ['E-mail', ({ email }) => email],
  ['Emergency contact', ({ emergency_contact }) => emergency_contact?.name],
  ['Emergency phone', ({ emergency_contact }) => emergency_contact?.phone],
  ['Birthday', ({ birthday }) => birthday],
  ['Address label', ({ address }) => address?.label],
  ['Address', ({ address }) => address?.line1],
  ['Address 2', ({ address }) => address?.line2],
  ['Postal code', ({ address }) => address?.postal_code],
  ['City', ({ address }) => address?.city],
  ['State', ({ address }) => address?.region],
  ['Country', ({ address }) => address?.country_code],
  ['Other addresses', ({ more_addresses }) => addressesText(more_addresses ?? [])],
  ['Time zone', ({ time_zone }) => time_zone],
  ['Tags', ({ tags }) => tags.join('; ')],
  ['Source', ({ source }) => source],
  ['Client since', (client, _, __, timeZone) => sinceDay(client, timeZone)],
  ['Online booking', ({ online_booking }) => online_booking],
  ['News by e-mail', (_, __, { email }) => yesOrNo(email)],
  ['News by text message', (_, __, { sms }) => yesOrNo(sms)],
  ['Guardian', (_, guardian) => guardian && guardianCell(guardian)],
  [
    'Guardian gets messages',
    ({ guardian_receives }, guardian) => guardian && (guardian_receives ? 'yes' : 'no'),
  ],
  ['Alert', ({ alert_note }) => alert_note],
  ['Notes', ({ note }) => note],
];

/** What nobody imports, but a person who leaves wants to have. */
const MORE: readonly Column[] = [
  ['Phone as typed', ({ phone_raw }) => phone_raw],
  ['Second phone as typed', ({ alt_phone_raw }) => alt_phone_raw],
  ['Status', ({ status }) => status],
  ['Daybook id', ({ id }) => id],
];

const ALL = [...COLUMNS, ...MORE];

export const csvHead = (): string => BYTE_ORDER_MARK + csvLine(ALL.map(([heading]) => heading));

/**
 * One client as a line; no cell is a formula to a spreadsheet. `guardian`: null where none is known.
 * `timeZone`: the business's, whose days the file tells.
 */
export const clientCsvLine = (
  client: ClientRow,
  timeZone: string,
  guardian: KnownGuardian | null,
  news: News = {},
): string => csvLine(ALL.map(([, value]) => value(client, guardian, news, timeZone) ?? ''));
