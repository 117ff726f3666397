import { useEffect, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { createStore, type Store } from '#ui/store.ts';
import {
  HOLD_MS,
  nextDrag,
  REST,
  type Drag,
  type Dragging,
  type DragEvent,
  type Grab,
  type Outcome,
} from './drag.ts';
import { edgeScroll, pointInGrid } from './geometry.ts';

export type GridDragOptions = {
  grid: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  columnCount: number;
  /** Sideways swipes change the day; else they scroll sideways. */
  canSwipe: boolean;
  grabAt: (target: Element, spot: { column: number; minute: number }, pxPerMinute: number) => Grab;
  /** `from`: the drag that ended so, if it was one. */
  onOutcome: (outcome: Outcome, from: Dragging | null) => void;
};

type Session = {
  pointerId: number;
  x: number;
  y: number;
  /** Measured once, when the gesture begins: during it only scrolling moves the grid. */
  grid: DOMRect;
  viewport: DOMRect;
  scrollLeft: number;
  scrollTop: number;
};

/**
 * Feeds the drag machine with what pointers do on the grid. The ghost subscribes to `drag`;
 * `wasDragged` tells a click that ended a drag from a real one.
 */
export function useGridDrag(options: GridDragOptions): {
  drag: Store<Drag>;
  wasDragged: () => boolean;
  onPointerDown: (event: ReactPointerEvent) => void;
} {
  const [controller] = useState(() => createController(options));
  useEffect(() => controller.configure(options));
  useEffect(() => controller.attach(), [controller]);
  const { drag, wasDragged, onPointerDown } = controller;
  return { drag, wasDragged, onPointerDown };
}

function createController(first: GridDragOptions) {
  const drag = createStore<Drag>(REST);
  let options = first;
  let session: Session | null = null;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let dragged = false;

  const send = (event: DragEvent): void => {
    const last = drag.get();
    const { drag: next, outcome } = nextDrag(last, event);
    drag.set(() => next);
    if (next.phase === 'dragging' && frame === 0) {
      dragged = true;
      options.grid.current?.setPointerCapture?.(session!.pointerId);
      frame = requestAnimationFrame(onFrame);
    }
    if (next.phase === 'swiping') dragged = true;
    if (next.phase === 'rest') stop();
    if (outcome) options.onOutcome(outcome, last.phase === 'dragging' ? last : null);
  };

  const point = (s: Session) => {
    const scroller = options.scroller.current;
    const left = s.grid.left + s.scrollLeft - (scroller?.scrollLeft ?? s.scrollLeft);
    const top = s.grid.top + s.scrollTop - (scroller?.scrollTop ?? s.scrollTop);
    const box = { left, top, width: s.grid.width, height: s.grid.height };
    return { x: s.x, y: s.y, ...pointInGrid(s, box, options.columnCount) };
  };

  /** One frame: read the scroll offset, then write. Moves only record where the pointer is. */
  const onFrame = (): void => {
    frame = 0;
    const scroller = options.scroller.current;
    if (!session || !scroller || drag.get().phase !== 'dragging') return;
    const at = point(session);
    const dy = edgeScroll(session.y, session.viewport.top, session.viewport.bottom);
    const dx = edgeScroll(session.x, session.viewport.left, session.viewport.right);
    frame = requestAnimationFrame(onFrame);
    send({ type: 'travel', point: at });
    if (dx !== 0 || dy !== 0) scroller.scrollBy(dx, dy);
  };

  const onMove = (event: PointerEvent): void => {
    if (!session || event.pointerId !== session.pointerId) return;
    session.x = event.clientX;
    session.y = event.clientY;
    const { phase } = drag.get();
    if (phase === 'pressed' || phase === 'swiping') send({ type: 'travel', point: point(session) });
    const now = drag.get();
    const grid = options.grid.current;
    if (now.phase === 'swiping' && grid) grid.style.translate = `${now.x - now.from.x}px 0`;
  };
  const onUp = (event: PointerEvent): void => {
    if (!session || event.pointerId !== session.pointerId) return;
    if (drag.get().phase === 'dragging') send({ type: 'travel', point: point(session) });
    send({ type: 'release' });
  };
  const onCancel = (): void => send({ type: 'cancel' });
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || drag.get().phase !== 'dragging') return;
    event.preventDefault();
    event.stopPropagation();
    send({ type: 'cancel' });
  };

  const stop = (): void => {
    clearTimeout(holdTimer);
    cancelAnimationFrame(frame);
    frame = 0;
    session = null;
    const grid = options.grid.current;
    if (grid) grid.style.translate = '';
    drag.set(() => REST);
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onCancel);
    window.removeEventListener('keydown', onKey, true);
  };

  const onPointerDown = (event: ReactPointerEvent): void => {
    const { grid, scroller, canSwipe, grabAt } = options;
    if (event.button !== 0 || !grid.current || !scroller.current) return;
    if (session) return send({ type: 'cancel' });
    const box = grid.current.getBoundingClientRect();
    session = {
      pointerId: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      grid: box,
      viewport: scroller.current.getBoundingClientRect(),
      scrollLeft: scroller.current.scrollLeft,
      scrollTop: scroller.current.scrollTop,
    };
    dragged = false;
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onCancel);
    window.addEventListener('keydown', onKey, true);
    const at = point(session);
    const touch = event.pointerType === 'touch';
    const grab = grabAt(event.target as Element, at, box.height / 1440);
    send({ type: 'press', touch, canSwipe, point: at, grab });
    if (touch) holdTimer = setTimeout(() => send({ type: 'hold' }), HOLD_MS);
  };

  /** Not passive: once a finger has lifted a card, the page must not scroll under it. */
  const attach = (): (() => void) => {
    const grid = options.grid.current;
    const keepStill = (event: TouchEvent): void => {
      if (drag.get().phase === 'dragging' && event.cancelable) event.preventDefault();
    };
    grid?.addEventListener('touchmove', keepStill, { passive: false });
    return () => {
      grid?.removeEventListener('touchmove', keepStill);
      stop();
    };
  };

  return {
    drag,
    attach,
    onPointerDown,
    wasDragged: (): boolean => dragged,
    configure: (next: GridDragOptions): void => {
      options = next;
    },
  };
}
