import { describe, expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import { createMemoryDisk } from '../fakes/memory-disk.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { createSmallWorld } from '../fakes/small-world.ts';
import { openWorld, patchClient, settled } from './open-world.ts';

const MINUTE_MS = 60_000;

const SOME_LINE = {
  id: 1,
  rev: 1,
  kind: 'changed',
  segment_id: null,
  service: null,
  by: 'member',
  user_id: null,
  who: null,
  device: null,
  mutation: null,
  made_at: null,
  at: '2026-11-24T15:30:00+00:00',
} as const;

describe('one tab', () => {
  test('[SYN-32] a restored server gets the unsent work once, under a new identity', async () => {
    const { w, tab } = await openWorld();
    const sent = w.newClient();
    await w.write(tab, [sent]);
    await settled(w, tab);
    const before = w.disk.meta.get('device');
    w.answer = () => ({ kind: 'unreachable' });
    const unsent = w.newClient();
    await w.write(tab, [unsent]);
    await w.time.advance(1_000);
    w.server.epoch = 'restored';
    w.server.devices.clear();
    w.answer = () => null;
    tab.tab.event('online');
    await settled(w, tab);
    expect(w.server.effects).toHaveLength(2);
    expect(w.disk.meta.get('device')).not.toMatchObject({
      client_id: before?.key === 'device' ? before.client_id : '',
    });
    expect(w.disk.meta.get('sync')).toMatchObject({ generation: 2 });
    expect(w.disk.tables.get('clients')?.get(unsent.id)?.rev).toBeGreaterThan(0);
  });

  test('[SYN-32] with other rights nothing is left of what imports have changed', async () => {
    const { w, tab } = await openWorld();
    const change = { id: w.newId(), before: { phone: '+15550001' }, after: { phone: null } };
    const record = { id: w.newId(), at: '2026-11-24T15:30:00+00:00', file_name: 'book.csv' };
    w.disk.meta.set('imports', {
      key: 'imports',
      v: 1,
      list: [{ ...record, state: 'done', created: [], updated: [change] }],
    });
    tab.tab.event('online');
    await settled(w, tab);
    expect(JSON.stringify([...w.disk.meta.values()])).toContain('+15550001');
    w.server.epoch = 'other rights';
    tab.tab.event('online');
    await settled(w, tab);
    expect(JSON.stringify([...w.disk.meta.values()])).not.toContain('+15550001');
  });

  test('[SYN-32] with other rights no history of an appointment is kept', async () => {
    const { w, tab } = await openWorld();
    const lines = [
      { ...SOME_LINE, changes: { client_id: [null, 'client-of-a-colleague'] } },
    ] as const;
    const list = [
      { id: w.newId(), at: '2026-11-24T15:30:00+00:00', lines: [...lines], more: false },
    ];
    w.disk.meta.set('history', { key: 'history', v: 1, list });
    tab.tab.event('online');
    await settled(w, tab);
    expect(w.disk.meta.get('history')).toMatchObject({ list: [{ more: false }] });
    w.server.epoch = 'other rights';
    tab.tab.event('online');
    await settled(w, tab);
    expect(w.disk.meta.get('history')).toMatchObject({ list: [] });
  });

  test('[F38] an empty profile of a known person loads everything, as a new device, and deletes nothing', async () => {
    const { w, tab } = await openWorld();
    const client = w.newClient();
    await w.write(tab, [client]);
    await settled(w, tab);
    const before = w.disk.meta.get('device');
    await tab.tab.stop(false);
    // Another disk: nothing of the first one is left.
    const disk = createMemoryDisk();
    const { businessId, userId, newId } = w;
    const anew = w.openTab({ store: createMemoryStore({ businessId, userId, newId, disk }) });
    await settled(w, anew);
    expect(disk.tables.get('clients')?.get(client.id)).toMatchObject({ first_name: 'Ada' });
    expect(disk.outbox.size).toBe(0);
    await w.write(anew, [patchClient(client.id, { note: 'after' })]);
    await settled(w, anew);
    const after = disk.meta.get('device');
    expect(after).toMatchObject({ key: 'device', next_seq: 2 });
    expect(after?.key === 'device' && after.client_id).not.toBe(
      before?.key === 'device' && before.client_id,
    );
    expect(w.server.effects).toHaveLength(2);
  });

  test('[SYN-15] a copied profile does not make the server skip new work', async () => {
    const { w, tab } = await openWorld();
    await w.write(tab, [w.newClient()]);
    await settled(w, tab);
    // The copy of this profile was used elsewhere: the server is ahead of our numbers.
    const device = w.disk.meta.get('device');
    if (device?.key !== 'device') throw new Error('no device');
    w.server.devices.set(device.client_id, { lastSeq: 7 });
    await w.write(tab, [w.newClient()]);
    await settled(w, tab);
    expect(w.server.effects).toHaveLength(2);
  });

  test('[SYN-46] a full device gives up its oldest months, says so, and gets them back on demand', async () => {
    const w = createSmallWorld();
    const appointment = (startsAt: string): Op => {
      const id = w.newId();
      return {
        table: 'appointments',
        id,
        op: 'put',
        value: { starts_at: startsAt, client_id: null },
      };
    };
    const [old, recent] = [
      appointment('2026-01-10T10:00:00+00:00'),
      appointment('2026-11-20T10:00:00+00:00'),
    ];
    w.server.write({ name: 'x', ops: [old, recent] });
    const tab = w.openTab();
    await settled(w, tab);
    expect(w.disk.tables.get('appointments')?.size).toBe(2);
    tab.store.fail('full');
    w.server.write({ name: 'x', ops: [w.newClient()] });
    await w.time.advance(2 * MINUTE_MS);
    expect(tab.status()).toMatchObject({ kind: 'storage-full' });
    expect([...(w.disk.tables.get('appointments')?.keys() ?? [])]).toEqual([recent.id]);
    tab.store.fail(null);
    tab.tab.event('sync-now');
    await settled(w, tab);
    expect(tab.status()?.coverage.kind).toBe('partial');
    expect(await tab.tab.ensureMonth('2026-01')).toBe(true);
    expect(w.disk.tables.get('appointments')?.has(old.id)).toBe(true);
  });

  test('[SYN-41] storage that stays dead is reported, so that a new worker is started', async () => {
    const { w, tab } = await openWorld();
    tab.store.fail('lost');
    tab.tab.event('sync-now');
    await w.time.advance(1_000);
    expect(tab.broken).toContain('lost');
    expect(tab.status()).toMatchObject({ kind: 'storage-broken' });
  });

  test('[SYN-33] a difference is found and repaired, pending changes survive', async () => {
    const w = createSmallWorld();
    const tab = w.openTab();
    const op = w.newClient({ first_name: 'right' });
    w.server.write({ name: 'x', ops: [op] });
    await settled(w, tab);
    const clients = w.disk.tables.get('clients');
    const phantom = w.newId();
    const row = clients?.get(op.id);
    if (clients === undefined || row === undefined) throw new Error('not loaded');
    clients.set(phantom, { ...row, id: phantom });
    clients.set(op.id, { ...row, rev: row.rev - 1, first_name: 'wrong' });
    w.answer = (name) => (name === 'sync_push' ? { kind: 'unreachable' } : null);
    await w.write(tab, [patchClient(op.id, { note: 'mine' })]);
    await w.time.advance(10);
    expect(await tab.tab.check()).toEqual({ differed: 1 });
    expect([...clients.keys()]).toEqual([op.id]);
    expect(clients.get(op.id)).toMatchObject({ first_name: 'right', note: 'mine', rev: row.rev });
  });
});
