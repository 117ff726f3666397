/** What the calendar says: on the cards, to screen readers, and when something changes. */
import { groupWords } from '#domain/appointments/group.ts';
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { formatFor } from '#domain/time/format.ts';
import type { CalendarItem } from './items.ts';

export type Clock = {
  /** 570 → `9:30 AM` */
  minute: (minuteOfDay: number) => string;
};

/** The visible time of the work: without buffers. */
const workTimes = (item: CalendarItem): { from: number; until: number } =>
  item.kind === 'appointment'
    ? { from: item.start + item.bufferBefore, until: item.end - item.bufferAfter }
    : { from: item.start, until: item.end };

/**
 * The text of a card, one line for each fact; short cards say it all in one line. Each line takes
 * its direction from its first word (see unicode-bidi in calendar.css); what follows a name is
 * isolated, so that a name written right to left does not turn times and services around.
 */
export function cardText(item: CalendarItem, clock: Clock, scale = 1): string {
  const length = (item.end - item.start) * scale;
  const time = clock.minute(workTimes(item).from);
  const [first, second, third] =
    item.kind === 'appointment'
      ? [item.name, time, item.service]
      : [item.name, item.note ?? '', time];
  if (length < ONE_LINE_MIN) return join(' · ', first, isolate(third || second));
  if (length < TWO_LINES_MIN) return join('\n', first, join(' · ', second, isolate(third)));
  return join('\n', first, second, third);
}

/** Cards shorter than this have room for one line of text, or for two. */
const ONE_LINE_MIN = 28;
const TWO_LINES_MIN = 45;

const isolate = (text: string): string => (text ? `\u2068${text}\u2069` : '');
const join = (between: string, ...facts: string[]): string => facts.filter(Boolean).join(between);

/** `Ann Lee, Cut and finish, 10:00 AM to 10:45 AM, with Mia, booked, waiting to sync` */
export function describeItem(item: CalendarItem, staffName: string | null, clock: Clock): string {
  const { from, until } = workTimes(item);
  const when = `${clock.minute(from)} to ${clock.minute(until)}`;
  if (item.kind === 'block') {
    const who = item.staffId === null ? 'everybody' : staffName;
    return list([
      'Blocked',
      item.name,
      item.note,
      when,
      who && `for ${who}`,
      item.isInSeries && 'one of several',
      waiting(item),
    ]);
  }
  return list([
    item.name,
    item.isClass ? `class, ${item.service} seats taken` : item.service,
    when,
    staffName && `with ${staffName}`,
    STATUS_WORDS[item.status].toLowerCase(),
    item.status === 'booked' && item.isConfirmed && 'confirmed by the client',
    item.isAway && 'at the client’s',
    item.travelBefore > 0 && `${item.travelBefore} minutes there`,
    item.travelAfter > 0 && `${item.travelAfter} minutes back`,
    item.groupSize !== undefined && groupWords(item.groupSize),
    item.deposit === 'due' && 'deposit due',
    item.deposit === 'part' && 'deposit paid',
    item.deposit === 'paid' && 'paid before',
    item.isInSeries && 'one of a series',
    item.hasAlert && 'has an alert note',
    item.forms?.words,
    item.isConflict && 'conflict: this time is taken',
    waiting(item),
  ]);
}

/** `Free at 10:00 AM with Mia. Press Enter to book.` */
export const describeFree = (minute: number, where: string, clock: Clock): string =>
  `Free at ${clock.minute(minute)} ${where}. Press Enter to book.`;

const waiting = ({ isWaiting }: CalendarItem) => isWaiting && 'waiting to sync';

const list = (facts: (string | false | null | undefined)[]): string =>
  facts.filter((fact): fact is string => Boolean(fact)).join(', ');

/** `EST` or `GMT+1`, for the corner of the grid. */
export const shortZone = (timeZone: string, now: EpochMin, locale: string): string =>
  formatFor(locale, timeZone, { timeZoneName: 'short' })
    .formatToParts(now * 60_000)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
