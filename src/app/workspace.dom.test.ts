import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok } from '#domain/errors/result.ts';
import type { MyBusiness } from '#remote/memberships.ts';
import { rememberBusinesses } from './my-businesses.ts';
import { noteTrial } from './trial/trial-mark.ts';
import { createWorkspace } from './workspace.ts';

const USER = 'u-1';
const salon: MyBusiness = {
  id: 'b-1',
  name: 'Salon',
  slug: 'salon',
  brandColour: '#0f766e',
  role: 'owner',
};
vi.mock('#remote/memberships.ts', () => ({ myBusinesses: async () => ok([salon]) }));
vi.mock('#app/trial/still-sync.ts', () => {
  throw new Error('The file did not come');
});

beforeEach(() => localStorage.clear());

test('a made-up day whose file does not come says so, and does not open for ever', async () => {
  rememberBusinesses(USER, [salon]);
  noteTrial(USER, salon.id);
  const { start, store, close } = createWorkspace(USER);
  start();
  await vi.waitFor(() => expect(store.get()).toMatchObject({ kind: 'failed' }));
  expect(store.get()).toMatchObject({ error: { code: 'offline' } });
  close();
});
