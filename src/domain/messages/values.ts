import type { BusinessRow, Instant, PriceKind } from '#domain/rows.ts';
import { formatPrice, sumPrices } from '#domain/services/price.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { formatDuration } from '#domain/time/duration.ts';

/** What may stand in `{{ }}` of a message, with what it becomes, in the words of settings. */
export const PLACEHOLDER_WORDS = {
  greeting: 'Hello Ann,',
  client_first_name: 'First name of the client',
  client_name: 'Whole name of the client',
  business_name: 'Name of your business',
  service_names: 'Services',
  staff_name: 'Who does them',
  date: 'Day of the visit',
  time: 'Time of the visit',
  duration: 'How long it takes',
  address: 'Where it is',
  price: 'What it costs',
  cancel_until: 'Until when it can be cancelled',
  manage_link: 'Link to change or cancel',
  book_link: 'Link to your booking page',
  form_link: 'Link to a form',
  offer_link: 'Link to a time that is offered',
  offer_expires: 'Until when it is offered',
  deposit: 'Deposit that is asked for',
  balance: 'What is left to pay after it',
  gift_code: 'Code of a gift card',
  gift_balance: 'What a gift card is worth',
  note: 'What the client wrote',
} as const;

export type MessagePlaceholder = keyof typeof PLACEHOLDER_WORDS;
export type MessageValues = Readonly<Record<MessagePlaceholder, string>>;

export const MESSAGE_PLACEHOLDERS = Object.keys(PLACEHOLDER_WORDS) as readonly MessagePlaceholder[];

/** Of offers, deposits and gift cards. */
type OnlySome =
  'offer_link' | 'offer_expires' | 'deposit' | 'balance' | 'gift_code' | 'gift_balance';

/** What a message about a visit is made from, on the server and on devices. */
export type MessageFacts = {
  business: Pick<BusinessRow, 'name' | 'locale' | 'time_zone' | 'time_format' | 'currency'>;
  client: { first_name: string; last_name: string };
  starts_at: Instant;
  ends_at: Instant;
  segments: {
    service_name: string;
    staff_name: string | null;
    price_kind: PriceKind;
    price_cents: number;
  }[];
  /** One line; '' = nowhere in particular. */
  address: string;
  note: string | null;
  /** In words; '' = it cannot be cancelled online any more. */
  cancelUntil: string;
  /** '' = there is none, or only the server can make one. */
  manageLink: string;
  bookLink: string;
  /** To the form that it is about, or the first one; absent = there is none. */
  formLink?: string;
  /** What only some messages can say, in words; absent = this one cannot. */
  only?: Partial<Pick<MessageValues, OnlySome>>;
};

const inOneLine = (items: string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);

/** The values of the placeholders, in the language, zone and currency of the business. */
export const messageValues = (facts: MessageFacts): MessageValues => {
  const { business, client, segments, starts_at, ends_at } = facts;
  const formats = businessFormats(business);
  const staff = new Set(segments.flatMap(({ staff_name }) => staff_name ?? []));
  const prices = segments.map(({ price_kind, price_cents }) => ({
    kind: price_kind,
    cents: price_cents,
  }));
  return {
    greeting: client.first_name ? `Hello ${client.first_name},` : 'Hello,',
    client_first_name: client.first_name,
    client_name: `${client.first_name} ${client.last_name}`.trim(),
    business_name: business.name,
    service_names: inOneLine(
      segments.map(({ service_name }) => service_name),
      business.locale,
    ),
    staff_name: inOneLine([...staff], business.locale),
    date: formats.date(starts_at, { weekday: 'short', month: 'short', day: 'numeric' }),
    time: formats.time(starts_at),
    duration: formatDuration(Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000), {
      locale: business.locale,
      display: 'long',
    }),
    address: facts.address,
    price: formatPrice(sumPrices(prices), business),
    cancel_until: facts.cancelUntil,
    manage_link: facts.manageLink,
    book_link: facts.bookLink,
    form_link: facts.formLink ?? '',
    offer_link: '',
    offer_expires: '',
    deposit: '',
    balance: '',
    gift_code: '',
    gift_balance: '',
    ...facts.only,
    note: facts.note ?? '',
  };
};
