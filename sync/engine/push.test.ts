import { expect, test } from 'vitest';
import type { DeviceMeta } from '#db/schema.ts';
import { createSmallWorld, type WorldTab } from '../fakes/small-world.ts';
import { patchClient, settled, type World } from './open-world.ts';

/** From here on it takes a while until something is stored. */
const slowDown = (w: World, { store }: WorldTab): void => {
  const { transaction } = store;
  store.transaction = async (mode, tables, work) => {
    if (mode === 'write') await new Promise<void>((resolve) => void w.time.after(20, resolve));
    return transaction(mode, tables, work);
  };
};

type Sent = { seqs: number[]; waiting: number; sentSeq: number };

/** A tab that sends three at a time, and what was on the disk whenever a batch left. */
const smallBatches = async () => {
  const w = createSmallWorld();
  const tab = w.openTab({ batchMax: 3 });
  await settled(w, tab);
  const sent: Sent[] = [];
  w.answer = (name, args) => {
    if (name !== 'sync_push') return null;
    const mutations = args['mutations'] as { seq: number }[];
    sent.push({
      seqs: mutations.map(({ seq }) => seq),
      waiting: w.disk.outbox.size,
      sentSeq: (w.disk.meta.get('device') as DeviceMeta).sent_seq,
    });
    return null;
  };
  return { w, tab, sent };
};

const storeNew = async (w: World, tab: WorldTab, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await w.store(tab, [w.newClient()]);
};

test('[SYN-17] a batch leaves while the answer to the one before is stored, and was marked as sent before', async () => {
  const { w, tab, sent } = await smallBatches();
  await storeNew(w, tab, 10);
  slowDown(w, tab);
  tab.tab.event('wrote');
  await settled(w, tab);
  expect(sent.map(({ seqs }) => seqs)).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]]);
  // The second one left while the first three still waited on the disk; the last one, into which
  // somebody might have typed on, had its turn only after that.
  expect(sent.map(({ waiting }) => waiting)).toEqual([10, 10, 7, 1]);
  for (const { seqs, sentSeq } of sent) expect(sentSeq).toBeGreaterThanOrEqual(seqs.at(-1)!);
  expect(w.server.effects).toHaveLength(10);
  expect(w.disk.shadows.size).toBe(0);
});

test('[SYN-17] behind a batch that the server took in part nothing leaves before that is stored', async () => {
  const { w, tab, sent } = await smallBatches();
  await storeNew(w, tab, 8);
  slowDown(w, tab);
  const look = w.answer;
  w.answer = (name, args) => {
    look(name, args);
    if (name !== 'sync_push' || sent.length > 1) return null;
    // As at a gap: it judged the first two of three.
    const mutations = (args['mutations'] as unknown[]).slice(0, 2);
    args['mutations'] = mutations;
    return null;
  };
  tab.tab.event('wrote');
  await settled(w, tab);
  expect(sent.map(({ seqs }) => seqs).slice(0, 2)).toEqual([
    [1, 2, 3],
    [3, 4, 5],
  ]);
  expect(sent[1]?.waiting).toBe(6);
  expect(w.server.effects).toHaveLength(8);
});

test('[SYN-17][SYN-12] a worker that dies with two batches under way: the next one sends both again, once in effect', async () => {
  const { w, tab, sent } = await smallBatches();
  await storeNew(w, tab, 8);
  let arrived = (): void => undefined;
  const isUnderWay = new Promise<void>((resolve) => (arrived = resolve));
  w.hold = (name) => {
    if (name !== 'sync_push' || sent.length < 2) return Promise.resolve();
    arrived();
    return new Promise(() => undefined);
  };
  // The first answer is never stored either.
  const { transaction } = tab.store;
  tab.store.transaction = (mode, tables, work) =>
    mode === 'write' && sent.length > 0
      ? new Promise(() => undefined)
      : transaction(mode, tables, work);
  tab.tab.event('wrote');
  await isUnderWay;
  await tab.tab.stop(false);
  w.hold = async () => undefined;
  const other = w.openTab({ batchMax: 3 });
  await settled(w, other);
  expect(sent.map(({ seqs }) => seqs)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [1, 2, 3],
    [4, 5, 6],
    [7, 8],
  ]);
  expect(w.server.effects).toHaveLength(8);
  expect(w.disk.outbox.size).toBe(0);
});

test('[SYN-17][SYN-13] a refusal in a batch stops neither it nor the one that left behind it', async () => {
  const { w, tab, sent } = await smallBatches();
  // Nobody has this client any more.
  await w.store(tab, [patchClient(w.newId(), { note: 'x' })]);
  await storeNew(w, tab, 7);
  slowDown(w, tab);
  tab.tab.event('wrote');
  await settled(w, tab);
  expect(sent[1]).toMatchObject({ seqs: [4, 5, 6], waiting: 8 });
  expect(w.disk.tables.get('clients')?.size).toBe(7);
  expect(w.disk.tables.get('attention_items')?.size).toBe(1);
});
