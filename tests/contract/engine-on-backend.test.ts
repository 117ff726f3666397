/** The whole engine on Dexie against the real backend: what a person sees on two devices. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import WebSocket from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { patchOp, putOp, type NewRow } from '#domain/commands/op.ts';
import { TABLES, type AnyRow } from '#domain/rows.ts';
import { DaybookDb } from '#db/open.ts';
import { write } from '#db/write.ts';
import { createDexieStore } from '#sync/adapters/dexie-store.ts';
import { createSupabaseRemote } from '#sync/adapters/supabase-remote.ts';
import { systemClock, systemRandom, systemTimers } from '#sync/adapters/system.ts';
import { createTab } from '#sync/engine/tab.ts';
import { createMemoryMedium } from '#sync/fakes/memory-channel.ts';
import { createMemoryLocks } from '#sync/fakes/memory-locks.ts';
import type { Remote } from '#sync/ports.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import { startTestBackend, type TestBackend } from '#tests/harness/backend.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';

const LIMIT_MS = 60_000;
const newId = createUuidV7Source({
  nowMs: Date.now,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
});

type Network = { online: boolean; losePushReplies: number; realtime: boolean };

describe('two devices on the real backend', { timeout: LIMIT_MS }, () => {
  let backend: TestBackend;
  let userId: string;
  let token: string;
  let businessId: string;
  const opened: { stop: () => Promise<void> }[] = [];

  beforeAll(async () => {
    backend = await startTestBackend();
    const person = await backend.signedIn();
    userId = person.id;
    token = must((await person.client.auth.getSession()).data.session, 'signed in').access_token;
    const made = await person.client.rpc('create_business', {
      request: { name: 'Two devices', slug: 'two-devices', time_zone: 'America/New_York' },
      op_id: newId(),
    });
    businessId = (made.data as { business_id: string }).business_id;
  }, BOOT_TIMEOUT_MS);
  afterAll(async () => {
    for (const device of opened) await device.stop();
    await backend.stop();
  });

  const openDevice = async (network: Network) => {
    const db = new DaybookDb({
      userId,
      businessId,
      idb: { indexedDB: new IDBFactory(), IDBKeyRange },
    });
    await db.open();
    let status: SyncStatus | null = null;
    const watching = new Set<() => void>();
    const real = createSupabaseRemote(
      { url: backend.url, publishableKey: backend.publishableKey },
      businessId,
      { transport: WebSocket as never },
    );
    const remote: Remote = {
      call: async (...call) => {
        if (!network.online) return { kind: 'unreachable' };
        const reply = await real.call(...call);
        if (call[0] !== 'sync_push' || network.losePushReplies === 0) return reply;
        network.losePushReplies -= 1;
        return { kind: 'unreachable' };
      },
      subscribe: (...join) =>
        network.realtime
          ? real.subscribe(...join)
          : { setToken: () => undefined, close: () => undefined },
    };
    const tab = createTab({
      store: createDexieStore(db),
      remote,
      sessions: { get: async () => ({ token, userId, expiresAtMs: Date.now() + 3_600_000 }) },
      clock: systemClock,
      timers: systemTimers,
      random: systemRandom(db.newId),
      log: () => undefined,
      locks: createMemoryLocks(),
      channel: createMemoryMedium().join(),
      tabId: db.newId(),
      name: db.name,
      visible: true,
      status: (next) => {
        status = next;
        for (const look of watching) look();
      },
      broken: (why) => {
        throw new Error(why);
      },
    });
    db.onWrote(() => tab.event('wrote'));
    const device = {
      db,
      tab,
      network,
      /** Resolves when the device's status is like this; the test's limit ends a wait in vain. */
      reaches: (wanted: (status: SyncStatus) => boolean | Promise<boolean>) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (status === null) return;
            void Promise.resolve(wanted(status)).then((yes) => {
              if (!yes) return;
              watching.delete(look);
              resolve();
            });
          };
          watching.add(look);
          look();
        }),
      synced: () =>
        device.reaches(({ kind, pendingCount }) => kind === 'idle' && pendingCount === 0),
      goOnline: async () => {
        network.online = true;
        tab.event('online');
        await device.synced();
      },
      stop: () => tab.stop(false),
    };
    opened.push(device);
    return device;
  };
  const network = (): Network => ({ online: true, losePushReplies: 0, realtime: true });

  const everything = async (db: DaybookDb) => {
    const rows: Record<string, AnyRow[]> = {};
    for (const table of TABLES) rows[table] = await db.table(table).orderBy('id').toArray();
    return rows;
  };

  const newClient = (firstName: string): NewRow<'clients'> => ({
    id: newId(),
    business_id: businessId,
    ...NEW_CLIENT,
    first_name: firstName,
    last_name: 'Lovelace',
  });
  type Device = Awaited<ReturnType<typeof openDevice>>;
  const create = (device: Device, row: NewRow<'clients'>) =>
    write(device.db, 'client.create', () => ({ ops: [putOp('clients', row)], value: null }));
  const edit = (device: Device, id: string, value: Partial<NewRow<'clients'>>) =>
    write(device.db, 'client.edit', () => ({ ops: [patchOp('clients', id, value)], value: null }));

  test('[SYN-30] a new device loads the business, [SYN-33] equal to the server', async () => {
    const one = await openDevice(network());
    await one.reaches(({ coverage }) => coverage.kind === 'full');
    await one.synced();
    expect(await one.db.rows('businesses').toArray()).toMatchObject([{ slug: 'two-devices' }]);
    expect(await one.db.rows('memberships').count()).toBe(1);
    expect(await one.tab.check()).toEqual({ differed: 0 });
  });

  test('what one device writes appears on the other by itself', async () => {
    const [one, two] = [await openDevice(network()), await openDevice(network())];
    await Promise.all([one.synced(), two.synced()]);
    const row = newClient('Ada');
    await create(one, row);
    await one.synced();
    await two.reaches(async () => (await two.db.rows('clients').get(row.id)) !== undefined);
    expect(await two.db.rows('clients').get(row.id)).toEqual(
      await one.db.rows('clients').get(row.id),
    );
  });

  test('both offline, both fields of one client survive, and both devices end equal', async () => {
    const [one, two] = [await openDevice(network()), await openDevice(network())];
    const row = newClient('Grace');
    await Promise.all([one.synced(), two.synced()]);
    await create(one, row);
    await one.synced();
    await two.reaches(async () => (await two.db.rows('clients').get(row.id)) !== undefined);
    one.network.online = false;
    two.network.online = false;
    await edit(one, row.id, { note: 'from one', first_name: 'One' });
    await edit(two, row.id, { preferred_name: 'from two', first_name: 'Two' });
    await one.goOnline();
    await two.goOnline();
    await one.reaches(async () => (await one.db.rows('clients').get(row.id))?.first_name === 'Two');
    expect(await two.db.rows('clients').get(row.id)).toMatchObject({
      note: 'from one',
      preferred_name: 'from two',
      first_name: 'Two',
    });
    // Nothing vanished: the name that lost is kept for a person.
    const items = await two.db.rows('attention_items').where('entity_id').equals(row.id).toArray();
    expect(items).toMatchObject([
      { kind: 'stale_field', mine: { first_name: 'Two' }, theirs: { first_name: 'One' } },
    ]);
    one.tab.event('sync-now');
    await one.reaches(async () => (await one.db.rows('attention_items').count()) > 0);
    await Promise.all([one.synced(), two.synced()]);
    expect(await one.tab.check()).toEqual({ differed: 0 });
    expect(await two.tab.check()).toEqual({ differed: 0 });
    expect(await everything(one.db)).toEqual(await everything(two.db));
  });

  test('[SYN-12] answers that get lost lose and double nothing', async () => {
    const device = await openDevice({ ...network(), losePushReplies: 2 });
    await device.reaches(({ coverage }) => coverage.kind !== 'none');
    const rows = Array.from({ length: 5 }, (_, n) => newClient(`Lost ${n}`));
    for (const row of rows) await create(device, row);
    await device.reaches(({ kind, pendingCount }) => kind === 'idle' && pendingCount === 0);
    const found = await device.db.rows('clients').bulkGet(rows.map(({ id }) => id));
    expect(found.every((row) => (row?.rev ?? 0) > 0)).toBe(true);
    expect(await device.tab.check()).toEqual({ differed: 0 });
  });

  test('[SYN-48] without realtime a person who asks gets the news', async () => {
    const [one, two] = [
      await openDevice(network()),
      await openDevice({ ...network(), realtime: false }),
    ];
    await Promise.all([one.synced(), two.synced()]);
    const row = newClient('Quiet');
    await create(one, row);
    await one.synced();
    two.tab.event('sync-now');
    await two.reaches(async () => (await two.db.rows('clients').get(row.id)) !== undefined);
    expect(await two.db.rows('clients').get(row.id)).toMatchObject({ first_name: 'Quiet' });
  });
});
