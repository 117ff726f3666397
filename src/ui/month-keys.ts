import type { Day } from '#domain/rows.ts';
import { addDays, addMonths } from '#domain/time/day.ts';
import { weekStart } from '#domain/time/week.ts';

type Bounds = { first: Day; last: Day; weekStart: number };

/** The day that a key leads to from another day, kept inside the bounds; null for other keys. */
export const monthKeyTarget = (key: string, from: Day, bounds: Bounds): Day | null => {
  const target = move(key, from, bounds.weekStart);
  if (!target) return null;
  if (target < bounds.first) return bounds.first;
  return target > bounds.last ? bounds.last : target;
};

const move = (key: string, from: Day, startsOn: number): Day | null => {
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1);
    case 'ArrowRight':
      return addDays(from, 1);
    case 'ArrowUp':
      return addDays(from, -7);
    case 'ArrowDown':
      return addDays(from, 7);
    case 'Home':
      return weekStart(from, startsOn);
    case 'End':
      return addDays(weekStart(from, startsOn), 6);
    case 'PageUp':
      return addMonths(from, -1);
    case 'PageDown':
      return addMonths(from, 1);
    default:
      return null;
  }
};
