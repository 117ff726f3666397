import { describe, expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import { createSmallWorld, rawReply, type WorldTab } from '../fakes/small-world.ts';
import { openWorld, patchClient, settled, type World } from './open-world.ts';

const count = (w: World, name: string) => w.calls.filter((call) => call.name === name).length;

describe('one tab', () => {
  test('[SYN-30] nothing is loaded, then the window, then everything', async () => {
    const w = createSmallWorld();
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
    const { w, tab } = await openWorld();
    const op = w.newClient();
    await w.write(tab, [op]);
    expect(w.disk.tables.get('clients')?.get(op.id)).toMatchObject({ rev: 0 });
    await settled(w, tab);
    expect(w.server.tables.get('clients', op.id)).toMatchObject({ first_name: 'Ada' });
    expect(w.disk.tables.get('clients')?.get(op.id)?.rev).toBeGreaterThan(0);
    expect(w.disk.shadows.size).toBe(0);
  });

  test('[SYN-11] a batch that is too large is halved until it fits', async () => {
    const { w, tab } = await openWorld();
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

  /** 150 new clients and a change of the last one leave; does `act` while the first batch is under way. */
  const meanwhile = async (act: (w: World, tab: WorldTab, made: Op[]) => unknown) => {
    const { w, tab } = await openWorld();
    const made = Array.from({ length: 150 }, () => w.newClient());
    const [first, last] = [made[0]!.id, made.at(-1)!.id];
    const sizes: number[] = [];
    w.answer = (name, args) => {
      if (name !== 'sync_push') return null;
      sizes.push((args['mutations'] as unknown[]).length);
      if (sizes.length === 1) void act(w, tab, made);
      return null;
    };
    for (const op of made) await w.store(tab, [op]);
    await w.store(tab, [patchClient(last, { first_name: 'Typed', note: 'typed' })]);
    tab.tab.event('wrote');
    await settled(w, tab);
    return { w, sizes, first, last };
  };

  test('[SYN-10] what is written while a batch is under way leaves with the next, as it was last', async () => {
    const { w, sizes, first, last } = await meanwhile(async (world, tab, made) => {
      // Into the entry that waits last, into a row that is under way, and one more.
      await world.store(tab, [patchClient(made.at(-1)!.id, { note: 'typed on' })]);
      await world.store(tab, [patchClient(made[0]!.id, { first_name: 'Typed after' })]);
      await world.store(tab, [world.newClient()]);
    });
    // 150 and the change of the last one, which took in what was typed on; then two more.
    expect(sizes.reduce((sum, size) => sum + size)).toBe(153);
    expect(w.server.tables.get('clients', last)).toMatchObject({
      first_name: 'Typed',
      note: 'typed on',
    });
    expect(w.server.tables.get('clients', first)).toMatchObject({ first_name: 'Typed after' });
    expect(w.disk.tables.get('clients')?.get(first)).toMatchObject({ first_name: 'Typed after' });
    expect(w.disk.shadows.size).toBe(0);
  });

  test('[SYN-10] what is given up while a batch is under way is not sent any more', async () => {
    const { sizes } = await meanwhile((_world, tab) =>
      tab.store.transaction('write', [], (tx) => tx.clearOutbox()),
    );
    expect(sizes).toEqual([100]);
  });

  test('[SYN-11][SYN-13] a mutation that cannot be sent is put aside, seen, and stops nobody', async () => {
    const { w, tab } = await openWorld();
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
    const { w, tab } = await openWorld();
    const op = w.newClient();
    await w.write(tab, [op]);
    await settled(w, tab);
    await w.write(tab, [patchClient(op.id, { first_name: 'poison' })]);
    expect(w.disk.tables.get('clients')?.get(op.id)).toMatchObject({ first_name: 'poison' });
    await settled(w, tab);
    expect(w.disk.tables.get('clients')?.get(op.id)).toMatchObject({ first_name: 'Ada' });
    expect(tab.status()).toMatchObject({ attentionCount: 1 });
  });

  test('[SYN-52] what a person writes in a row is counted at once and then together', async () => {
    const { w, tab } = await openWorld();
    w.answer = () => ({ kind: 'unreachable' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(100);
    expect(tab.status()).toMatchObject({ kind: 'offline', pendingCount: 1 });
    const { transaction } = tab.store;
    let counted = 0;
    tab.store.transaction = (mode, tables, work) => {
      if (tables.includes('attention_items')) counted += 1;
      return transaction(mode, tables, work);
    };
    for (let n = 0; n < 20; n += 1) await w.write(tab, [w.newClient()]);
    await w.time.advance(0);
    expect(counted).toBe(1);
    await w.time.advance(50);
    expect(counted).toBe(2);
    expect(tab.status()).toMatchObject({ pendingCount: 21 });
    await w.time.advance(100);
    expect(counted).toBe(2);
  });

  test('[SYN-26] a device with a wrong clock learns the time of the server', async () => {
    const w = createSmallWorld();
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
    const w = createSmallWorld();
    w.realtime = false;
    const tab = w.openTab();
    await settled(w, tab);
    w.server.write({ name: 'x', ops: [w.newClient()] });
    await w.time.advance(36_000);
    expect(w.disk.tables.get('clients')?.size).toBe(1);
    expect(tab.status()).toMatchObject({ kind: 'idle' });
  });

  test('a poke brings news at once; one that says nothing new asks nothing', async () => {
    const { w, tab } = await openWorld();
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
    const { w, tab } = await openWorld();
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

  test('[SYN-49] a lost channel is joined at once when the network is back, and only then', async () => {
    const { w, tab } = await openWorld();
    tab.tab.event('online');
    await w.time.advance(1);
    expect(w.joins()).toBe(1);

    w.poke({ kind: 'lost' });
    tab.tab.event('online');
    tab.tab.event('visible');
    await w.time.advance(1);
    expect(w.joins()).toBe(2);
    // It is the new one that is heard.
    w.server.write({ name: 'x', ops: [w.newClient()] });
    await w.time.advance(1);
    expect(w.disk.tables.get('clients')?.size).toBe(1);
  });

  test('[SYN-49] a lost channel is joined once requests get through again', async () => {
    const { w, tab } = await openWorld();
    w.answer = () => ({ kind: 'unreachable' });
    w.poke({ kind: 'lost' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(10_000);
    expect(w.joins()).toBe(1);
    w.answer = () => null;
    await w.time.advance(60_000);
    expect(tab.status()).toMatchObject({ kind: 'idle', pendingCount: 0 });
    expect(w.joins()).toBe(2);
  });

  test('[SYN-49] joining pulls, and pulls again three seconds later', async () => {
    const { w, tab } = await openWorld();
    const before = count(w, 'sync_pull');
    w.poke({ kind: 'joined' });
    await w.time.advance(2_900);
    expect(count(w, 'sync_pull') - before).toBe(1);
    await w.time.advance(200);
    expect(count(w, 'sync_pull') - before).toBe(2);
    expect(tab.status()).toMatchObject({ kind: 'idle' });
  });
});
