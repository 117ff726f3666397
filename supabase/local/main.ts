// The composition root of the product on one machine: backend, demo business, app, one address.
//   PORT, HOST     where it listens (default 127.0.0.1:4321; a taken default port moves on by one)
//   DAYBOOK_DATA   the data folder (default .daybook/data)
//   DATABASE_URL   your own PostgreSQL instead of the built-in one
//   --dev          the app by Vite with hot reload, instead of dist/
import { join } from 'node:path';
import { PRODUCT_NAME } from '#domain/product.ts';
import { DEMO_SLUG, seedDemo } from '#supabase/demo/seed.ts';
import { PASSWORD, USERS } from '#supabase/demo/people.ts';
import { startBackend } from './backend.ts';
import type { Backend, BackendOptions } from './backend-types.ts';

const DEFAULT_PORT = 4321;
const PORTS_TO_TRY = 20;

const env = process.env;
const dir = env['DAYBOOK_DATA'] ?? join('.daybook', 'data');

const options = (port: number): BackendOptions => ({
  data: env['DATABASE_URL']
    ? { kind: 'postgres', url: env['DATABASE_URL'], dir }
    : { kind: 'pglite', dir },
  port,
  appDir: 'dist',
  ...(env['HOST'] ? { host: env['HOST'] } : {}),
  ...(env['SITE_URL'] ? { siteUrl: env['SITE_URL'] } : {}),
  log: (level, message, detail) => {
    if (level !== 'debug') console.error(`${level}: ${message}`, detail ?? '');
  },
});

/** A port that was asked for must be free; the default one may move. */
const start = async (): Promise<Backend> => {
  if (env['PORT']) return startBackend(options(Number(env['PORT'])));
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + PORTS_TO_TRY; port += 1) {
    try {
      return await startBackend(options(port));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      console.log(`Port ${port} is taken, trying the next one.`);
    }
  }
  throw new Error(`No free port from ${DEFAULT_PORT} on. Set PORT to choose one.`);
};

try {
  const backend = await start();
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void backend.stop().then(() => process.exit(0));
    });
  }
  if (backend.isNew) console.log('Making up a demo business (once, about half a minute) …');
  await seedDemo(backend.sql, { now: new Date() });
  const [owner] = USERS;
  console.log(
    [
      '',
      `${PRODUCT_NAME} is running.`,
      '',
      `  App           ${backend.url}`,
      `  Booking page  ${backend.url}/book/${DEMO_SLUG}`,
      `  Mailbox       ${backend.url}/_mail`,
      `  Sign in as    ${owner?.email} / ${PASSWORD}`,
      '',
      'Ctrl-C stops it; your data stays.',
    ].join('\n'),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
