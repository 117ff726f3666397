import { headersInPack, planFetches, textIn } from './packs.ts';
import { checkOf, isNamedBy, parseFiles } from './release-files.ts';
import type { Group, ReleaseFile, ReleaseList } from './release-files.ts';
import { isUsable } from './strategy.ts';

declare const self: ServiceWorkerGlobalScope;

// The names outlive releases: files that did not change are not downloaded again.
const cacheName = (group: Group): string => `daybook-${group}-v1`;
const CORE = cacheName('core');
const APP = cacheName('app');
export const IMAGE_CACHE = 'daybook-images-v1';
/** The rescue worker (public/sw-kill.js) opens it before it removes the others, for as long as it waits. */
const RESCUE = 'daybook-rescue';
const OURS: ReadonlySet<string> = new Set([CORE, APP, IMAGE_CACHE]);

/** Public pictures are small; more than this and those go that nobody has looked at for longest. */
const MAX_IMAGES = 120;
/** The address of a pack. */
const PACK = /\/assets\/pack-[\w-]+\.json$/;
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

/** A pack that is stored: its files' texts by address, and the headers it came with. */
type Pack = { texts: unknown; headers: Headers };

export const createRelease = ({ core, appList }: ReleaseList): Release => {
  const coreFiles = byAddress(core);
  let appFiles: ReadonlyMap<string, ReleaseFile> | null = null;
  /** Read once for as long as this worker lives, which is seconds after the last request. */
  const packs = new Map<string, Promise<Pack | null>>();
  const running = new Map<Group, Promise<void>>();

  /** What belongs to the group; null = the list of the app is not stored. */
  const filesOf = async (group: Group, cache: Cache): Promise<readonly ReleaseFile[] | null> => {
    if (group === 'core') return core;
    const list = await cache.match(keyOf(appList));
    return list ? [appList, ...parseFiles(await list.text(), 'app')] : null;
  };

  const fillNow = async (group: Group): Promise<void> => {
    const cache = await self.caches.open(cacheName(group));
    let files = await filesOf(group, cache);
    if (!files) {
      await fetchInto(cache, appList);
      files = (await filesOf(group, cache)) ?? [];
    }
    // One question for all of them: three hundred take as long as the downloads.
    const stored = new Set((await cache.keys()).map(({ url }) => url));
    const isMissing = (file: ReleaseFile): boolean =>
      !stored.has(addressOf(file)) && !(file.pack !== null && stored.has(hrefOf(file.pack)));
    const known = new Set(files.map(({ pack }) => pack));
    const older = [...stored].filter((url) => PACK.test(url) && !known.has(new URL(url).pathname));
    for (const url of await unpackInto(cache, older, files.filter(isMissing))) stored.add(url);
    const plan = planFetches(files, isMissing);
    const { singles } = plan;
    // One after the other: when the network goes, only the one under way is asked for again.
    for (const [pack, wanted] of plan.packs) {
      if (!(await fetchPackInto(cache, pack).catch(() => false))) singles.push(...wanted);
    }
    await someAtOnce(singles, (file) => fetchInto(cache, file));
  };

  /** Every tab asks for the app, and so does each reload: they wait for the same downloads. */
  const fill = (group: Group): Promise<void> => {
    const filling = running.get(group) ?? fillNow(group).finally(() => running.delete(group));
    running.set(group, filling);
    return filling;
  };

  const prune = async (group: Group): Promise<void> => {
    const cache = await self.caches.open(cacheName(group));
    const files = await filesOf(group, cache);
    // Without its list nobody can tell what is old; the next release does.
    if (!files) return;
    const kept = new Set(files.map(addressOf));
    for (const { pack } of files) if (pack !== null) kept.add(hrefOf(pack));
    for (const request of await cache.keys()) {
      if (!kept.has(request.url)) await cache.delete(request);
    }
  };

  const forget = async (): Promise<void> => {
    for (const name of OURS) await self.caches.delete(name);
  };

  const fileAt = async (href: string): Promise<ReleaseFile | undefined> => {
    if (coreFiles.has(href)) return coreFiles.get(href);
    if (!appFiles && (await self.caches.has(APP))) {
      const files = await filesOf('app', await self.caches.open(APP));
      appFiles = files && byAddress(files);
    }
    return appFiles?.get(href);
  };

  const inPack = async ({ url, pack, group }: ReleaseFile): Promise<Response | undefined> => {
    if (pack === null) return undefined;
    const reading = packs.get(pack) ?? readPack(pack, cacheName(group)).catch(() => null);
    packs.set(pack, reading);
    const content = await reading;
    // It may come later: what is not there is not remembered.
    if (!content) packs.delete(pack);
    const text = textIn(content?.texts, url);
    return content && text !== null
      ? new Response(text, { headers: headersInPack(content.headers, url) })
      : undefined;
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
      const href = hrefOf(url);
      const file = await fileAt(href);
      const unpacked = file && (await inPack(file));
      if (unpacked) return unpacked;
      // The app's names carry a hash of the content: what is stored under one is the right file.
      const key = file ? keyOf(file) : href;
      return self.caches.match(key, { cacheName: cacheName(file?.group ?? 'app') });
    },
  };
};

const hrefOf = (url: string): string => new URL(url, self.location.origin).href;

const byAddress = (files: readonly ReleaseFile[]): ReadonlyMap<string, ReleaseFile> =>
  new Map(files.map((file) => [hrefOf(file.url), file]));

/** Where a file is kept: names that stay the same carry their revision. */
const keyOf = ({ url, revision }: ReleaseFile): string =>
  revision === null ? url : `${url}?revision=${revision}`;

const addressOf = (file: ReleaseFile): string => hrefOf(keyOf(file));

const someAtOnce = async (
  files: readonly ReleaseFile[],
  work: (file: ReleaseFile) => Promise<void>,
): Promise<void> => {
  const left = [...files];
  const next = async (): Promise<void> => {
    for (let file = left.shift(); file; file = left.shift()) await work(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
};

/**
 * A host that answers an old index.html, a portal that answers its own page for everything: such an
 * answer fails the install, the old release keeps serving, and the next check tries again.
 */
const fetchInto = async (cache: Cache, file: ReleaseFile): Promise<void> => {
  const { url, revision } = file;
  const response = await fetch(url, {
    cache: revision === null ? 'default' : 'reload',
    credentials: 'same-origin',
  });
  const { status, type, redirected, headers } = response;
  const contentType = headers.get('content-type') ?? '';
  if (!isUsable(url, { status, type, redirected, contentType })) {
    throw new Error(`${url} came as ${status} ${contentType}`);
  }
  if (!(await isOfRelease(response, file))) {
    throw new Error(`${url} is not the file of this release`);
  }
  await cache.put(keyOf(file), response);
};

/**
 * Stores a pack as it is, and answers whether it is the right one: no pack, a torn one or the one of
 * another release is no reason to be without the files, which come by themselves then.
 */
const fetchPackInto = async (cache: Cache, pack: string): Promise<boolean> => {
  // It is stored here: the browser need not keep it as well.
  const response = await fetch(pack, { cache: 'no-store', credentials: 'same-origin' });
  if (!response.ok || !(await isNamedBy(pack, await response.clone().arrayBuffer()))) return false;
  await cache.put(pack, response);
  return true;
};

const readPack = async (pack: string, cacheName: string): Promise<Pack | null> => {
  const stored = await self.caches.match(pack, { cacheName });
  return stored ? { texts: await stored.json(), headers: stored.headers } : null;
};

/**
 * What the packs of older releases have of `wanted` is stored by itself, and not downloaded again. Answers
 * the addresses of those files.
 */
const unpackInto = async (
  cache: Cache,
  packs: readonly string[],
  wanted: readonly ReleaseFile[],
): Promise<string[]> => {
  const found: string[] = [];
  for (const address of wanted.length > 0 ? packs : []) {
    const pack = await cache.match(address);
    const texts: unknown = await pack?.json().catch(() => null);
    await someAtOnce(wanted, async (file) => {
      const text = textIn(texts, file.url);
      if (!pack || text === null) return;
      const headers = headersInPack(pack.headers, file.url);
      await cache.put(keyOf(file), new Response(text, { headers }));
      found.push(addressOf(file));
    });
  }
  return found;
};

const isOfRelease = async (response: Response, { check }: ReleaseFile): Promise<boolean> =>
  (await checkOf(await response.clone().arrayBuffer())) === check;

/** Keeps an image and lets the oldest go. */
export const keepImage = async (request: Request, response: Response): Promise<void> => {
  const cache = await self.caches.open(IMAGE_CACHE);
  await cache.put(request, response);
  const keys = await cache.keys();
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - MAX_IMAGES)).map((key) => cache.delete(key)),
  );
};
