import { busyTimes } from '#domain/outside-calendars/busy-times.ts';
import { instantOfMin, MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import { isZone, zoneOf } from '#domain/time/zone.ts';

/** Why a calendar could not be read, as its owner is told. */
export type CalendarFailure =
  'unreachable' | 'not_found' | 'not_a_calendar' | 'too_large' | 'not_allowed';

export type CalendarText = { text: string } | { failure: CalendarFailure };

/** Fetches the file at an address; never throws. */
export type FetchCalendar = (address: string) => Promise<CalendarText>;

/** What the database says is due (outside_calendars.sql), and where it is told what came of it. */
export type DueCalendars = {
  claim(limit: number): Promise<{ id: string; address: string; time_zone: string }[]>;
  finish(
    id: string,
    answer: { busy: [string, string][] } | { failure: CalendarFailure },
  ): Promise<void>;
};

/** In one turn of the clock: each may take its whole time to answer. */
const AT_ONCE = 5;
/** Further ahead nobody books online. */
const AHEAD_DAYS = 400;

/**
 * Reads the calendars that are due as nothing but busy times. Answers how many. What goes wrong with one is
 * thrown when all the others are done.
 */
export async function readOutsideCalendars(
  due: DueCalendars,
  fetchCalendar: FetchCalendar,
  nowMs: number,
): Promise<number> {
  const calendars = await due.claim(AT_ONCE);
  const outcomes = await Promise.allSettled(
    calendars.map(async ({ id, address, time_zone: zone }) => {
      const found = await fetchCalendar(address);
      await due.finish(id, 'text' in found ? busyIn(found.text, zone, nowMs) : found);
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return calendars.length;
}

/** Whatever somebody has written into a file, it is a calendar or none. */
function busyIn(
  text: string,
  zone: string,
  nowMs: number,
): { busy: [string, string][] } | { failure: CalendarFailure } {
  try {
    return busyWithin(text, zone, Math.floor(nowMs / 60_000));
  } catch {
    return { failure: 'not_a_calendar' };
  }
}

function busyWithin(
  text: string,
  zone: string,
  now: number,
): { busy: [string, string][] } | { failure: CalendarFailure } {
  // From yesterday on: what is over changes nothing, and keeps today's calendar whole.
  const answer = busyTimes(text, {
    from: now - MINUTES_PER_DAY,
    to: now + AHEAD_DAYS * MINUTES_PER_DAY,
    zone: zoneOf(isZone(zone) ? zone : 'UTC'),
  });
  if (!answer.ok) {
    return { failure: answer.error.code === 'too_many' ? 'too_large' : 'not_a_calendar' };
  }
  return { busy: answer.value.map(([from, to]) => [instantOfMin(from), instantOfMin(to)]) };
}
