import { join } from 'node:path';
import type { SendMail } from '#supabase/functions/_shared/mail.ts';
import { createAuthApi } from './auth/auth-api.ts';
import { createLimits } from './auth/limits.ts';
import { defaultAuthSettings } from './auth/settings.ts';
import { createTokens } from './auth/tokens.ts';
import type { BackendOptions } from './backend-types.ts';
import type { Database } from './database/database.ts';
import { createFunctionsHost } from './functions-host.ts';
import { identify } from './http/identity.ts';
import { createRouter } from './http/router.ts';
import { createStaticApp } from './http/static-app.ts';
import type { Log } from './log.ts';
import { diskMailbox, memoryMailbox } from './mailbox.ts';
import { createRealtime } from './realtime/server.ts';
import { createLiteApp } from './rest/lite-app.ts';
import { createRestApi } from './rest/rest-api.ts';
import { loadSecrets } from './secrets.ts';
import { smtpSender } from './smtp.ts';
import { diskBytes, memoryBytes } from './storage/byte-store.ts';
import { fileRemover } from './storage/remove-files.ts';
import { createStorageApi } from './storage/storage-api.ts';

/** config.toml says the same for hosted Supabase. */
const FILE_SIZE_LIMIT_BYTES = 25 * 1024 * 1024;

/** Everything that answers requests, wired to one database and one folder. */
export async function createServices(
  database: Database,
  options: BackendOptions & { folder: string | null; supabaseFolder: string },
  log: Log,
) {
  const { folder } = options;
  const env = options.env ?? process.env;
  const now = options.now ?? (() => new Date());
  const secrets = loadSecrets(folder, env);
  const tokens = createTokens(secrets.jwtSecret, now);
  const mailbox = folder === null ? memoryMailbox(now) : diskMailbox(join(folder, 'mail'), now);
  const smtp = env['SMTP_URL']
    ? smtpSender(env['SMTP_URL'], env['MAIL_FROM'] ?? 'Daybook <no-reply@daybook.example>')
    : null;
  const deliver: SendMail = async (mail) => {
    await mailbox.put(mail);
    await smtp?.(mail);
  };
  /** Known for sure only when the server listens. */
  const address = { site: options.siteUrl ?? env['SITE_URL'] ?? '' };

  const lite = createLiteApp(database, secrets, log);
  const rest = await createRestApi(database, lite, log);
  const settings = { ...defaultAuthSettings, ...options.auth };
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
      siteUrl: () => address.site,
      now,
    },
    log,
  );
  const bytes = folder === null ? memoryBytes() : diskBytes(join(folder, 'files'));
  const storage = createStorageApi(
    { database, bytes, tokens, maxBytes: FILE_SIZE_LIMIT_BYTES, now },
    secrets,
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
  const functionsFolder = join(options.supabaseFolder, 'functions');
  const route = createRouter({
    identify: (request) => identify(request, secrets, tokens),
    rest,
    auth,
    storage,
    functions: await createFunctionsHost(functionsFolder, functionEnv, log),
    broadcast: realtime ? (request) => realtime.handleBroadcast(request) : null,
    mailbox,
    app: options.appDir ? createStaticApp(options.appDir, options.supabaseUrl ?? null) : null,
    log,
  });
  return {
    secrets,
    tokens,
    mailbox,
    deliver,
    realtime,
    route,
    removeFiles: fileRemover(database, bytes),
    siteUrl: () => address.site,
    /** Where the server turned out to listen. */
    listensAt(url: string): void {
      address.site ||= url;
      functionEnv['SUPABASE_URL'] = url;
    },
    stop: () => rest.stop(),
  };
}
