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
import { createBank } from './payments/bank.ts';
import { signedMessage } from './payments/messages.ts';
import { bankRoutes } from './payments/routes.ts';
import { createRealtime } from './realtime/server.ts';
import { createLiteApp } from './rest/lite-app.ts';
import { createRestApi } from './rest/rest-api.ts';
import { loadSecrets } from './secrets.ts';
import { smtpSender } from './smtp.ts';
import { diskBytes, memoryBytes } from './storage/byte-store.ts';
import { fileRemover } from './storage/remove-files.ts';
import { createStorageApi } from './storage/storage-api.ts';

/** Secrets of the operator: they go to the functions alone. */
const STRIPE_SETTINGS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'];
const BILLING_SETTINGS = [
  'STRIPE_BILLING_WEBHOOK_SECRET',
  'STRIPE_PRICE_SOLO',
  'STRIPE_PRICE_TEAM',
];

/** Where businesses are really charged for the product. */
const hasBilling = (env: Record<string, string | undefined>): boolean =>
  Boolean(env['STRIPE_SECRET_KEY']) && BILLING_SETTINGS.every((name) => env[name]);

const hasStripe = (env: Record<string, string | undefined>): boolean =>
  Boolean(env['STRIPE_SECRET_KEY'] && env['STRIPE_WEBHOOK_SECRET']);

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
  // Stripe where there are keys of it, else the test bank. PAYMENTS=off: for businesses that take nothing
  // online. Tests may bring another database.
  const [knows] = await database.sql<{ payments: boolean; billing: boolean }>(
    `select to_regclass('private.payment_intents') is not null as payments,
       to_regclass('private.subscriptions') is not null as billing`,
  );
  const paymentProvider =
    !knows!.payments || env['PAYMENTS'] === 'off' ? null : hasStripe(env) ? 'stripe' : 'test';
  if (paymentProvider === 'test') functionEnv['PAYMENT_PROVIDER'] = 'test';
  if (paymentProvider === 'stripe') {
    for (const name of STRIPE_SETTINGS) if (env[name]) functionEnv[name] = env[name];
  }
  if (knows!.payments) {
    await database.sql(`delete from private.server_settings where name = 'payment_provider'`);
    if (paymentProvider !== null) {
      await database.sql(
        `insert into private.server_settings (name, value) values ('payment_provider', $1)`,
        [paymentProvider],
      );
    }
  }
  // Nobody charges for the product here, unless Stripe's prices are given: a stand-in shows how that goes.
  // BILLING=off: there is nothing to pay and nothing to see.
  const billingProvider =
    !knows!.billing || env['BILLING'] === 'off' ? null : hasBilling(env) ? 'stripe' : 'test';
  if (billingProvider === 'stripe') {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_API_URL', ...BILLING_SETTINGS]) {
      if (env[name]) functionEnv[name] = env[name];
    }
  }
  if (knows!.billing) {
    await database.sql(`delete from private.server_settings where name = 'billing_provider'`);
    if (billingProvider !== null) {
      await database.sql(
        `insert into private.server_settings (name, value) values ('billing_provider', $1)`,
        [billingProvider],
      );
    }
  }
  const functionsFolder = join(options.supabaseFolder, 'functions');
  const functions = await createFunctionsHost(functionsFolder, functionEnv, log);
  const bank = createBank({
    file: folder === null ? null : join(folder, 'payments.json'),
    now,
    tell: async (event) => {
      const response = await functions.handle(await signedMessage(event, address.site, secrets));
      if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
    },
    log,
  });
  const route = createRouter({
    identify: (request) => identify(request, secrets, tokens),
    rest,
    auth,
    storage,
    functions,
    broadcast: realtime ? (request) => realtime.handleBroadcast(request) : null,
    mailbox,
    bank: paymentProvider === 'test' ? bankRoutes(bank, secrets.secretKey) : null,
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
    /** Does what is due about payments and billing, as pg_cron makes the hosted functions do. */
    async bringPaymentsOn(): Promise<void> {
      const due = [
        ...(paymentProvider === null ? [] : ['payments']),
        ...(billingProvider === 'stripe' ? ['billing'] : []),
      ];
      for (const name of due) {
        const response = await functions.handle(
          new Request(`${address.site}/functions/v1/${name}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${secrets.secretKey}` },
          }),
        );
        if (!response.ok) throw new Error(`${name} answered ${response.status}`);
      }
    },
    /** Where the server turned out to listen. */
    listensAt(url: string): void {
      address.site ||= url;
      functionEnv['SUPABASE_URL'] = url;
      functionEnv['SITE_URL'] = address.site;
    },
    stop: () => rest.stop(),
  };
}
