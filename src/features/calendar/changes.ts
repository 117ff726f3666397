/** What came in from elsewhere while the calendar was open: it flashes and is announced. */
import type { AppointmentItem, CalendarItem } from './items.ts';

export type Change = { kind: 'new' | 'moved' | 'changed'; item: AppointmentItem };

/** What a person would notice if it changed. Marks of sync are not part of it. */
const look = (item: AppointmentItem): string =>
  [item.status, item.name, item.service, item.isConfirmed, item.isConflict].join('|');
const place = (item: AppointmentItem): string =>
  [item.day, item.start, item.end, item.staffId].join('|');

/**
 * Appointments that differ from the last time we looked and did not change on this device: own
 * changes wait for the server, so their rows are marked as waiting when they appear.
 */
export function changesSince(
  before: ReadonlyMap<string, CalendarItem>,
  after: ReadonlyMap<string, CalendarItem>,
): Change[] {
  const found: Change[] = [];
  for (const [key, item] of after) {
    const old = before.get(key);
    if (item.kind !== 'appointment' || item === old || item.isWaiting) continue;
    if (!old) found.push({ kind: 'new', item });
    else if (old.kind !== 'appointment') continue;
    // It waited and now it does not: that is our own change, confirmed.
    else if (old.isWaiting && look(old) === look(item) && place(old) === place(item)) continue;
    else if (place(old) !== place(item)) found.push({ kind: 'moved', item });
    else if (look(old) !== look(item)) found.push({ kind: 'changed', item });
  }
  return found;
}

/** One sentence for one change, a count for many: nobody listens to a list of forty. */
export function announceChanges(changes: readonly Change[], say: (item: CalendarItem) => string) {
  const [first] = changes;
  if (!first) return '';
  if (changes.length > 1) return `${changes.length} appointments were added or changed.`;
  const words = { new: 'New appointment', moved: 'Moved', changed: 'Changed' }[first.kind];
  return `${words}: ${say(first.item)}.`;
}
