import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { pinchSteps, wheelSteps, type Step, type Zoom } from './zoom.ts';

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
    const take = (step: Step, y: number): void => {
      if (step === 0) return;
      hand.current = y;
      latest.current(step);
    };
    const turned = wheelSteps();
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      take(turned(event.deltaY), event.clientY);
    };
    let pinched: ((distance: number) => Step) | null = null;
    const onTouch = (event: TouchEvent): void => {
      const [a, b] = [event.touches[0], event.touches[1]];
      if (!a || !b || event.touches.length !== 2) {
        pinched = null;
        return;
      }
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (!pinched) {
        pinched = pinchSteps(distance);
        return;
      }
      if (event.cancelable) event.preventDefault();
      take(pinched(distance), (a.clientY + b.clientY) / 2);
    };
    const onScroll = (): void => {
      scrolled.current = view.scrollTop;
    };
    // Not passive: the page must not zoom or scroll at the same time.
    const active = { passive: false };
    view.addEventListener('wheel', onWheel, active);
    view.addEventListener('scroll', onScroll, { passive: true });
    view.addEventListener('touchstart', onTouch, { passive: true });
    view.addEventListener('touchmove', onTouch, active);
    view.addEventListener('touchend', onTouch);
    return () => {
      view.removeEventListener('wheel', onWheel);
      view.removeEventListener('scroll', onScroll);
      view.removeEventListener('touchstart', onTouch);
      view.removeEventListener('touchmove', onTouch);
      view.removeEventListener('touchend', onTouch);
    };
  }, [scroller]);
}
