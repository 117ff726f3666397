import { useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

/** A sideways stroke of a finger at least this long, and twice as long as it is high. */
const STROKE_PX = 48;

/**
 * Sideways strokes over something that does not scroll sideways: -1 back, 1 on. The element needs
 * `touch-action: pan-y`, or the browser takes the finger away.
 */
export function useSwipe(onStep: (direction: -1 | 1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const swiped = useRef(false);
  return {
    onPointerDown: (event: PointerEvent): void => {
      swiped.current = false;
      // A second finger means something else.
      const isFirst = event.pointerType === 'touch' && event.isPrimary;
      from.current = isFirst ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: (event: PointerEvent): void => {
      const start = from.current;
      from.current = null;
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (Math.abs(dx) < STROKE_PX || Math.abs(dx) < 2 * Math.abs(dy)) return;
      swiped.current = true;
      onStep(dx < 0 ? 1 : -1);
    },
    onPointerCancel: (): void => {
      from.current = null;
    },
    /** The end of a stroke is no tap. */
    onClickCapture: (event: MouseEvent): void => {
      if (!swiped.current) return;
      swiped.current = false;
      event.stopPropagation();
    },
  };
}
