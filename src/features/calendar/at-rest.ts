import { whenIdle } from '#platform/idle.ts';
import { createStore } from '#ui/store.ts';

/** Whether something is pressed or dragged, anywhere in the window. */
const hand = createStore<'on' | 'off'>('off');
let isWatched = false;

/**
 * As `whenIdle`, with no hand on the screen: browsers rest between the frames of a drag, too, and what
 * is read or drawn ahead takes longer than one of them.
 */
export const whenAtRest = (work: () => void): (() => void) => {
  watchHand();
  let takeBack = (): void => undefined;
  const arm = (): void => {
    takeBack();
    if (hand.get() === 'off') takeBack = whenIdle(run);
  };
  const unsubscribe = hand.subscribe(arm);
  const run = (): void => {
    unsubscribe();
    work();
  };
  arm();
  return () => {
    unsubscribe();
    takeBack();
  };
};

const watchHand = (): void => {
  if (isWatched) return;
  isWatched = true;
  const listen = (type: string, is: 'on' | 'off'): void =>
    window.addEventListener(type, () => hand.set(() => is), { capture: true, passive: true });
  listen('pointerdown', 'on');
  listen('pointerup', 'off');
  // A finger that scrolls is the browser's.
  listen('pointercancel', 'off');
};
