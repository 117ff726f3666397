import { afterEach, expect, test, vi } from 'vitest';
import { writeTabSetting } from '#platform/storage.ts';
import { loadOrTell } from './load-or-tell.ts';
import { toastStore } from './toast.ts';

const failure = new TypeError('Failed to fetch dynamically imported module');
const titles = () => toastStore.get().toasts.map(({ title }) => title);
const missing = async (): Promise<never> => Promise.reject(failure);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  toastStore.set(() => ({ toasts: [], kept: [] }));
});

test('what is there is handed over', async () => {
  expect(await loadOrTell(async () => 'here')).toBe('here');
  expect(titles()).toEqual([]);
});

test('without network the person is told, and nothing happens', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await loadOrTell(missing)).toBeNull();
  expect(titles()).toEqual(['This is not on this device yet']);
});

test('what a newer release has removed is an error once a reload has not helped', async () => {
  vi.stubGlobal('fetch', async () => new Response(null));
  writeTabSetting('daybook-reloaded-at', String(Date.now()));
  await expect(loadOrTell(missing)).rejects.toBe(failure);
  expect(titles()).toEqual([]);
});
