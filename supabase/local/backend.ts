import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SendMail } from '#supabase/functions/_shared/mail.ts';
import { createAuthApi } from './auth/auth-api.ts';
import { createLimits } from './auth/limits.ts';
import { defaultAuthSettings } from './auth/settings.ts';
import { createTokens } from './auth/tokens.ts';
import type { Backend, BackendOptions } from './backend-types.ts';
import { lockDataFolder } from './data-lock.ts';
import type { Database } from './database/database.ts';
import { openPglite } from './database/pglite.ts';
import { openPostgres } from './database/postgres.ts';
import { createFunctionsHost } from './functions-host.ts';
import { identify } from './http/identity.ts';
import { createRouter } from './http/router.ts';
import { listenHttp } from './http/server.ts';
import { createStaticApp } from './http/static-app.ts';
import { startJobs } from './jobs.ts';
import { type Log, stderrLog } from './log.ts';
import { startMailDelivery } from './mail-delivery.ts';
import { diskMailbox, memoryMailbox } from './mailbox.ts';
import { applyMigrations, applySeed } from './migrations.ts';
import { createRealtime } from './realtime/server.ts';
import { createLiteApp } from './rest/lite-app.ts';
import { createRestApi } from './rest/rest-api.ts';
import { loadSecrets } from './secrets.ts';
import { smtpSender } from './smtp.ts';
import { diskBytes, memoryBytes } from './storage/byte-store.ts';
import { createStorageApi } from './storage/storage-api.ts';
import { ensureSystemSchema } from './system-schema.ts';

const supabaseFolder = fileURLToPath(new URL('../', import.meta.url));

/** config.toml says the same for hosted Supabase. */
const FILE_SIZE_LIMIT_BYTES = 25 * 1024 * 1024;

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
  const now = options.now ?? (() => new Date());
  const folder = options.data.kind === 'memory' ? null : (options.data.dir ?? null);
  const releaseFolder = folder === null ? () => {} : lockDataFolder(folder);
  let database: Database | null = null;
  try {
    database = await openDatabase(options);
    return await assemble({ ...options, log, now }, database, folder, releaseFolder);
  } catch (error) {
    await database?.close().catch(() => {});
    releaseFolder();
    throw error;
  }
}

function openDatabase({ data }: BackendOptions): Promise<Database> {
  if (data.kind === 'postgres') return openPostgres(data.url);
  if (data.kind === 'memory') return openPglite(null, data.image);
  return openPglite(join(data.dir, 'database'));
}

/** Brings the database to what the code expects. Answers whether it was new. */
async function prepare(database: Database, options: BackendOptions, log: Log): Promise<boolean> {
  await ensureSystemSchema(database);
  const folder = options.migrationsDir ?? join(supabaseFolder, 'migrations');
  const report = await applyMigrations(database, folder);
  if (report.applied.length > 0) log('debug', `applied ${report.applied.join(', ')}`);
  for (const file of report.changed) {
    log('error', `${file} was changed after it had been applied here; write a new migration`);
  }
  for (const version of report.missing) {
    log('error', `migration ${version} was applied here, but its file is gone`);
  }
  const seed = options.seedFile ?? join(supabaseFolder, 'seed.sql');
  if (report.isNew && existsSync(seed)) {
    await applySeed(database, 'supabase/seed.sql', await readFile(seed, 'utf8'));
  }
  return report.isNew;
}

async function assemble(
  options: BackendOptions & { log: Log; now: () => Date },
  database: Database,
  folder: string | null,
  releaseFolder: () => void,
): Promise<Backend> {
  const { log, now } = options;
  const env = options.env ?? process.env;
  const secrets = loadSecrets(folder, env);
  const tokens = createTokens(secrets.jwtSecret, now);
  const isNew = await prepare(database, options, log);

  const mailbox = folder === null ? memoryMailbox(now) : diskMailbox(join(folder, 'mail'), now);
  const smtp = env['SMTP_URL']
    ? smtpSender(env['SMTP_URL'], env['MAIL_FROM'] ?? 'Daybook <no-reply@daybook.example>')
    : null;
  const deliver: SendMail = async (mail) => {
    await mailbox.put(mail);
    await smtp?.(mail);
  };
  const bytes = folder === null ? memoryBytes() : diskBytes(join(folder, 'files'));
  const files = { database, bytes, tokens, maxBytes: FILE_SIZE_LIMIT_BYTES, now };
  const lite = createLiteApp(database, secrets, log);
  const rest = await createRestApi(database, lite, log);
  const settings = { ...defaultAuthSettings, ...options.auth };
  let siteUrl = options.siteUrl ?? env['SITE_URL'] ?? '';
  const auth = createAuthApi(
    {
      database,
      secrets,
      tokens,
      settings,
      limits: createLimits(settings.limits, now),
      // A slow mail server must not tell who has an account.
      send: async (mail) => {
        await mailbox.put(mail);
        smtp?.(mail).catch((error: unknown) => log('error', 'a mail was not sent', error));
      },
      siteUrl: () => siteUrl,
      now,
    },
    log,
  );
  const realtime =
    options.realtime === false
      ? null
      : createRealtime({
          query: (text, params) => database.sql(text, params),
          listen: (channel, onNotify) => database.listen(channel, onNotify),
          verifyJwt: (token) => tokens.verify(token),
          publishableKeys: [secrets.publishableKey],
          secretKeys: [secrets.secretKey],
          log,
        });
  const functionEnv: Record<string, string> = {
    SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
    SUPABASE_SECRET_KEY: secrets.secretKey,
  };
  const route = createRouter({
    identify: (request) => identify(request, secrets, tokens),
    rest,
    auth,
    storage: createStorageApi(files, secrets, log),
    functions: await createFunctionsHost(join(supabaseFolder, 'functions'), functionEnv, log),
    broadcast: realtime ? (request) => realtime.handleBroadcast(request) : null,
    mailbox,
    app: options.appDir ? createStaticApp(options.appDir, options.supabaseUrl ?? null) : null,
    log,
  });
  const http = await listenHttp({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    trustProxy: env['TRUST_PROXY'] === '1',
    handle: async (request, address) =>
      (await options.intercept?.(request)) ?? route(request, address),
    upgrade: (request, socket, head) => upgrade(request, socket, head),
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (realtime && request.url?.startsWith('/realtime/v1/')) {
      realtime.handleUpgrade(request, socket, head);
    } else if (!options.foreignUpgrade?.(request)) {
      socket.destroy();
    }
  };
  siteUrl ||= http.url;
  functionEnv['SUPABASE_URL'] = http.url;

  const mail = await startMailDelivery(database, deliver, log);
  const jobs = startJobs(database, options.jobsEveryMs ?? JOBS_EVERY_MS, log);
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    await realtime?.stop();
    await http.stop();
    await jobs.stop();
    await mail.stop();
    await rest.stop();
    await database.close();
    releaseFolder();
  };
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
