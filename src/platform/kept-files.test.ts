import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  dropAllKeptFiles,
  dropKeptFiles,
  dropOldFiles,
  keepFile,
  readKeptFile,
} from './kept-files.ts';

const DAY_MS = 24 * 3600_000;
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const textOf = async (id: string): Promise<string | null> => {
  const data = await readKeptFile(id);
  return data && new TextDecoder().decode(data);
};

beforeEach(dropAllKeptFiles);

it('keeps files until they are dropped', async () => {
  expect(await keepFile('a', bytes('one'), 0)).toBe(true);
  expect(await keepFile('b', bytes('two'), 0)).toBe(true);
  expect([await textOf('a'), await textOf('b'), await textOf('c')]).toEqual(['one', 'two', null]);
  await dropKeptFiles(['a', 'c']);
  expect([await textOf('a'), await textOf('b')]).toEqual([null, 'two']);
  await dropAllKeptFiles();
  expect(await textOf('b')).toBeNull();
});

it('forgets what nobody came back to for a week', async () => {
  await keepFile('old', bytes('x'), 0);
  await keepFile('new', bytes('y'), DAY_MS);
  await dropOldFiles(7 * DAY_MS);
  expect([await textOf('old'), await textOf('new')]).toEqual([null, 'y']);
  await keepFile('newest', bytes('z'), 8 * DAY_MS);
  expect([await textOf('new'), await textOf('newest')]).toEqual([null, 'z']);
});

it('says so where nothing may be kept', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Not here', 'SecurityError');
    },
    deleteDatabase: () => {
      throw new DOMException('Not here', 'SecurityError');
    },
  });
  expect(await keepFile('a', bytes('one'), 0)).toBe(false);
  expect(await readKeptFile('a')).toBeNull();
  await dropKeptFiles(['a']);
  await dropAllKeptFiles();
  vi.unstubAllGlobals();
});
