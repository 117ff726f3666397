import { filledParagraphs, filledSubject, wordsInForce } from '#domain/messages/words.ts';
import type { Day, Instant, Uuid } from '#domain/rows.ts';
import { fillTemplate } from '#domain/text/template.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import type { MailData } from './mail-data.ts';
import { MAIL_WORDS } from './mail-words.ts';
import { valuesAbout } from './own-words.ts';
import { staffMail } from './staff-mail.ts';

export const TEAM_KINDS = [
  'staff_new',
  'staff_changed',
  'staff_cancelled',
  'staff_form',
  'staff_waitlist',
  'low_stock',
] as const;
type TeamKind = (typeof TEAM_KINDS)[number];

/** What `private.tell_staff`, `private.tell_members` and `private.tell_low_stock` write into a queued mail. */
export type TeamData = {
  business: MailData['business'];
  staff: { id: Uuid; name: string };
  /** Of the visit, by the clock of the business; absent in mails about products. */
  day?: Day;
  /** What this person does of the visit, in its order; absent in mails about products. */
  services?: { starts_at: Instant; ends_at: Instant; service_name: string }[];
  /** '' = nobody in particular: a class, or who walks in. */
  client_name?: string;
  /** What somebody waits for; absent in other mails, like the next ones. */
  wants?: string[];
  /** What the form is called that came in. */
  form?: string;
  /** What runs low. */
  products?: { name: string; left: string }[];
  words?: MailData['words'];
};

/** Where to look, where that is not a day of the calendar. */
const PAGES: Partial<Record<TeamKind, string>> = {
  staff_form: '/forms',
  staff_waitlist: '/waitlist',
  low_stock: '/inventory',
};

/** A message to one person of the team. The same data gives the same mail. */
export const renderTeam = (
  kind: TeamKind,
  data: TeamData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, staff, services = [], client_name: client = '', products = [] } = data;
  const { wants = [], form } = data;
  const formats = businessFormats(business);
  const first = services[0];
  const last = services.at(-1);
  const values = {
    ...valuesAbout({
      business,
      client: { first_name: client, last_name: '' },
      services: [...services.map(({ service_name }) => service_name), ...wants],
      bookLink: `${siteUrl}/book/${encodeURIComponent(business.slug)}`,
      ...(first && last ? { at: { starts_at: first.starts_at, ends_at: last.ends_at } } : {}),
    }),
    staff_name: staff.name,
  };
  const words = wordsInForce(kind, data.words);
  const frame = MAIL_WORDS[kind];
  const fill = (template: string): string => fillTemplate(template, values).trim();
  const subject = filledSubject(words.subject, values);
  const lines = filledParagraphs(words.body, values);
  const facts = [
    ...(client ? [{ name: 'Client', value: client }] : []),
    ...services.map(({ starts_at, ends_at, service_name }) => ({
      name: `${formats.date(starts_at, DATE_WEEKDAY)}, ${formats.timeRange(starts_at, ends_at)}`,
      value: service_name,
    })),
    ...wants.map((value) => ({ name: 'Waits for', value })),
    ...(form === undefined ? [] : [{ name: 'Form', value: form }]),
    ...products.map(({ name, left }) => ({ name, value: `${left} left` })),
  ];
  const link = siteUrl + (PAGES[kind] ?? `/calendar${data.day ? `?date=${data.day}` : ''}`);
  return staffMail({ business, subject, frame, fill, lines, facts, link });
};
