/** What the calendar says: on the cards, to screen readers, and when something changes. */
import { STATUS_WORDS } from '#domain/appointments/status-words.ts';
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
 * The text of a card, one line for each fact; short cards say it all in one line. A person's name
 * may be written right to left: each fact is isolated so that it cannot turn the others around.
 */
export function cardText(item: CalendarItem, clock: Clock): string {
  const length = item.end - item.start;
  const { from } = workTimes(item);
  const facts =
    item.kind === 'appointment'
      ? [item.name, clock.minute(from), item.service]
      : [item.name, item.note ?? '', clock.minute(from)];
  const [first, second, third] = facts.map(isolate);
  if (length < 28) return [first, third || second].filter(Boolean).join(' · ');
  if (length < 45) return `${first}\n${[second, third].filter(Boolean).join(' · ')}`;
  return [first, second, third].filter(Boolean).join('\n');
}

const isolate = (text: string): string => (text ? `\u2068${text}\u2069` : '');

/** `Ann Lee, Cut and finish, 10:00 AM to 10:45 AM, with Mia, booked, waiting to sync` */
export function describeItem(item: CalendarItem, staffName: string | null, clock: Clock): string {
  const { from, until } = workTimes(item);
  const when = `${clock.minute(from)} to ${clock.minute(until)}`;
  if (item.kind === 'block') {
    const who = item.staffId === null ? 'everybody' : staffName;
    return list(['Blocked', item.name, item.note, when, who && `for ${who}`, waiting(item)]);
  }
  return list([
    item.name,
    item.service,
    when,
    staffName && `with ${staffName}`,
    STATUS_WORDS[item.status].toLowerCase(),
    item.status === 'booked' && item.isConfirmed && 'confirmed by the client',
    item.hasAlert && 'has an alert note',
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
