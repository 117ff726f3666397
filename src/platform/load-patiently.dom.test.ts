import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPatiently } from './load-patiently.ts';
import { writeTabSetting } from './storage.ts';

const failure = new TypeError('Failed to fetch dynamically imported module');
const online = vi.spyOn(navigator, 'onLine', 'get');
const host = vi.fn<() => Promise<Response>>();
const reload = vi.spyOn(window.location, 'reload');

beforeEach(() => {
  online.mockReturnValue(true);
  host.mockReset().mockResolvedValue(new Response(null, { status: 200 }));
  vi.stubGlobal('fetch', host);
  reload.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What fails so often comes then. */
const failing = (times: number) => {
  const load = vi.fn<() => Promise<string>>();
  for (let count = 0; count < times; count += 1) load.mockRejectedValueOnce(failure);
  return load.mockResolvedValue('here');
};

const goOnline = (): void => {
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
};

test('what cannot be loaded now comes with the network, and throws nowhere until then', async () => {
  online.mockReturnValue(false);
  const load = failing(1);
  const onWait = vi.fn();
  const loaded = loadPatiently(load, onWait);
  await waitFor(() => expect(onWait).toHaveBeenCalledTimes(1));
  expect(host).not.toHaveBeenCalled();
  goOnline();
  expect(await loaded).toBe('here');
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test('a network that comes back for a moment only is no reason to give up', async () => {
  online.mockReturnValue(false);
  const load = failing(2);
  const onWait = vi.fn();
  const loaded = loadPatiently(load, onWait);
  await waitFor(() => expect(onWait).toHaveBeenCalledTimes(1));
  // There when asked, and lost again when the file was to come.
  host.mockResolvedValueOnce(new Response(null)).mockRejectedValueOnce(failure);
  goOnline();
  await waitFor(() => expect(onWait).toHaveBeenCalledTimes(2));
  goOnline();
  expect(await loaded).toBe('here');
  expect(reload).not.toHaveBeenCalled();
});

test('behind a router without internet the host is asked until it answers, and only then the file', async () => {
  vi.useFakeTimers();
  host.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
  const load = failing(1);
  const loaded = loadPatiently(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBe('here');
  expect(host).toHaveBeenCalledTimes(3);
  expect(load).toHaveBeenCalledTimes(2);
});

test('what a newer release has removed is thrown once a reload has not helped', async () => {
  writeTabSetting('daybook-reloaded-at', String(Date.now()));
  await expect(loadPatiently(failing(1))).rejects.toBe(failure);
  expect(reload).not.toHaveBeenCalled();
});

test('before that the page loads anew, and the old one says nothing any more', async () => {
  const ended = vi.fn();
  loadPatiently(failing(1)).then(ended, ended);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await Promise.resolve();
  expect(ended).not.toHaveBeenCalled();
});
