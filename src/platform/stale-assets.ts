import { canReachHost } from './online.ts';
import { readTabSetting, writeTabSetting } from './storage.ts';

/** At most one reload by ourselves in this time: a broken release must not become a loop. */
const RELOAD_GUARD_MS = 10 * 60_000;
const RELOADED_KEY = 'daybook-reloaded-at';

/**
 * Why a file of this release did not come. `unreachable`: there is no network, and it may come with
 * it. `reloading`: the host has it no more, and the page of the newer release is on its way.
 * `gone`: the same, but a reload has not helped.
 */
export type MissingReason = 'unreachable' | 'reloading' | 'gone';

/** Whether a failed import may still be answered by a reload in this tab. */
export const mayReload = (lastReloadMs: number | null, nowMs: number): boolean =>
  lastReloadMs === null || nowMs - lastReloadMs > RELOAD_GUARD_MS || nowMs < lastReloadMs;

let asking: Promise<MissingReason> | null = null;

/**
 * Finds out why a file did not come. An old page asks for files that a newer release has removed:
 * it loads anew, once. Several who ask together are told the same. Never rejects.
 */
export const whyMissing = (): Promise<MissingReason> => {
  asking ??= find().finally(() => {
    asking = null;
  });
  return asking;
};

const find = async (): Promise<MissingReason> => {
  if (!(await canReachHost())) return 'unreachable';
  const last = readTabSetting(RELOADED_KEY);
  const now = Date.now();
  const reloads = mayReload(last === null ? null : Number(last), now);
  void note(reloads);
  if (!reloads) return 'gone';
  writeTabSetting(RELOADED_KEY, String(now));
  location.reload();
  return 'reloading';
};

/** Watches every import of the app, also of what is not drawn. */
export const watchMissingFiles = (target: Window): void => {
  target.addEventListener('vite:preloadError', () => void whyMissing());
  // A stylesheet that did not come must not stay in the page: the next attempt would take it for
  // loaded and draw its part without it.
  target.addEventListener(
    'error',
    ({ target: source }) => {
      if (source instanceof HTMLLinkElement && source.rel === 'stylesheet') source.remove();
    },
    { capture: true },
  );
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
