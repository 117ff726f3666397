import { IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnyRow } from '#domain/rows.ts';
import { deleteOp, patchOp, type Op } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import { openMemoryDb, TEST_BUSINESS, TEST_USER } from './memory-db.ts';
import { openDb, type DaybookDb } from './open.ts';
import { write } from './write.ts';

const newClient = (id: string, firstName = 'Ada'): Op => ({
  table: 'clients',
  id,
  op: 'put',
  value: { id, business_id: TEST_BUSINESS, first_name: firstName, last_name: 'L', tags: [] },
});
const everything = async (db: DaybookDb) => ({
  clients: await db.rows('clients').toArray(),
  shadows: await db.shadows.toArray(),
  outbox: await db.outbox.toArray(),
  device: await db.meta.get('device'),
});

/** The browser refuses to store into one table, in the middle of the transaction. */
const failPutsInto = (table: string) => {
  const real = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')?.value as (
    this: unknown,
    ...args: unknown[]
  ) => IDBRequest;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: unknown, ...args) {
    if ((this as { name: string }).name === table) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    return real.apply(this, args) as never;
  });
};

let db: DaybookDb;
let nowMs = Date.UTC(2026, 10, 21, 9);
beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 9);
  db = await openMemoryDb({ nowMs: () => nowMs });
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

test('[SYN-1] a saved mutation is rows, shadow, number and outbox entry together', async () => {
  const result = await write(db, 'client.create', ({ newId }) => {
    const id = newId();
    return { ops: [newClient(id)], value: id };
  });
  if (!result.ok) throw new Error(result.error.code);
  const { clients, shadows, outbox, device } = await everything(db);
  expect(clients).toMatchObject([{ id: result.value, rev: 0, created_by: TEST_USER }]);
  expect(shadows).toEqual([
    {
      v: 1,
      key: `clients:${result.value}`,
      table: 'clients',
      id: result.value,
      row: null,
      base_rev: 0,
    },
  ]);
  expect(outbox).toMatchObject([{ seq: 1, name: 'client.create', base_rev: 0 }]);
  expect(device).toMatchObject({ next_seq: 2, sent_seq: 0 });
});

test('[SYN-5] who had seen less than is here by now knows only that, until it is confirmed', async () => {
  await db.table('clients').put({ ...newClient('c').value, rev: 9, updated_at: 'x' });
  const rename = (name: string, seenRev?: number) =>
    write(db, `client.${name}`, () => ({
      ops: [patchOp('clients', 'c', { first_name: name })],
      value: null,
      seenRev,
    }));
  await rename('a');
  await rename('b', 5);
  await rename('c');
  const { shadows, outbox } = await everything(db);
  expect(outbox.map((entry) => entry.base_rev)).toEqual([9, 5, 5]);
  expect(shadows).toMatchObject([{ base_rev: 5 }]);
});

test('[SYN-1] each write asks the browser for strict durability', async () => {
  // Dexie takes the function when it opens.
  const asked = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const opened = await openMemoryDb();
  await write(opened, 'client.create', () => ({ ops: [newClient('c')], value: null }));
  opened.close();
  const writes = asked.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.map(([, , options]) => options)).toEqual([{ durability: 'strict' }]);
});

test('[SYN-2] the shadow keeps the row as it was before the first pending change', async () => {
  const confirmed = { ...newClient('c').value, rev: 5, updated_at: 'x' } as AnyRow;
  await db.table('clients').put(confirmed);
  await write(db, 'client.rename', () => ({
    ops: [patchOp('clients', 'c', { first_name: 'B' })],
    value: null,
  }));
  await write(db, 'client.delete', () => ({ ops: [deleteOp('clients', 'c')], value: null }));
  const { clients, shadows, outbox } = await everything(db);
  expect(clients).toEqual([]);
  expect(shadows).toMatchObject([{ row: confirmed }]);
  expect(outbox.map((entry) => entry.seq)).toEqual([1, 2]);
});

test('[SYN-1] a command that says no leaves nothing', async () => {
  const result = await write(db, 'client.create', () => fail('invalid'));
  expect(result).toEqual({ ok: false, error: { code: 'invalid' } });
  expect(await everything(db)).toEqual({
    clients: [],
    shadows: [],
    outbox: [],
    device: undefined,
  });
});

test('a command without ops is ok and queues nothing', async () => {
  expect(await write(db, 'nothing', () => ({ ops: [], value: 7 }))).toEqual({ ok: true, value: 7 });
  expect(await db.outbox.count()).toBe(0);
});

test('[SYN-1] a command that throws leaves nothing and the error goes on', async () => {
  const broken = write(db, 'client.create', () => {
    throw new TypeError('a bug');
  });
  await expect(broken).rejects.toThrow('a bug');
  expect(await db.outbox.count()).toBe(0);
});

// INV-3, CP-01: the process may die before any single store operation.
test.each(['_shadow', 'clients', '_outbox', '_meta'])(
  '[SYN-1] when storing into %s fails, none of it is there',
  async (table) => {
    await write(db, 'client.create', () => ({ ops: [newClient('first')], value: null }));
    const before = await everything(db);
    failPutsInto(table);
    const result = await write(db, 'client.create', () => ({
      ops: [newClient('second')],
      value: null,
    }));
    expect(result).toMatchObject({ ok: false, error: { code: 'storage_full' } });
    vi.restoreAllMocks();
    expect(await everything(db)).toEqual(before);
  },
);

test('two quick edits of one field are one mutation, unless the first may be on its way', async () => {
  const rename = (firstName: string) =>
    write(db, 'client.rename', () => ({
      ops: [patchOp('clients', 'c', { first_name: firstName })],
      value: null,
    }));
  await db.table('clients').put({ ...newClient('c').value, rev: 5 });
  await rename('A');
  await rename('AB');
  expect(await db.outbox.toArray()).toMatchObject([
    { seq: 1, ops: [{ value: { first_name: 'AB' } }] },
  ]);
  const device = await db.meta.get('device');
  if (device?.key !== 'device') throw new Error('no device');
  await db.meta.put({ ...device, sent_seq: 1 });
  await rename('ABC');
  expect((await db.outbox.toArray()).map((entry) => entry.seq)).toEqual([1, 2]);
});

test('[SYN-5] while changes of a row are pending, later ones claim to have seen no more than they did', async () => {
  const sync = {
    key: 'sync',
    v: 1,
    epoch: 'e',
    leader_epoch: 1,
    generation: 1,
    last_sync_at: null,
    last_digest_at: null,
  } as const;
  const rename = (id: string) =>
    write(db, `client.rename.${id}`, () => ({
      ops: [patchOp('clients', id, { first_name: id })],
      value: null,
    }));
  await db.table('clients').bulkPut([newClient('a').value, newClient('b').value]);
  await db.meta.put({ ...sync, cursor: 4, whole_rev: 4 });
  await rename('a');
  // Sync brings news of both rows; the first one still shows the pending change on top of them.
  await db.meta.put({ ...sync, cursor: 9, whole_rev: 9 });
  await rename('a');
  await rename('b');
  expect(await db.outbox.toArray()).toMatchObject([{ base_rev: 4 }, { base_rev: 9 }]);
});

test('[SYN-5] between the pages of a pull an edit claims what is whole, or the row’s own number', async () => {
  const rename = (id: string) =>
    write(db, `client.rename.${id}`, () => ({
      ops: [patchOp('clients', id, { first_name: id })],
      value: null,
    }));
  const rows = [newClient('a').value, newClient('b').value];
  await db.table('clients').bulkPut(rows.map((row, at) => ({ ...row, rev: [1, 13][at] })));
  await db.meta.put({
    key: 'sync',
    v: 1,
    epoch: 'e',
    cursor: 13,
    whole_rev: 12,
    leader_epoch: 1,
    generation: 1,
    last_sync_at: null,
    last_digest_at: null,
  });
  // The row may have changed at 13 and again at 14, and then it comes with the next page.
  await rename('a');
  await rename('b');
  expect(await db.outbox.toArray()).toMatchObject([{ base_rev: 12 }, { base_rev: 13 }]);
});

test('a dead handle is replaced once and the write succeeds', async () => {
  db.close({ disableAutoOpen: true });
  const result = await write(db, 'client.create', () => ({ ops: [newClient('c')], value: null }));
  expect(result.ok).toBe(true);
  expect(await db.outbox.count()).toBe(1);
});

test('what another tab deleted is not brought back by a late write', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const opened = await openDb({ userId: 'u', businessId: 'b', idb });
  if (!opened.ok) throw new Error('not opened');
  const troubles: string[] = [];
  opened.value.onTrouble((trouble) => troubles.push(trouble));
  await new Promise<void>((resolve, reject) => {
    const request = idb.indexedDB.deleteDatabase(opened.value.name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('not deleted')));
  });
  const late = await write(opened.value, 'client.create', () => ({
    ops: [newClient('c')],
    value: null,
  }));
  expect(late).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
  expect(troubles).toContain('superseded');
  expect(await idb.indexedDB.databases()).toEqual([]);
});

test('one ping per saved mutation, none for a refusal', async () => {
  let pings = 0;
  db.onWrote(() => (pings += 1));
  await write(db, 'client.create', () => ({ ops: [newClient('c')], value: null }));
  await write(db, 'client.create', () => fail('invalid'));
  expect(pings).toBe(1);
});

test('times follow the server: the learnt offset corrects the device clock', async () => {
  await db.meta.put({ key: 'clock', v: 1, offset_ms: -3_600_000 });
  await write(db, 'client.create', ({ now }) => {
    expect(now).toBe('2026-11-21T08:00:00+00:00');
    return { ops: [newClient('c')], value: null };
  });
  expect(await db.outbox.toArray()).toMatchObject([{ at: '2026-11-21T08:00:00+00:00' }]);
});
