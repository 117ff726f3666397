import type { Day } from '#domain/rows.ts';
import { nowMs } from '#platform/clock.ts';
import { openWindows } from './open-windows.ts';
import type { OpenWindowsSource } from './open-windows.ts';
import { fetchAvailability } from './public-booking.ts';

const sources = new Map<string, OpenWindowsSource>();

/** The free times of a business between two days: one source for everybody on the page. */
export const availabilityOf = (slug: string, first: Day, last: Day): OpenWindowsSource => {
  const key = `${slug} ${first} ${last}`;
  const known = sources.get(key);
  if (known) return known;
  const made = openWindows({
    fetch: (from, to) => fetchAvailability(slug, from, to),
    first,
    last,
    nowMs,
  });
  sources.set(key, made);
  return made;
};
