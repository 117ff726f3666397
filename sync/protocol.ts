/**
 * Every message between a window, its worker and the workers of other tabs, and the status that
 * people see. Windows and workers of one tab come from one build; tabs may be older or newer, so
 * what crosses tabs (TabMessage) carries a version and unknown kinds are ignored.
 */
import type { Instant, Uuid } from '#domain/rows.ts';
import type { Mutation } from '#domain/commands/op.ts';
import type { PhotoFetch } from '#domain/clients/photos.ts';

/** The schema number that each request carries. The server serves N and N−1. */
export const SCHEMA = 1;

/** What sync is doing or what it needs. */
export type SyncState =
  /** The worker has not answered yet. */
  | { kind: 'starting' }
  | { kind: 'idle' }
  | { kind: 'syncing'; doing: 'bootstrap' | 'push' | 'pull' | 'backfill' | 'check' }
  /** `portal`: the network answers with a sign-in page of its own. */
  | { kind: 'offline'; since: Instant; portal: boolean }
  /** The server is there but troubled (busy, in error): we try again at `retryAt`. */
  | { kind: 'waiting'; since: Instant; retryAt: Instant }
  /** Only the person can go on: sign in again. Data and outbox stay. */
  | { kind: 'needs-auth' }
  /** The person is no longer a member. Offer the unsent work as a file, then `forgetBusiness`. */
  | { kind: 'access-lost' }
  /** No room on the device: old months were given up, nothing unsent was. */
  | { kind: 'storage-full' }
  /** The local database does not answer, also not after opening it again. */
  | { kind: 'storage-broken' }
  /** This version of the app is too old for the server: reload. The outbox waits. */
  | { kind: 'upgrade-needed' }
  /** This person signed out, here or in another tab. */
  | { kind: 'signed-out' }
  | { kind: 'stopped' };

/** What is on this device. `none` = never synced: an empty screen means "not loaded", not "empty". */
export type Coverage =
  | { kind: 'none' }
  /** Usable: everything that starts in [from, to) is here; older months follow. */
  | { kind: 'partial'; from: Instant; to: Instant; loadedRows: number; totalRows: number }
  | { kind: 'full' };

export type SyncStatus = SyncState & {
  /** Mutations that the server has not confirmed, and pictures that it has not got. */
  pendingCount: number;
  /** Open attention items. */
  attentionCount: number;
  lastSyncAt: Instant | null;
  coverage: Coverage;
  /** Whether this tab's worker does the syncing. */
  leads: boolean;
  /** Device clock minus server clock; a banner is due beyond five minutes. */
  clockSkewMs: number;
};

export const INITIAL_STATUS: SyncStatus = {
  kind: 'starting',
  pendingCount: 0,
  attentionCount: 0,
  lastSyncAt: null,
  coverage: { kind: 'none' },
  leads: false,
  clockSkewMs: 0,
};

export type WorkerConfig = {
  userId: Uuid;
  businessId: Uuid;
  backendUrl: string;
  publishableKey: string;
  visible: boolean;
};

/**
 * The session as the window knows it. `expiresAtMs` is by server time. All tabs share one session, so
 * it may be another person's than the one whose database this is.
 */
export type Session = { token: string; userId: Uuid; expiresAtMs: number };

/** What the worker may ask of its window. */
export type WindowApi = {
  /** The token in use; `refresh` = it was refused, get a new one. null = the person must sign in. */
  accessToken: (refresh: boolean) => Promise<Session | null>;
  status: (status: SyncStatus) => void;
  log: (level: 'error' | 'info' | 'debug', message: string, facts: Record<string, unknown>) => void;
  /** Resolves when the window has nothing else to do. What it asks of storage by then comes first. */
  rests: () => Promise<void>;
  /** The worker cannot go on (dead storage handle): start a new one. */
  restartMe: (why: string) => void;
};

/** What happens in a window that may be a reason to sync. */
export type WindowEvent =
  'wrote' | 'visible' | 'hidden' | 'online' | 'offline' | 'resume' | 'token' | 'sync-now';

/** What a window may ask of its worker (through comlink). */
export type WorkerApi = {
  start: (config: WorkerConfig, window: WindowApi) => Promise<void>;
  event: (event: WindowEvent) => void;
  /** Answers at once: a worker that does not is dead. */
  ping: () => Promise<number>;
  /** Loads a month (`YYYY-MM`) that is not on the device; resolves when it is, or false. */
  ensureMonth: (month: string) => Promise<boolean>;
  /** Brings a picture of another device here; `submission`: the filled-in form that names it. */
  photo: (id: Uuid, submission?: Uuid) => Promise<PhotoFetch>;
  /** Compares the device with the server and repairs; answers how many parts differed. */
  check: () => Promise<{ differed: number } | null>;
  /** Stops all tabs' sync and tries to send what is left. Answers how many mutations and pictures remain. */
  prepareSignOut: (timeoutMs: number) => Promise<number>;
  /** The unsent mutations, for a file that a person keeps. */
  unsent: () => Promise<UnsentWork>;
  /** Resumes after a sign-out that the person called off. */
  resume: () => Promise<void>;
  /** Closes the database and the channels; `everywhere` tells the other tabs that it is over. */
  stop: (everywhere: boolean) => Promise<void>;
};

/** The export format of unsent work; `v` lets a later version read it. */
export type UnsentWork = {
  v: 1;
  product: string;
  businessId: Uuid;
  userId: Uuid;
  exportedAt: Instant;
  mutations: Mutation[];
};

/** Between the workers of one database. */
export type TabMessage =
  | { v: 1; kind: 'beat'; leader: string; visible: boolean; status: SyncStatus }
  /** A visible tab waits behind a hidden leader. */
  | { v: 1; kind: 'candidate'; tab: string }
  /** A window wrote; its worker does not lead. */
  | { v: 1; kind: 'nudge'; event: WindowEvent }
  | { v: 1; kind: 'ask-month'; month: string }
  | { v: 1; kind: 'ask-check' }
  | { v: 1; kind: 'signing-out' }
  | { v: 1; kind: 'sign-out-called-off' }
  | { v: 1; kind: 'signed-out' };
