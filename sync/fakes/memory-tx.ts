import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import type { RowKey } from '#domain/commands/op.ts';
import type { Reached } from '#db/crash-point.ts';
import { recordMutation, type Draft, type WriteTx } from '#db/outbox.ts';
import type {
  MetaEntry,
  MetaKey,
  MetaOf,
  OutboxEntry,
  ShadowEntry,
  TombEntry,
} from '#db/schema.ts';
import { momentField } from '../core/wire.ts';
import type { StoreTx } from '../ports.ts';
import { Overlay, type DiskChange, type MemoryDisk } from './memory-disk.ts';

export type Who = { businessId: Uuid; userId: Uuid; newId: () => Uuid; reached?: Reached };

/** One transaction of the memory store: nothing reaches the disk before `commit`. */
export class MemoryTx implements StoreTx, WriteTx {
  readonly #disk: MemoryDisk;
  readonly #named: ReadonlySet<TableName>;
  readonly #who: Who;
  readonly #tables = new Map<TableName, Overlay<Uuid, AnyRow>>();
  readonly #meta: Overlay<string, MetaEntry>;
  readonly #shadows: Overlay<RowKey, ShadowEntry>;
  readonly #tombs: Overlay<RowKey, TombEntry>;
  readonly #outbox: Overlay<number, OutboxEntry>;

  constructor(disk: MemoryDisk, tables: readonly TableName[], who: Who) {
    this.#disk = disk;
    this.#named = new Set(tables);
    this.#who = who;
    this.#meta = new Overlay(disk.meta);
    this.#shadows = new Overlay(disk.shadows);
    this.#tombs = new Overlay(disk.tombs);
    this.#outbox = new Overlay(disk.outbox);
  }

  grows(): boolean {
    return this.#outbox.grows() || [...this.#tables.values()].some((table) => table.grows());
  }

  commit(): void {
    this.#disk.journal?.(this.#changed());
    for (const table of this.#tables.values()) table.commit();
    this.#meta.commit();
    this.#shadows.commit();
    this.#tombs.commit();
    this.#outbox.commit();
  }

  #changed(): DiskChange {
    const cleared = [...this.#tables].flatMap(([name, rows]) => (rows.isCleared ? [name] : []));
    return {
      cleared: [
        ...cleared,
        ...(this.#shadows.isCleared ? ['_shadow'] : []),
        ...(this.#outbox.isCleared ? ['_outbox'] : []),
      ],
      rows: [...this.#tables].flatMap(([table, rows]) =>
        rows.changes().map(([id, row]) => ({ table, id, row })),
      ),
      shadows: this.#shadows.changes().map(([key, shadow]) => ({ key, shadow })),
      outbox: this.#outbox.changes().map(([seq, entry]) => ({ seq, entry })),
      meta: this.#meta.changes().flatMap(([, entry]) => entry ?? []),
    };
  }

  #table(name: TableName): Overlay<Uuid, AnyRow> {
    // IndexedDB throws here too; a fake that did not would hide the bug until a browser runs it.
    if (!this.#named.has(name)) throw new Error(`Table ${name} is not part of this transaction`);
    let table = this.#tables.get(name);
    if (table === undefined) {
      let base = this.#disk.tables.get(name);
      if (base === undefined) this.#disk.tables.set(name, (base = new Map()));
      table = new Overlay(base);
      this.#tables.set(name, table);
    }
    return table;
  }

  #entries(): OutboxEntry[] {
    return this.#outbox.values().toSorted((a, b) => a.seq - b.seq);
  }

  async meta<K extends MetaKey>(key: K): Promise<MetaOf<K> | undefined> {
    return this.#meta.get(key) as MetaOf<K> | undefined;
  }
  async putMeta(entry: MetaEntry): Promise<void> {
    this.#meta.set(entry.key, entry);
  }

  async rows(name: TableName, ids: readonly Uuid[]): Promise<(AnyRow | undefined)[]> {
    const table = this.#table(name);
    return ids.map((id) => table.get(id));
  }
  async rowsBetween(name: TableName, from: string, to: string): Promise<AnyRow[]> {
    return this.#table(name)
      .values()
      .filter((row) => {
        const value = row[momentField(name)];
        return typeof value === 'string' && value >= from && value < to;
      });
  }
  async rowsAfter(name: TableName, after: Uuid | null, limit: number): Promise<AnyRow[]> {
    return this.#table(name)
      .values()
      .filter((row) => after === null || row.id > after)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }
  async putRows(name: TableName, rows: readonly AnyRow[]): Promise<void> {
    for (const row of rows) this.#table(name).set(row.id, row);
  }
  async deleteRows(name: TableName, ids: readonly Uuid[]): Promise<void> {
    for (const id of ids) this.#table(name).set(id, null);
  }
  async clear(name: TableName): Promise<void> {
    this.#table(name).clear();
  }

  async shadows(keys: readonly RowKey[]): Promise<(ShadowEntry | undefined)[]> {
    return keys.map((key) => this.#shadows.get(key));
  }
  async putShadows(entries: readonly ShadowEntry[]): Promise<void> {
    for (const entry of entries) this.#shadows.set(entry.key, entry);
  }
  async deleteShadows(keys: readonly RowKey[]): Promise<void> {
    for (const key of keys) this.#shadows.set(key, null);
  }
  async clearShadows(): Promise<void> {
    this.#shadows.clear();
  }

  async tombs(keys: readonly RowKey[]): Promise<(TombEntry | undefined)[]> {
    return keys.map((key) => this.#tombs.get(key));
  }
  async putTombs(entries: readonly TombEntry[]): Promise<void> {
    for (const entry of entries) this.#tombs.set(entry.key, entry);
  }
  async deleteTombs(keys: readonly RowKey[]): Promise<void> {
    for (const key of keys) this.#tombs.set(key, null);
  }
  async clearTombs(): Promise<void> {
    this.#tombs.clear();
  }

  async outbox(limit?: number): Promise<OutboxEntry[]> {
    return this.#entries().slice(0, limit);
  }
  async outboxFrom(seq: number): Promise<OutboxEntry[]> {
    return this.#entries().filter((entry) => entry.seq >= seq);
  }
  async countOutbox(): Promise<number> {
    return this.#outbox.values().length;
  }
  async putEntries(entries: readonly OutboxEntry[]): Promise<void> {
    for (const entry of entries) this.#outbox.set(entry.seq, entry);
  }
  async deleteEntriesUpTo(seq: number): Promise<void> {
    for (const entry of this.#entries()) if (entry.seq <= seq) this.#outbox.set(entry.seq, null);
  }
  async clearOutbox(): Promise<void> {
    this.#outbox.clear();
  }
  async record(mutation: Pick<Draft, 'name' | 'ops' | 'at' | 'seenRev'>): Promise<void> {
    await recordMutation(this, { ...mutation, ...this.#who });
  }

  async countOpenAttention(): Promise<number> {
    return this.#table('attention_items')
      .values()
      .filter((row) => row['state'] === 'open').length;
  }

  async lastEntry(): Promise<OutboxEntry | undefined> {
    return this.#entries().at(-1);
  }
}
