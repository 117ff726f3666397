/**
 * What a pointer means on the time grid, as a pure state machine: the hook feeds it points in
 * minutes and columns, and acts on the outcome.
 *
 *   rest ──press──▶ pressed ──mouse travels / finger holds──▶ dragging ──release──▶ moved, resized, drawn
 *    ▲                │  └─ finger travels sideways ─▶ swiping ──release──▶ swiped
 *    │                ├─ finger travels up or down ─▶ rest (the page scrolls)
 *    └──── cancel ────┴─ release
 *
 * A press that is released where it was is a click, and clicks stay the browser's: assistive
 * technology clicks without ever pressing.
 */
import { clamp, DAY_MIN, snap, SNAP_MIN, tapMinute } from './geometry.ts';

export type Point = {
  /** Pixels on the screen: they decide whether a press became a drag. */
  x: number;
  y: number;
  /** The column under the pointer, and the minute of the day, not snapped. */
  column: number;
  minute: number;
};

/** What was under the pointer when it went down. */
export type Grab =
  | { kind: 'gap' }
  | {
      kind: 'item';
      key: string;
      column: number;
      start: number;
      end: number;
      canMove: boolean;
      canResize: boolean;
      /** The pointer is on the bottom edge. */
      onEdge: boolean;
    };

export type Drag =
  | { phase: 'rest' }
  | { phase: 'pressed'; touch: boolean; canSwipe: boolean; from: Point; grab: Grab }
  | { phase: 'swiping'; from: Point; x: number }
  | {
      phase: 'dragging';
      mode: 'move' | 'resize' | 'draw';
      key: string | null;
      from: Point;
      /** Where it was picked up. */
      origin: { column: number; start: number; end: number };
      /** Where it would land now, snapped. */
      column: number;
      start: number;
      end: number;
    };

export type Dragging = Drag & { phase: 'dragging' };

export type DragEvent =
  /** `canSwipe`: sideways travel of a finger means the next period, not scrolling. */
  | { type: 'press'; touch: boolean; canSwipe: boolean; point: Point; grab: Grab }
  | { type: 'travel'; point: Point }
  /** The finger has rested for HOLD_MS. */
  | { type: 'hold' }
  | { type: 'release' }
  | { type: 'cancel' };

export type Outcome =
  | { type: 'moved'; key: string; column: number; start: number; end: number }
  | { type: 'resized'; key: string; end: number }
  | { type: 'drawn'; column: number; start: number; end: number }
  /** 1 = on to what comes next. */
  | { type: 'swiped'; direction: 1 | -1 };

export const REST: Drag = { phase: 'rest' };

/** A mouse press that travels further is a drag, not a click. */
export const MOUSE_SLOP_PX = 4;
/** A finger that travels further before the hold scrolls or swipes. */
export const TOUCH_SLOP_PX = 10;
/** How long a finger must rest before it lifts an appointment; the system's long press is 500. */
export const HOLD_MS = 350;
/** A sideways swipe shorter than this springs back. */
export const SWIPE_PX = 60;
/** What a long press on a gap draws before the finger moves on. */
const DRAWN_MIN = 30;

type Step = { drag: Drag; outcome: Outcome | null };
const to = (drag: Drag, outcome: Outcome | null = null): Step => ({ drag, outcome });

export function nextDrag(drag: Drag, event: DragEvent): Step {
  if (event.type === 'cancel') return to(REST);
  if (event.type === 'press') {
    // A second finger is a pinch or an accident: whatever was going on ends.
    if (drag.phase !== 'rest') return to(REST);
    const { touch, canSwipe, point, grab } = event;
    return to({ phase: 'pressed', touch, canSwipe, from: point, grab });
  }
  if (drag.phase === 'pressed') return fromPressed(drag, event);
  if (drag.phase === 'swiping') return fromSwiping(drag, event);
  if (drag.phase === 'dragging') return fromDragging(drag, event);
  return to(drag);
}

type Later = Exclude<DragEvent, { type: 'press' } | { type: 'cancel' }>;

function fromPressed(drag: Drag & { phase: 'pressed' }, event: Later): Step {
  const { from, touch, canSwipe } = drag;
  if (event.type === 'release') return to(REST);
  if (event.type === 'hold') return touch ? to(lift(drag)) : to(drag);

  const dx = event.point.x - from.x;
  const dy = event.point.y - from.y;
  if (touch) {
    if (Math.hypot(dx, dy) < TOUCH_SLOP_PX) return to(drag);
    const sideways = canSwipe && Math.abs(dx) > Math.abs(dy) * 1.5;
    return to(sideways ? { phase: 'swiping', from, x: event.point.x } : REST);
  }
  if (Math.hypot(dx, dy) < MOUSE_SLOP_PX) return to(drag);
  const lifted = lift(drag);
  return lifted.phase === 'dragging' ? fromDragging(lifted, event) : to(lifted);
}

/** What the press becomes when it turns into a drag; what may not move stays pressed. */
function lift(pressed: Drag & { phase: 'pressed' }): Drag {
  const { from, grab, touch } = pressed;
  if (grab.kind === 'gap') {
    const start = Math.min(tapMinute(from.minute), DAY_MIN - DRAWN_MIN);
    const drawn = { column: from.column, start, end: start + (touch ? DRAWN_MIN : SNAP_MIN) };
    return { phase: 'dragging', mode: 'draw', key: null, from, origin: drawn, ...drawn };
  }
  const { key, column, start, end } = grab;
  const mode = grab.onEdge && grab.canResize ? 'resize' : 'move';
  if (mode === 'move' && !grab.canMove) return pressed;
  const place = { column, start, end };
  return { phase: 'dragging', mode, key, from, origin: place, ...place };
}

function fromDragging(drag: Dragging, event: Later): Step {
  if (event.type === 'hold') return to(drag);
  if (event.type === 'release') return to(REST, landed(drag));
  const { origin, from, mode } = drag;
  const { point } = event;
  if (mode === 'move') {
    const length = origin.end - origin.start;
    const start = clamp(snap(origin.start + point.minute - from.minute), 0, DAY_MIN - length);
    return to(placed(drag, { column: point.column, start, end: start + length }));
  }
  if (mode === 'resize') {
    const end = snap(origin.end + point.minute - from.minute);
    return to(placed(drag, { ...origin, end: clamp(end, origin.start + SNAP_MIN, DAY_MIN) }));
  }
  // Drawing works upwards too: the place of the press is the fixed end.
  const at = clamp(snap(point.minute), 0, DAY_MIN);
  const { column, start } = origin;
  return to(
    placed(
      drag,
      at < start
        ? { column, start: at, end: start }
        : { column, start, end: Math.max(at, start + SNAP_MIN) },
    ),
  );
}

type Place = { column: number; start: number; end: number };

/** The very same state while nothing changes on the grid, so that nothing is drawn again. */
const placed = (drag: Dragging, { column, start, end }: Place): Drag =>
  drag.column === column && drag.start === start && drag.end === end
    ? drag
    : { ...drag, column, start, end };

function landed({ mode, key, origin, column, start, end }: Dragging) {
  const at = { column, start, end };
  if (mode === 'draw') return { type: 'drawn', ...at } as const;
  const isSame = column === origin.column && start === origin.start && end === origin.end;
  if (isSame || key === null) return null;
  return mode === 'move'
    ? ({ type: 'moved', key, ...at } as const)
    : ({ type: 'resized', key, end } as const);
}

function fromSwiping(drag: Drag & { phase: 'swiping' }, event: Later): Step {
  if (event.type === 'travel') return to({ ...drag, x: event.point.x });
  if (event.type !== 'release') return to(drag);
  const dx = drag.x - drag.from.x;
  if (Math.abs(dx) < SWIPE_PX) return to(REST);
  return to(REST, { type: 'swiped', direction: dx < 0 ? 1 : -1 });
}
