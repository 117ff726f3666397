import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { calendarFetcher } from '#supabase/functions/_shared/fetch-calendar.ts';
import type { Backend, BackendOptions } from './backend-types.ts';
import { lockDataFolder } from './data-lock.ts';
import type { Database } from './database/database.ts';
import { openPglite } from './database/pglite.ts';
import { openPostgres } from './database/postgres.ts';
import { type HttpServer, listenHttp } from './http/server.ts';
import { startJobs } from './jobs.ts';
import { type Log, stderrLog } from './log.ts';
import { startMailDelivery } from './mail-delivery.ts';
import { prepareDatabase } from './prepare-database.ts';
import { createServices } from './services.ts';

const supabaseFolder = fileURLToPath(new URL('../', import.meta.url));

/** As often as pg_cron could be asked to, hosted. */
const JOBS_EVERY_MS = 30_000;

/**
 * Starts a complete Supabase project in this process: database, sign-in, REST, storage, realtime,
 * functions, mail and timed jobs on one origin, and the built app if there is one.
 * Throws DataFolderInUseError when another process has the data folder, MigrationError when a
 * migration fails.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const log = options.log ?? stderrLog;
  const folder = options.data.kind === 'memory' ? null : (options.data.dir ?? null);
  const releaseFolder = folder === null ? () => {} : lockDataFolder(folder);
  let database: Database | null = null;
  try {
    database = await openDatabase(options);
    return await run(database, { ...options, folder, supabaseFolder }, log, releaseFolder);
  } catch (error) {
    await database?.close().catch(() => {});
    releaseFolder();
    throw error;
  }
}

function openDatabase({ data }: BackendOptions): Promise<Database> {
  if (data.kind === 'postgres') return openPostgres(data.url);
  if (data.kind === 'memory') return openPglite(null, data.image);
  return openPglite(join(data.dir, 'database'), data.image);
}

async function run(
  database: Database,
  options: BackendOptions & { folder: string | null; supabaseFolder: string },
  log: Log,
  releaseFolder: () => void,
): Promise<Backend> {
  const isNew = await prepareDatabase(
    database,
    options.migrationsDir ?? join(supabaseFolder, 'migrations'),
    options.seedFile ?? join(supabaseFolder, 'seed.sql'),
    log,
  );
  const services = await createServices(database, options, log);
  const http = await listen(options, services);
  services.listensAt(http.url);
  const mail = await startMailDelivery(database, services.deliver, services.siteUrl(), log);
  const jobs = startJobs(
    database,
    {
      everyMs: options.jobsEveryMs ?? JOBS_EVERY_MS,
      removeFiles: services.removeFiles,
      bringPaymentsOn: () => services.bringPaymentsOn(),
      fetchCalendar: calendarFetcher(async (host) =>
        (await lookup(host, { all: true })).map(({ address }) => address),
      ),
    },
    log,
  );

  let stopping: Promise<void> | null = null;
  const stop = async () => {
    // Clients reconnect somewhere else first, running requests finish, then the database.
    await services.realtime?.stop();
    await http.stop();
    await jobs.stop();
    await mail.stop();
    await services.stop();
    await database.close();
    releaseFolder();
  };
  const { secrets, tokens, mailbox } = services;
  return {
    url: http.url,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    isNew,
    sql: database.sql,
    database,
    mailbox,
    server: http.node,
    deliverMail: () => mail.run(),
    runJobs: () => jobs.run(),
    signToken: (claims, lifetimeSeconds = 3600) => tokens.sign(claims, lifetimeSeconds),
    stop: () => (stopping ??= stop()),
  };
}

function listen(
  options: BackendOptions,
  { realtime, route }: Awaited<ReturnType<typeof createServices>>,
): Promise<HttpServer> {
  return listenHttp({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    trustProxy: (options.env ?? process.env)['TRUST_PROXY'] === '1',
    handle: route,
    ...(options.intercept ? { intercept: options.intercept } : {}),
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (realtime && request.url?.startsWith('/realtime/v1/')) {
        realtime.handleUpgrade(request, socket, head);
      } else if (!options.foreignUpgrade?.(request)) {
        socket.destroy();
      }
    },
  });
}
