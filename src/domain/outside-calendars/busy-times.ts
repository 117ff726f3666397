/**
 * When somebody is busy by a calendar of theirs elsewhere. Of every entry only its time is read: no title,
 * no place, no guest ever comes out of here.
 */
import { union } from '#domain/availability/windows.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { dayNumber, isDay } from '#domain/time/day.ts';
import type { DayNumber } from '#domain/time/day.ts';
import { MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, dayStart, wallToEpoch } from '#domain/time/wall.ts';
import { isZone, zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import { calendarParts, valueOf } from './calendar-lines.ts';
import type { CalendarLine, CalendarPart } from './calendar-lines.ts';
import { repeatDays, repeatRule } from './repeat-days.ts';

/** Longer ones are stored in pieces: free time is looked up no further back. */
const LONGEST_MIN = 31 * MINUTES_PER_DAY;
/** More is no calendar of a person. */
const MOST = 2_000;
/** Old ones are kept in most calendars. */
const MOST_ENTRIES = 30_000;

type BusySpan = readonly [from: EpochMin, to: EpochMin];

/**
 * The busy spans between two moments, in order, apart from each other. `zone` is where a time without one
 * is meant. Codes: invalid (no calendar file), too_many.
 */
export const busyTimes = (
  text: string,
  { from, to, zone }: { from: EpochMin; to: EpochMin; zone: Zone },
): Result<BusySpan[]> => {
  const calendar = calendarParts(text);
  if (!calendar) return fail('invalid');
  const ownZone = namedZone(valueOf(calendar.own, 'X-WR-TIMEZONE')?.value) ?? zone;
  const events = calendar.parts.filter(({ kind }) => kind === 'VEVENT');
  const repeating = events.filter(({ lines }) => valueOf(lines, 'RRULE'));
  if (events.length > MOST_ENTRIES || repeating.length > MOST) return fail('too_many');
  const moved = movedStarts(events, ownZone);
  const spans = [
    ...events.flatMap((event) => spansOf(event, ownZone, moved, from, to)),
    ...calendar.parts
      .filter(({ kind }) => kind === 'VFREEBUSY')
      .flatMap((part) => busyPeriods(part, ownZone)),
  ].filter(([start, end]) => end > from && start < to && end > start);
  if (spans.length > MOST) return fail('too_many');
  let busy: readonly EpochMin[] = [];
  for (const [start, end] of spans) busy = union(busy, [start, end]);
  return ok(inPieces(busy, from, to));
};

/**
 * However long an entry is, only its pieces between the two moments are told. They are counted from
 * its beginning: those that were told before stay as they are.
 */
const inPieces = (windows: readonly EpochMin[], from: EpochMin, to: EpochMin): BusySpan[] => {
  const pieces: BusySpan[] = [];
  for (let at = 0; at < windows.length; at += 2) {
    const [first, end] = [windows[at]!, windows[at + 1]!];
    const over = Math.max(0, Math.floor((from - first) / LONGEST_MIN));
    const last = Math.min(end, to);
    for (let start = first + over * LONGEST_MIN; start < last; start += LONGEST_MIN) {
      pieces.push([start, Math.min(end, start + LONGEST_MIN)]);
    }
  }
  return pieces;
};

/** A moment of the file: whole days have no clock. */
type Moment = { zone: Zone; day: DayNumber; minute: number; isDay: boolean; at: EpochMin };

/** A zone is kept for good, so however its name is written it has to be one; offsets are no names. */
const namedZone = (name: string | undefined): Zone | null => {
  const written = (name ?? '').trim().toLowerCase();
  return /^[a-z]/.test(written) && isZone(written) ? zoneOf(written) : null;
};

/** `20260312`, `20260312T090000`, `20260312T080000Z`; null = none of them. */
const momentOf = (value: string, tzid: string | undefined, zone: Zone): Moment | null => {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?$/.exec(value.trim());
  if (!found) return null;
  const [, year, month, date, hour, minutes, utc] = found;
  const dayText = `${year}-${month}-${date}`;
  if (!isDay(dayText)) return null;
  const day = dayNumber(dayText);
  const own = namedZone(tzid) ?? zone;
  if (hour === undefined) {
    return { zone: own, day, minute: 0, isDay: true, at: dayStart(own, day) };
  }
  const minute = Number(hour) * 60 + Number(minutes);
  if (utc === 'Z') {
    const at = day * MINUTES_PER_DAY + minute;
    // What repeats by UTC does so whatever the clocks do.
    return { zone: zoneOf('UTC'), day, minute, isDay: false, at };
  }
  return { zone: own, day, minute, isDay: false, at: wallToEpoch(own, day, minute) };
};

const moment = (line: CalendarLine | undefined, zone: Zone): Moment | null =>
  line ? momentOf(line.value, line.params.get('TZID'), zone) : null;

/** Six digits are nearly two years of minutes: no entry is that long. */
const LENGTH = /^\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:\d+S)?)?$/;

/** `PT1H30M`, `P1D`, `P2W` in minutes; null = it is none. */
const minutesOf = (text: string): number | null => {
  const found = LENGTH.exec(text.trim());
  if (!found) return null;
  const [weeks, days, hours, minutes] = found.slice(1).map((part) => Number(part ?? 0));
  return (weeks! * 7 + days!) * MINUTES_PER_DAY + hours! * 60 + minutes!;
};

/** Dates of a series that have an entry of their own: the series does not count there. */
const movedStarts = (
  events: readonly CalendarPart[],
  zone: Zone,
): ReadonlyMap<string, ReadonlySet<EpochMin>> => {
  const moved = new Map<string, Set<EpochMin>>();
  for (const { lines } of events) {
    const at = moment(valueOf(lines, 'RECURRENCE-ID'), zone);
    const uid = valueOf(lines, 'UID')?.value ?? '';
    if (at) moved.set(uid, (moved.get(uid) ?? new Set<EpochMin>()).add(at.at));
  }
  return moved;
};

const isBusy = (lines: readonly CalendarLine[]): boolean => {
  const word = (name: string): string => valueOf(lines, name)?.value.trim().toUpperCase() ?? '';
  return (
    word('STATUS') !== 'CANCELLED' &&
    word('TRANSP') !== 'TRANSPARENT' &&
    word('X-MICROSOFT-CDO-BUSYSTATUS') !== 'FREE'
  );
};

const spansOf = (
  { lines }: CalendarPart,
  zone: Zone,
  moved: ReadonlyMap<string, ReadonlySet<EpochMin>>,
  from: EpochMin,
  to: EpochMin,
): BusySpan[] => {
  const start = moment(valueOf(lines, 'DTSTART'), zone);
  if (!start || !isBusy(lines)) return [];
  const lasts = lengthOf(lines, start, zone);
  const spanAt = (day: DayNumber): BusySpan => {
    if (start.isDay) return [dayStart(start.zone, day), dayStart(start.zone, day + lasts.days)];
    const at = wallToEpoch(start.zone, day, start.minute);
    return [at, at + lasts.minutes];
  };
  const isOwnDate = valueOf(lines, 'RECURRENCE-ID') !== undefined;
  const ruleText = isOwnDate ? undefined : valueOf(lines, 'RRULE')?.value;
  const rule = ruleText === undefined ? null : repeatRule(ruleText);
  // A rule that is not read here still says when it happens for the first time.
  if (!rule) return [start.isDay ? spanAt(start.day) : [start.at, start.at + lasts.minutes]];

  const until = rule.until === null ? null : momentOf(rule.until, undefined, start.zone);
  const isAfterEnd = (day: DayNumber): boolean =>
    until !== null && (until.isDay ? day > until.day : spanAt(day)[0] > until.at);
  const gone = new Set<EpochMin>(moved.get(valueOf(lines, 'UID')?.value ?? ''));
  const goneDays = new Set<DayNumber>();
  for (const line of lines.filter(({ name }) => name === 'EXDATE')) {
    for (const value of line.value.split(',')) {
      const at = momentOf(value, line.params.get('TZID'), start.zone);
      if (at?.isDay) goneDays.add(at.day);
      else if (at) gone.add(at.at);
    }
  }
  const asked = {
    first: start.day,
    notBefore: dayNumberAt(start.zone, from - LONGEST_MIN),
    last: dayNumberAt(start.zone, to),
  };
  return repeatDays(rule, asked, isAfterEnd)
    .filter((day) => !goneDays.has(day))
    .map(spanAt)
    .filter(([at, end]) => end > from && !gone.has(at));
};

/** How long an entry is: by its end, by its length, or as the format has it where it says neither. */
const lengthOf = (
  lines: readonly CalendarLine[],
  start: Moment,
  zone: Zone,
): { days: number; minutes: number } => {
  const end = moment(valueOf(lines, 'DTEND'), zone);
  const length = minutesOf(valueOf(lines, 'DURATION')?.value ?? '');
  if (end) {
    return { days: Math.max(1, end.day - start.day), minutes: Math.max(0, end.at - start.at) };
  }
  return { days: Math.max(1, Math.round((length ?? 0) / MINUTES_PER_DAY)), minutes: length ?? 0 };
};

/** `FREEBUSY:20260312T080000Z/20260312T090000Z,…/PT1H`: what a calendar tells that tells no more. */
const busyPeriods = ({ lines }: CalendarPart, zone: Zone): BusySpan[] =>
  lines
    .filter(({ name, params }) => name === 'FREEBUSY' && params.get('FBTYPE') !== 'FREE')
    .flatMap(({ value }) => value.split(','))
    .flatMap((period): BusySpan[] => {
      const [first = '', second = ''] = period.split('/');
      const start = momentOf(first, undefined, zone);
      const end = momentOf(second, undefined, zone)?.at;
      const length = minutesOf(second);
      if (!start) return [];
      if (end !== undefined) return [[start.at, end]];
      return length === null ? [] : [[start.at, start.at + length]];
    });
