import { describe, expect, test } from 'vitest';
import { createSmallWorld, type WorldTab } from '../fakes/small-world.ts';
import { openWorld, settled } from './open-world.ts';

const kinds = (tab: WorldTab) =>
  tab.statuses.map(({ kind }) => kind).filter((kind, at, all) => kind !== all[at - 1]);

describe('tabs', () => {
  test('[SYN-50] one leads, the other shows its status and its writes go out', async () => {
    const w = createSmallWorld();
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
    const w = createSmallWorld();
    const [one, two] = [w.openTab(), w.openTab()];
    await settled(w, one);
    await one.tab.stop(false);
    await w.time.advance(100);
    expect(two.status()?.leads).toBe(true);
    expect(w.disk.meta.get('sync')).toMatchObject({ leader_epoch: 2 });
  });

  test('[F29] of five tabs one leads, whichever dies; what any of them writes goes out once', async () => {
    const w = createSmallWorld();
    const tabs = [1, 2, 3, 4, 5].map(() => w.openTab());
    await settled(w, tabs[0]!);
    const leaders = () => tabs.filter((tab) => tab.status()?.leads === true);
    while (tabs.length > 1) {
      expect(leaders()).toHaveLength(1);
      for (const tab of tabs) await w.write(tab, [w.newClient()]);
      await w.time.advance(1_000);
      const [leader] = leaders();
      tabs.splice(tabs.indexOf(leader!), 1);
      await leader!.tab.stop(false);
      await w.time.advance(1_000);
    }
    expect(w.server.effects).toHaveLength(5 + 4 + 3 + 2);
    expect(tabs[0]?.status()).toMatchObject({ leads: true, pendingCount: 0 });
  });

  test('[SYN-50] a visible tab takes over from a frozen leader after fifteen seconds', async () => {
    const w = createSmallWorld();
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
    const w = createSmallWorld();
    const one = w.openTab();
    await settled(w, one);
    one.tab.event('hidden');
    const two = w.openTab();
    await w.time.advance(11_000);
    expect(two.status()?.leads).toBe(true);
  });

  test('[SYN-51] a leader that lost its epoch writes nothing and steps down', async () => {
    const { w, tab } = await openWorld();
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
    const w = createSmallWorld();
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
    const { w, tab } = await openWorld();
    w.answer = () => ({ kind: 'unreachable' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(100);
    const left = tab.tab.prepareSignOut(10_000);
    await w.time.advance(500);
    expect(await left).toBe(1);
  });

  test('who stays goes on, in all tabs', async () => {
    const w = createSmallWorld();
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
