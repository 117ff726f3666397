/** Where the service worker keeps public pictures for days without a network (sw/caches.ts). */
export const PICTURE_STORE = 'daybook-images-v1';

export type KeptPicture = { data: ArrayBuffer; media_type: string };

/**
 * A public picture as the browser has it: as it was stored, or else as large as it was ever shown.
 * null = it does not, or this browser keeps nothing.
 */
export const keptPicture = async (path: string): Promise<KeptPicture | null> => {
  try {
    if (typeof caches === 'undefined' || !(await caches.has(PICTURE_STORE))) return null;
    const store = await caches.open(PICTURE_STORE);
    const known = await store.keys();
    const [best] = known
      .filter(({ url }) => new URL(url).pathname.endsWith(`/public/pictures/${path}`))
      .toSorted((a, b) => sideOf(b.url) - sideOf(a.url));
    const response = best && (await store.match(best));
    if (!response) return null;
    return {
      data: await response.arrayBuffer(),
      media_type: response.headers.get('content-type')?.split(';')[0] ?? '',
    };
  } catch {
    // Private windows have the store and refuse it.
    return null;
  }
};

/** How large it was asked for; nothing said = as it is. */
const sideOf = (url: string): number =>
  Number(new URL(url).searchParams.get('width') ?? Number.POSITIVE_INFINITY);
