import type {
  AppointmentRow,
  AppointmentSegmentRow,
  AttendeeRow,
  ClientNoteRow,
  ClientPhotoRow,
  ClientRow,
  ConsentEventRow,
  FormField,
  FormFile,
  FormSubmissionRow,
  GiftCardRow,
  Instant,
  PackageHoldingRow,
  PatchTestRow,
  PaymentRow,
  RefundRow,
  SaleLineRow,
  SaleRow,
  Signature,
  TipRow,
  WaitlistEntryRow,
  WaitlistWindow,
} from '#domain/rows.ts';
import { countSeats } from '#domain/appointments/party.ts';
import { visitsLeft } from '#domain/checkout/package-words.ts';
import type { PackageLeft } from '#domain/checkout/packages.ts';
import { answerText } from '#domain/forms/answer-text.ts';
import { isSigned, takesFiles } from '#domain/forms/field-types.ts';
import { filesIn, isPicture } from '#domain/forms/files.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { STATE_WORDS, paymentWords } from '#domain/checkout/words.ts';
import { addressLines } from '#domain/text/address.ts';
import { addressesOf, addressName, emergencyText } from './addresses.ts';
import { clientName } from './name.ts';
import { isPdf } from './photos.ts';
import { clientSince } from './since.ts';

/** Everything that is kept about one person, as they may ask for it. */
export type ClientFile = {
  business: { name: string };
  client: ClientRow;
  /** By name: who answers for them, and for whom they answer. */
  guardian: string | null;
  dependants: readonly string[];
  /** Newest first. */
  visits: readonly { appointment: AppointmentRow; segments: readonly AppointmentSegmentRow[] }[];
  /** Seats in classes, newest first; `name` = what is done there. */
  classes: readonly { attendee: AttendeeRow; session: AppointmentRow; name: string }[];
  /** What they bought, newest first, how it was paid, and what went back. */
  sales: readonly {
    sale: SaleRow;
    lines: readonly SaleLineRow[];
    tips: readonly TipRow[];
    payments: readonly PaymentRow[];
    refunds: readonly RefundRow[];
  }[];
  /** What they paid online before visits, and what of it went back. */
  online: { payments: readonly PaymentRow[]; refunds: readonly RefundRow[] };
  /** Those that they bought, newest first, with what is left on each, in cents. */
  giftCards: readonly { card: GiftCardRow; balance_cents: number }[];
  /** Visits that they paid before, the oldest first, with what is left. */
  packages: readonly { holding: PackageHoldingRow; left: PackageLeft }[];
  notes: readonly ClientNoteRow[];
  consents: readonly ConsentEventRow[];
  tests: readonly PatchTestRow[];
  /** What they waited or wait for, newest first, with names instead of ids. */
  waits: readonly {
    entry: WaitlistEntryRow;
    items: readonly { service: string; staff: readonly string[] }[];
  }[];
  /** What they filled in, newest first, with what they were asked. */
  forms: readonly FilledForm[];
  /** With the picture as a `data:` address; null = it is not on the device that saved it. */
  photos: readonly { photo: ClientPhotoRow; picture: string | null }[];
  savedAt: Instant;
  /** Older visits are not on the device that saved it; null = all are there. */
  historyFrom: Instant | null;
};

type FilledForm = {
  submission: FormSubmissionRow;
  name: string;
  fields: readonly FormField[];
  /** Its photos and files as `data:` addresses, by their ids; absent = not on the device that saved it. */
  files: Readonly<Record<string, string>>;
};

/** For machines: the rows as they are, under one roof. */
export const clientFileJson = (file: ClientFile): string =>
  `${JSON.stringify(
    {
      format: 'daybook.client',
      version: 1,
      saved_at: file.savedAt,
      business: file.business.name,
      complete: file.historyFrom === null,
      visits_since: file.historyFrom,
      client: file.client,
      guardian: file.guardian,
      dependants: file.dependants,
      visits: file.visits.map(({ appointment, segments }) => ({ ...appointment, segments })),
      classes: file.classes.map(({ attendee, session, name }) => ({
        ...attendee,
        name,
        starts_at: session.starts_at,
        ends_at: session.ends_at,
      })),
      sales: file.sales.map(({ sale, lines, tips, payments, refunds }) => ({
        ...sale,
        lines,
        tips,
        payments,
        refunds,
      })),
      online_payments: file.online,
      gift_cards: file.giftCards.map(({ card: { code_hash: _hash, ...card }, balance_cents }) => ({
        ...card,
        balance_cents,
      })),
      packages: file.packages.map(({ holding, left }) => ({ ...holding, left })),
      notes: file.notes,
      consents: file.consents,
      patch_tests: file.tests,
      waitlist: file.waits.map(({ entry, items }) => ({ ...entry, items })),
      forms: file.forms.map(({ submission, name, fields, files }) => ({
        ...submission,
        name,
        fields,
        files,
      })),
      photos: file.photos.map(({ photo, picture }) => ({ ...photo, picture })),
    },
    null,
    2,
  )}\n`;

export type ClientFileWords = {
  date: (value: string) => string;
  dateTime: (value: Instant) => string;
  money: (cents: number) => string;
  consent: (event: ConsentEventRow) => string;
  window: (window: WaitlistWindow) => string;
};

/** For people: one page that any browser opens and prints, without anything from elsewhere. */
export const clientFileHtml = (file: ClientFile, words: ClientFileWords): string => {
  const { client } = file;
  const name = clientName(client);
  const facts: [string, string | null | undefined][] = [
    ['Name', `${client.first_name} ${client.last_name}`.trim()],
    ['Goes by', client.preferred_name],
    ['Pronouns', client.pronouns],
    ['Phone', client.phone_raw ?? client.phone],
    ['Second phone', client.alt_phone_raw ?? client.alt_phone],
    ['E-mail', client.email],
    ['Emergency contact', emergencyText(client.emergency_contact)],
    ['Birthday', client.birthday],
    ...addressesOf(client).map((address, place): [string, string] => [
      addressName(address, place),
      addressLines(address).join(', '),
    ]),
    ['Time zone', client.time_zone],
    ['Guardian', file.guardian],
    ['Guardian of', file.dependants.join(', ')],
    ['Came through', client.source],
    ['Tags', client.tags.join(', ')],
    ['Alert', client.alert_note],
    ['Note', client.note],
    ['Client since', words.date(clientSince(client))],
  ];
  const part = (title: string, lines: readonly string[]): string =>
    lines.length === 0
      ? ''
      : `<h2>${escape(title)}</h2><ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(name)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem}li{white-space:pre-line;margin:.3em 0}dt{font-weight:600}dd{margin:0 0 .5em;white-space:pre-line}</style>
</head><body><h1>${escape(name)}</h1>
<p>What ${escape(file.business.name)} keeps, saved on ${escape(words.dateTime(file.savedAt))}.${
    file.historyFrom
      ? ` Visits before ${escape(words.date(file.historyFrom))} were not on the device that saved this.`
      : ''
  }</p>
<dl>${facts
    .filter(([, value]) => value)
    .map(([label, value]) => `<dt>${escape(label)}</dt><dd>${escape(value ?? '')}</dd>`)
    .join('')}</dl>
${part(
  'Visits',
  file.visits.map((visit) => visitLine(visit, words)),
)}
${part(
  'Classes',
  file.classes.map(
    ({ attendee, session, name }) =>
      `${words.dateTime(session.starts_at)}: ${name}, ${countSeats(attendee.seats)}, ${attendee.state.replaceAll('_', ' ')}`,
  ),
)}
${part(
  'Sales',
  file.sales.map((sale) => saleLine(sale, words)),
)}
${part('Paid online before visits', onlineLines(file.online, words))}
${part(
  'Gift cards',
  file.giftCards.map((one) => giftLine(one, words)),
)}
${part(
  'Packages',
  file.packages.map(
    ({ holding, left }) =>
      `${words.date(holding.created_at)}: ${holding.name}, ${visitsLeft(left, holding, words.date)}`,
  ),
)}
${part(
  'Notes',
  file.notes.map(
    ({ kind, body, author_name, noted_at }) =>
      `${words.dateTime(noted_at)}, ${kind}${author_name && `, ${author_name}`}: ${body}`,
  ),
)}
${part(
  'Consents',
  file.consents.map((event) => `${words.dateTime(event.at)}: ${words.consent(event)}`),
)}
${part(
  'Patch tests',
  file.tests.map(
    ({ product, performed_at, result, expires_on }) =>
      `${words.date(performed_at)}: ${product}, ${result}, valid until ${words.date(expires_on)}`,
  ),
)}
${part(
  'Waitlist',
  file.waits.map((wait) => waitLine(wait, words)),
)}
${formPart(file.forms, words)}
${photoPart(file.photos, words)}
</body></html>
`;
};

const photoPart = (photos: ClientFile['photos'], words: ClientFileWords): string => {
  if (photos.length === 0) return '';
  const figures = photos.map(({ photo, picture }) => {
    const name = photo.file_name ?? photo.kind;
    const text = escape(`${words.dateTime(photo.taken_at)}, ${name}`);
    if (picture && isPdf(photo)) {
      return `<p><a href="${escape(picture)}" download="${escape(name)}">${text}</a></p>`;
    }
    const image = picture
      ? `<img src="${escape(picture)}" alt="${text}" width="320">`
      : '<p>Not on the device that saved this.</p>';
    return `<figure>${image}<figcaption>${text}</figcaption></figure>`;
  });
  return `<h2>Photos and files</h2>${figures.join('')}`;
};

const formPart = (forms: readonly FilledForm[], words: ClientFileWords): string =>
  forms.length === 0
    ? ''
    : `<h2>Forms</h2>${forms.map((form) => filledForm(form, words)).join('')}`;

const filledForm = (
  { submission, name, fields, files }: FilledForm,
  words: ClientFileWords,
): string => {
  const { answers, submitted_at, void_reason, countersigned_by, countersigned_at } = submission;
  const title = `${words.dateTime(submitted_at)}: ${name}`;
  const rows = fields.flatMap((field) => {
    const answer = answers[field.id];
    if (answer === undefined) return [];
    const drawn = isSigned(field.type) ? drawing(answer as Signature) : '';
    const said = takesFiles(field.type)
      ? filesIn(answer)
          .map((file) => filePart(file, files[file.id]))
          .join('')
      : escape(answerText(field, answer, words));
    return `<dt>${escape(field.label)}</dt><dd>${drawn}${said}</dd>`;
  });
  const after = [
    countersigned_at && `Signed by ${countersigned_by ?? ''} on ${words.date(countersigned_at)}`,
    void_reason && `Void: ${void_reason}`,
  ].flatMap((line) => (line ? `<p>${escape(line)}</p>` : []));
  return `<h3>${escape(title)}</h3><dl>${rows.join('')}</dl>${after.join('')}`;
};

const filePart = (file: FormFile, address: string | undefined): string => {
  const name = escape(file.name);
  if (address === undefined) return `<p>${name}: not on the device that saved this.</p>`;
  return isPicture(file)
    ? `<figure><img src="${escape(address)}" alt="${name}" width="320"><figcaption>${name}</figcaption></figure>`
    : `<p><a href="${escape(address)}" download="${name}">${name}</a></p>`;
};

const drawing = ({ strokes }: Signature): string => {
  if (strokes.length === 0) return '';
  const lines = strokes.map((line) => `<polyline points="${escape(line.join(' '))}"/>`);
  return `<svg role="img" aria-label="Drawn" viewBox="0 0 1000 500" width="320" fill="none" stroke="currentColor" stroke-width="8">${lines.join('')}</svg>`;
};

const visitLine = (
  { appointment, segments }: ClientFile['visits'][number],
  words: ClientFileWords,
): string => {
  const isHidden = segments.some(({ price_kind }) => price_kind === 'hidden');
  const cents = segments.reduce((sum, { price_cents }) => sum + price_cents, 0);
  const what = segments.map(({ service_name }) => service_name).join(', ');
  return [
    `${words.dateTime(appointment.starts_at)}: ${what}${isHidden ? '' : `, ${words.money(cents)}`}, ${appointment.status.replaceAll('_', ' ')}`,
    appointment.client_note && `Asked for: ${appointment.client_note}`,
    appointment.staff_note && `Noted: ${appointment.staff_note}`,
  ]
    .filter(Boolean)
    .join('\n');
};

const saleLine = (
  { sale, lines, payments, refunds }: ClientFile['sales'][number],
  { dateTime, money }: ClientFileWords,
): string =>
  [
    `${dateTime(sale.occurred_at)}: receipt ${receiptNumber(sale)}, ${money(sale.total_cents)}`,
    ...lines.map(
      ({ qty, name, total_cents }) => `${qty > 1 ? `${qty} × ` : ''}${name}, ${money(total_cents)}`,
    ),
    sale.tip_cents > 0 && `Tip, ${money(sale.tip_cents)}`,
    sale.discount_reason && `Discount: ${sale.discount_reason}`,
    ...lines.map(({ discount_reason }) => discount_reason && `Discount: ${discount_reason}`),
    ...payments.map((payment) => `${paymentWords(payment)}, ${money(payment.amount_cents)}`),
    ...refunds.map(
      ({ kind, amount_cents, reason }) =>
        `${kind === 'void' ? STATE_WORDS.void : 'Refund'}, ${money(amount_cents)}${reason && `: ${reason}`}`,
    ),
  ]
    .filter(Boolean)
    .join('\n');

const onlineLines = (
  { payments, refunds }: ClientFile['online'],
  { dateTime, money }: ClientFileWords,
): string[] => [
  ...payments.map((row) => `${dateTime(row.occurred_at)}: ${money(row.amount_cents)}`),
  ...refunds.map((row) => `${dateTime(row.occurred_at)}: ${money(row.amount_cents)} went back`),
];

const giftLine = (
  { card, balance_cents }: ClientFile['giftCards'][number],
  words: ClientFileWords,
): string =>
  [
    `${words.date(card.created_at)}: …${card.code_last4}, ${words.money(card.initial_cents)}, ${words.money(balance_cents)} left`,
    card.recipient_name && `For ${card.recipient_name}`,
    card.message,
  ]
    .filter(Boolean)
    .join('\n');

const waitLine = (
  { entry, items }: ClientFile['waits'][number],
  words: ClientFileWords,
): string => {
  const what = items.map(({ service, staff }) =>
    [service, staff.join(' or ')].filter(Boolean).join(' with '),
  );
  return [
    `${words.date(entry.created_at)}: ${[...what, ...entry.windows.map(words.window), entry.state].join(', ')}`,
    entry.address && addressLines(entry.address).join(', '),
    entry.note,
  ]
    .filter(Boolean)
    .join('\n');
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
