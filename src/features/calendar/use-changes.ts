import { useEffect, useMemo, useRef, useState } from 'react';
import type { Day } from '#domain/rows.ts';
import { useStore } from '#ui/store.ts';
import { setFlashingAppointment, uiState } from '#ui/ui-state.ts';
import { announceChanges, changesSince } from './changes.ts';
import type { CalendarItem, DayItems } from './items.ts';

/** Three pulses of the animation in calendar.css. */
const FLASH_MS = 2_700;
/** More at once is a first load or a long absence, not news: nothing flashes. */
const MAX_FLASHING = 12;

const NONE: ReadonlySet<string> = new Set();

/**
 * What arrives from other devices while these days are open, and what was made here a moment ago:
 * keys and ids of the cards that flash, and what is said.
 */
export function useChanges(
  byDay: ReadonlyMap<Day, DayItems>,
  days: readonly Day[],
  isLoaded: boolean,
  say: (item: CalendarItem) => string,
): { flashing: ReadonlySet<string>; announcement: string } {
  const [state, setState] = useState({ flashing: NONE, announcement: '' });
  const before = useRef<{ period: string; items: Map<string, CalendarItem> } | null>(null);
  const period = days.join();

  useEffect(() => {
    if (!isLoaded) return;
    const items = new Map<string, CalendarItem>();
    for (const day of period.split(',')) {
      for (const item of byDay.get(day)?.items ?? []) items.set(item.key, item);
    }
    const last = before.current;
    before.current = { period, items };
    if (last?.period !== period) return;
    const changes = changesSince(last.items, items);
    if (changes.length === 0 || changes.length > MAX_FLASHING) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the difference exists only between two renders
    setState({
      flashing: new Set(changes.map(({ item }) => item.key)),
      announcement: announceChanges(changes, say),
    });
    // oxlint-disable-next-line react/exhaustive-deps -- `say` is words only
  }, [byDay, period, isLoaded]);

  useEffect(() => {
    if (state.flashing.size === 0) return;
    const timer = setTimeout(() => setState((now) => ({ ...now, flashing: NONE })), FLASH_MS);
    return () => clearTimeout(timer);
  }, [state.flashing]);

  // What this person just made or moved flashes too, by the id that the form left behind.
  const own = useStore(uiState, ({ flashingAppointmentId }) => flashingAppointmentId);
  useEffect(() => {
    if (own === null) return;
    const timer = setTimeout(() => setFlashingAppointment(null), FLASH_MS);
    return () => clearTimeout(timer);
  }, [own]);

  const { flashing, announcement } = state;
  // A new set would draw every column again.
  const all = useMemo(
    () => (own === null ? flashing : new Set([...flashing, own])),
    [flashing, own],
  );
  return { flashing: all, announcement };
}
