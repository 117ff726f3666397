/** The local database in memory: for tests, the simulator and /debug. */
import type { TableName } from '#domain/rows.ts';
import { StorageError, type LocalStore, type StoreTx } from '../ports.ts';
import { createMemoryDisk, type MemoryDisk } from './memory-disk.ts';
import { MemoryTx, type Who } from './memory-tx.ts';

export type MemoryStore = LocalStore & {
  /** The next transactions fail in this way; null heals. */
  fail: (trouble: 'full' | 'lost' | null) => void;
  /** The process is gone: nothing of it commits any more. */
  crash: () => void;
};

export const createMemoryStore = (options: Who & { disk?: MemoryDisk }): MemoryStore => {
  const disk = options.disk ?? createMemoryDisk();
  let trouble: 'full' | 'lost' | null = null;
  let closed = false;
  let crashed = false;
  let die = (): void => undefined;
  const death = new Promise<void>((resolve) => (die = resolve));
  const forEver = new Promise<never>(() => undefined);

  const run = async <T>(
    mode: 'read' | 'write',
    tables: readonly TableName[],
    work: (tx: StoreTx) => Promise<T>,
  ): Promise<T> => {
    if (crashed) return forEver;
    if (closed) throw new StorageError('closed');
    if (trouble === 'lost') throw new StorageError('lost');
    const tx = new MemoryTx(disk, tables, options);
    const result = await work(tx);
    if (crashed) return forEver;
    if (mode === 'write') {
      if (trouble === 'full' && tx.grows()) throw new StorageError('full');
      tx.commit();
    }
    return result;
  };

  return {
    businessId: options.businessId,
    userId: options.userId,
    transaction: (mode, tables, work) => {
      const result = disk.turn.then(() => run(mode, tables, work));
      const settled = result.then(
        () => undefined,
        () => undefined,
      );
      // A process that dies in the middle does not hold up the others.
      disk.turn = Promise.race([settled, death]);
      return result;
    },
    reopen: async () => {
      closed = false;
    },
    close: () => {
      closed = true;
    },
    fail: (next) => {
      trouble = next;
    },
    crash: () => {
      crashed = true;
      die();
    },
  };
};
