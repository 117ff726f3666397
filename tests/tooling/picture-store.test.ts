import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PICTURE_STORE } from '#platform/kept-picture.ts';

test('the export looks for pictures where the service worker puts them', async () => {
  const worker = await readFile(join(import.meta.dirname, '../../sw/caches.ts'), 'utf8');
  expect(/IMAGE_CACHE = '([^']+)'/.exec(worker)?.[1]).toBe(PICTURE_STORE);
});
