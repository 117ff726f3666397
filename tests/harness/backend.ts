import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { startBackend } from '#supabase/local/backend.ts';
import type { Backend, BackendOptions } from '#supabase/local/backend-types.ts';
import type { LogLevel } from '#supabase/local/log.ts';
import { migratedImage, noMigrations, productMigrations } from './database-image.ts';
import { startServedPostgres } from './served-database.ts';

export type TestBackend = Backend & {
  /** What the backend logged; a test may expect an error, the others expect none. */
  logged: { level: LogLevel; text: string }[];
  /** An unmodified supabase-js client with a session store of its own, signed out. */
  client(options?: { key?: string; token?: string }): SupabaseClient;
  /** A confirmed account and a client that is signed in to it. */
  signedIn(email?: string): Promise<{ client: SupabaseClient; id: string; email: string }>;
};

export type TestBackendOptions = Omit<BackendOptions, 'data' | 'migrationsDir'> & {
  data?: BackendOptions['data'];
  /** The product's own by default; null for an empty database to put tiny tables in. */
  migrationsDir?: string | null;
};

export { BOOT_TIMEOUT_MS } from './database-image.ts';

export const TEST_PASSWORD = 'correct horse battery';

/**
 * A complete backend in memory on a free port: well under a second once the image is cached.
 * Without limits on attempts and without timers that run behind a test's back.
 */
export async function startTestBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const { migrationsDir = productMigrations, data, ...rest } = options;
  const folder = migrationsDir ?? noMigrations;
  const logged: TestBackend['logged'] = [];
  const backend = await startBackend({
    log: (level, message, detail) => {
      const reason = detail instanceof Error ? detail.message : JSON.stringify(detail ?? '');
      if (level !== 'debug') logged.push({ level, text: `${message} ${reason}` });
    },
    jobsEveryMs: 3_600_000,
    env: {},
    ...rest,
    data: data ?? { kind: 'memory', image: await migratedImage(folder) },
    migrationsDir: folder,
    auth: { limits: null, ...rest.auth },
  });
  const clients: SupabaseClient[] = [];
  let accounts = 0;

  const client: TestBackend['client'] = ({ key, token } = {}) => {
    const created = createTestClient(
      backend.url,
      key ?? backend.publishableKey,
      token === undefined ? {} : { token: () => Promise.resolve(token) },
    );
    clients.push(created);
    return created;
  };
  return {
    ...backend,
    logged,
    client,
    async signedIn(email = `person-${++accounts}@test.example`) {
      const admin = client({ key: backend.secretKey });
      const { data: made, error } = await admin.auth.admin.createUser({
        email,
        password: TEST_PASSWORD,
        email_confirm: true,
      });
      if (error) throw error;
      const person = client();
      const signIn = await person.auth.signInWithPassword({ email, password: TEST_PASSWORD });
      if (signIn.error) throw signIn.error;
      return { client: person, id: made.user.id, email };
    },
    async stop() {
      for (const one of clients) void one.realtime.disconnect();
      await backend.stop();
    },
  };
}

/** The same with the product's tables on a PostgreSQL server of its own, which is quicker. */
export async function startServedBackend(
  options: Omit<TestBackendOptions, 'data' | 'migrationsDir'> = {},
): Promise<TestBackend> {
  const server = await startServedPostgres();
  const backend = await startTestBackend({
    ...options,
    data: { kind: 'postgres', url: server.url },
  });
  return {
    ...backend,
    async stop() {
      await backend.stop();
      await server.stop();
    },
  };
}

export type TestClientOptions = {
  /** Instead of a session of its own. */
  token?: () => Promise<string>;
  fetch?: typeof fetch;
};

/** For a backend in another process; `startTestBackend` hands out its own. */
export function createTestClient(
  url: string,
  key: string,
  { token, fetch: ownFetch }: TestClientOptions = {},
): SupabaseClient {
  return createClient(url, key, {
    realtime: { transport: WebSocket as never },
    ...(ownFetch ? { global: { fetch: ownFetch } } : {}),
    ...(token === undefined
      ? {
          auth: {
            flowType: 'pkce',
            persistSession: true,
            autoRefreshToken: false,
            storage: memoryStorage(),
            experimental: { passkey: true },
          },
        }
      : { accessToken: token }),
  });
}

/** Keeps a session for one client, as localStorage does for one browser. */
function memoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}
