/** A browser profile is copied, and later the copy is put back: a restored phone, a cloned disk. */
import type { DiskChange, MemoryDisk } from '#sync/fakes/memory-disk.ts';

export type ProfileCopy = Pick<MemoryDisk, 'tables' | 'meta' | 'shadows' | 'tombs' | 'outbox'>;

export const copyProfile = (disk: MemoryDisk): ProfileCopy => ({
  tables: new Map([...disk.tables].map(([name, rows]) => [name, new Map(rows)])),
  meta: new Map(disk.meta),
  shadows: new Map(disk.shadows),
  tombs: new Map(disk.tombs),
  outbox: new Map(disk.outbox),
});

/** The disk as it was. Every tab of it must be gone. */
export const putBack = (disk: MemoryDisk, copy: ProfileCopy): void => {
  const fresh = copyProfile(copy as MemoryDisk);
  disk.tables.clear();
  for (const [name, rows] of fresh.tables) disk.tables.set(name, rows);
  disk.meta.clear();
  for (const [key, entry] of fresh.meta) disk.meta.set(key, entry);
  disk.shadows.clear();
  for (const [key, shadow] of fresh.shadows) disk.shadows.set(key, shadow);
  disk.tombs.clear();
  for (const [key, tomb] of fresh.tombs) disk.tombs.set(key, tomb);
  disk.outbox.clear();
  for (const [seq, entry] of fresh.outbox) disk.outbox.set(seq, entry);
};

/** The whole disk as one change, for who follows its journal. */
export const wholeDisk = (disk: MemoryDisk): DiskChange => ({
  cleared: [...disk.tables.keys(), '_shadow', '_outbox'],
  rows: [...disk.tables].flatMap(([table, rows]) =>
    [...rows].map(([id, row]) => ({ table, id, row })),
  ),
  shadows: [...disk.shadows].map(([key, shadow]) => ({ key, shadow })),
  outbox: [...disk.outbox].map(([seq, entry]) => ({ seq, entry })),
  meta: [...disk.meta.values()],
});
