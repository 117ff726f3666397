import { afterEach, expect, it, vi } from 'vitest';
import { keptPicture } from './kept-picture.ts';

afterEach(() => vi.unstubAllGlobals());

const STORAGE = 'https://data.example/storage/v1';
/** A store that holds these addresses; each says its own address. */
const keeps = (...urls: string[]) => {
  vi.stubGlobal('caches', {
    has: async (name: string) => name === 'daybook-images-v1',
    open: async () => ({
      keys: async () => urls.map((url) => ({ url })),
      match: async ({ url }: { url: string }) =>
        new Response(url, { headers: { 'content-type': 'image/webp; x=y' } }),
    }),
  });
};
const textOf = async (path: string) => {
  const kept = await keptPicture(path);
  return kept && new TextDecoder().decode(kept.data);
};

it('is the whole picture where that is kept, else the largest', async () => {
  const small = `${STORAGE}/render/image/public/pictures/b/staff/1?width=96&height=96`;
  const larger = `${STORAGE}/render/image/public/pictures/b/staff/1?width=288&height=288`;
  keeps(small, larger, `${STORAGE}/object/public/pictures/b/staff/10`);
  expect(await textOf('b/staff/1')).toBe(larger);
  keeps(small, `${STORAGE}/object/public/pictures/b/staff/1`, larger);
  expect(await textOf('b/staff/1')).toBe(`${STORAGE}/object/public/pictures/b/staff/1`);
  expect((await keptPicture('b/staff/1'))?.media_type).toBe('image/webp');
  expect(await keptPicture('b/staff/2')).toBeNull();
});

it('is nothing where the browser keeps nothing, or refuses', async () => {
  vi.stubGlobal('caches', undefined);
  expect(await keptPicture('b/staff/1')).toBeNull();
  vi.stubGlobal('caches', { has: () => Promise.reject(new DOMException('no', 'SecurityError')) });
  expect(await keptPicture('b/staff/1')).toBeNull();
});
