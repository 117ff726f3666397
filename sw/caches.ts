import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { isUsable } from './strategy.ts';

declare const self: ServiceWorkerGlobalScope;

/** One file of the release, as the build writes it into `self.__WB_MANIFEST`. */
export type ReleaseFile = {
  url: string;
  revision: string | null;
  /** A stale index.html or a portal's page fails the install instead of being stored. */
  integrity: string;
  group: Group;
};

/**
 * `core`: the page, and what a client's booking needs; a client's phone downloads nothing else.
 * `app`: the professional's side, fetched once somebody has used it here, and kept up to date then.
 */
export type Group = 'core' | 'app';

// The names outlive releases: files that did not change are not downloaded again.
const cacheName = (group: Group): string => `daybook-${group}-v1`;
export const IMAGE_CACHE = 'daybook-images-v1';
const OURS: ReadonlySet<string> = new Set([cacheName('core'), cacheName('app'), IMAGE_CACHE]);

/** Resized public images are small; more than this and the oldest go. */
const MAX_IMAGES = 120;

const refuseWrongTypes = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) =>
    isUsable(new URL(request.url).pathname, {
      status: response.status,
      type: response.type,
      redirected: response.redirected,
      contentType: response.headers.get('content-type') ?? '',
    })
      ? response
      : null,
};

const controllerOf = (group: Group, files: readonly ReleaseFile[]): PrecacheController => {
  const controller = new PrecacheController({
    cacheName: cacheName(group),
    plugins: [refuseWrongTypes],
  });
  controller.addToCacheList(
    files
      .filter((file) => file.group === group)
      .map(({ url, revision, integrity }) => ({ url, revision, integrity })),
  );
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
