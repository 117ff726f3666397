/** Work goes on for this long at most before the window may draw and answer: half a frame. */
const SLICE_MS = 8;

/**
 * Lets the window live during long work: `await breathe()` after each small piece. It gives way
 * only when its slice is used up.
 */
export const createBreather = (): (() => Promise<void> | void) => {
  let sliceEnd = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < sliceEnd) return;
    return rest().then(() => {
      sliceEnd = performance.now() + SLICE_MS;
    });
  };
};

/** A message is a task of its own and, unlike a timer, is not slowed down in nested calls. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
