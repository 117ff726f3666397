import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trialName } from '#db/schema.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { MyBusiness } from '#remote/memberships.ts';
import { rememberBusinesses } from './my-businesses.ts';
import { noteTrial } from './trial/trial-mark.ts';
import { createWorkspace } from './workspace.ts';

const USER = 'u-1';
const OTHER = 'u-2';
const salon: MyBusiness = {
  id: 'b-1',
  name: 'Salon',
  slug: 'salon',
  brandColour: '#0f766e',
  role: 'owner',
};
const server = vi.hoisted(() => ({ answer: null as unknown }));
vi.mock('#remote/memberships.ts', () => ({ myBusinesses: async () => server.answer }));
vi.mock('#app/trial/still-sync.ts', () => {
  throw new Error('The file did not come');
});

beforeEach(() => {
  localStorage.clear();
  server.answer = ok([salon]);
});
afterEach(() => vi.unstubAllGlobals());

test('a made-up day whose file does not come says so, and does not open for ever', async () => {
  rememberBusinesses(USER, [salon]);
  noteTrial(USER, salon.id);
  const { start, store, close } = createWorkspace(USER);
  start();
  await vi.waitFor(() => expect(store.get()).toMatchObject({ kind: 'failed' }));
  expect(store.get()).toMatchObject({ error: { code: 'offline' } });
  close();
});

test('[F24] a tab with an older version in the way is spoken of while this one still opens', async () => {
  rememberBusinesses(OTHER, [salon]);
  noteTrial(OTHER, salon.id);
  const request = indexedDB.open(trialName(OTHER, salon.id), 1);
  await new Promise((resolve) => (request.onsuccess = resolve));
  const { start, store, close } = createWorkspace(OTHER);
  start();
  await vi.waitFor(() => expect(store.get()).toMatchObject({ kind: 'opening', wait: 'blocked' }));
  request.result.close();
  // As far as without the file of the made-up day.
  await vi.waitFor(() => expect(store.get().kind).toBe('failed'), { timeout: 20_000 });
  close();
});

test('[F26] a browser without a database says so, and does not open for ever', async () => {
  rememberBusinesses(USER, [salon]);
  const { dependencies } = Dexie;
  Dexie.dependencies = { ...dependencies, indexedDB: undefined as unknown as IDBFactory };
  vi.stubGlobal('indexedDB', undefined);
  const { start, store, close } = createWorkspace(USER);
  start();
  await vi.waitFor(() =>
    expect(store.get()).toMatchObject({
      kind: 'failed',
      error: { code: 'browser_unsupported' },
    }),
  );
  close();
  Dexie.dependencies = dependencies;
});

test('whoever has no business yet can begin while the server does not answer; anybody else is told', async () => {
  server.answer = fail('server_unavailable');
  rememberBusinesses(USER, []);
  const begins = createWorkspace(USER);
  begins.start();
  await vi.waitFor(() => expect(begins.store.get()).toEqual({ kind: 'none' }));
  begins.close();
  const unknown = createWorkspace(OTHER);
  unknown.start();
  await vi.waitFor(() => expect(unknown.store.get()).toMatchObject({ kind: 'failed' }));
  unknown.close();
});
