import { afterEach, expect, test, vi } from 'vitest';
import { watchMissingFiles, whyMissing } from './stale-assets.ts';

const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);

afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
  document.head.replaceChildren();
});

const link = (rel: string): HTMLLinkElement => {
  const element = document.createElement('link');
  element.rel = rel;
  document.head.append(element);
  return element;
};

test('many files that are gone at once reload the page once, and only once', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  const told = await Promise.all([whyMissing(), whyMissing()]);
  expect(told).toEqual(['reloading', 'reloading']);
  expect(await whyMissing()).toBe('gone');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a host that cannot be reached is no newer release', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await whyMissing()).toBe('unreachable');
  expect(reload).not.toHaveBeenCalled();
});

test('a stylesheet that did not come is asked for anew by the next attempt', () => {
  watchMissingFiles(window);
  const failed = link('stylesheet');
  const fine = link('stylesheet');
  const other = link('modulepreload');
  failed.dispatchEvent(new Event('error'));
  other.dispatchEvent(new Event('error'));
  fine.dispatchEvent(new Event('load'));
  expect([...document.head.children]).toEqual([fine, other]);
});
