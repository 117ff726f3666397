import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import type { RowKey } from '#domain/commands/op.ts';
import type { MetaEntry, OutboxEntry, ShadowEntry, TombEntry } from '#db/schema.ts';

/** What survives a crash. Several stores (tabs) may share one disk. */
export type MemoryDisk = {
  tables: Map<TableName, Map<Uuid, AnyRow>>;
  meta: Map<string, MetaEntry>;
  shadows: Map<RowKey, ShadowEntry>;
  tombs: Map<RowKey, TombEntry>;
  outbox: Map<number, OutboxEntry>;
  /** The transaction that is writing: others wait for it. */
  turn: Promise<void>;
  /** Hears what each commit changed. */
  journal?: (change: DiskChange) => void;
};

/** What one transaction changed; null = deleted. A cleared table or store is named in `cleared`. */
export type DiskChange = {
  cleared: string[];
  rows: { table: TableName; id: Uuid; row: AnyRow | null }[];
  shadows: { key: RowKey; shadow: ShadowEntry | null }[];
  outbox: { seq: number; entry: OutboxEntry | null }[];
  meta: MetaEntry[];
};

export const createMemoryDisk = (): MemoryDisk => ({
  tables: new Map(),
  meta: new Map(),
  shadows: new Map(),
  tombs: new Map(),
  outbox: new Map(),
  turn: Promise.resolve(),
});

/** A map that keeps its changes beside another one until they are committed. */
export class Overlay<K, V> {
  readonly #base: Map<K, V>;
  #changes: Map<K, V | null> | null = null;
  #isCleared = false;

  constructor(base: Map<K, V>) {
    this.#base = base;
  }

  get(key: K): V | undefined {
    const changed = this.#changes?.get(key);
    if (changed !== undefined) return changed ?? undefined;
    return this.#isCleared ? undefined : this.#base.get(key);
  }

  set(key: K, value: V | null): void {
    this.#changes ??= new Map();
    this.#changes.set(key, value);
  }

  clear(): void {
    this.#isCleared = true;
    this.#changes = null;
  }

  values(): V[] {
    if (this.#changes === null) return this.#isCleared ? [] : [...this.#base.values()];
    const keys = new Set(this.#isCleared ? [] : this.#base.keys());
    for (const key of this.#changes.keys()) keys.add(key);
    const values: V[] = [];
    for (const key of keys) {
      const value = this.get(key);
      if (value !== undefined) values.push(value);
    }
    return values;
  }

  get isCleared(): boolean {
    return this.#isCleared;
  }

  changes(): [K, V | null][] {
    return [...(this.#changes ?? [])];
  }

  /** Whether a commit would need more room. */
  grows(): boolean {
    for (const [key, value] of this.#changes ?? []) {
      if (value !== null && !this.#base.has(key)) return true;
    }
    return false;
  }

  commit(): void {
    if (this.#isCleared) this.#base.clear();
    for (const [key, value] of this.#changes ?? []) {
      if (value === null) this.#base.delete(key);
      else this.#base.set(key, value);
    }
  }
}
