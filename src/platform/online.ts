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
