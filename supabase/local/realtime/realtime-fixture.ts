// For the tests: the server behind a bare HTTP server, and unmodified supabase-js clients.

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { jwtVerify, SignJWT } from 'jose';
import WebSocket, { type RawData } from 'ws';
import { systemClock, type Clock, type JsonObject, type Listen, type Query } from './contract.ts';
import type { Limits } from './limits.ts';
import { createRealtime } from './server.ts';

export const PUBLISHABLE_KEY = 'sb_publishable_test';
export const SECRET_KEY = 'sb_secret_test';
const SECRET = new TextEncoder().encode('a secret of at least thirty-two characters');
const PATIENCE_MS = 4_000;

export interface TestDatabase {
  readonly query: Query;
  readonly listen: Listen;
  exec(sql: string): Promise<void>;
  /** Runs the statements in one transaction; `undo` rolls it back at the end. */
  inTransaction(statements: readonly string[], undo?: 'undo'): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabase(): Promise<TestDatabase> {
  const pglite = await PGlite.create('memory://');
  const sql = readFileSync(new URL('../sql/realtime.sql', import.meta.url), 'utf8');
  await pglite.exec(`
    create role anon nologin;
    create role authenticated nologin;
    create role service_role nologin bypassrls;
    grant usage on schema public to anon, authenticated, service_role;`);
  await pglite.exec(sql);
  return {
    query: async (text, params) => (await pglite.query<JsonObject>(text, params)).rows,
    listen: (channel, onNotify) => pglite.listen(channel, onNotify),
    async exec(text) {
      await pglite.exec(text);
    },
    async inTransaction(statements, undo) {
      await pglite.transaction(async (open) => {
        for (const statement of statements) await open.query(statement);
        if (undo) await open.rollback();
      });
    },
    close: () => pglite.close(),
  };
}

/** For what needs no database: nobody notifies, and every question is answered with no. */
const NO_DATABASE: Pick<TestDatabase, 'query' | 'listen'> = {
  query: () => Promise.resolve([{ answer: '{}' }]),
  listen: () => Promise.resolve(() => {}),
};

export interface Backend {
  readonly url: string;
  readonly port: number;
  readonly logged: string[];
  client(token?: string): SupabaseClient;
  stop(): Promise<void>;
}

export interface BackendOptions {
  readonly database?: Pick<TestDatabase, 'query' | 'listen'>;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  readonly port?: number;
  readonly privateOnly?: boolean;
}

export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const { query, listen } = options.database ?? NO_DATABASE;
  const clock = options.clock ?? systemClock;
  const logged: string[] = [];
  const realtime = createRealtime({
    query,
    listen,
    verifyJwt: (token) => verifyJwt(token, clock),
    publishableKeys: [PUBLISHABLE_KEY],
    secretKeys: [SECRET_KEY],
    log: (level, message) => logged.push(`${level} ${message}`),
    clock,
    privateOnly: options.privateOnly ?? false,
    ...(options.limits ? { limits: options.limits } : {}),
  });
  const http = createServer((request, response) => {
    void (async () => {
      const answer = await realtime.handleBroadcast(await toRequest(request));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  http.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  const port = await listenOn(http, options.port ?? 0);
  const url = `http://127.0.0.1:${port}`;
  const clients: SupabaseClient[] = [];

  return {
    url,
    port,
    logged,
    client(token) {
      const client = createTestClient(url, token);
      clients.push(client);
      return client;
    },
    async stop() {
      for (const client of clients) void client.realtime.disconnect();
      await realtime.stop();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}

/** A client that outlives the backend; `backend.client` makes one that does not. */
export function createTestClient(url: string, token?: string): SupabaseClient {
  const client = createClient(url, PUBLISHABLE_KEY, {
    realtime: { transport: WebSocket as never, reconnectAfterMs: () => 20 },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  // Takes effect at once: the first join already carries the token.
  if (token !== undefined) void client.realtime.setAuth(token);
  return client;
}

export async function signJwt(claims: JsonObject, options: { expiresAtMs?: number } = {}) {
  const expiresAtMs = options.expiresAtMs ?? Date.now() + 3_600_000;
  return new SignJWT({ role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(expiresAtMs / 1000))
    .sign(SECRET);
}

async function verifyJwt(token: string, clock: Clock): Promise<JsonObject> {
  const { payload } = await jwtVerify(token, SECRET, { currentDate: new Date(clock.now()) });
  return { ...payload };
}

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(startMs = Date.now()): ManualClock {
  let nowMs = startMs;
  const timers = new Map<object, { dueMs: number; run: () => void }>();
  return {
    now: () => nowMs,
    after(delayMs, run) {
      const key = {};
      timers.set(key, { dueMs: nowMs + delayMs, run });
      return () => timers.delete(key);
    },
    advance(ms) {
      nowMs += ms;
      for (const [key, timer] of timers) {
        if (timer.dueMs <= nowMs && timers.delete(key)) timer.run();
      }
    },
  };
}

/** What arrived, in order; `next` waits for it, but not for ever. */
export class Inbox<T> {
  readonly #arrived: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];

  readonly put = (value: T): void => {
    const waiter = this.#waiting.shift();
    if (waiter) waiter(value);
    else this.#arrived.push(value);
  };

  next(what = 'the next event'): Promise<T> {
    const arrived = this.#arrived.shift();
    if (arrived !== undefined) return Promise.resolve(arrived);
    return within(new Promise<T>((resolve) => this.#waiting.push(resolve)), what);
  }

  /** Skips what does not fit. */
  async find(fits: (value: T) => boolean, what = 'a fitting event'): Promise<T> {
    for (;;) {
      const value = await this.next(what);
      if (fits(value)) return value;
    }
  }

  get waiting(): readonly T[] {
    return this.#arrived;
  }
}

export function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), PATIENCE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export interface Joined {
  readonly status: string;
  readonly error: Error | undefined;
  /** Every later status. */
  readonly statuses: Inbox<string>;
}

/** Subscribes and waits for the first answer. */
export async function join(channel: RealtimeChannel): Promise<Joined> {
  const answers = new Inbox<{ status: string; error: Error | undefined }>();
  const statuses = new Inbox<string>();
  let isFirst = true;
  channel.subscribe((status, error) => {
    if (isFirst) answers.put({ status, error });
    else statuses.put(status);
    isFirst = false;
  });
  const { status, error } = await answers.next(`an answer to joining ${channel.topic}`);
  return { status, error, statuses };
}

export type Heard = { event: string; payload: JsonObject; meta?: JsonObject };

export function broadcasts(channel: RealtimeChannel): Inbox<Heard> {
  const inbox = new Inbox<Heard>();
  channel.on('broadcast', { event: '*' }, (message) => inbox.put(message as unknown as Heard));
  return inbox;
}

/** A client that says whatever a test wants said. */
export async function openRawSocket(
  backend: Backend,
  query = `apikey=${PUBLISHABLE_KEY}&vsn=2.0.0`,
): Promise<{ socket: WebSocket; frames: Inbox<string>; closed: Promise<number> }> {
  const address = `ws://127.0.0.1:${backend.port}/realtime/v1/websocket?${query}`;
  const socket = new WebSocket(address);
  const frames = new Inbox<string>();
  socket.on('message', (data) => frames.put(toText(data)));
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await within(
    new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_, response) =>
        reject(new Error(`HTTP ${response.statusCode}`)),
      );
    }),
    'the connection',
  );
  return { socket, frames, closed: within(closed, 'the close') };
}

function toText(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : '';
}

function listenOn(http: Server, port: number): Promise<number> {
  return new Promise((resolve) => {
    http.listen(port, '127.0.0.1', () => resolve((http.address() as AddressInfo).port));
  });
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return new Request(new URL(request.url ?? '/', 'http://127.0.0.1'), {
    method: request.method ?? 'GET',
    headers,
    body: isRead ? null : Buffer.concat(chunks),
  });
}
