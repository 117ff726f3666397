/** SYN-41: transactions that end, and one attempt with a new handle when the old one is dead. */
import type { TableName } from '#domain/rows.ts';
import { StorageError, type LocalStore, type StoreTx, type Timers } from '../ports.ts';

/** After this a person would believe the app hangs; healthy transactions take milliseconds. */
const TRANSACTION_TIMEOUT_MS = 10_000;

export const transact = async <T>(
  { store, timers }: { store: LocalStore; timers: Timers },
  mode: 'read' | 'write',
  tables: readonly TableName[],
  work: (tx: StoreTx) => Promise<T>,
): Promise<T> => {
  const once = () => within(timers, TRANSACTION_TIMEOUT_MS, store.transaction(mode, tables, work));
  try {
    return await once();
  } catch (error) {
    if (
      !(error instanceof StorageError) ||
      error.trouble === 'full' ||
      error.trouble === 'closed'
    ) {
      throw error;
    }
    // A transaction that timed out may still commit: all of ours compare before they write.
    await within(timers, TRANSACTION_TIMEOUT_MS, store.reopen());
    return once();
  }
};

const within = async <T>(timers: Timers, limitMs: number, work: Promise<T>): Promise<T> => {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = timers.after(limitMs, () => reject(new StorageError('timeout')));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
};
