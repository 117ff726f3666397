import { App, setExperimental } from '@supabase/lite';
import type { Database } from '#supabase/local/database/database.ts';
import type { Identity } from '#supabase/local/http/identity.ts';
import type { Log } from '#supabase/local/log.ts';
import type { Secrets } from '#supabase/local/secrets.ts';
import { quietly } from './quiet.ts';

/** PostgREST's and Storage's routes, served by @supabase/lite on our database. */
export type LiteApp = {
  fetch(request: Request, identity: Identity | null): Promise<Response>;
  /** Where files are kept; see storage/. */
  storage: App['_storageAdapter'];
};

/** What one answer may hold at most, as on hosted Supabase. */
const MAX_ROWS = 1_000;

export function createLiteApp(options: {
  database: Database;
  secrets: Secrets;
  files: NonNullable<App['_storageAdapter']>;
  fileSizeLimit: string;
  log: Log;
}): LiteApp {
  const { secrets } = options;
  setExperimental('storage', true);
  // Requests whose session we have verified already: lite would look its user up every time.
  const known = new WeakMap<Request, Identity>();
  const app = new App({
    connection: options.database.connection,
    // Sign-in is ours (see auth/); lite only needs the keys to recognise callers.
    auth: {
      enabled: false,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
    },
    api: { enabled: true, schemas: ['public'], max_rows: MAX_ROWS },
    storage: { enabled: true, file_size_limit: options.fileSizeLimit },
    studio: { enabled: false },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        middlewares: [
          async (context, next) => {
            const identity = known.get(context.req.raw);
            if (identity?.claims) {
              const { sub, session_id: session } = identity.claims;
              context.set('jwt', identity.claims);
              context.set('userId', typeof sub === 'string' ? sub : 'none');
              context.set('sessionId', typeof session === 'string' ? session : 'none');
            }
            await next();
          },
        ],
      },
    },
  });
  app._storageAdapter = options.files;
  return {
    storage: app._storageAdapter,
    fetch(request, identity) {
      if (identity) known.set(request, identity);
      return quietly(options.log, () => app.fetch(request));
    },
  };
}
