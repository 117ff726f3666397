import type { NamesById } from '#db/queries/history-names.ts';
import type { HistoryFact, HistorySpan } from '#domain/appointments/history-facts.ts';
import type { HistoryEntry } from '#domain/appointments/history.ts';
import { PLACE_WORDS } from '#domain/appointments/place-words.ts';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import { formatMoney } from '#domain/money/format.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { AppointmentRow, BusinessRow, FeeState, Instant, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { minutesBetween } from '#domain/time/epoch.ts';

const SOURCE_WORDS: Readonly<Record<AppointmentRow['source'], string>> = {
  staff: 'Booked',
  online: 'Booked online',
  waitlist: 'Booked from the waitlist',
  import: 'Imported',
  walk_in: 'Walk-in',
  rebook: 'Booked at the last visit',
};

const CONFIRMATION_WORDS: Readonly<Record<AppointmentRow['confirmation'], string>> = {
  none: 'Not confirmed by the client any more',
  requested: 'Asked the client to confirm',
  confirmed: 'Confirmed by the client',
  declined: 'Declined by the client',
};

const TEXT_WORDS = {
  address: 'Address of the visit',
  client_note: 'What the client asked for',
  staff_note: 'Internal note',
} as const;

const CHANGE_WORDS = { added: 'written down', changed: 'changed', removed: 'removed' } as const;

const FEE_WORDS: Readonly<Record<FeeState, string>> = {
  none: 'taken back',
  proposed: 'proposed',
  owed: 'to be charged later',
  waived: 'waived',
};

type Words = { business: BusinessRow; names: NamesById };

/** One sentence for one fact. */
export const factWords = (fact: HistoryFact, { business, names }: Words): string => {
  const { dateTime } = businessFormats(business);
  const staff = (id: Uuid | null): string => (id && names.staff(id)) || 'somebody';
  const client = (id: Uuid | null): string =>
    id === null ? 'a walk-in' : (names.client(id) ?? 'another client');
  switch (fact.kind) {
    case 'booked': {
      const what = fact.services
        .map(({ service, staffId }) => `${service} with ${staff(staffId)}`)
        .join(', ');
      const head = fact.status === 'pending' ? 'Requested' : SOURCE_WORDS[fact.source];
      const when = fact.span ? ` for ${dateTime(fact.span.startsAt)}` : '';
      return what ? `${head}${when}: ${what}` : `${head}${when}`;
    }
    case 'removed':
      return 'Deleted';
    case 'moved':
      return spanWords('Moved', fact, business);
    case 'status':
      return fact.to === 'cancelled' && fact.isLate
        ? `Cancelled late (was ${STATUS_WORDS[fact.from].toLowerCase()})`
        : `${STATUS_WORDS[fact.to]} (was ${STATUS_WORDS[fact.from].toLowerCase()})`;
    case 'confirmation':
      return CONFIRMATION_WORDS[fact.to];
    case 'client':
      return `Client changed from ${client(fact.from)} to ${client(fact.to)}`;
    case 'place':
      return `Place changed from “${PLACE_WORDS[fact.from]}” to “${PLACE_WORDS[fact.to]}”`;
    case 'address':
    case 'client_note':
    case 'staff_note':
      return `${TEXT_WORDS[fact.kind]}: ${CHANGE_WORDS[fact.change]}`;
    case 'conflict':
      return fact.isTaken ? 'Its time was taken already' : 'It holds its time now';
    case 'overlap':
      return fact.isAccepted
        ? 'Booked over another appointment on purpose'
        : 'Does not overlap another appointment any more';
    case 'fee': {
      const amount =
        fact.cents === null || fact.state === 'none'
          ? ''
          : ` of ${formatMoney(fact.cents, business.currency, business.locale)}`;
      return `Fee${amount} ${FEE_WORDS[fact.state]}`;
    }
    case 'group':
      return fact.isIn ? 'Added to a group' : 'Left the group';
    case 'service_added':
      return `${fact.service} with ${staff(fact.staffId)} added`;
    case 'service_removed':
      return `${fact.service} removed`;
    case 'service_named':
      return `Service changed from ${fact.from} to ${fact.to}`;
    case 'person':
      return `${fact.service}: from ${staff(fact.from)} to ${staff(fact.to)}`;
    case 'service_moved':
      return spanWords(`${fact.service} moved`, fact, business);
    case 'price': {
      const money = (cents: number): string =>
        formatMoney(cents, business.currency, business.locale);
      return `Price of ${fact.service}: from ${money(fact.fromCents)} to ${money(fact.toCents)}`;
    }
  }
};

/** A new length is told by its end; a new start by itself, unless the length changed with it. */
const spanWords = (
  verb: string,
  { from, to }: { from: HistorySpan; to: HistorySpan },
  business: BusinessRow,
): string => {
  const { dateTime, date, time, timeRange } = businessFormats(business);
  if (from.startsAt === to.startsAt) {
    return `Ends at ${time(to.endsAt)} instead of ${time(from.endsAt)}`;
  }
  const isAsLong =
    minutesBetween(from.startsAt, from.endsAt) === minutesBetween(to.startsAt, to.endsAt);
  const words = ({ startsAt, endsAt }: HistorySpan): string =>
    isAsLong
      ? dateTime(startsAt)
      : `${date(startsAt, { weekday: 'short', month: 'short', day: 'numeric' })}, ${timeRange(startsAt, endsAt)}`;
  return `${verb} from ${words(from)} to ${words(to)}`;
};

/** Who did it. */
export const whoWords = (
  { by, userId, who }: Pick<HistoryEntry, 'by' | 'userId' | 'who'>,
  names: NamesById,
): string => {
  if (by === 'client') return 'Client, online';
  if (by === 'system' || userId === null) return `${PRODUCT_NAME}, by itself`;
  if (userId === names.me) return 'You';
  return who ?? names.member(userId) ?? 'A colleague';
};

/** When it was done, and when it came to the server where that was later. */
export const momentWords = (
  { madeAt, arrivedAt, wasOffline }: Pick<HistoryEntry, 'madeAt' | 'arrivedAt' | 'wasOffline'>,
  business: BusinessRow,
): string => {
  const { dateTime, date, time } = businessFormats(business);
  if (arrivedAt === null || !wasOffline) return dateTime(madeAt);
  const dayOf = (at: Instant): string => date(at);
  const arrival = dayOf(madeAt) === dayOf(arrivedAt) ? time(arrivedAt) : dateTime(arrivedAt);
  return `made offline ${dateTime(madeAt)}, arrived ${arrival}`;
};
