import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Zoom } from './zoom.ts';

/**
 * When hours get taller or shorter, the time under the hand stays where it is, or the one in the middle
 * when a key or the menu did it. Answers what tells where the hand is before it changes them, in pixels
 * below the top of the window.
 */
export function useZoomPlace(options: {
  grid: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  zoom: Zoom;
}): (y: number) => void {
  const { grid, scroller, zoom } = options;
  const hand = useRef<number | null>(null);
  const height = useRef(0);
  /** Where the grid was scrolled to: when it shrinks, browsers cut that before we can ask. */
  const scrolled = useRef(0);

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
    return () => view.removeEventListener('scroll', onScroll);
  }, [scroller]);

  return useCallback((y) => {
    hand.current = y;
  }, []);
}
