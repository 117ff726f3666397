import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { countRecords, finishWipe, wipeDatabases } from './wipe.ts';

const settings = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => settings.get(key) ?? null,
  setItem: (key: string, value: string) => settings.set(key, value),
  removeItem: (key: string) => settings.delete(key),
});

const isAnas = (name: string) => name.startsWith('daybook-f1-ana-');

const open = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('_outbox');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('not opened'));
  });
const names = async () =>
  (await indexedDB.databases()).map(({ name }) => name ?? '').sort((a, b) => a.localeCompare(b));

beforeEach(async () => {
  settings.clear();
  for (const name of await names()) indexedDB.deleteDatabase(name);
});

it('deletes the databases of one person and leaves all others', async () => {
  for (const name of ['daybook-f1-ana-b1', 'daybook-f1-ana-b2', 'daybook-f1-ben-b1', 'other']) {
    (await open(name)).close();
  }
  expect(await wipeDatabases(isAnas)).toEqual([]);
  expect(await names()).toEqual(['daybook-f1-ben-b1', 'other']);
  expect(settings.size).toBe(0);
});

it('marks what another tab holds open, and finishes at the next start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const held = await open('daybook-f1-ana-b1');
  const wiped = wipeDatabases(isAnas);
  await vi.advanceTimersByTimeAsync(4_000);
  vi.useRealTimers();
  expect(await wiped).toEqual(['daybook-f1-ana-b1']);
  expect(settings.get('daybook-wipe')).toBe('["daybook-f1-ana-b1"]');

  held.close();
  await finishWipe();
  expect(await names()).toEqual([]);
  expect(settings.has('daybook-wipe')).toBe(false);
});

it('has nothing to finish most of the time', async () => {
  await finishWipe();
  expect(settings.size).toBe(0);
});

it('counts what is unsent in several databases', async () => {
  for (const [name, count] of Object.entries({ 'daybook-f1-ana-b1': 2, 'daybook-f1-ana-b2': 1 })) {
    const database = await open(name);
    const store = database.transaction('_outbox', 'readwrite').objectStore('_outbox');
    for (let key = 0; key < count; key += 1) store.put({}, key);
    database.close();
  }
  expect(await countRecords(isAnas, '_outbox')).toBe(3);
  expect(await countRecords(isAnas, 'no such store')).toBe(0);
});
