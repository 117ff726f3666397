import { readTabSetting, writeTabSetting } from './storage.ts';

/** At most one reload by ourselves in this time: a broken release must not become a loop. */
const RELOAD_GUARD_MS = 10 * 60_000;
const RELOADED_KEY = 'daybook-reloaded-at';

/** Whether a failed import may still be answered by a reload in this tab. */
export const mayReload = (lastReloadMs: number | null, nowMs: number): boolean =>
  lastReloadMs === null || nowMs - lastReloadMs > RELOAD_GUARD_MS || nowMs < lastReloadMs;

/**
 * An old page asks for a chunk that a newer release has removed. Reload once to get the new page;
 * the second time the error goes on to the page that explains it. Offline a reload cannot help.
 */
export const reloadOnMissingChunk = (target: Window): void => {
  target.addEventListener('vite:preloadError', (event) => {
    const last = readTabSetting(RELOADED_KEY);
    const now = Date.now();
    const reloads = navigator.onLine && mayReload(last === null ? null : Number(last), now);
    void note(reloads);
    if (!reloads) return;
    event.preventDefault();
    writeTabSetting(RELOADED_KEY, String(now));
    target.location.reload();
  });
};

/** The log is fetched only now: every page loads this file first. */
const note = async (reloads: boolean): Promise<void> => {
  try {
    const { log } = await import('./log.ts');
    log('info', 'A part of the page could not be loaded', { reloads });
  } catch {
    // Then the log is among what could not be loaded.
  }
};
