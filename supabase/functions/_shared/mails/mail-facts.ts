import { askedAgainHint } from '#domain/forms/asked-again.ts';
import { guestName } from '#domain/appointments/guest-name.ts';
import { messageValues } from '#domain/messages/values.ts';
import type { MessageValues } from '#domain/messages/values.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Address } from '#domain/rows.ts';
import { formatPrice } from '#domain/services/price.ts';
import { addressLines, mapLink } from '#domain/text/address.ts';
import { formatDate } from '#domain/time/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { MailData, MailOptions } from './mail-data.ts';

/** What a message says, in words of the business's language, zone and currency. */
export type MailFacts = {
  /** Values of the `{{placeholders}}`. */
  values: MessageValues;
  clientName: string;
  /** Whom it is about, when the reader is their guardian. */
  dependant: string | null;
  serviceNames: string;
  staff: string;
  day: string;
  timeRange: string;
  zone: string;
  previously: string | null;
  /** Until when the time is kept for who pays the deposit. */
  keptUntil: string | null;
  services: { name: string; staff: string | null; price: string }[];
  total: string;
  place: string[];
  mapLink: string | null;
  cancelUntil: string | null;
  manageLink: string | null;
  bookLink: string;
  /** What is to be filled in before the visit, each with its page and what else is to be said. */
  forms: { name: string; link: string; hint: string | null }[];
  /** How to prepare for it, as its services say. */
  prepNotes: string[];
  /** Who comes along, and for what from when on. */
  guests: string[];
  /** Other dates of the series, each with the page where it can be changed. */
  also: { when: string; link: string | null }[];
};

export const mailFacts = (data: MailData, { siteUrl, now }: Required<MailOptions>): MailFacts => {
  const { business, appointment, client } = data;
  const { locale, time_zone: timeZone } = business;
  const formats = businessFormats(business);
  const dayParts = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;
  const deadline = (value: string) =>
    `${formats.date(value, { weekday: 'long', month: 'long', day: 'numeric' })}, ${formats.time(value)}`;

  const day = formats.date(appointment.starts_at, dayParts);
  const where = appointment.location_type === 'business' ? business.address : appointment.address;
  const place = placeLines(appointment.location_type, where);
  const bookLink = `${siteUrl}/book/${encodeURIComponent(business.slug)}`;
  const linkOf = (token: string | null): string | null =>
    token && `${siteUrl}/cancel-appointment?token=${encodeURIComponent(token)}`;
  const manageLink = linkOf(data.manage_token);
  // A deadline that has passed helps nobody.
  const isOpen = data.cancel_until !== null && Date.parse(data.cancel_until) > now.getTime();
  const cancelUntil = isOpen && data.cancel_until ? deadline(data.cancel_until) : null;
  const forms = (data.forms ?? []).flatMap((form) =>
    data.manage_token === null
      ? []
      : {
          name: form.name,
          link: formLink(siteUrl, form.key, data.manage_token),
          hint: askedAgainHint(form),
        },
  );
  const values = messageValues({
    business,
    client,
    starts_at: appointment.starts_at,
    ends_at: appointment.ends_at,
    segments: appointment.segments,
    address: place.join(', '),
    note: appointment.client_note,
    cancelUntil: cancelUntil ?? '',
    manageLink: manageLink ?? '',
    bookLink,
    formLink: forms[0]?.link ?? '',
    only: depositWords(data),
  });

  return {
    values,
    clientName: values.client_name,
    dependant: client.dependant ?? null,
    serviceNames: values.service_names,
    staff: values.staff_name,
    day,
    timeRange: formats.timeRange(appointment.starts_at, appointment.ends_at),
    zone: zoneName(appointment.starts_at, locale, timeZone),
    previously: data.previous_starts_at ? deadline(data.previous_starts_at) : null,
    keptUntil: data.keep_until ? deadline(data.keep_until) : null,
    services: appointment.segments.map((segment) => ({
      name: withSeats(segment.service_name, appointment.seats),
      staff: segment.staff_name,
      price: formatPrice({ kind: segment.price_kind, cents: segment.price_cents }, business),
    })),
    total: values.price,
    place,
    mapLink: where && appointment.location_type === 'business' ? mapLink(where) : null,
    cancelUntil,
    manageLink,
    bookLink,
    forms,
    prepNotes: appointment.prep_notes ?? [],
    guests: (data.guests ?? []).map(
      (guest) =>
        `${guestName(guest.first_name, guest.person - 1)}: ${guest.services}, ${formats.time(guest.starts_at)}`,
    ),
    also: (data.also ?? []).map(({ starts_at, manage_token }) => ({
      when: `${formats.date(starts_at, { ...dayParts, weekday: 'short', month: 'short' })}, ${formats.time(starts_at)}`,
      link: linkOf(manage_token),
    })),
  };
};

/** The page of a form for whoever holds the token: of a visit, or of one request. */
export const formLink = (siteUrl: string, key: string, token: string): string =>
  `${siteUrl}/form/${encodeURIComponent(key)}?token=${encodeURIComponent(token)}`;

/** The page on which whoever opens it says that they want no more of such mails. */
export const unsubscribeLink = (siteUrl: string, token: string): string =>
  `${siteUrl}/unsubscribe?token=${encodeURIComponent(token)}`;

/** `Yoga, 2 seats`; one seat needs no word. */
const withSeats = (name: string, seats = 1): string =>
  seats > 1 ? `${name}, ${seats} seats` : name;

const placeLines = (
  kind: MailData['appointment']['location_type'],
  address: Address | null,
): string[] => {
  if (kind === 'phone') return ['By phone'];
  if (kind === 'remote') return ['Online'];
  if (!address) return kind === 'client' ? ['At your address'] : [];
  return addressLines(address);
};

/** `EST`: which clock the times mean, for readers in another zone. */
const zoneName = (at: string, locale: string, timeZone: string): string =>
  /[^\s,]+$/.exec(
    formatDate(at, { locale, timeZone, parts: { year: 'numeric', timeZoneName: 'short' } }),
  )?.[0] ?? timeZone;

/** What a deposit comes to and leaves; what is left is known only where every price is. */
const depositWords = ({
  business: { currency, locale },
  appointment: { segments },
  deposit_cents: deposit,
  asked_cents: asked = deposit,
}: MailData): { deposit?: string; balance?: string } => {
  if (deposit === undefined || asked === undefined) return {};
  const isKnown = segments.every(({ price_kind }) => price_kind === 'fixed');
  const total = segments.reduce((sum, { price_cents }) => sum + price_cents, 0);
  return {
    deposit: formatMoney(deposit, currency, locale),
    ...(isKnown ? { balance: formatMoney(Math.max(0, total - asked), currency, locale) } : {}),
  };
};
