import Dexie, { type Table } from 'dexie';
import type { Instant, RowOf, TableName, Uuid } from '#domain/rows.ts';
import type { Bills } from '#domain/checkout/bills.ts';
import type { CardCharges } from '#domain/checkout/card-charges.ts';
import type { HistoryLine } from '#domain/appointments/history-line.ts';
import type { Memberships } from '#domain/checkout/memberships.ts';
import type { OnlineRefunds } from '#domain/checkout/online-refunds.ts';
import type { PhotoFetch } from '#domain/clients/photos.ts';
import { fail, ok, type Result } from '#domain/errors/result.ts';
import type { MessagesFetch } from '#domain/messages/sent-message.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { Reached } from './crash-point.ts';
import { storageCode } from './errors.ts';
import {
  ASKS_SINCE,
  databaseName,
  STORES,
  trialName,
  VERSION,
  type BlobEntry,
  type MetaEntry,
  type OutboxEntry,
  type ShadowEntry,
  type TombEntry,
} from './schema.ts';

/** How long an opening database may stay silent before a person is told: a hanging open looks like a dead app. */
const SILENT_MS = 2_000;
/** Where nobody can be told, a silence of this length counts as failed. */
const OPEN_TIMEOUT_MS = 8_000;

/** Why an open takes long: another tab holds an older version, or the browser does not answer. */
export type OpenWait = 'blocked' | 'silent';

/**
 * What happened to an open database: `blocked` = another tab holds an older version open,
 * `superseded` = another tab wants to change or delete it, so this one let go,
 * `closed` = the browser took it away (storage cleared, process lost).
 */
type DatabaseTrouble = 'blocked' | 'superseded' | 'closed';

export type OpenOptions = {
  userId: Uuid;
  businessId: Uuid;
  /** A made-up day instead of the person's data. */
  trial?: boolean;
  nowMs?: () => number;
  randomBytes?: (count: number) => Uint8Array;
  /** Tests in Node pass fake-indexeddb here. */
  idb?: { indexedDB: IDBFactory; IDBKeyRange: typeof globalThis.IDBKeyRange };
};

/** `before`: older than the line with this number; null = from the newest on. */
export type HistoryFetch = (
  appointmentId: Uuid,
  before: number | null,
) => Promise<Result<{ lines: HistoryLine[]; more: boolean }>>;

/** The local database of one user in one business: domain rows, and what sync needs beside them. */
export class DaybookDb extends Dexie {
  readonly userId: Uuid;
  readonly businessId: Uuid;
  /** Holds a made-up day: nothing of it ever reaches a server. */
  readonly isTrial: boolean;
  /** Makes row ids. */
  readonly newId: () => Uuid;
  /** Added to the device clock; server answers teach it. */
  serverOffsetMs = 0;
  /**
   * Brings a picture that is not on this device, `submission`: a file that a filled-in form names. Sync
   * sets it once it runs here.
   */
  fetchPhoto: ((id: Uuid, submission?: Uuid) => Promise<PhotoFetch>) | null = null;
  /** Asks the server for a page of the history of an appointment; the app sets it once it runs. */
  fetchHistory: HistoryFetch | null = null;
  /** Asks the server what was sent about an appointment, or all visits of a client; set likewise. */
  fetchMessages: MessagesFetch | null = null;
  /** Asks the server about fees and cards; the app sets it likewise. */
  feePayments: CardCharges | null = null;
  /** What went to the business by card and may go back; the app sets it likewise. */
  onlineRefunds: (() => Promise<OnlineRefunds>) | null = null;
  /**
   * Asks a client for a deposit in minor units; the same `opId` gets the same link. `token`: of the page of
   * the visit, `amount`: what is to be paid there, `mailed`: whether the client gets it by mail.
   * `keepUntil`: unpaid, the visit is cancelled then. Codes: not_allowed, not_offered, illegal_transition.
   */
  askDeposit:
    | ((
        id: Uuid,
        cents: number,
        opId: Uuid,
        keepUntil: Instant | null,
      ) => Promise<Result<{ token: string; amount: number; mailed: boolean }>>)
    | null = null;
  /** How what is to be collected of a sale is taken by card; the app sets it likewise. */
  bills: (() => Promise<Bills>) | null = null;
  /** How the server is asked about memberships that renew themselves; the app sets it likewise. */
  memberships: (() => Promise<Memberships>) | null = null;
  /** Tests end the process at named places. */
  reached: Reached | undefined;
  /** Another tab upgraded or deleted this database: opening it again could bring back what was wiped. */
  #superseded = false;
  readonly #nowMs: () => number;
  readonly #wroteListeners = new Set<() => void>();
  readonly #troubleListeners = new Set<(trouble: DatabaseTrouble) => void>();

  constructor(options: OpenOptions) {
    const name = options.trial ? trialName : databaseName;
    super(name(options.userId, options.businessId), {
      ...options.idb,
      // "Saved" survives power loss; costs 0.4 ms a transaction.
      chromeTransactionDurability: 'strict',
      // One source of truth for several tabs and the worker: no copies of results in memory.
      cache: 'disabled',
    });
    this.userId = options.userId;
    this.businessId = options.businessId;
    this.isTrial = options.trial ?? false;
    this.#nowMs = options.nowMs ?? Date.now;
    this.newId = createUuidV7Source({
      nowMs: () => this.nowMs(),
      randomBytes:
        options.randomBytes ?? ((count) => crypto.getRandomValues(new Uint8Array(count))),
    });
    this.version(ASKS_SINCE)
      .stores(STORES)
      .upgrade((tx) =>
        tx.table('_meta').where('key').equals('sync').modify({ last_digest_at: null }),
      );
    if (VERSION > ASKS_SINCE) this.version(VERSION).stores(STORES);
    // Whoever remembers this id notices that the browser threw the database away (kept-here.ts).
    this.on('populate', (tx) => tx.table('_meta').add({ key: 'born', v: 1, id: this.newId() }));
    this.on('versionchange', () => {
      // Letting go at once is what makes an upgrade or a wipe from another tab possible.
      this.#superseded = true;
      this.close({ disableAutoOpen: true });
      this.#tell('superseded');
      // Dexie's own handler would close too, but would open again at the next query.
      return false;
    });
    this.on('blocked', () => this.#tell('blocked'));
    this.on('close', () => this.#tell('closed'));
  }

  /** Device clock corrected by what the server taught us. */
  nowMs(): number {
    return this.#nowMs() + this.serverOffsetMs;
  }

  now(): Instant {
    return toInstant(this.nowMs());
  }

  rows<T extends TableName>(name: T): Table<RowOf<T>, Uuid> {
    return this.table(name);
  }

  get shadows(): Table<ShadowEntry, string> {
    return this.table('_shadow');
  }

  get outbox(): Table<OutboxEntry, number> {
    return this.table('_outbox');
  }

  get meta(): Table<MetaEntry, string> {
    return this.table('_meta');
  }

  get tombs(): Table<TombEntry, string> {
    return this.table('_tomb');
  }

  get blobs(): Table<BlobEntry, Uuid> {
    return this.table('_blobs');
  }

  /** Called after each committed mutation of this window: the ping that wakes sync. Returns the way to stop. */
  onWrote(listener: () => void): () => void {
    this.#wroteListeners.add(listener);
    return () => this.#wroteListeners.delete(listener);
  }

  wrote(): void {
    for (const listener of this.#wroteListeners) listener();
  }

  /** What a person must hear of: see DatabaseTrouble. Returns the way to stop. */
  onTrouble(listener: (trouble: DatabaseTrouble) => void): () => void {
    this.#troubleListeners.add(listener);
    return () => this.#troubleListeners.delete(listener);
  }

  /** Drops a dead handle and opens a new one; a second failure is the caller's to report. */
  async reopen(): Promise<void> {
    if (this.#superseded) throw new Dexie.DatabaseClosedError('Superseded by another tab');
    this.close({ disableAutoOpen: false });
    await this.open();
  }

  #tell(trouble: DatabaseTrouble): void {
    for (const listener of this.#troubleListeners) listener(trouble);
  }
}

/**
 * Opens the database, or says why not: storage_blocked (another tab in the way, or the browser
 * hangs), storage_failed, storage_full, upgrade_needed (a newer version of the app wrote it),
 * browser_unsupported (no IndexedDB, as in some private modes).
 *
 * With `onWait` it waits for as long as it takes, and says so: what is in the way may go away, and a
 * slow device may be at an upgrade.
 */
export const openDb = async (
  options: OpenOptions,
  onWait?: (why: OpenWait) => void,
): Promise<Result<DaybookDb>> => {
  const db = new DaybookDb(options);
  const stopListening = db.onTrouble((trouble) => {
    if (trouble === 'blocked') onWait?.('blocked');
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<'silent'>((resolve) => {
    timer = onWait
      ? setTimeout(() => onWait('silent'), SILENT_MS)
      : setTimeout(() => resolve('silent'), OPEN_TIMEOUT_MS);
  });
  try {
    const opened = await Promise.race([db.open().then(() => 'open' as const), silence]);
    if (opened === 'silent') {
      db.close();
      return fail('storage_blocked');
    }
    const clock = await db.meta.get('clock');
    if (clock?.key === 'clock') db.serverOffsetMs = clock.offset_ms;
    return ok(db);
  } catch (error) {
    db.close();
    return fail(storageCode(error) ?? 'storage_failed', { detail: String(error) });
  } finally {
    clearTimeout(timer);
    stopListening();
  }
};
