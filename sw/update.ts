import type { Release } from './caches.ts';

declare const self: ServiceWorkerGlobalScope;

/** What a page may ask of its service worker. src/platform/service-worker.ts sends them. */
export type PageMessage =
  /** The person pressed "Reload": the waiting release may take over. Never sent without a press. */
  | { type: 'SKIP_WAITING' }
  /** Somebody uses the professional's side here: keep it for offline. */
  | { type: 'WANT_APP' };

/**
 *   new sw.js ─▶ installing ─▶ waiting ──(SKIP_WAITING)──▶ active ─▶ controllerchange in each tab
 *
 * Nothing takes over by itself: the page in use was made for its own release's files.
 */
export const onPageMessage = (event: ExtendableMessageEvent, release: Release): void => {
  const message = event.data as Partial<PageMessage> | null;
  if (message?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message?.type === 'WANT_APP') event.waitUntil(release.wantApp());
};
