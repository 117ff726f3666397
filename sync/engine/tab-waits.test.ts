import { describe, expect, test } from 'vitest';
import { rawReply } from '../fakes/small-world.ts';
import { openWorld, settled } from './open-world.ts';

const MINUTE_MS = 60_000;

describe('one tab', () => {
  test('[SYN-44] a refused token is renewed once; the outbox waits for the person', async () => {
    const { w, tab } = await openWorld();
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
    const { w, tab } = await openWorld();
    w.answer = () => rawReply(403, { code: '42501' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'needs-auth', pendingCount: 1 });
    expect(w.disk.tables.get('clients')?.size).toBe(1);
  });

  test('[SYN-44] the news of our own renewal is not a new token: what stays refused locks', async () => {
    const { w, tab } = await openWorld();
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
    const { w, tab } = await openWorld();
    w.session = () => Promise.reject(new Error('no network'));
    tab.tab.event('token');
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'offline', pendingCount: 1 });
  });

  test('[SYN-42] behind a captive portal nothing is believed, stored or lost', async () => {
    const { w, tab } = await openWorld();
    w.answer = () => rawReply(200, undefined, { html: true, body: undefined });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(10_000);
    expect(tab.status()).toMatchObject({ kind: 'offline', portal: true, pendingCount: 1 });
    w.answer = () => null;
    tab.tab.event('online');
    await settled(w, tab);
  });

  test('[SYN-48] a network that is taken away is noticed at once, with nothing to send or to ask', async () => {
    const { w, tab } = await openWorld();
    w.answer = () => ({ kind: 'unreachable' });
    tab.tab.event('offline');
    await w.time.advance(100);
    expect(tab.status()).toMatchObject({ kind: 'offline', portal: false });

    // Said again and again, it makes nobody hurry.
    const before = w.calls.length;
    for (let n = 0; n < 20; n += 1) tab.tab.event('offline');
    expect(w.calls).toHaveLength(before);
    w.answer = () => null;
    tab.tab.event('online');
    await settled(w, tab);
  });

  test('[SYN-43] without a network and with nothing to send, it says so all the time and asks seldom', async () => {
    const { w, tab } = await openWorld();
    w.answer = () => ({ kind: 'unreachable' });
    tab.tab.event('offline');
    await w.time.advance(100);
    const before = w.calls.length;
    const said = new Set<string | undefined>();
    for (let second = 0; second < 600; second += 1) {
      await w.time.advance(1_000);
      said.add(tab.status()?.kind);
    }
    expect([...said]).toEqual(['offline']);
    expect(w.calls.length - before).toBeLessThan(60);
  });

  test('[SYN-48] a window that is wrong about its network costs one question', async () => {
    const { w, tab } = await openWorld();
    const before = w.calls.length;
    tab.tab.event('offline');
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'idle' });
    expect(w.calls.slice(before).map(({ name }) => name)).toEqual(['sync_pull']);

    w.answer = () => ({ kind: 'unreachable' });
    tab.tab.event('online');
    await w.time.advance(100);
    expect(tab.status()).toMatchObject({ kind: 'offline' });
  });

  test('[SYN-48] the leader asks although it is another window that heard of it', async () => {
    const { w } = await openWorld();
    const second = w.openTab();
    await w.time.advance(100);
    w.answer = () => ({ kind: 'unreachable' });
    second.tab.event('offline');
    await w.time.advance(100);
    expect(second.status()).toMatchObject({ kind: 'offline', leads: false });
  });

  test('[SYN-43] a busy server is left alone for as long as it asks', async () => {
    const { w, tab } = await openWorld();
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
    const { w, tab } = await openWorld();
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
    const { w, tab } = await openWorld();
    w.server.setRole(w.userId, 'owner', false);
    await w.write(tab, [w.newClient()]);
    await w.time.advance(1_000);
    expect(tab.status()).toMatchObject({ kind: 'access-lost', pendingCount: 1 });
    const work = await tab.tab.unsent('Daybook');
    expect(work).toMatchObject({ v: 1, mutations: [{ seq: 1, name: 'client.edit' }] });
    expect(w.disk.tables.get('clients')?.size).toBe(1);
  });

  test('[SYN-47] an old version stops and keeps its outbox', async () => {
    const { w, tab } = await openWorld();
    w.answer = () => rawReply(200, { ok: false, code: 'upgrade_needed' });
    await w.write(tab, [w.newClient()]);
    await w.time.advance(5 * MINUTE_MS);
    expect(tab.status()).toMatchObject({ kind: 'upgrade-needed', pendingCount: 1 });
  });
});
