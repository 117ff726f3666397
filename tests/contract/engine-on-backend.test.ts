/** The whole engine on Dexie against the real backend: what a person sees on two devices. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { patchOp, putOp, type NewRow } from '#domain/commands/op.ts';
import { write } from '#db/write.ts';
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
});
