import { App } from '#supabase/local/lite.ts';
import type { Database } from '#supabase/local/database/database.ts';
import type { Identity } from '#supabase/local/http/identity.ts';
import type { Log } from '#supabase/local/log.ts';
import type { Secrets } from '#supabase/local/secrets.ts';
import { quietly } from './quiet.ts';

/** PostgREST's routes, served by @supabase/lite on our database. */
export type LiteApp = {
  fetch(request: Request, identity: Identity): Promise<Response>;
};

/** What one answer may hold at most, as on hosted Supabase. */
export const MAX_ROWS = 1_000;

export function createLiteApp(database: Database, secrets: Secrets, log: Log): LiteApp {
  // Requests whose session we have verified already: lite would look its user up every time.
  const known = new WeakMap<Request, Identity>();
  const app = new App({
    connection: database.connection,
    // Sign-in and files are ours (auth/, storage/); lite only needs the keys to know callers.
    auth: {
      enabled: false,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
    },
    api: { enabled: true, schemas: ['public'], max_rows: MAX_ROWS },
    storage: { enabled: false },
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
  return {
    fetch(request, identity) {
      known.set(request, identity);
      return quietly(log, () => app.fetch(request));
    },
  };
}
