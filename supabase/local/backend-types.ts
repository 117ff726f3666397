import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AuthSettings } from './auth/settings.ts';
import type { Claims } from './auth/tokens.ts';
import type { Database, Sql } from './database/database.ts';
import type { Log } from './log.ts';
import type { Mailbox } from './mailbox.ts';

export type DataPlace =
  /**
   * Everything in one folder: database, files, mailbox, signing secret.
   * `image`: an earlier dump that a new folder starts from.
   */
  | { kind: 'pglite'; dir: string; image?: Blob }
  /** Gone when the process ends. */
  | { kind: 'memory'; image?: Blob }
  /** A PostgreSQL server; files, mailbox and signing secret in `dir`, or in memory without one. */
  | { kind: 'postgres'; url: string; dir?: string };

export type BackendOptions = {
  data: DataPlace;
  /** 0 or absent: any free port. */
  port?: number;
  /** Loopback unless told otherwise. */
  host?: string;
  /** The built app; absent: only the API. */
  appDir?: string;
  /** The address people use, for links in mails; absent: where the server listens. */
  siteUrl?: string;
  /** Another Supabase project that the built app talks to; it may connect there. */
  supabaseUrl?: string;
  log?: Log;
  /** False: no WebSocket server. */
  realtime?: boolean;
  jobsEveryMs?: number;
  auth?: Partial<AuthSettings>;
  /** The clock of sign-in and mailbox; the database has its own. */
  now?: () => Date;
  /** Other migrations than the product's, for tests. */
  migrationsDir?: string;
  seedFile?: string;
  env?: Record<string, string | undefined>;
  /** Takes requests that are not the API's, by answering true. For the development server. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** True when somebody else on the same server takes this WebSocket. */
  foreignUpgrade?: (request: IncomingMessage) => boolean;
};

export type Backend = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Whether this start created the database: the moment for demo data. */
  isNew: boolean;
  /** As the database's owner, past row-level security: for tests and seeding. */
  sql: Sql;
  database: Database;
  mailbox: Mailbox;
  server: Server;
  /** Delivers what is due right now, instead of waiting for the notification. */
  deliverMail(): Promise<void>;
  /** One round of the timed jobs. */
  runJobs(): Promise<void>;
  /** A token that the API accepts, for tests of roles and expiry. */
  signToken(claims: Claims, lifetimeSeconds?: number): Promise<string>;
  stop(): Promise<void>;
};
