import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '#domain/product.ts';
import { startBackend } from './backend.ts';
import type { Backend, DataPlace } from './backend-types.ts';
import { DataFolderInUseError } from './data-lock.ts';
import { ensureDemoBusiness } from './demo-business.ts';
import { createDevApp } from './dev-app.ts';
import { freePort } from './free-port.ts';
import { MigrationError, OtherHistoryError } from './migrations.ts';
import { stopOnSignals } from './signals.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const DEFAULT_PORT = 4321;

/** Starts everything that `npm start` promises and prints where it is. */
export async function main({ isDev }: { isDev: boolean }): Promise<void> {
  try {
    const { env } = process;
    const host = env['HOST'] ?? '127.0.0.1';
    const wanted = Number(env['PORT'] ?? DEFAULT_PORT);
    const port = await freePort(host, wanted);
    if (port !== wanted) say(`Port ${wanted} is taken; using ${port}.`);

    const devApp = isDev ? createDevApp(root) : null;
    const backend = await startBackend({
      data: dataPlace(),
      host,
      port,
      ...(devApp ? devApp.options : { appDir: join(root, 'dist') }),
      ...(env['VITE_SUPABASE_URL'] ? { supabaseUrl: env['VITE_SUPABASE_URL'] } : {}),
    });
    stopOnSignals(async () => {
      await devApp?.stop();
      await backend.stop();
    });
    await devApp?.start(backend.server);
    await ensureDemoBusiness(backend, say);
    say(welcome(backend, isDev));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function dataDir(): string {
  return process.env['DAYBOOK_DATA'] ?? join(root, '.daybook', 'data');
}

function dataPlace(): DataPlace {
  const dir = dataDir();
  const url = process.env['DATABASE_URL'];
  return url ? { kind: 'postgres', url, dir } : { kind: 'pglite', dir };
}

function welcome({ url }: Backend, isDev: boolean): string {
  return `
  ${PRODUCT_NAME} is running${isDev ? ' from its sources' : ''}.

  The app           ${url}
  Sign in with      demo@daybook.example / daybook-demo
  The booking page  ${url}/book/studio-lumen
  Its mail          ${url}/_mail

  Data stays in .daybook/ (delete it to begin again). Ctrl+C stops.
`;
}

function explain(error: unknown): string {
  if (error instanceof OtherHistoryError) {
    const dir = dataDir();
    const [what, way] = process.env['DATABASE_URL']
      ? ['The database', 'Give an empty one as DATABASE_URL']
      : [`The data in ${dir}`, `Move it away (mv ${dir} ${dir}-old)`];
    return (
      `${what} was made by another version of ${PRODUCT_NAME} and cannot be brought up to date.\n` +
      `${way} and start again for a new demo business.\n${error.message}`
    );
  }
  if (error instanceof DataFolderInUseError || error instanceof MigrationError) {
    return error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
