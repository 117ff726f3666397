import { useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';
import type { FilledColumn } from './columns.ts';
import { DragGhost } from './drag-ghost.tsx';
import type { Dragging, Grab, Outcome } from './drag.ts';
import { EDGE_PX } from './geometry.ts';
import type { CalendarItem } from './items.ts';
import { useGridDrag } from './use-grid-drag.ts';
import type { Clock } from './words.ts';
import { watchZoomGestures } from './zoom-gestures.ts';

/** What the grid asks of whoever follows pointers over it. */
export type Hands = {
  onPointerDown: (event: PointerEvent) => void;
  /** The click that comes now is the end of a drag. */
  wasDragged: () => boolean;
  /** Something is pressed, dragged or swiped. */
  isBusy: () => boolean;
};

/**
 * Everything that hands do to the grid besides clicks: dragging, pulling an edge, swiping, pinching.
 * Fetched as soon as the grid stands: nobody drags before, and everything has a button and a key too.
 */
export function GridHands({
  hands,
  grid,
  scroller,
  columns,
  clock,
  canSwipe,
  itemAt,
  canEdit,
  onZoom,
  onOutcome,
}: {
  hands: RefObject<Hands | null>;
  grid: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  columns: readonly FilledColumn[];
  clock: Clock;
  canSwipe: boolean;
  itemAt: (target: Element) => CalendarItem | null;
  canEdit: (item: CalendarItem) => boolean;
  /** `y`: where the hand is, in pixels below the top of the window. */
  onZoom: (direction: -1 | 1, y: number) => void;
  onOutcome: (outcome: Outcome) => void;
}) {
  // The ghost stays where it was dropped until the tables answer, or the card would jump back once.
  const [landing, setLanding] = useState<Dragging | null>(null);
  useEffect(() => {
    if (!landing) return;
    const timer = setTimeout(() => setLanding(null), LANDING_MS);
    return () => clearTimeout(timer);
  }, [landing]);
  const [landedOn, setLandedOn] = useState(columns);
  if (landedOn !== columns) {
    setLandedOn(columns);
    setLanding(null);
  }

  const grabAt = (
    target: Element,
    spot: { column: number; minute: number },
    pxPerMinute: number,
  ): Grab => {
    const item = itemAt(target);
    if (!item) return { kind: 'gap' };
    const isMine = canEdit(item);
    const edge = matchMedia('(pointer: coarse)').matches ? EDGE_PX.touch : EDGE_PX.mouse;
    return {
      kind: 'item',
      key: item.key,
      column: spot.column,
      start: item.start,
      end: item.end,
      canMove: isMine && !item.isCutBefore && !item.isCutAfter,
      canResize: isMine && !item.isCutAfter,
      onEdge: (item.end - spot.minute) * pxPerMinute < edge,
    };
  };
  const { drag, wasDragged, onPointerDown } = useGridDrag({
    grid,
    scroller,
    columnCount: columns.length,
    canSwipe,
    grabAt,
    onOutcome: (outcome, from) => {
      setLanding(from);
      onOutcome(outcome);
    },
  });
  const onStep = useEffectEvent(onZoom);
  useEffect(
    () =>
      scroller.current
        ? watchZoomGestures(scroller.current, (direction, y) => onStep(direction, y))
        : undefined,
    [scroller],
  );
  useImperativeHandle(
    hands,
    () => ({ onPointerDown, wasDragged, isBusy: () => drag.get().phase !== 'rest' }),
    [drag, onPointerDown, wasDragged],
  );
  return <DragGhost store={drag} landing={landing} columns={columns} clock={clock} grid={grid} />;
}

/** The longest that a write and its live query take; a refused drop springs back after it. */
const LANDING_MS = 400;
