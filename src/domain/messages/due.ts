import type { BookingRulesRow, Instant } from '#domain/rows.ts';
import { MINUTES_PER_DAY, epochMinOf } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, epochToWall, wallToEpoch } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Timing } from './templates.ts';

/** Minutes of the day from which on, and until which, clients are not written to; the same twice = never. */
export type QuietHours = Required<Pick<BookingRulesRow, 'quiet_from_min' | 'quiet_to_min'>>;

const isQuiet = (
  { quiet_from_min: from, quiet_to_min: to }: QuietHours,
  minute: number,
): boolean =>
  from < to ? minute >= from && minute < to : from > to && (minute >= from || minute < to);

/**
 * When a message by the clock is due. Whole days are days of the calendar: the evening before is the
 * evening before, also when the clocks change at night. In quiet hours it waits for their end, unless
 * that is within an hour of the start: then it goes out when they begin. Days are those of the business,
 * quiet hours those of who reads it (`theirZone`). `private.message_due` is the same rule.
 */
export const messageDue = (
  { side, offsetMin }: Pick<Timing, 'side' | 'offsetMin'>,
  visit: { starts_at: Instant; ends_at: Instant },
  quiet: QuietHours,
  zone: Zone,
  theirZone: Zone = zone,
): EpochMin => {
  const start = epochMinOf(visit.starts_at);
  const base = side === 'before' ? start : epochMinOf(visit.ends_at);
  const direction = side === 'before' ? -1 : 1;
  const days = Math.floor(offsetMin / MINUTES_PER_DAY);
  const onDay =
    days === 0
      ? base
      : wallToEpoch(
          zone,
          dayNumberAt(zone, base) + direction * days,
          epochToWall(zone, base).minute,
        );
  const wished = onDay + direction * (offsetMin % MINUTES_PER_DAY);
  const { minute } = epochToWall(theirZone, wished);
  if (!isQuiet(quiet, minute)) return wished;
  const today = dayNumberAt(theirZone, wished);
  const loud = wallToEpoch(
    theirZone,
    minute >= quiet.quiet_to_min ? today + 1 : today,
    quiet.quiet_to_min,
  );
  if (side === 'after' || loud <= start - 60) return loud;
  return wallToEpoch(
    theirZone,
    minute < quiet.quiet_from_min ? today - 1 : today,
    quiet.quiet_from_min,
  );
};
