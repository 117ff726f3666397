import { describe, expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import { createSmallWorld, rawReply, type WorldTab } from '../fakes/small-world.ts';

const MINUTE_MS = 60_000;
const world = createSmallWorld;
type World = ReturnType<typeof world>;

const settled = async (w: World, tab: WorldTab) => {
  await w.time.advance(5_000);
  expect(tab.status()).toMatchObject({ kind: 'idle', pendingCount: 0 });
};
const patch = (id: string, value: Record<string, unknown>): Op => ({
  table: 'clients',
  id,
  op: 'patch',
  value,
});
const count = (w: World, name: string) => w.calls.filter((call) => call.name === name).length;
const kinds = (tab: WorldTab) =>
  tab.statuses.map(({ kind }) => kind).filter((kind, at, all) => kind !== all[at - 1]);

describe('one tab', () => {
  test('[SYN-30] nothing is loaded, then the window, then everything', async () => {
    const w = world();
    for (let n = 0; n < 3; n += 1) w.server.write({ name: 'x', ops: [w.newClient()] });
    const tab = w.openTab();
    await settled(w, tab);
    const coverages = tab.statuses.map(({ coverage }) => coverage.kind);
    expect([...new Set(coverages)]).toEqual(['none', 'partial', 'full']);
    expect(w.disk.tables.get('clients')?.size).toBe(3);
    const partial = tab.statuses.findLast(({ coverage }) => coverage.kind === 'partial');
    expect(partial?.coverage).toMatchObject({ totalRows: 3 });
  });

  test('[SYN-4] what a person writes is sent at once, with its rows back', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    const op = w.newClient();
    await w.write(tab, [op]);
    expect(w.disk.tables.get('clients')?.get(op.id)).toMatchObject({ rev: 0 });
    await settled(w, tab);
    expect(w.server.tables.get('clients', op.id)).toMatchObject({ first_name: 'Ada' });
    expect(w.disk.tables.get('clients')?.get(op.id)?.rev).toBeGreaterThan(0);
    expect(w.disk.shadows.size).toBe(0);
  });

  test('[SYN-11] a batch that is too large is halved until it fits', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    const sizes: number[] = [];
    w.answer = (name, args) => {
      if (name !== 'sync_push') return null;
      const { length } = args['mutations'] as unknown[];
      sizes.push(length);
      return length > 3 ? rawReply(413) : null;
    };
    for (let n = 0; n < 10; n += 1) {
      await w.store(tab, [w.newClient()]);
    }
    tab.tab.event('wrote');
    await settled(w, tab);
    expect(sizes.slice(0, 3)).toEqual([10, 5, 2]);
    expect(w.server.effects).toHaveLength(10);
  });

  test('[SYN-11][SYN-13] a mutation that cannot be sent is put aside, seen, and stops nobody', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    const [large, next] = [w.newClient({ note: 'large' }), w.newClient()];
    w.answer = (name, args) =>
      name === 'sync_push' && JSON.stringify(args).includes('"large"') ? rawReply(413) : null;
    await w.store(tab, [large]);
    await w.store(tab, [next]);
    tab.tab.event('wrote');
    // The item about it holds what was asked for, and is itself small enough in real life.
    w.answer = (name, args) => {
      const text = JSON.stringify(args);
      return name === 'sync_push' && text.includes('"large"') && !text.includes('attention.raise')
        ? rawReply(413)
        : null;
    };
    await settled(w, tab);
    expect(w.disk.tables.get('clients')?.has(large.id)).toBe(false);
    expect(w.server.tables.get('clients', next.id)).toBeDefined();
    expect(w.server.tables.all('attention_items')).toMatchObject([
      { entity_id: large.id, state: 'open', mutation_name: 'refused client.edit' },
    ]);
    expect(tab.status()).toMatchObject({ attentionCount: 1 });
  });

  test('[SYN-13] a refusal shows the confirmed row again and becomes an item', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    const op = w.newClient();
    await w.write(tab, [op]);
    await settled(w, tab);
    await w.write(tab, [patch(op.id, { first_name: 'poison' })]);
    expect(w.disk.tables.get('clients')?.get(op.id)).toMatchObject({ first_name: 'poison' });
    await settled(w, tab);
    expect(w.disk.tables.get('clients')?.get(op.id)).toMatchObject({ first_name: 'Ada' });
    expect(tab.status()).toMatchObject({ attentionCount: 1 });
  });

  test('[SYN-44] a refused token is renewed once; the outbox waits for the person', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    const asked: boolean[] = [];
    w.session = async (refresh) => {
      asked.push(refresh);
      return { token: 'revoked', userId: w.userId, expiresAtMs: w.time.nowMs() + 3_600_000 };
    };
    tab.tab.event('token');
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'needs-auth', pendingCount: 1 });
    expect(asked.filter((refresh) => refresh)).toHaveLength(1);
    const before = w.calls.length;
    await w.time.advance(30 * MINUTE_MS);
    expect(w.calls).toHaveLength(before);
    w.session = async () => ({
      token: 'token',
      userId: w.userId,
      expiresAtMs: w.time.nowMs() + 3_600_000,
    });
    tab.tab.event('token');
    await settled(w, tab);
    expect(w.server.effects).toHaveLength(1);
  });

  test('[SYN-44] a call that is not allowed locks too, and loses nothing', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.answer = () => rawReply(403, { code: '42501' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'needs-auth', pendingCount: 1 });
    expect(w.disk.tables.get('clients')?.size).toBe(1);
  });

  test('[SYN-44] the news of our own renewal is not a new token: what stays refused locks', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    let renewals = 0;
    const sessionOf = (token: string) => ({
      token,
      userId: w.userId,
      expiresAtMs: w.time.nowMs() + 3_600_000,
    });
    w.session = async (refresh) => {
      if (refresh) {
        renewals += 1;
        // As a browser does: everybody hears of the new token before the one who asked has it.
        tab.tab.event('token');
      }
      return renewals > 20 ? null : sessionOf(`renewed-${renewals}`);
    };
    w.answer = () => rawReply(403, { code: '42501' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'needs-auth', pendingCount: 1 });
    expect(renewals).toBe(1);

    // Another window hears of it last of all.
    const before = w.calls.length;
    tab.tab.event('token');
    await w.time.advance(1_000);
    expect(w.calls).toHaveLength(before);

    w.answer = () => null;
    w.session = async () => sessionOf('token');
    tab.tab.event('token');
    await settled(w, tab);
  });

  test('[SYN-44] an ended token without network is normal life', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.session = () => Promise.reject(new Error('no network'));
    tab.tab.event('token');
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'offline', pendingCount: 1 });
  });

  test('[SYN-42] behind a captive portal nothing is believed, stored or lost', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.answer = () => rawReply(200, undefined, { html: true, body: undefined });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(10_000);
    expect(tab.status()).toMatchObject({ kind: 'offline', portal: true, pendingCount: 1 });
    w.answer = () => null;
    tab.tab.event('online');
    await settled(w, tab);
  });

  test('[SYN-43] a busy server is left alone for as long as it asks', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.answer = () => rawReply(503, {}, { retryAfter: '40' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    const before = w.calls.length;
    expect(tab.status()).toMatchObject({ kind: 'waiting' });
    w.answer = () => null;
    for (let n = 0; n < 30; n += 1) {
      tab.tab.event('visible');
      await w.time.advance(1_000);
    }
    expect(w.calls).toHaveLength(before);
    await w.time.advance(12_000);
    expect(tab.status()).toMatchObject({ pendingCount: 0 });
  });

  test('[SYN-41] a request without answer is given up after twenty seconds', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.answer = () => ({ kind: 'reply' }) as never;
    const hanging = new Promise<never>(() => undefined);
    w.answer = (() => hanging) as never;
    await w.write(tab, [w.newClient()]);
    await w.time.advance(19_000);
    expect(tab.status()).toMatchObject({ kind: 'syncing' });
    await w.time.advance(2_000);
    expect(tab.status()).toMatchObject({ kind: 'offline', pendingCount: 1 });
  });

  test('[SYN-45] lost membership stops sync and wipes nothing; unsent work can be saved', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.server.setRole(w.userId, 'owner', false);
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'access-lost', pendingCount: 1 });
    const work = await tab.tab.unsent('Daybook');
    expect(work).toMatchObject({ v: 1, mutations: [{ seq: 1, name: 'client.edit' }] });
    expect(w.disk.tables.get('clients')?.size).toBe(1);
  });

  test('[SYN-47] an old version stops and keeps its outbox', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.answer = () => rawReply(200, { ok: false, code: 'upgrade_needed' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(5 * MINUTE_MS);
    expect(tab.status()).toMatchObject({ kind: 'upgrade-needed', pendingCount: 1 });
  });

  test('[SYN-32] a restored server gets the unsent work once, under a new identity', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
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
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
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

  test('[SYN-15] a copied profile does not make the server skip new work', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
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
    const w = world();
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
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    tab.store.fail('lost');
    tab.tab.event('sync-now');
    await w.time.advance(1_000);
    expect(tab.broken).toContain('lost');
    expect(tab.status()).toMatchObject({ kind: 'storage-broken' });
  });

  test('[SYN-33] a difference is found and repaired, pending changes survive', async () => {
    const w = world();
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
    await w.write(tab, [patch(op.id, { note: 'mine' })]);
    await w.time.advance(10);
    expect(await tab.tab.check()).toEqual({ differed: 1 });
    expect([...clients.keys()]).toEqual([op.id]);
    expect(clients.get(op.id)).toMatchObject({ first_name: 'right', note: 'mine', rev: row.rev });
  });

  test('[SYN-26] a device with a wrong clock learns the time of the server', async () => {
    const w = world();
    const wrong = w.time.nowMs;
    const tab = w.openTab();
    w.answer = (name, args) => {
      const body = w.server.call(name, args, w.userId) as { server_time: string };
      return rawReply(200, { ...body, server_time: '2026-11-22T09:00:00+00:00' });
    };
    await w.time.advance(50);
    expect(w.disk.meta.get('clock')).toMatchObject({ offset_ms: 86_400_000 });
    expect(tab.status()?.clockSkewMs).toBe(-86_400_000);
    expect(wrong()).toBeLessThan(Date.UTC(2026, 10, 22));
  });
});

describe('realtime', () => {
  test('[SYN-48] without it, news arrives by the safety pull', async () => {
    const w = world();
    w.realtime = false;
    const tab = w.openTab();
    await settled(w, tab);
    w.server.write({ name: 'x', ops: [w.newClient()] });
    await w.time.advance(36_000);
    expect(w.disk.tables.get('clients')?.size).toBe(1);
    expect(tab.status()).toMatchObject({ kind: 'idle' });
  });

  test('a poke brings news at once; one that says nothing new asks nothing', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.server.write({ name: 'x', ops: [w.newClient()] });
    await w.time.advance(1);
    expect(w.disk.tables.get('clients')?.size).toBe(1);
    const before = count(w, 'sync_pull');
    for (let n = 0; n < 50; n += 1) w.poke({ kind: 'poke', rev: w.server.tables.rev() });
    await w.time.advance(1_000);
    expect(count(w, 'sync_pull')).toBe(before);
    expect(tab.status()).toMatchObject({ kind: 'idle' });
  });

  test('[SYN-48] a flood of pokes becomes about one pull a second', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    const before = count(w, 'sync_pull');
    for (let second = 0; second < 20; second += 1) {
      for (let n = 0; n < 100; n += 1) {
        w.poke({ kind: 'poke', rev: 1_000_000 });
        await w.time.advance(10);
      }
    }
    expect(count(w, 'sync_pull') - before).toBeLessThanOrEqual(45);
    expect(tab.status()).toMatchObject({ kind: 'idle' });
  });

  test('[SYN-49] joining pulls, and pulls again three seconds later', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    const before = count(w, 'sync_pull');
    w.poke({ kind: 'joined' });
    await w.time.advance(2_900);
    expect(count(w, 'sync_pull') - before).toBe(1);
    await w.time.advance(200);
    expect(count(w, 'sync_pull') - before).toBe(2);
    expect(tab.status()).toMatchObject({ kind: 'idle' });
  });
});

describe('tabs', () => {
  test('[SYN-50] one leads, the other shows its status and its writes go out', async () => {
    const w = world();
    const [one, two] = [w.openTab(), w.openTab()];
    await settled(w, one);
    expect([one.status()?.leads, two.status()?.leads]).toEqual([true, false]);
    await w.write(two, [w.newClient()]);
    await w.time.advance(1_000);
    expect(w.server.effects).toHaveLength(1);
    expect(two.status()).toMatchObject({ kind: 'idle', pendingCount: 0, leads: false });
    expect(kinds(two)).toContain('syncing');
  });

  test('[SYN-50] when the leader goes, the next one leads at once', async () => {
    const w = world();
    const [one, two] = [w.openTab(), w.openTab()];
    await settled(w, one);
    await one.tab.stop(false);
    await w.time.advance(100);
    expect(two.status()?.leads).toBe(true);
    expect(w.disk.meta.get('sync')).toMatchObject({ leader_epoch: 2 });
  });

  test('[SYN-50] a visible tab takes over from a frozen leader after fifteen seconds', async () => {
    const w = world();
    const [one, two] = [w.openTab(), w.openTab()];
    await settled(w, one);
    one.setFrozen(true);
    await w.time.advance(21_000);
    expect(two.status()?.leads).toBe(true);
    await w.write(two, [w.newClient()]);
    await w.time.advance(1_000);
    expect(w.server.effects).toHaveLength(1);
    // [SYN-51] What the frozen one still wanted to do comes to nothing.
    one.setFrozen(false);
    await w.time.advance(60_000);
    expect([one.status()?.leads, two.status()?.leads]).toEqual([false, true]);
    expect(w.disk.meta.get('sync')).toMatchObject({ leader_epoch: 2 });
  });

  test('[SYN-50] a hidden leader makes way for a visible tab', async () => {
    const w = world();
    const one = w.openTab();
    await settled(w, one);
    one.tab.event('hidden');
    const two = w.openTab();
    await w.time.advance(11_000);
    expect(two.status()?.leads).toBe(true);
  });

  test('[SYN-51] a leader that lost its epoch writes nothing and steps down', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    const sync = w.disk.meta.get('sync');
    if (sync?.key !== 'sync') throw new Error('no sync');
    w.disk.meta.set('sync', { ...sync, leader_epoch: 99 });
    w.server.write({ name: 'x', ops: [w.newClient()] });
    await w.time.advance(10);
    expect(w.disk.tables.get('clients')?.size ?? 0).toBe(0);
    await settled(w, tab);
    expect(w.disk.meta.get('sync')).toMatchObject({ leader_epoch: 100 });
    expect(w.disk.tables.get('clients')?.size).toBe(1);
  });
});

describe('[SYN-60] signing out', () => {
  test('the tab where it happens takes over, sends what is left and says how much remains', async () => {
    const w = world();
    const [one, two] = [w.openTab(), w.openTab()];
    await settled(w, one);
    w.answer = (name) => (name === 'sync_push' ? { kind: 'unreachable' } : null);
    await w.write(one, [w.newClient()]);
    await w.time.advance(100);
    w.answer = () => null;
    const left = two.tab.prepareSignOut(10_000);
    await w.time.advance(1_000);
    expect(await left).toBe(0);
    expect(w.server.effects).toHaveLength(1);
    await two.tab.stop(true);
    await w.time.advance(100);
    expect([one.status()?.kind, two.status()?.kind]).toEqual(['signed-out', 'signed-out']);
  });

  test('without network it does not make the person wait', async () => {
    const w = world();
    const tab = w.openTab();
    await settled(w, tab);
    w.answer = () => ({ kind: 'unreachable' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(100);
    const left = tab.tab.prepareSignOut(10_000);
    await w.time.advance(500);
    expect(await left).toBe(1);
  });

  test('who stays goes on, in all tabs', async () => {
    const w = world();
    const [one, two] = [w.openTab(), w.openTab()];
    await settled(w, one);
    const left = two.tab.prepareSignOut(10_000);
    await w.time.advance(1_000);
    expect(await left).toBe(0);
    two.tab.resume();
    await two.tab.stop(false);
    await w.time.advance(1_000);
    expect(one.status()).toMatchObject({ leads: true, kind: 'idle' });
  });
});
