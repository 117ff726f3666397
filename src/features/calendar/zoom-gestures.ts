/** What hands do over the grid to make its hours taller or shorter. No first picture waits for it. */

/** Until the answer is called, tells each step and how far below the top of the window the hand is. */
export const watchZoomGestures = (
  view: HTMLElement,
  onStep: (direction: -1 | 1, y: number) => void,
): (() => void) => {
  const take = (step: Step, y: number): void => {
    if (step !== 0) onStep(step, y);
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
  // Not passive: the page must not zoom or scroll at the same time.
  const active = { passive: false };
  view.addEventListener('wheel', onWheel, active);
  view.addEventListener('touchstart', onTouch, { passive: true });
  view.addEventListener('touchmove', onTouch, active);
  view.addEventListener('touchend', onTouch);
  return () => {
    view.removeEventListener('wheel', onWheel);
    view.removeEventListener('touchstart', onTouch);
    view.removeEventListener('touchmove', onTouch);
    view.removeEventListener('touchend', onTouch);
  };
};

/** What a hand asks for: smaller, nothing yet, taller. */
type Step = -1 | 0 | 1;

/** A wheel turned with Ctrl, or a pinch of a touchpad, which browsers report so: steps from pixels. */
export function wheelSteps(): (deltaY: number) => Step {
  let turned = 0;
  return (deltaY) => {
    turned += deltaY;
    if (Math.abs(turned) < WHEEL_STEP_PX) return 0;
    const step = turned < 0 ? 1 : -1;
    turned = 0;
    return step;
  };
}

/** Two fingers: a step each time their distance has grown or shrunk enough. */
export function pinchSteps(startPx: number): (distancePx: number) => Step {
  let from = startPx;
  return (distance) => {
    const ratio = distance / from;
    if (ratio < PINCH_RATIO && ratio > 1 / PINCH_RATIO) return 0;
    from = distance;
    return ratio > 1 ? 1 : -1;
  };
}

/** Less than one notch of a mouse wheel. */
const WHEEL_STEP_PX = 60;
const PINCH_RATIO = 1.3;
