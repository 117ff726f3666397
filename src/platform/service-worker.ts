import { log } from './log.ts';

/**
 * The page's side of the service worker: register, notice a new release, hand over when a person
 * says so. Works without service workers too (private modes, plain http): then all is online only.
 */
export type UpdateState = {
  /**
   * `none`; `ready` = a new release waits; `accepted` = a person wants it, the page loads anew in a
   * moment; `replaced` = another tab took it, this page is old.
   */
  kind: 'none' | 'ready' | 'accepted' | 'replaced';
};

/** Looks for a new release at least this often while the page is used. */
const CHECK_MS = 60 * 60_000;

let state: UpdateState = { kind: 'none' };
let registration: ServiceWorkerRegistration | undefined;
let hasStarted = false;
const listeners = new Set<() => void>();

const change = (kind: UpdateState['kind']): void => {
  if (state.kind === kind) return;
  state = { kind };
  for (const listener of listeners) listener();
};

export const updateState = (): UpdateState => state;

export const onUpdateChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Registers `/sw.js`. `wantsApp`: this is the professional's side, keep all of it for offline; a
 * client's phone keeps only the client's pages.
 */
export const startServiceWorker = async ({ wantsApp }: { wantsApp: boolean }): Promise<void> => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  if (hasStarted) return;
  hasStarted = true;
  const container = navigator.serviceWorker;
  try {
    if (await isSwitchedOff()) return await removeServiceWorker();
    const wasControlled = container.controller !== null;
    container.addEventListener('controllerchange', () => {
      if (state.kind === 'accepted') location.reload();
      else if (wasControlled) change('replaced');
    });
    registration = await container.register('/sw.js', { updateViaCache: 'none' });
    watchForUpdates(registration);
    if (wantsApp) (await container.ready).active?.postMessage({ type: 'WANT_APP' });
  } catch (error) {
    // A failed install keeps the old release; the next check tries again.
    log('info', 'The service worker could not be registered', { error: String(error) });
  }
};

/** The person wants the new release now: it takes over and the page loads anew, once. */
export const acceptUpdate = (): void => {
  change('accepted');
  if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  else location.reload();
};

const watchForUpdates = (watched: ServiceWorkerRegistration): void => {
  const lookAtWaiting = (): void => {
    // Without a controller this is the very first install: nothing is replaced by it.
    if (watched.waiting && navigator.serviceWorker.controller && state.kind !== 'accepted') {
      change('ready');
    }
  };
  lookAtWaiting();
  watched.addEventListener('updatefound', () => {
    watched.installing?.addEventListener('statechange', lookAtWaiting);
  });
  let lastCheckMs = Date.now();
  const check = (): void => {
    lastCheckMs = Date.now();
    // Offline, or the host is in trouble: there is always a next time.
    watched.update().catch(() => undefined);
  };
  setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', () => {
    const isDue = Date.now() - lastCheckMs > 60_000;
    if (document.visibilityState === 'visible' && isDue) check();
  });
};

/** An operator's emergency switch, see public/sw-kill.js. Unreachable counts as on. */
const isSwitchedOff = async (): Promise<boolean> => {
  if (!navigator.onLine) return false;
  try {
    const response = await fetch('/sw-flags.json', { cache: 'no-store' });
    const flags = (await response.json()) as { serviceWorker?: unknown };
    return flags.serviceWorker === 'off';
  } catch {
    return false;
  }
};

/** Forgets the stored app, never the data. */
export const removeServiceWorker = async (): Promise<void> => {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) {
    if (name.startsWith('daybook-')) await caches.delete(name);
  }
};
