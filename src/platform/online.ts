/**
 * Whether the browser believes to be online. `false` is sure, `true` is a hint only: a router
 * without internet counts as online. What sync finds out is the truth (SyncStatus).
 */
export const isOnline = (): boolean => navigator.onLine;

/** Calls back on every change. Returns the way to stop. */
export const onOnlineChange = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** A server that is silent for so long counts as out of reach. */
const SILENCE_MS = 5_000;

/**
 * Whether the host that this page is from answers at all, whatever it says. Asked in a way that the
 * service worker leaves alone. Never rejects.
 */
export const canReachHost = async (): Promise<boolean> => {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(SILENCE_MS);
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
};
