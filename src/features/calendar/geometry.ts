/** The time grid on numbers: minutes of a local day on one axis, columns on the other. */

export const DAY_MIN = 1440;
/** Dragging and resizing land on this grid. */
export const SNAP_MIN = 5;
/** A shorter appointment is drawn this tall, or its name could not be read nor its card be hit. */
export const MIN_DRAWN_MIN = 15;
/** Pointer this close to the bottom of a card takes its edge; a finger needs more. */
export const EDGE_PX = { mouse: 7, touch: 18 } as const;

export const snap = (minute: number, step: number = SNAP_MIN): number =>
  Math.round(minute / step) * step;

/** A tap into a gap starts on this grid; finer choices are made in the form. */
const TAP_STEP_MIN = 15;
export const tapMinute = (minute: number): number =>
  clamp(Math.floor(minute / TAP_STEP_MIN) * TAP_STEP_MIN, 0, DAY_MIN - TAP_STEP_MIN);

export const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max);

/** A rectangle of the grid's content on the screen, as measured when a gesture begins. */
export type GridBox = { left: number; top: number; width: number; height: number };

/** The column and minute under a point of the screen; points outside count as the nearest inside. */
export function pointInGrid(
  { x, y }: { x: number; y: number },
  box: GridBox,
  columnCount: number,
): { column: number; minute: number } {
  const column = Math.floor(((x - box.left) / box.width) * columnCount);
  const minute = ((y - box.top) / box.height) * DAY_MIN;
  return {
    column: clamp(column, 0, Math.max(columnCount - 1, 0)),
    minute: clamp(minute, 0, DAY_MIN),
  };
}

/** How close to the edge of the viewport a drag must come before it scrolls. */
const SCROLL_ZONE_PX = 56;
/** Scrolling at the very edge, per frame: fast enough to cross a day in three seconds. */
const SCROLL_MAX_PX = 14;

/** Pixels to scroll in this frame while something is dragged at `at`, between `from` and `to`. */
export function edgeScroll(at: number, from: number, to: number): number {
  const zone = Math.min(SCROLL_ZONE_PX, (to - from) / 4);
  if (zone <= 0) return 0;
  if (at < from + zone) return -SCROLL_MAX_PX * Math.min((from + zone - at) / zone, 1);
  if (at > to - zone) return SCROLL_MAX_PX * Math.min((at - to + zone) / zone, 1);
  return 0;
}

/** Parts of `[0, DAY_MIN)` that no range covers; ranges may touch, overlap and come in any order. */
export function complement(ranges: readonly { start: number; end: number }[]) {
  const free: { start: number; end: number }[] = [];
  let at = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start > at) free.push({ start: at, end: Math.min(start, DAY_MIN) });
    at = Math.max(at, end);
    if (at >= DAY_MIN) return free;
  }
  free.push({ start: at, end: DAY_MIN });
  return free;
}

/** CSS gradient stops that shade the given ranges of a column from top to bottom. */
export function shadeStops(
  ranges: readonly { start: number; end: number }[],
  colour: string,
): string {
  const percent = (minute: number) => `${+((minute / DAY_MIN) * 100).toFixed(4)}%`;
  const stops = ranges.flatMap(({ start, end }) => [
    `transparent ${percent(start)}`,
    `${colour} ${percent(start)} ${percent(end)}`,
    `transparent ${percent(end)}`,
  ]);
  return stops.length === 0 ? 'none' : `linear-gradient(to bottom, ${stops.join(', ')})`;
}
