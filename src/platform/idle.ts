/** Runs `work` when the browser has nothing better to do; the answer takes it back. */
export const whenIdle = (work: () => void): (() => void) => {
  // Safari does not have it; a second is later than any first paint.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, SAFARI_WAIT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
};

const SAFARI_WAIT_MS = 1_000;
/** A page that never rests still gets it before a person opens the second screen. */
const LATEST_MS = 5_000;
