/**
 * What the engine needs of the world. Each port has an adapter (adapters/), an in-memory fake
 * (fakes/) and one contract suite that both pass (tests/contract).
 */
import type { AnyRow, Instant, TableName, Uuid } from '#domain/rows.ts';
import type { RowKey } from '#domain/commands/op.ts';
import type { Reached } from '#db/crash-point.ts';
import type { Draft } from '#db/outbox.ts';
import type {
  MetaEntry,
  MetaKey,
  MetaOf,
  OutboxEntry,
  ShadowEntry,
  TombEntry,
} from '#db/schema.ts';
import type { RawReply } from './core/failure.ts';
import type { RpcName } from './core/wire.ts';
import type { Session, TabMessage } from './protocol.ts';

export type { Reached };
export type { CoverageMeta, OutboxEntry, SyncMeta } from '#db/schema.ts';

/** Device time. May be wrong, may jump: never orders anything. */
export type Clock = { nowMs: () => number };

/** One-shot timers. Answers the way to cancel. */
export type Timers = { after: (delayMs: number, run: () => void) => () => void };

/** `next` is in [0, 1). */
export type Random = { next: () => number; newId: () => Uuid };

export type Log = (
  level: 'error' | 'info' | 'debug',
  message: string,
  facts?: Record<string, unknown>,
) => void;

/** Why storage failed, as far as the engine must know. */
export type StorageTrouble = 'full' | 'lost' | 'timeout' | 'closed';

export class StorageError extends Error {
  readonly trouble: StorageTrouble;
  constructor(trouble: StorageTrouble, cause?: unknown) {
    super(`Local storage: ${trouble}`, { cause });
    this.trouble = trouble;
  }
}

/**
 * The local database. A transaction is all or nothing and sees no other writer's half; two write
 * transactions over a common table run one after the other. Throws StorageError only.
 * Work inside a transaction awaits nothing but its `tx`.
 */
export type LocalStore = {
  readonly businessId: Uuid;
  readonly userId: Uuid;
  transaction: <T>(
    mode: 'read' | 'write',
    tables: readonly TableName[],
    work: (tx: StoreTx) => Promise<T>,
  ) => Promise<T>;
  /** Drops a dead handle and opens a new one. */
  reopen: () => Promise<void>;
  close: () => void;
};

/** One transaction over the tables named and all of sync's own. */
export type StoreTx = {
  meta: <K extends MetaKey>(key: K) => Promise<MetaOf<K> | undefined>;
  putMeta: (entry: MetaEntry) => Promise<void>;

  rows: (table: TableName, ids: readonly Uuid[]) => Promise<(AnyRow | undefined)[]>;
  /** Dated tables: rows with from ≤ their moment < to. */
  rowsBetween: (table: TableName, from: string, to: string) => Promise<AnyRow[]>;
  /** Rows with id > after, in id order; `limit` may be Infinity. */
  rowsAfter: (table: TableName, after: Uuid | null, limit: number) => Promise<AnyRow[]>;
  /** `bulk` stores large calls at once; otherwise calls stay small enough for live queries. */
  putRows: (table: TableName, rows: readonly AnyRow[], bulk: boolean) => Promise<void>;
  deleteRows: (table: TableName, ids: readonly Uuid[]) => Promise<void>;
  clear: (table: TableName) => Promise<void>;

  shadows: (keys: readonly RowKey[]) => Promise<(ShadowEntry | undefined)[]>;
  putShadows: (entries: readonly ShadowEntry[]) => Promise<void>;
  deleteShadows: (keys: readonly RowKey[]) => Promise<void>;
  clearShadows: () => Promise<void>;

  tombs: (keys: readonly RowKey[]) => Promise<(TombEntry | undefined)[]>;
  putTombs: (entries: readonly TombEntry[]) => Promise<void>;
  deleteTombs: (keys: readonly RowKey[]) => Promise<void>;
  clearTombs: () => Promise<void>;

  /** In seq order. */
  outbox: (limit?: number) => Promise<OutboxEntry[]>;
  /** Those with seq ≥ `seq`, in seq order. */
  outboxFrom: (seq: number) => Promise<OutboxEntry[]>;
  countOutbox: () => Promise<number>;
  putEntries: (entries: readonly OutboxEntry[]) => Promise<void>;
  deleteEntriesUpTo: (seq: number) => Promise<void>;
  clearOutbox: () => Promise<void>;
  /** SYN-1 for a mutation that sync makes itself. Needs the ops' tables in the transaction. */
  record: (draft: Pick<Draft, 'name' | 'ops' | 'at'>) => Promise<void>;

  countOpenAttention: () => Promise<number>;
};

export type CallOptions = { token: string; signal: AbortSignal };

/** What the poke channel tells. `joined` may come before changes flow: see SYN-49. */
export type PokeEvent = { kind: 'joined' } | { kind: 'lost' } | { kind: 'poke'; rev: number };

export type PokeChannel = { setToken: (token: string) => void; close: () => void };

/** The backend. `call` never throws: whatever happens is a RawReply. */
export type Remote = {
  call: (name: RpcName, args: Record<string, unknown>, options: CallOptions) => Promise<RawReply>;
  subscribe: (token: string, listen: (event: PokeEvent) => void) => PokeChannel;
};

/** A picture that is to be brought to the server, or taken away there. */
export type PictureTask =
  | (PictureName & { kind: 'upload'; data: ArrayBuffer; mediaType: string; tries: number })
  | (PictureName & { kind: 'remove'; tries: number });

/**
 * `path`: by which its row names it. null = a photo of a client, whose row has the same id, or a file of a
 * filled-in form, which `submission` names.
 */
export type PictureName = { id: Uuid; path: string | null; submission?: Uuid | undefined };

/** The pictures on this device (see BlobEntry). Throws StorageError only. */
export type PictureShelf = {
  /** The next thing that is due and whose row the server has seen as it is here. */
  next: (now: Instant) => Promise<PictureTask | null>;
  /** It is stored: what is here is a copy. */
  settle: (id: Uuid) => Promise<void>;
  postpone: (id: Uuid, dueAt: Instant, tries: number) => Promise<void>;
  /** The server will not have it: a person must look. */
  fail: (id: Uuid, code: string) => Promise<void>;
  /** It was removed from the server. */
  drop: (id: Uuid) => Promise<void>;
  /** Keeps a copy of a stored one, if its row is (still) here. */
  keep: (
    name: PictureName,
    picture: { data: ArrayBuffer; mediaType: string },
    now: Instant,
  ) => Promise<void>;
  /**
   * Lets go of what no row speaks of: copies of photos and files at once, what was never stored after a day. A
   * picture whose row names another one is thrown away: only who has it here knows that it is there.
   */
  sweep: (now: Instant) => Promise<void>;
  /** Lets go of all copies; false when there were none. */
  makeRoom: () => Promise<boolean>;
  countWaiting: () => Promise<number>;
};

/** The buckets. Never throws: whatever happens is a RawReply. */
export type PictureFiles = {
  upload: (
    picture: PictureName & { data: ArrayBuffer; mediaType: string },
    call: CallOptions,
  ) => Promise<RawReply>;
  remove: (picture: PictureName, call: CallOptions) => Promise<RawReply>;
  /** Photos and files of forms: the others are fetched by who shows them. */
  download: (
    name: PictureName,
    call: CallOptions,
  ) => Promise<RawReply | { kind: 'file'; data: ArrayBuffer; mediaType: string }>;
};

export type Pictures = { shelf: PictureShelf; files: PictureFiles };

/**
 * The session, which lives in the window. Null = the person must sign in. Throws when nobody can
 * tell now (the refresh needs a network that is not there).
 */
export type Sessions = { get: (refresh: boolean) => Promise<Session | null> };

/**
 * Named locks across tabs. `hold` starts when the lock is ours and keeps it until its promise ends;
 * `lost` fires when another tab stole it. Resolves when the lock is gone for any reason, and at once
 * when `signal` aborts the waiting.
 */
export type Locks = {
  request: (
    name: string,
    options: { steal: boolean; signal: AbortSignal },
    hold: (lost: AbortSignal) => Promise<void>,
  ) => Promise<void>;
};

/** Between the workers of one database, in other tabs. Never echoes to the sender. */
export type Channel = {
  post: (message: TabMessage) => void;
  listen: (listener: (message: TabMessage) => void) => () => void;
  close: () => void;
};
