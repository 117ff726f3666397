import type { Day } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';

/** Four weeks keep the day of the week. */
const USUAL_DAYS = 28;

/**
 * When somebody would come again: so long after their visit as its services say (the longest of
 * them), never in the past.
 */
export const dayOfNextVisit = (
  visitDay: Day,
  today: Day,
  rebookAfterDays: readonly (number | null | undefined)[],
): Day => {
  const known = rebookAfterDays.filter((days) => typeof days === 'number');
  const next = addDays(visitDay, known.length > 0 ? Math.max(...known) : USUAL_DAYS);
  return next > today ? next : today;
};
