/** What every LocalStore must do. Memory and Dexie both run it (local-store.test.ts). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AnyRow, TableName } from '#domain/rows.ts';
import { newDevice } from '#db/outbox.ts';
import type { OutboxEntry, ShadowEntry } from '#db/schema.ts';
import { StorageError, type LocalStore, type StoreTx } from '#sync/ports.ts';

export const ID = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const row = (n: number, fields: Record<string, unknown> = {}): AnyRow =>
  ({ id: ID(n), business_id: ID(1), rev: n, updated_at: '', ...fields }) as AnyRow;
const entry = (seq: number): OutboxEntry => ({
  v: 1,
  id: ID(seq),
  seq,
  name: 'client.edit',
  at: '2026-11-21T09:00:00+00:00',
  base_rev: 0,
  ops: [],
});
const shadow = (n: number): ShadowEntry => ({
  v: 1,
  key: `clients:${ID(n)}`,
  table: 'clients',
  id: ID(n),
  row: null,
  base_rev: 0,
});

export const localStoreContract = (
  name: string,
  open: () => Promise<{ store: LocalStore; other: () => Promise<LocalStore> }>,
): void => {
  describe(`LocalStore contract: ${name}`, () => {
    let store: LocalStore;
    let other: () => Promise<LocalStore>;
    beforeEach(async () => ({ store, other } = await open()));
    afterEach(() => store.close());

    const write = <T>(tables: readonly TableName[], work: (tx: StoreTx) => Promise<T>) =>
      store.transaction('write', tables, work);
    const read = <T>(tables: readonly TableName[], work: (tx: StoreTx) => Promise<T>) =>
      store.transaction('read', tables, work);

    test('what a transaction stored is there, also for another tab', async () => {
      await write(['clients'], (tx) => tx.putRows('clients', [row(1), row(2)], false));
      const elsewhere = await other();
      const found = await elsewhere.transaction('read', ['clients'], (tx) =>
        tx.rows('clients', [ID(2), ID(3), ID(1)]),
      );
      expect(found).toEqual([row(2), undefined, row(1)]);
      elsewhere.close();
    });

    test('many rows asked at once come in the order asked, and those that are not there too', async () => {
      const present = Array.from({ length: 130 }, (_, n) => 2 * n + 1);
      await write(['clients'], (tx) =>
        tx.putRows(
          'clients',
          present.map((n) => row(n)),
          true,
        ),
      );
      // Some of a crowd, none of it, and more than there are.
      for (const asked of [
        Array.from({ length: 60 }, (_, n) => 60 - n),
        Array.from({ length: 60 }, (_, n) => 2 * n + 2),
        Array.from({ length: 300 }, (_, n) => 300 - n),
        Array.from({ length: 60 }, (_, n) => 5 * n + 1),
      ]) {
        const found = await read(['clients'], (tx) => tx.rows('clients', asked.map(ID)));
        expect(found).toEqual(asked.map((n) => (present.includes(n) ? row(n) : undefined)));
      }
    });

    test('[SYN-1] a transaction that throws leaves nothing', async () => {
      const failing = write(['clients'], async (tx) => {
        await tx.putRows('clients', [row(1)], false);
        await tx.putEntries([entry(1)]);
        await tx.putMeta(newDevice(ID(9)));
        throw new RangeError('in the middle');
      });
      await expect(failing).rejects.toThrow('in the middle');
      await read(['clients'], async (tx) => {
        expect(await tx.rows('clients', [ID(1)])).toEqual([undefined]);
        expect(await tx.countOutbox()).toBe(0);
        expect(await tx.meta('device')).toBeUndefined();
      });
    });

    test('two writers over one table run one after the other', async () => {
      const second = await other();
      const add = (from: LocalStore) =>
        from.transaction('write', ['clients'], async (tx) => {
          const [known] = await tx.rows('clients', [ID(1)]);
          const count = Number(known?.['count'] ?? 0);
          await tx.putRows('clients', [row(1, { count: count + 1 })], false);
        });
      await Promise.all([add(store), add(second), add(store), add(second)]);
      const [found] = await read(['clients'], (tx) => tx.rows('clients', [ID(1)]));
      expect(found?.['count']).toBe(4);
      second.close();
    });

    test('rows are found by time, half open, and by id in order', async () => {
      const at = (n: number, day: string) => row(n, { starts_at: `2026-11-${day}T00:00:00+00:00` });
      await write(['appointments'], (tx) =>
        tx.putRows('appointments', [at(3, '03'), at(1, '01'), at(2, '02')], false),
      );
      const soldAt = (n: number, day: string) =>
        row(n, { occurred_at: `2026-11-${day}T00:00:00+00:00` });
      await write(['sales'], (tx) =>
        tx.putRows('sales', [soldAt(4, '03'), soldAt(5, '01')], false),
      );
      await read(['appointments', 'sales'], async (tx) => {
        const between = await tx.rowsBetween(
          'appointments',
          '2026-11-01T00:00:00+00:00',
          '2026-11-03T00:00:00+00:00',
        );
        expect(between.map((found) => found.rev).toSorted((a, b) => a - b)).toEqual([1, 2]);
        const sold = await tx.rowsBetween(
          'sales',
          '2026-11-01T00:00:00+00:00',
          '2026-11-03T00:00:00+00:00',
        );
        expect(sold.map((found) => found.rev)).toEqual([5]);
        const ids = async (after: string | null, limit: number) =>
          (await tx.rowsAfter('appointments', after, limit)).map((found) => found.rev);
        expect(await ids(null, 2)).toEqual([1, 2]);
        expect(await ids(ID(2), 2)).toEqual([3]);
      });
    });

    test('rows go by id and by table; deleting what is not there is fine', async () => {
      await write(['clients', 'staff'], async (tx) => {
        await tx.putRows('clients', [row(1), row(2)], true);
        await tx.putRows('staff', [row(1)], true);
        await tx.deleteRows('clients', [ID(1), ID(7)]);
        await tx.clear('staff');
      });
      await read(['clients', 'staff'], async (tx) => {
        expect(await tx.rows('clients', [ID(1), ID(2)])).toEqual([undefined, row(2)]);
        expect(await tx.rows('staff', [ID(1)])).toEqual([undefined]);
      });
    });

    test('large and small calls store the same', async () => {
      const many = Array.from({ length: 120 }, (_, n) => row(n + 1));
      await write(['clients'], (tx) => tx.putRows('clients', many, false));
      await write(['staff'], (tx) => tx.putRows('staff', many, true));
      await read(['clients', 'staff'], async (tx) => {
        expect(await tx.rowsAfter('clients', null, 500)).toHaveLength(120);
        expect(await tx.rowsAfter('staff', null, 500)).toHaveLength(120);
      });
    });

    test('the outbox keeps its order, counts and forgets from the front', async () => {
      await write([], (tx) => tx.putEntries([10, 2, 1, 3].map(entry)));
      await write([], (tx) => tx.deleteEntriesUpTo(2));
      await read([], async (tx) => {
        expect((await tx.outbox()).map(({ seq }) => seq)).toEqual([3, 10]);
        expect((await tx.outbox(1)).map(({ seq }) => seq)).toEqual([3]);
        expect((await tx.outboxFrom(3)).map(({ seq }) => seq)).toEqual([3, 10]);
        expect((await tx.outboxFrom(4)).map(({ seq }) => seq)).toEqual([10]);
        expect(await tx.outboxFrom(11)).toEqual([]);
        expect(await tx.countOutbox()).toBe(2);
      });
      await write([], (tx) => tx.clearOutbox());
      expect(await read([], (tx) => tx.countOutbox())).toBe(0);
    });

    test('shadows and tombstones are kept by key', async () => {
      const tomb = { v: 1, key: `clients:${ID(1)}`, rev: 4 } as const;
      await write([], async (tx) => {
        await tx.putShadows([shadow(1), shadow(2)]);
        await tx.putTombs([tomb]);
        await tx.deleteShadows([shadow(1).key]);
      });
      await read([], async (tx) => {
        expect(await tx.shadows([shadow(1).key, shadow(2).key])).toEqual([undefined, shadow(2)]);
        expect(await tx.tombs([tomb.key, shadow(2).key])).toEqual([tomb, undefined]);
      });
      await write([], async (tx) => {
        await tx.deleteTombs([tomb.key]);
        await tx.clearShadows();
        await tx.clearTombs();
      });
      await read([], async (tx) => {
        expect(await tx.shadows([shadow(2).key])).toEqual([undefined]);
        expect(await tx.tombs([tomb.key])).toEqual([undefined]);
      });
    });

    test('[SYN-1] a recorded mutation is row, shadow, number and outbox entry', async () => {
      await write(['clients'], (tx) =>
        tx.record({
          name: 'client.create',
          at: '2026-11-21T09:00:00+00:00',
          ops: [{ table: 'clients', id: ID(5), op: 'put', value: { first_name: 'Ada' } }],
        }),
      );
      await read(['clients'], async (tx) => {
        expect(await tx.rows('clients', [ID(5)])).toMatchObject([{ first_name: 'Ada', rev: 0 }]);
        expect(await tx.shadows([shadow(5).key])).toMatchObject([{ row: null }]);
        expect(await tx.outbox()).toMatchObject([{ seq: 1, name: 'client.create' }]);
        expect(await tx.meta('device')).toMatchObject({ next_seq: 2 });
      });
    });

    test('open attention items are counted', async () => {
      await write(['attention_items'], (tx) =>
        tx.putRows(
          'attention_items',
          [row(1, { state: 'open' }), row(2, { state: 'dismissed' }), row(3, { state: 'open' })],
          false,
        ),
      );
      expect(await read(['attention_items'], (tx) => tx.countOpenAttention())).toBe(2);
    });

    test('a table that was not named cannot be touched', async () => {
      const touching = write(['clients'], (tx) => tx.putRows('staff', [row(1)], false));
      await expect(touching).rejects.toThrow(/staff|object store|not part/i);
    });

    test('[SYN-41] a closed store says so, and works again after it was opened again', async () => {
      store.close();
      const late = read([], (tx) => tx.countOutbox());
      await expect(late).rejects.toBeInstanceOf(StorageError);
      await store.reopen();
      expect(await read([], (tx) => tx.countOutbox())).toBe(0);
    });
  });
};
