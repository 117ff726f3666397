/** The whole engine on Dexie against the real backend: what a person sees on two devices. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { patchOp, putOp, type NewRow } from '#domain/commands/op.ts';
import { write } from '#db/write.ts';
import type { PgliteDatabase } from '#supabase/local/database/pglite.ts';
import { startTestBackend, type TestBackend } from '#tests/harness/backend.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { everythingOn, goodNetwork, openEngineDevice } from '#tests/harness/engine-device.ts';
import type { EngineDevice, EngineNetwork } from '#tests/harness/engine-device.ts';

const LIMIT_MS = 60_000;
const newId = createUuidV7Source({
  nowMs: Date.now,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
});

describe('two devices on the real backend', { timeout: LIMIT_MS }, () => {
  let backend: TestBackend;
  let userId: string;
  let token: string;
  let businessId: string;
  const opened: EngineDevice[] = [];

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

  const openDevice = async (network: EngineNetwork): Promise<EngineDevice> => {
    const device = await openEngineDevice({ backend, businessId, userId, token, network });
    opened.push(device);
    return device;
  };

  const newClient = (firstName: string): NewRow<'clients'> => ({
    id: newId(),
    business_id: businessId,
    ...NEW_CLIENT,
    first_name: firstName,
    last_name: 'Lovelace',
  });
  const create = (device: EngineDevice, row: NewRow<'clients'>) =>
    write(device.db, 'client.create', () => ({ ops: [putOp('clients', row)], value: null }));
  const edit = (device: EngineDevice, id: string, value: Partial<NewRow<'clients'>>) =>
    write(device.db, 'client.edit', () => ({ ops: [patchOp('clients', id, value)], value: null }));

  test('[SYN-30] a new device loads the business, [SYN-33] equal to the server', async () => {
    const one = await openDevice(goodNetwork());
    await one.reaches(({ coverage }) => coverage.kind === 'full');
    await one.synced();
    expect(await one.db.rows('businesses').toArray()).toMatchObject([{ slug: 'two-devices' }]);
    expect(await one.db.rows('memberships').count()).toBe(1);
    expect(await one.tab.check()).toEqual({ differed: 0 });
  });

  test('what one device writes appears on the other by itself', async () => {
    const [one, two] = [await openDevice(goodNetwork()), await openDevice(goodNetwork())];
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
    const [one, two] = [await openDevice(goodNetwork()), await openDevice(goodNetwork())];
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
    expect(await everythingOn(one.db)).toEqual(await everythingOn(two.db));
  });

  test('[SYN-12] answers that get lost lose and double nothing', async () => {
    const device = await openDevice({ ...goodNetwork(), losePushReplies: 2 });
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
      await openDevice(goodNetwork()),
      await openDevice({ ...goodNetwork(), realtime: false }),
    ];
    await Promise.all([one.synced(), two.synced()]);
    const row = newClient('Quiet');
    await create(one, row);
    await one.synced();
    two.tab.event('sync-now');
    await two.reaches(async () => (await two.db.rows('clients').get(row.id)) !== undefined);
    expect(await two.db.rows('clients').get(row.id)).toMatchObject({ first_name: 'Quiet' });
  });

  /** A server that reads and cannot write: `refusal` is what it says of every change. */
  const refusing = (code: string) => `
    create function private.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'not now' using errcode = '${code}';
    end $$;
    create trigger refuse before insert on private.mutation_log
      for each row execute function private.refuse();
  `;
  const TAKING = 'drop trigger refuse on private.mutation_log; drop function private.refuse();';

  test.each([
    ['[F12] gives up a deadlock', refusing('40P01'), TAKING],
    [
      '[F14] only reads',
      'set default_transaction_read_only = on',
      'set default_transaction_read_only = off',
    ],
    ['[F15] has a full disk', refusing('53100'), TAKING],
  ])('while the server %s, work waits here; then it is there once', async (_, begin, end) => {
    const device = await openDevice(goodNetwork());
    await device.synced();
    await backend.database.exec(begin);
    const row = newClient('Patient');
    await create(device, row);
    await device.reaches(({ kind, pendingCount }) => kind === 'waiting' && pendingCount === 1);
    expect(await device.db.rows('clients').get(row.id)).toMatchObject({ first_name: 'Patient' });
    await backend.database.exec(end);
    device.tab.event('sync-now');
    await device.synced();
    const there = await backend.sql('select rev from public.clients where id = $1', [row.id]);
    expect(there).toHaveLength(1);
    expect(await device.tab.check()).toEqual({ differed: 0 });
  });
});

test(
  '[F17] a server that is put back to a dump: unsent work arrives once, and the device ends equal to it',
  async () => {
    const env = { JWT_SECRET: 'of-the-server-that-is-restored-0123456789' };
    const first = await startTestBackend({ env });
    const person = await first.signedIn();
    const token = must((await person.client.auth.getSession()).data.session, 'in').access_token;
    const made = await person.client.rpc('create_business', {
      request: { name: 'Restored', slug: 'restored', time_zone: 'America/New_York' },
      op_id: newId(),
    });
    const { business_id: businessId } = made.data as { business_id: string };
    const device = await openEngineDevice({ backend: first, businessId, userId: person.id, token });
    await device.synced();
    const add = async (name: string): Promise<void> => {
      const row = { id: newId(), business_id: businessId, ...NEW_CLIENT, first_name: name };
      await write(device.db, 'client.create', () => ({
        ops: [putOp('clients', { ...row, last_name: 'L' })],
        value: null,
      }));
    };
    await add('Kept');
    await device.synced();
    const image = await (first.database as PgliteDatabase).dump();
    for (const name of ['Forgotten', 'Forgotten too']) {
      await add(name);
      await device.synced();
    }
    device.network.online = false;
    await add('Unsent');
    const port = Number(new URL(first.url).port);
    await first.stop();

    const second = await startTestBackend({ env, port, data: { kind: 'memory', image } });
    await device.goOnline();
    const names = async () =>
      (await device.db.rows('clients').toArray()).map(({ first_name: name }) => name).toSorted();
    expect(await names()).toEqual(['Kept', 'Unsent']);
    const there = await second.sql<{ name: string }>(
      'select first_name as name from public.clients order by 1',
    );
    expect(there.map(({ name }) => name)).toEqual(['Kept', 'Unsent']);
    expect(await device.tab.check()).toEqual({ differed: 0 });
    await device.stop();
    await second.stop();
  },
  LIMIT_MS,
);
