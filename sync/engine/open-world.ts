import { expect } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import { createSmallWorld, type WorldTab } from '../fakes/small-world.ts';

export type World = ReturnType<typeof createSmallWorld>;

/** Tests only: gives a tab the time to send and fetch everything, and expects that it did. */
export const settled = async (w: World, tab: WorldTab): Promise<void> => {
  await w.time.advance(5_000);
  expect(tab.status()).toMatchObject({ kind: 'idle', pendingCount: 0 });
};

/** Tests only: a small world with one tab that has loaded everything. */
export const openWorld = async () => {
  const w = createSmallWorld();
  const tab = w.openTab();
  await settled(w, tab);
  return { w, tab };
};

export const patchClient = (id: string, value: Record<string, unknown>): Op => ({
  table: 'clients',
  id,
  op: 'patch',
  value,
});
