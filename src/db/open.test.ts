import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEST_BUSINESS, TEST_USER } from './memory-db.ts';
import { openDb, type DaybookDb, type OpenOptions, type OpenWait } from './open.ts';
import { databaseName } from './schema.ts';
import { write } from './write.ts';

type Idb = NonNullable<OpenOptions['idb']>;

const NAME = databaseName(TEST_USER, TEST_BUSINESS);
let idb: Idb;
beforeEach(() => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = (onWait?: (why: OpenWait) => void) =>
  openDb({ userId: TEST_USER, businessId: TEST_BUSINESS, idb }, onWait);

const opened = async (): Promise<DaybookDb> => {
  const result = await open();
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

/** Somebody else has it open in this version, and lets go only when told to. */
const holdOpen = (version: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = idb.indexedDB.open(NAME, version);
    request.onsuccess = () => resolve(request.result as unknown as IDBDatabase);
    request.onerror = () => reject(new Error('not opened'));
  });

const deleteIt = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = idb.indexedDB.deleteDatabase(NAME);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(new Error('not deleted'));
  });

/** A browser whose storage takes every question and answers none. */
const silent = (): Idb => ({
  ...idb,
  indexedDB: { open: () => ({}) } as unknown as IDBFactory,
});

describe('[F24] an open that does not come', () => {
  test('a tab with an older version that does not let go is spoken of at once, and opening goes on without it', async () => {
    const old = await holdOpen(1);
    let tell: (why: OpenWait) => void;
    const told = new Promise<OpenWait>((resolve) => (tell = resolve));
    const opening = open((why) => tell(why));
    expect(await told).toBe('blocked');
    old.close();
    const result = await opening;
    expect(result.ok).toBe(true);
    if (result.ok) result.value.close();
  });

  test('a storage that says nothing is spoken of after two seconds, and is waited for', async () => {
    vi.useFakeTimers();
    idb = silent();
    const waits: OpenWait[] = [];
    let isSettled = false;
    void open((why) => waits.push(why)).then(() => (isSettled = true));
    await vi.advanceTimersByTimeAsync(1_900);
    expect(waits).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(waits).toEqual(['silent']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ waits, isSettled }).toEqual({ waits: ['silent'], isSettled: false });
  });

  test('where nobody can be told it fails as storage_blocked', async () => {
    vi.useFakeTimers();
    idb = silent();
    const opening = open();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await opening).toMatchObject({ ok: false, error: { code: 'storage_blocked' } });
  });
});

describe('[F26] a browser that does not store', () => {
  test('without IndexedDB: browser_unsupported', async () => {
    idb = { ...idb, indexedDB: undefined as unknown as IDBFactory };
    expect(await open()).toMatchObject({ ok: false, error: { code: 'browser_unsupported' } });
  });

  test('with no room at all: storage_full', async () => {
    vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    expect(await open()).toMatchObject({ ok: false, error: { code: 'storage_full' } });
  });
});

describe('[F23] a browser that loses its storage', () => {
  /**
   * Transactions cannot begin, as WebKit says it when its storage process is gone. Dexie takes hold of
   * `transaction` when it opens: this comes before that, and `fail` begins it.
   */
  const failing = (name: string): { fail: (times: number) => void; failures: () => number } => {
    let [left, failed] = [0, 0];
    const target = IDBDatabase.prototype as unknown as Record<string, (...a: unknown[]) => unknown>;
    const real = target['transaction']!;
    vi.spyOn(target, 'transaction').mockImplementation(function (this: unknown, ...args) {
      if (left === 0) return real.apply(this, args);
      left -= 1;
      failed += 1;
      throw new DOMException('Connection to Indexed Database server lost', name);
    });
    return { fail: (times) => (left = times), failures: () => failed };
  };
  const save = (db: DaybookDb) =>
    write(db, 'client.create', ({ newId }) => {
      const id = newId();
      const value = { id, first_name: 'Ada', last_name: 'L', tags: [] };
      return { ops: [{ table: 'clients', id, op: 'put', value }], value: id };
    });

  test.each(['UnknownError', 'InvalidStateError'])('once: %s costs nothing', async (name) => {
    const { fail, failures } = failing(name);
    const db = await opened();
    fail(1);
    expect((await save(db)).ok).toBe(true);
    expect(failures()).toBe(1);
    expect(await db.outbox.count()).toBe(1);
    db.close();
  });

  test.each(['UnknownError', 'InvalidStateError'])(
    'for ever: %s is said after few tries, and nothing is called saved',
    async (name) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const { fail, failures } = failing(name);
      const db = await opened();
      let pings = 0;
      db.onWrote(() => (pings += 1));
      fail(Number.POSITIVE_INFINITY);
      expect(await save(db)).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
      expect(failures()).toBeLessThanOrEqual(10);
      fail(0);
      db.close();
      expect(pings).toBe(0);
      const after = await opened();
      expect(await after.outbox.count()).toBe(0);
      after.close();
    },
  );
});

describe('[F22] a database that the browser threw away', () => {
  test('an opened again one is the same, one made anew is another', async () => {
    const first = await opened();
    const born = await first.meta.get('born');
    expect(born).toMatchObject({ key: 'born', id: expect.any(String) });
    first.close();
    const again = await opened();
    expect(await again.meta.get('born')).toEqual(born);
    again.close();
    await deleteIt();
    const anew = await opened();
    expect(await anew.meta.get('born')).not.toEqual(born);
    anew.close();
  });
});
