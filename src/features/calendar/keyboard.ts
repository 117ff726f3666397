/**
 * Where the arrow keys go on the time grid. Focus sits either on an item or on a free moment of a
 * column; both are places where Enter does something.
 */
import { complement, DAY_MIN } from './geometry.ts';

export type GridFocus = {
  column: number;
  minute: number;
  /** The focused item; null = the free moment at `minute`. */
  key: string | null;
};

export type FocusItem = { key: string; start: number; end: number };
export type FocusColumn = {
  items: readonly FocusItem[];
  /** Working hours, if anybody works in this column: where Home and End lead. */
  work: { start: number; end: number } | null;
};

/** `edge`: the focus left the grid sideways, on to the previous (-1) or next (1) period. */
export type Moved = { focus: GridFocus } | { edge: -1 | 1 };

/** Free time is walked through in steps of this length, aligned to the clock. */
const STEP_MIN = 30;

const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'] as const;
type Key = (typeof KEYS)[number];
export const isGridKey = (key: string): key is Key => (KEYS as readonly string[]).includes(key);

/** The next focus; `skipFree` goes from appointment to appointment. */
export function moveFocus(
  columns: readonly FocusColumn[],
  focus: GridFocus,
  key: Key,
  skipFree = false,
): Moved {
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const step = key === 'ArrowLeft' ? -1 : 1;
    const column = focus.column + step;
    const target = columns[column];
    return target ? { focus: focusAt(target, column, focus.minute) } : { edge: step };
  }
  const { items, work } = columns[focus.column] ?? { items: [], work: null };
  const stops = stopsOf(items, skipFree);
  if (key === 'Home' || key === 'End') {
    const starts = items.map(({ start }) => start);
    const minute =
      key === 'Home'
        ? Math.min(work?.start ?? DAY_MIN, ...starts)
        : Math.max((work?.end ?? STEP_MIN) - STEP_MIN, ...starts);
    const here = focusAt({ items, work }, focus.column, minute === DAY_MIN ? 0 : minute);
    return { focus: here };
  }
  const next = key === 'ArrowDown' ? stopAfter(stops, focus) : stopBefore(stops, focus);
  return { focus: next ? { column: focus.column, minute: next.minute, key: next.key } : focus };
}

/** What is at a minute of a column: the item there, or the free moment. */
export function focusAt({ items }: FocusColumn, column: number, minute: number): GridFocus {
  const item = items.find(({ start, end }) => start <= minute && minute < end);
  return item
    ? { column, minute: item.start, key: item.key }
    : { column, minute: Math.min(minute, DAY_MIN - STEP_MIN), key: null };
}

type Stop = { minute: number; key: string | null };

function stopsOf(items: readonly FocusItem[], skipFree: boolean): Stop[] {
  const stops: Stop[] = items.map(({ key, start }) => ({ minute: start, key }));
  if (!skipFree) {
    for (const { start, end } of complement(items)) {
      if (end - start > 0) stops.push({ minute: start, key: null });
      const first = (Math.floor(start / STEP_MIN) + 1) * STEP_MIN;
      for (let minute = first; minute < end; minute += STEP_MIN) stops.push({ minute, key: null });
    }
  }
  return stops.sort((a, b) => a.minute - b.minute);
}

/** Several items may share a start: within them the order of the list counts. */
const indexOf = (stops: readonly Stop[], { key }: GridFocus): number =>
  key === null ? -1 : stops.findIndex((stop) => stop.key === key);

function stopAfter(stops: readonly Stop[], focus: GridFocus): Stop | undefined {
  const index = indexOf(stops, focus);
  return index === -1 ? stops.find(({ minute }) => minute > focus.minute) : stops[index + 1];
}

function stopBefore(stops: readonly Stop[], focus: GridFocus): Stop | undefined {
  const index = indexOf(stops, focus);
  return index === -1 ? stops.findLast(({ minute }) => minute < focus.minute) : stops[index - 1];
}
