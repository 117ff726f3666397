import { IMAGE_CACHE, createRelease, keepImage } from './caches.ts';
import { parseRelease } from './release-files.ts';
import { NETWORK_ROUTES, isKeepableImage, strategyFor } from './strategy.ts';
import type { Route } from './strategy.ts';
import { onPageMessage } from './update.ts';

declare const self: ServiceWorkerGlobalScope & { __RELEASE_FILES: string };

// The build writes the list of the release's files here.
const release = createRelease(parseRelease(self.__RELEASE_FILES));

self.addEventListener('install', (event) => {
  passBy(event);
  event.waitUntil(release.install());
});
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => onPageMessage(event, release));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { method, mode } = request;
  const strategy = strategyFor({ url, method, mode, origin: self.location.origin });
  if (strategy === 'shell') event.respondWith(shellFirst(request));
  if (strategy === 'page') event.respondWith(networkFirst(request));
  if (strategy === 'asset') event.respondWith(storedFirst(request));
  if (strategy === 'image') event.respondWith(image(event));
});

/** Without it, or where a rule is not understood, each request asks here, and hears the same. */
const passBy = (event: ExtendableEvent & { addRoutes?: (rules: Route[]) => Promise<void> }): void =>
  void event.addRoutes?.([...NETWORK_ROUTES]).catch(() => undefined);

/**
 * The visit that installs the app is in our hands too: who signs in and walks into a cellar has
 * everything. Later releases come here only once a person asked, and find their pages already ours.
 */
const takeOver = async (): Promise<void> => {
  await release.activate();
  await self.clients.claim();
};

/** The stored page is the one that fits the stored scripts; the address never becomes a key. */
const shell = (): Promise<Response | undefined> => release.match('/index.html');

const shellFirst = async (request: Request): Promise<Response> => (await shell()) ?? fetch(request);

const networkFirst = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await shell();
    if (stored) return stored;
    throw error;
  }
};

const storedFirst = async (request: Request): Promise<Response> =>
  (await release.match(request.url)) ?? fetch(request);

const image = async (event: FetchEvent): Promise<Response> => {
  const { request } = event;
  const stored = await self.caches.match(request, { cacheName: IMAGE_CACHE });
  const fresh = (async () => {
    const response = await fetch(request);
    const { status, type } = response;
    const contentType = response.headers.get('content-type') ?? '';
    if (isKeepableImage({ status, type, contentType })) {
      event.waitUntil(keepImage(request, response.clone()));
    }
    return response;
  })();
  if (!stored) return fresh;
  // Offline the stored one is all there is, and that is fine.
  event.waitUntil(fresh.catch(() => undefined));
  return stored;
};
