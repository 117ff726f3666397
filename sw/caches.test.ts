import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRelease } from './caches.ts';
import type { Release } from './caches.ts';
import { packRelease } from './pack-release.mjs';
import type { BuiltFile } from './pack-release.mjs';
import { parseRelease } from './release-files.ts';

const ORIGIN = 'https://app.example';
const TYPES: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  txt: 'text/plain',
};
const typeOf = (path: string): string => TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? '';
const hrefOf = (key: string): string => new URL(key, ORIGIN).href;

/** As much of a browser's cache storage as a release uses. */
const createCaches = () => {
  const all = new Map<string, Map<string, Response>>();
  return {
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: string, { cacheName }: { cacheName: string }) =>
      all.get(cacheName)?.get(hrefOf(key))?.clone(),
    open: async (name: string) => {
      const files = all.get(name) ?? new Map<string, Response>();
      all.set(name, files);
      return {
        keys: async () => [...files.keys()].map((url) => ({ url })),
        match: async (key: string) => files.get(hrefOf(key))?.clone(),
        put: async (key: string, response: Response) => void files.set(hrefOf(key), response),
        delete: async ({ url }: { url: string }) => files.delete(url),
      };
    },
  };
};

/** What the host has: texts by path. */
let host: Map<string, string>;
let asked: string[];
let caches: ReturnType<typeof createCaches>;

const answer = async (path: string): Promise<Response> => {
  asked.push(path);
  const body = host.get(path);
  const response = new Response(body ?? 'not here', {
    status: body === undefined ? 404 : 200,
    headers: { 'content-type': typeOf(path) },
  });
  // As it is for everything that comes from the own site.
  Object.defineProperty(response, 'type', { value: 'basic' });
  return response;
};

beforeEach(() => {
  host = new Map();
  asked = [];
  caches = createCaches();
  vi.stubGlobal('self', { caches, location: { origin: ORIGIN } });
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const pathOf = (name: string): string => (name.startsWith('/') ? name : `/assets/${name}`);
const file = (name: string, text: string): BuiltFile => ({
  name,
  bytes: new TextEncoder().encode(text),
  revision: name.startsWith('/') ? 'aaaabbbb' : null,
});
const core = [
  file('/index.html', '<p>page'),
  file('book-11111111.js', 'book()'),
  file('form-11111111.css', 'form{}'),
];
/** Six small files and a large one; `second` is what one of the small ones says. */
const appWith = (second: string, hash = '11111111'): BuiltFile[] => [
  file('one-11111111.js', 'one()'),
  file(`two-${hash}.js`, second),
  file('three-11111111.js', 'three()'),
  file('four-11111111.js', 'four()'),
  file('five-11111111.js', 'five()'),
  file('six-11111111.js', '„six“'),
  file('large-11111111.js', 'x'.repeat(30_000)),
];

/** Puts a release on the host and answers its service worker's side. */
const deploy = (app: readonly BuiltFile[]): Release => {
  const { list, files } = packRelease({ core, app });
  host.clear();
  for (const { name, bytes } of [...core, ...app]) {
    host.set(pathOf(name), new TextDecoder().decode(bytes));
  }
  for (const { name, text } of files) host.set(pathOf(name), text);
  return createRelease(parseRelease(list));
};
const packs = (): string[] => [...host.keys()].filter((path) => path.includes('/pack-'));
/** What was asked for since the last question. */
const askedNow = (): string[] => asked.splice(0).sort();
const appList = expect.stringMatching(/^\/assets\/app-files-/);
const aPack = expect.stringMatching(/^\/assets\/pack-/);
const storedText = async (release: Release, path: string): Promise<string | undefined> =>
  (await release.match(path))?.text();

const expectWhole = async (release: Release, app: readonly BuiltFile[]): Promise<void> => {
  for (const { name, bytes } of [...core, ...app]) {
    expect(await storedText(release, pathOf(name))).toBe(new TextDecoder().decode(bytes));
  }
};

describe('a release', () => {
  it('brings a client’s phone the core and nothing else', async () => {
    const release = deploy(appWith('two()'));
    await release.install();
    await release.activate();
    expect(askedNow()).toEqual([aPack, '/index.html']);
    expect(await storedText(release, '/index.html')).toBe('<p>page');
    expect(await storedText(release, '/assets/book-11111111.js')).toBe('book()');
    expect(await release.match('/assets/one-11111111.js')).toBeUndefined();
    expect(await caches.keys()).toEqual(['daybook-core-v1']);
  });

  it('brings the professional’s side in packs, and large files by themselves', async () => {
    const app = appWith('two()');
    const release = deploy(app);
    await release.install();
    askedNow();
    await release.wantApp();
    expect(askedNow()).toEqual([appList, '/assets/large-11111111.js', aPack]);
    await expectWhole(release, app);
    const { headers } = (await release.match('/assets/six-11111111.js'))!;
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it('stores packs as they came, and answers what is in them', async () => {
    const app = appWith('two()');
    const release = deploy(app);
    await release.install();
    await release.wantApp();
    const stored = await (await caches.open('daybook-app-v1')).keys();
    expect(stored.map(({ url }) => url.replace(ORIGIN, '')).sort()).toEqual([
      appList,
      '/assets/large-11111111.js',
      aPack,
    ]);
    // Also by a worker that was started anew, which has read none of them.
    await expectWhole(createRelease(parseRelease(packRelease({ core, app }).list)), app);
  });

  it('asks the network for what is in a pack that cannot be read', async () => {
    const app = appWith('two()');
    const release = deploy(app);
    await release.install();
    await release.wantApp();
    const cache = await caches.open('daybook-app-v1');
    for (const pack of packs()) await cache.put(pack, new Response('{"/assets/one-1'));
    expect(await release.match('/assets/one-11111111.js')).toBeUndefined();
    expect(await storedText(release, '/assets/large-11111111.js')).toBeDefined();
  });

  it('is downloaded once when two tabs ask for it', async () => {
    const release = deploy(appWith('two()'));
    await release.install();
    askedNow();
    await Promise.all([release.wantApp(), release.wantApp()]);
    expect(askedNow()).toHaveLength(3);
    await release.wantApp();
    expect(askedNow()).toEqual([]);
  });

  it.each([
    ['there is no pack', undefined],
    ['a pack is a web page', '<!doctype html>'],
    ['a pack is empty', '{}'],
    ['a pack is nothing', 'null'],
    ['a pack holds the files of another release', '{"/assets/one-11111111.js":"old()"}'],
  ])('comes file by file when %s', async (_what, body) => {
    const app = appWith('two()');
    const release = deploy(app);
    for (const pack of packs()) {
      if (body === undefined) host.delete(pack);
      else host.set(pack, body);
    }
    await release.install();
    await release.wantApp();
    await expectWhole(release, app);
  });

  it('keeps what has arrived, and asks for the rest alone', async () => {
    const app = appWith('two()');
    const release = deploy(app);
    await release.install();
    host.set('/assets/large-11111111.js', '<!doctype html>');
    await expect(release.wantApp()).rejects.toThrow(/is not the file of this release/);
    askedNow();
    host.set('/assets/large-11111111.js', 'x'.repeat(30_000));
    await release.wantApp();
    expect(askedNow()).toEqual(['/assets/large-11111111.js']);
    await expectWhole(release, app);
  });

  it('refuses the install when a file is wrong in its pack and by itself', async () => {
    const release = deploy(appWith('two()'));
    for (const pack of packs()) host.delete(pack);
    host.set('/assets/book-11111111.js', 'other()');
    await expect(release.install()).rejects.toThrow(/book-11111111\.js is not the file/);
  });

  it('downloads of the next release what has changed, and forgets what was before', async () => {
    const before = deploy(appWith('two()'));
    await before.install();
    await before.wantApp();
    const app = appWith('two(2)', '22222222');
    const release = deploy(app);
    askedNow();
    await release.install();
    expect(askedNow()).toEqual([appList, '/assets/two-22222222.js']);
    await release.activate();
    await expectWhole(release, app);
    expect(await release.match('/assets/two-11111111.js')).toBeUndefined();
    const stored = await (await caches.open('daybook-app-v1')).keys();
    expect(stored).toHaveLength(app.length + 1);
  });

  it('heals when the browser has thrown its caches away', async () => {
    const app = appWith('two()');
    const release = deploy(app);
    await release.install();
    await release.wantApp();
    for (const name of await caches.keys()) await caches.delete(name);
    await release.wantApp();
    await expectWhole(release, app);
  });

  it('stores nothing while it is being rescued', async () => {
    const release = deploy(appWith('two()'));
    await caches.open('daybook-rescue');
    await release.wantApp();
    expect(asked).toEqual([]);
    expect(await caches.keys()).toEqual(['daybook-rescue']);
  });
});
