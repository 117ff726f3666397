/** Why a time is proposed, in words. */
import type { TimeReason } from '#domain/availability/rank.ts';
import { formatDuration } from '#domain/time/duration.ts';

/** How far a time lies from the wanted one, in minutes and in days of the calendar. */
export type Distance = { minutes: number; days: number };

/** At most so many facts stand under a time. */
const MOST_REASONS = 2;

/**
 * `30 min later · leaves no gap`. There is always something to say when the wanted time is known;
 * who it would be with is said beside it.
 */
export function reasonWords(reasons: readonly TimeReason[], distance: Distance | null): string[] {
  const has = (reason: TimeReason): boolean => reasons.includes(reason);
  const where = has('same_time')
    ? 'same time'
    : has('same_weekday')
      ? 'same weekday and time'
      : distance && distanceWords(distance);
  return [where, has('soonest') && 'soonest', has('fills_gap') && 'leaves no gap']
    .filter((words): words is string => Boolean(words))
    .slice(0, MOST_REASONS);
}

function distanceWords({ minutes, days }: Distance): string {
  if (days === 0) {
    return `${formatDuration(Math.abs(minutes))} ${minutes < 0 ? 'earlier' : 'later'}`;
  }
  const isSameTime = minutes === days * 1440;
  const when =
    days === 1
      ? 'the next day'
      : days === -1
        ? 'the day before'
        : `${Math.abs(days)} days ${days < 0 ? 'earlier' : 'later'}`;
  return isSameTime ? `${when}, same time` : when;
}
