import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { checkOf } from './release-files.ts';
import type { Group, ReleaseFile } from './release-files.ts';
import { isUsable } from './strategy.ts';

declare const self: ServiceWorkerGlobalScope;

// The names outlive releases: files that did not change are not downloaded again.
const cacheName = (group: Group): string => `daybook-${group}-v1`;
export const IMAGE_CACHE = 'daybook-images-v1';
const OURS: ReadonlySet<string> = new Set([cacheName('core'), cacheName('app'), IMAGE_CACHE]);

/** Resized public images are small; more than this and the oldest go. */
const MAX_IMAGES = 120;

/**
 * A host that answers an old index.html, a portal that answers its own page for everything: such an
 * answer fails the install, the old release keeps serving, and the next check tries again.
 */
const refuseOthers = (files: readonly ReleaseFile[]) => {
  const checks = new Map(files.map(({ url, check }) => [url, check]));
  return {
    cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) => {
      const { pathname } = new URL(request.url);
      const { status, type, redirected, headers } = response;
      const contentType = headers.get('content-type') ?? '';
      if (!isUsable(pathname, { status, type, redirected, contentType })) return null;
      const bytes = await response.clone().arrayBuffer();
      return (await checkOf(bytes)) === checks.get(pathname) ? response : null;
    },
  };
};

const controllerOf = (group: Group, all: readonly ReleaseFile[]): PrecacheController => {
  const files = all.filter((file) => file.group === group);
  const controller = new PrecacheController({
    cacheName: cacheName(group),
    plugins: [refuseOthers(files)],
  });
  controller.addToCacheList(files.map(({ url, revision }) => ({ url, revision })));
  return controller;
};

export type Release = {
  /** Downloads what is missing; all or nothing. The app's part only where it is used. */
  install: (event: ExtendableEvent) => Promise<void>;
  /** Downloads the app's part because somebody signed in here. */
  wantApp: (event: ExtendableEvent) => Promise<void>;
  /** Forgets the files of older releases, and caches that are no longer ours. */
  activate: (event: ExtendableEvent) => Promise<void>;
  /** The stored file of this release, if it has one at this address. */
  match: (url: string) => Promise<Response | undefined>;
};

export const createRelease = (files: readonly ReleaseFile[]): Release => {
  const core = controllerOf('core', files);
  const app = controllerOf('app', files);
  return {
    install: async (event) => {
      // Asked before anything is stored: the cache itself remembers that the app is used here.
      const usesApp = await self.caches.has(cacheName('app'));
      await core.install(event);
      if (usesApp) await app.install(event);
    },
    wantApp: async (event) => {
      await self.caches.open(cacheName('app'));
      await app.install(event);
    },
    activate: async (event) => {
      await core.activate(event);
      if (await self.caches.has(cacheName('app'))) await app.activate(event);
      for (const name of await self.caches.keys()) {
        if (name.startsWith('daybook-') && !OURS.has(name)) await self.caches.delete(name);
      }
    },
    match: async (url) => {
      const key = core.getCacheKeyForURL(url) ?? app.getCacheKeyForURL(url);
      return key === undefined ? undefined : self.caches.match(key);
    },
  };
};

/** Keeps an image and lets the oldest go. */
export const keepImage = async (request: Request, response: Response): Promise<void> => {
  const cache = await self.caches.open(IMAGE_CACHE);
  await cache.put(request, response);
  const keys = await cache.keys();
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - MAX_IMAGES)).map((key) => cache.delete(key)),
  );
};
