import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { watchZoomGestures } from './zoom-gestures.ts';
import type { Zoom } from './zoom.ts';

/**
 * Ctrl + wheel and pinches over the grid change its height; the time under the pointer stays there,
 * or the one in the middle when a key or the menu did it.
 */
export function useZoom(options: {
  grid: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  zoom: Zoom;
  onZoom: (direction: -1 | 1) => void;
}): void {
  const { grid, scroller, zoom } = options;
  const latest = useRef(options.onZoom);
  /** Where the hand is, in pixels below the top of the window. */
  const hand = useRef<number | null>(null);
  const height = useRef(0);
  /** Where the grid was scrolled to: when it shrinks, browsers cut that before we can ask. */
  const scrolled = useRef(0);
  useEffect(() => {
    latest.current = options.onZoom;
  });

  useLayoutEffect(() => {
    const [content, view] = [grid.current, scroller.current];
    if (!content || !view) return;
    const [before, after] = [height.current, content.offsetHeight];
    height.current = after;
    if (before === 0 || before === after) return;
    const box = view.getBoundingClientRect();
    const y = hand.current ?? box.top + box.height / 2;
    hand.current = null;
    const top = content.getBoundingClientRect().top + view.scrollTop - scrolled.current;
    const above = y - top;
    view.scrollTop = scrolled.current + above * (after / before) - above;
    scrolled.current = view.scrollTop;
  }, [grid, scroller, zoom]);

  useEffect(() => {
    const view = scroller.current;
    if (!view) return;
    const onScroll = (): void => {
      scrolled.current = view.scrollTop;
    };
    onScroll();
    view.addEventListener('scroll', onScroll, { passive: true });
    const forget = watchZoomGestures(view, (direction, y) => {
      hand.current = y;
      latest.current(direction);
    });
    return () => {
      forget();
      view.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
}
