import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { countRecords } from './count-records.ts';
import { callOffWipe } from './wipe-mark.ts';
import { finishWipe, markWipe, wipeDatabases } from './wipe.ts';

const namesOf = (userId: string) => (name: string) => name.startsWith(`daybook-f1-${userId}-`);
const isAnas = namesOf('ana');

const open = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('_outbox');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('not opened'));
  });
/** Without the log's own, which is nobody's. */
const names = async () =>
  (await indexedDB.databases())
    .map(({ name }) => name ?? '')
    .filter((name) => name !== 'daybook-log')
    .sort((a, b) => a.localeCompare(b));

beforeEach(async () => {
  for (const name of await names()) indexedDB.deleteDatabase(name);
});

it('deletes the databases of one person and leaves all others', async () => {
  for (const name of ['daybook-f1-ana-b1', 'daybook-f1-ana-b2', 'daybook-f1-ben-b1', 'other']) {
    (await open(name)).close();
  }
  await markWipe('ana');
  expect(await wipeDatabases('ana', namesOf)).toEqual([]);
  expect(await names()).toEqual(['daybook-f1-ben-b1', 'other']);
});

it('leaves a mark where another tab holds a database open, and finishes at the next start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const held = await open('daybook-f1-ana-b1');
  await markWipe('ana');
  const wiped = wipeDatabases('ana', namesOf);
  await vi.advanceTimersByTimeAsync(4_000);
  vi.useRealTimers();
  expect(await wiped).toEqual(['daybook-f1-ana-b1']);

  held.close();
  expect(await finishWipe(namesOf)).toEqual(['ana']);
  expect(await names()).toEqual([]);
});

it('[CP-18] a page that dies between the mark and the wipe has it finished by the next one', async () => {
  for (const name of ['daybook-f1-ana-b1', 'daybook-f1-ben-b1']) (await open(name)).close();
  await markWipe('ana');
  expect(await finishWipe(namesOf)).toEqual(['ana']);
  expect(await names()).toEqual(['daybook-f1-ben-b1']);
});

it('who comes back before that keeps what they have', async () => {
  await markWipe('ana');
  await callOffWipe('ana');
  (await open('daybook-f1-ana-b1')).close();
  expect(await finishWipe(namesOf)).toEqual([]);
  expect(await names()).toEqual(['daybook-f1-ana-b1']);
});

it('has nothing to finish most of the time', async () => {
  (await open('daybook-f1-ana-b1')).close();
  expect(await finishWipe(namesOf)).toEqual([]);
  expect(await names()).toEqual(['daybook-f1-ana-b1']);
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
