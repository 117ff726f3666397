import { canReachHost } from './online.ts';
import { whyMissing } from './stale-assets.ts';

/**
 * Loads a part of the app, however bad the signal: without network it waits, and tries again as soon
 * as there is one. `onWait` is called each time it has to wait.
 * @throws what the import threw when the host is there and the part is not (a newer release).
 */
export const loadPatiently = async <T>(
  load: () => Promise<T>,
  onWait: () => void = () => undefined,
): Promise<T> => {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const reason = await whyMissing();
      if (reason === 'gone') throw error;
      // The new page draws it: until then this one stays as it is.
      if (reason === 'reloading') await new Promise<never>(() => undefined);
    }
    onWait();
    await untilReachable();
  }
};

/**
 * How long after a vain attempt the host is asked again while the browser believes to be online (a
 * train, a router without internet): somebody who waits sees the part this much later.
 */
const RETRY_MS = 5_000;

let waiting: Promise<void> | null = null;

/** The host answers again. All who wait are woken by the same question. */
const untilReachable = (): Promise<void> => {
  waiting ??= askAgain().finally(() => {
    waiting = null;
  });
  return waiting;
};

const askAgain = async (): Promise<void> => {
  do await pause();
  while (!(await canReachHost()));
};

/** Until the browser says that the network is there, or a moment while it says so already. */
const pause = (): Promise<void> =>
  new Promise((resume) => {
    const timer = navigator.onLine ? setTimeout(() => wake(), RETRY_MS) : undefined;
    const wake = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', wake);
      resume();
    };
    window.addEventListener('online', wake);
  });
