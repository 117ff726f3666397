/** What the simulator found, told as short stories. */
import { expect, test } from 'vitest';
import type { WindowRequest } from '../core/wire.ts';
import { createSmallWorld, rawReply } from '../fakes/small-world.ts';
import { openWorld, patchClient, settled } from './open-world.ts';

const MINUTE_MS = 60_000;

const isRepair = ({ tables, limit }: WindowRequest): boolean =>
  tables.length === 1 && limit === undefined;

test('[SYN-44] the token of another person who signed in beside us sends nothing of ours', async () => {
  const { w, tab } = await openWorld();
  const somebody = w.newId();
  w.server.users.set(somebody, { id: somebody, role: 'owner', active: true, epoch: 0 });
  const mine = w.session;
  const before = w.calls.length;
  w.session = async () => ({
    token: 'token',
    userId: somebody,
    expiresAtMs: w.time.nowMs() + 60 * MINUTE_MS,
  });
  tab.tab.event('token');
  await w.write(tab, [w.newClient()]);
  await w.time.advance(2 * MINUTE_MS);
  expect(w.calls).toHaveLength(before);
  expect(tab.status()).toMatchObject({ kind: 'needs-auth', pendingCount: 1 });
  w.session = mine;
  tab.tab.event('token');
  await settled(w, tab);
  expect(w.server.effects).toHaveLength(1);
});

test('[SYN-41] a worker that gets the lead but has lost its storage asks for a new one', async () => {
  const { w, tab } = await openWorld();
  const second = w.openTab({ visible: false });
  await w.time.advance(1_000);
  second.store.fail('lost');
  expect(second.broken).toEqual([]);
  await tab.tab.stop(false);
  await w.time.advance(1_000);
  expect(second.broken).toContain('lost');
});

test('[SYN-50] a worker that takes the lead while storage hangs can be stopped, and the next one leads', async () => {
  const { w, tab } = await openWorld();
  const second = w.openTab({ visible: false });
  await w.time.advance(1_000);
  second.store.transaction = () => new Promise(() => undefined);
  await tab.tab.stop(false);
  await w.time.advance(100);
  let isStopped = false;
  void second.tab.stop(false).then(() => (isStopped = true));
  await w.time.advance(0);
  expect(isStopped).toBe(true);
  const third = w.openTab();
  await w.time.advance(1_000);
  expect(third.status()).toMatchObject({ leads: true });
});

test('[SYN-16] after a restore from a backup an edit does not overwrite what nobody here had seen', async () => {
  const { w, tab } = await openWorld();
  const op = w.newClient({ note: 'first' });
  await w.write(tab, [op]);
  await settled(w, tab);
  const restore = w.server.backup();
  for (let n = 0; n < 5; n += 1) w.server.write({ name: 'x', ops: [w.newClient()] });
  await w.time.advance(MINUTE_MS);
  await settled(w, tab);

  w.answer = () => ({ kind: 'unreachable' });
  await w.write(tab, [patchClient(op.id, { note: 'mine' })]);
  await w.time.advance(1_000);
  restore();
  // Its number is one that this device believes to have seen, in the time before the restore.
  w.server.write({ name: 'x', ops: [patchClient(op.id, { note: 'theirs' })] });
  w.answer = () => null;
  tab.tab.event('online');
  await settled(w, tab);
  const [item] = w.server.tables.all('attention_items');
  expect(item).toMatchObject({ mine: { note: 'mine' }, theirs: { note: 'theirs' } });
});

test('[SYN-16] in another epoch, who saw what the server has now is not asked about it', async () => {
  const { w, tab } = await openWorld();
  const op = w.newClient({ note: 'first' });
  await w.write(tab, [op]);
  await settled(w, tab);
  w.server.write({ name: 'x', ops: [patchClient(op.id, { note: 'theirs' })] });
  w.server.write({
    name: 'x',
    ops: [
      {
        table: 'appointments',
        id: w.newId(),
        op: 'put',
        value: { starts_at: '2026-11-21T10:00:00+00:00', client_id: op.id },
      },
    ],
  });
  await w.time.advance(MINUTE_MS);
  w.answer = () => ({ kind: 'unreachable' });
  await w.write(tab, [patchClient(op.id, { note: 'mine' })]);
  w.server.setRole(w.userId, 'owner', true);
  w.answer = () => null;
  tab.tab.event('online');
  await settled(w, tab);
  expect(w.server.tables.get('clients', op.id)).toMatchObject({ note: 'mine' });
  expect(w.server.tables.all('attention_items')).toEqual([]);
});

test('[SYN-32] a push that is told to start over gets there, also when the pull fails at first', async () => {
  const { w, tab } = await openWorld();
  w.answer = () => ({ kind: 'unreachable' });
  await w.write(tab, [w.newClient()]);
  await w.time.advance(1_000);
  w.server.epoch = 'another';
  w.answer = (name) => (name === 'sync_push' ? null : { kind: 'unreachable' });
  tab.tab.event('online');
  await w.time.advance(MINUTE_MS);
  w.answer = () => null;
  await w.time.advance(5 * MINUTE_MS);
  await settled(w, tab);
  expect(w.server.effects).toHaveLength(1);
});

test('[SYN-32] a server that only confuses pushes is not asked without a pause', async () => {
  const { w, tab } = await openWorld();
  w.answer = (name) =>
    name === 'sync_push'
      ? rawReply(200, { ok: false, code: 'reset', server_time: '2026-11-21T09:00:00+00:00' })
      : null;
  const before = w.calls.length;
  await w.write(tab, [w.newClient()]);
  await w.time.advance(MINUTE_MS);
  expect(tab.status()).toMatchObject({ pendingCount: 1 });
  expect(w.calls.length - before).toBeLessThan(60);
});

test('[SYN-15] numbers that a copy of this profile gave away confirm nothing of ours', async () => {
  const { w, tab } = await openWorld();
  await w.write(tab, [w.newClient()]);
  await settled(w, tab);
  const device = w.disk.meta.get('device');
  if (device?.key !== 'device') throw new Error('no device');
  // The copy used up the next two numbers; this profile writes three while a pull is under way.
  w.server.devices.set(device.client_id, { lastSeq: device.next_seq + 1 });
  let isPulling = false;
  let reply = (): void => undefined;
  const held = new Promise<void>((resolve) => (reply = resolve));
  const call = w.hold;
  w.hold = async (name) => {
    if (name !== 'sync_pull' || isPulling) return;
    isPulling = true;
    await held;
  };
  tab.tab.event('sync-now');
  await w.time.advance(100);
  expect(isPulling).toBe(true);
  for (let n = 0; n < 3; n += 1) await w.write(tab, [w.newClient()]);
  reply();
  await settled(w, tab);
  w.hold = call;
  expect(w.server.effects).toHaveLength(4);
});

test('[SYN-31] an answer of history from before a fresh start does not count after it', async () => {
  const w = createSmallWorld();
  w.server.write({ name: 'x', ops: [w.newClient()] });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  w.hold = async (name, args) => {
    const isHistory = name === 'sync_window' && JSON.stringify(args).includes('"limit"');
    if (isHeld || !isHistory) return;
    isHeld = true;
    await released;
  };
  const tab = w.openTab();
  await w.time.advance(3_000);
  expect(isHeld).toBe(true);
  // Not in that answer, and not in the window with which the device starts over.
  const late = w.newClient();
  w.server.write({ name: 'x', ops: [late] });
  w.server.epoch = 'another';
  tab.tab.event('sync-now');
  await w.time.advance(2_000);
  expect(w.disk.meta.get('sync')).toMatchObject({ generation: 2 });
  release();
  await settled(w, tab);
  expect(w.disk.tables.get('clients')?.has(late.id)).toBe(true);
  // By itself, not because the daily comparison repaired it.
  const repairs = w.calls.filter(
    ({ name, args }) => name === 'sync_window' && isRepair(args['window'] as WindowRequest),
  );
  expect(repairs).toEqual([]);
});

test('[SYN-14] a window that was read before a push was answered does not replace what the push brought', async () => {
  const w = createSmallWorld();
  w.realtime = false;
  const tab = w.openTab();
  await settled(w, tab);
  const op = w.newClient({ note: 'older' });
  await w.write(tab, [op]);
  await settled(w, tab);
  // The next pull has to start over.
  w.server.write({ name: 'x', ops: [w.newClient()] });
  w.server.pruneTombstones();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  w.hold = async (name) => {
    if (name === 'sync_window') await released;
    // The push is answered, the pull that would move the cursor is not yet.
    else if (name === 'sync_pull' && w.server.effects.length > 1)
      await new Promise<void>((resolve) => void w.time.after(500, resolve));
  };
  void tab.tab.check();
  await w.time.advance(100);
  await w.write(tab, [patchClient(op.id, { note: 'newer' })]);
  await w.time.advance(100);
  expect(w.server.tables.get('clients', op.id)).toMatchObject({ note: 'newer' });
  release();
  await w.time.advance(100);
  expect(w.disk.tables.get('clients')?.get(op.id)).toMatchObject({ note: 'newer' });
  await settled(w, tab);
  expect(w.disk.tables.get('clients')?.get(op.id)).toMatchObject({ note: 'newer' });
});

test('[SYN-6] what a server may have takes in nothing more, also under new numbers', async () => {
  const { w, tab } = await openWorld();
  const op = w.newClient();
  await w.write(tab, [op]);
  await settled(w, tab);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  w.hold = async (name) => {
    if (name === 'sync_push') await released;
  };
  await w.write(tab, [patchClient(op.id, { note: 'first' })]);
  await w.time.advance(100);
  // It has taken effect; before the answer is here, the device starts over under another name.
  w.server.epoch = 'another';
  void tab.tab.check();
  await w.time.advance(1_000);
  expect(w.disk.meta.get('sync')).toMatchObject({ generation: 2 });
  await w.write(tab, [patchClient(op.id, { note: 'second' })]);
  release();
  await settled(w, tab);
  expect(w.server.tables.get('clients', op.id)).toMatchObject({ note: 'second' });
});

test('[SYN-13] an item shows what the server has, not what is still on its way to it', async () => {
  const { w, tab } = await openWorld();
  const op = w.newClient({ note: 'theirs' });
  await w.write(tab, [op]);
  await settled(w, tab);
  const text = (args: Record<string, unknown>) => JSON.stringify(args['mutations'] ?? []);
  w.answer = (name, args) =>
    name === 'sync_push' && text(args).includes('"note":"mine"') && !text(args).includes('raise')
      ? rawReply(400, { code: '22P02' })
      : null;
  await w.store(tab, [patchClient(op.id, { note: 'mine' })]);
  await w.store(tab, [patchClient(op.id, { note: 'later' }), w.newClient()]);
  tab.tab.event('wrote');
  await settled(w, tab);
  const [item] = w.server.tables.all('attention_items');
  expect(item).toMatchObject({ mine: { note: 'mine' }, theirs: { note: 'theirs' } });
});

test('[SYN-33] what a push brought while the digest was on its way is no difference', async () => {
  const { w, tab } = await openWorld();
  const op = w.newClient();
  await w.write(tab, [op]);
  await settled(w, tab);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  w.hold = async (name) => {
    if (name === 'sync_digest') await released;
    // The push is answered, the pull that would move the cursor is not yet.
    else if (name === 'sync_pull')
      await new Promise<void>((resolve) => void w.time.after(500, resolve));
  };
  const checked = tab.tab.check();
  await w.time.advance(100);
  await w.write(tab, [patchClient(op.id, { note: 'newer' })]);
  await w.time.advance(100);
  release();
  await w.time.advance(5_000);
  // Compared at last, or not at all: another check comes.
  expect((await checked)?.differed ?? 0).toBe(0);
});
