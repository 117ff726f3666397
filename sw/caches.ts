import { checkOf } from './release-files.ts';
import type { Group, ReleaseFile } from './release-files.ts';
import { isUsable } from './strategy.ts';

declare const self: ServiceWorkerGlobalScope;

// The names outlive releases: files that did not change are not downloaded again.
const cacheName = (group: Group): string => `daybook-${group}-v1`;
const APP = cacheName('app');
export const IMAGE_CACHE = 'daybook-images-v1';
/** The rescue worker (public/sw-kill.js) opens it before it removes the others, for as long as it waits. */
const RESCUE = 'daybook-rescue';
const OURS: ReadonlySet<string> = new Set([cacheName('core'), APP, IMAGE_CACHE]);

/** Public pictures are small; more than this and those go that nobody has looked at for longest. */
const MAX_IMAGES = 120;
/** Downloads at once: more would stand in the way of the page that is open. */
const AT_ONCE = 6;

export type Release = {
  /** Downloads what is missing, the app's part only where it is used. Any wrong file fails it. */
  install: () => Promise<void>;
  /** Downloads the app's part because somebody uses it here, and whatever else is missing. */
  wantApp: () => Promise<void>;
  /** Forgets the files of older releases, and caches that are no longer ours. */
  activate: () => Promise<void>;
  /** The stored file of this release, if it has one at this address. */
  match: (url: string) => Promise<Response | undefined>;
};

export const createRelease = (files: readonly ReleaseFile[]): Release => {
  const byUrl = new Map(files.map((file) => [new URL(file.url, self.location.origin).href, file]));
  const groupFiles = (group: Group) => files.filter((file) => file.group === group);

  const fill = async (group: Group): Promise<void> => {
    const cache = await self.caches.open(cacheName(group));
    // One question for all of them: three hundred take as long as the downloads.
    const stored = new Set((await cache.keys()).map(({ url }) => url));
    const missing = groupFiles(group).filter((file) => !stored.has(addressOf(file)));
    const next = async (): Promise<void> => {
      for (let file = missing.pop(); file; file = missing.pop()) {
        await cache.put(keyOf(file), await download(file));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  };

  const prune = async (group: Group): Promise<void> => {
    const cache = await self.caches.open(cacheName(group));
    const kept = new Set(groupFiles(group).map(addressOf));
    for (const request of await cache.keys()) {
      if (!kept.has(request.url)) await cache.delete(request);
    }
  };

  const forget = async (): Promise<void> => {
    for (const name of OURS) await self.caches.delete(name);
  };

  return {
    install: async () => {
      // The cache itself remembers that the app is used here.
      const usesApp = await self.caches.has(APP);
      await fill('core');
      if (usesApp) await fill('app');
    },
    wantApp: async () => {
      if (await self.caches.has(RESCUE)) return;
      // The page's part too: the browser may have thrown both away since the install.
      await Promise.all([fill('core'), fill('app')]);
      // What the rescue worker has removed meanwhile must not come back.
      if (await self.caches.has(RESCUE)) await forget();
    },
    activate: async () => {
      await prune('core');
      if (await self.caches.has(APP)) await prune('app');
      for (const name of await self.caches.keys()) {
        if (name.startsWith('daybook-') && !OURS.has(name)) await self.caches.delete(name);
      }
    },
    match: async (url) => {
      const file = byUrl.get(new URL(url, self.location.origin).href);
      return file && self.caches.match(keyOf(file), { cacheName: cacheName(file.group) });
    },
  };
};

/** Where a file is kept: names that stay the same carry their revision. */
const keyOf = ({ url, revision }: ReleaseFile): string =>
  revision === null ? url : `${url}?revision=${revision}`;

const addressOf = (file: ReleaseFile): string => new URL(keyOf(file), self.location.origin).href;

/**
 * A host that answers an old index.html, a portal that answers its own page for everything: such an
 * answer fails the install, the old release keeps serving, and the next check tries again.
 */
const download = async ({ url, revision, check }: ReleaseFile): Promise<Response> => {
  const response = await fetch(url, {
    cache: revision === null ? 'default' : 'reload',
    credentials: 'same-origin',
  });
  const { status, type, redirected, headers } = response;
  const contentType = headers.get('content-type') ?? '';
  if (!isUsable(url, { status, type, redirected, contentType })) {
    throw new Error(`${url} came as ${status} ${contentType}`);
  }
  const bytes = await response.clone().arrayBuffer();
  if ((await checkOf(bytes)) !== check) throw new Error(`${url} is not the file of this release`);
  return response;
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
