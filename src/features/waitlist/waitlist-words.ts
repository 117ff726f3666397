import type { WaitlistItemView, WaitlistView } from '#db/queries/waitlist.ts';
import type { WaitingTime } from '#db/queries/waiting-times.ts';
import { addressedAs } from '#domain/clients/guardian.ts';
import type { BusinessRow, Instant, WaitlistOffer, WaitlistState } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { minutesBetween } from '#domain/time/epoch.ts';
import type { OfferStanding } from '#domain/waitlist/offers.ts';
import type { ChipTone } from '#ui/chip.tsx';

export const STATE_WORDS: Record<WaitlistState, { words: string; tone: ChipTone }> = {
  waiting: { words: 'Waiting', tone: 'info' },
  offered: { words: 'Offered a time', tone: 'accent' },
  booked: { words: 'Booked', tone: 'success' },
  cancelled: { words: 'Off the list', tone: 'neutral' },
  expired: { words: 'Time has passed', tone: 'neutral' },
};

/** `Cut and finish with Mia or Leo`, `Colour (Bridal day)` */
export const itemWords = ({ service, staff, bundle }: WaitlistItemView): string => {
  const what = bundle === undefined ? service : `${service} (${bundle})`;
  return staff.length === 0
    ? what
    : `${what} with ${new Intl.ListFormat('en', { type: 'disjunction' }).format(staff)}`;
};

/** `Waiting for 12 days`, `Waiting since today` */
export const sinceWords = (since: string, now: string): string => {
  const days = Math.floor(minutesBetween(since, now) / 1440);
  if (days < 1) return 'Waiting since today';
  return days === 1 ? 'Waiting for a day' : `Waiting for ${days} days`;
};

/** What is sent when a time came free; the person reads it before they send it. */
export const messageText = (
  { client, reach, items }: Pick<WaitlistView, 'client' | 'reach' | 'items'>,
  business: BusinessRow,
  time: Pick<WaitingTime, 'startsAt'> | undefined,
): string => {
  const hello = client && reach ? `Hi ${addressedAs(client, reach)}, ` : '';
  const what = items.map(({ service }) => service).join(' and ');
  return time
    ? `${hello}a time came free for ${what}: ${businessFormats(business).dateTime(time.startsAt)}. Would you like it? – ${business.name}`
    : `${hello}you are on our waitlist for ${what}. When could you come? – ${business.name}`;
};

const ENDED: Record<Exclude<OfferStanding, 'queued' | 'sent'>, string> = {
  accepted: 'accepted',
  declined: 'they said no',
  expired: 'not answered in time',
  superseded: 'no longer needed or free',
  withdrawn: 'taken back',
};

type Formats = Pick<BusinessFormats, 'date' | 'time' | 'dateTime'>;

/** `answer until Tue, Nov 24, 12:30 PM`, `seen 10:42 AM, not answered in time`, `they said no` */
export const offerWords = (
  offer: Pick<WaitlistOffer, 'sent_at' | 'expires_at' | 'viewed_at'>,
  standing: OfferStanding,
  now: Instant,
  formats: Formats,
): string => {
  const until = `answer until ${formats.dateTime(offer.expires_at)}`;
  if (standing === 'queued') return `goes out ${formats.dateTime(offer.sent_at)}, ${until}`;
  if (standing !== 'sent' && standing !== 'expired') return ENDED[standing];
  const told = standing === 'sent' ? until : ENDED.expired;
  return offer.viewed_at ? `seen ${seenWords(offer.viewed_at, now, formats)}, ${told}` : told;
};

/** What was today needs no date. */
const seenWords = (at: Instant, now: Instant, { date, time, dateTime }: Formats): string =>
  date(at) === date(now) ? time(at) : dateTime(at);
