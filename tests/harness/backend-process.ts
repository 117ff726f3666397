import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackendOptions } from '#supabase/local/backend-types.ts';
import { migratedImageFile, productMigrations } from './database-image.ts';

/** What can be told to another process. */
export type ProcessOptions = Pick<
  BackendOptions,
  'port' | 'appDir' | 'migrationsDir' | 'jobsEveryMs' | 'realtime'
> & {
  /** The data folder. A new one starts from the image of the migrations, which saves seconds. */
  dir: string;
};

export type BackendProcess = {
  url: string;
  pid: number;
  /** kill -9: no goodbye, no flush. */
  kill(): Promise<void>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = fileURLToPath(new URL('./backend-child.ts', import.meta.url));

/** A backend in a process of its own, so that a test can stop, kill and start it again. */
export async function startBackendProcess(options: ProcessOptions): Promise<BackendProcess> {
  const imageFile = await migratedImageFile(options.migrationsDir ?? productMigrations);
  const argument = JSON.stringify({ ...options, imageFile });
  const child = spawn(process.execPath, ['--import', 'tsx', script, argument], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await firstLine(child);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return {
    url,
    pid: child.pid!,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let complained = '';
    child.stderr!.on('data', (chunk: Buffer) => (complained += chunk.toString()));
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('\n')) resolve(said.split('\n')[0]!);
    });
    child.once('error', reject);
    child.once('close', (code) =>
      reject(new Error(`the backend ended with ${code}:\n${complained}`)),
    );
  });
}
