import { expect, test, vi } from 'vitest';
import { loadPatiently } from './load-patiently.ts';

test('what cannot be loaded now comes with the network, and throws nowhere until then', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockRejectedValueOnce(new TypeError('still nothing'))
    .mockResolvedValue('here');
  const loaded = loadPatiently(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  dispatchEvent(new Event('online'));
  expect(await loaded).toBe('here');
  expect(load).toHaveBeenCalledTimes(3);
});
