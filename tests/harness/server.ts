import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openPglite } from '#supabase/local/database/pglite.ts';

const root = resolve(import.meta.dirname, '../..');
/** Made once per run by seed-template.ts: a data folder with the small demo business. */
export const TEMPLATE_DATA = join(root, 'tests/results/template-data');

/** One running Daybook, as a process of its own that a test may stop, kill and start again. */
export type TestServer = {
  /** Stays the same over restarts. */
  readonly url: string;
  start(): Promise<void>;
  /** SIGTERM and wait: the way a person stops it. */
  stop(): Promise<void>;
  /** SIGKILL: the way a power cut stops it. */
  kill(): Promise<void>;
  /** Mails that were sent so far, newest first. */
  mails(): Promise<TestMail[]>;
  /** Asks or changes the database as its owner; the server is stopped meanwhile and started again. */
  sql<Row extends Record<string, unknown>>(statement: string): Promise<Row[]>;
  /** null = not running. */
  readonly pid: number | null;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
};

export type TestMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: string }[];
};

const START_TIMEOUT_MS = 60_000;

/** Starts the product on a copy of the template's data. */
export const startServer = async (env: Record<string, string> = {}): Promise<TestServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-e2e-'));
  await copyFolder(TEMPLATE_DATA, dataDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    // As start.mjs does after it has installed and built.
    const script = `import('./supabase/local/main.ts').then(({ main }) => main({ isDev: false }))`;
    const started = spawn(process.execPath, ['--import', 'tsx', '-e', script], {
      cwd: root,
      env: { ...process.env, ...env, PORT: String(port), DAYBOOK_DATA: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let output = '';
    await new Promise<void>((done, fail) => {
      const timer = setTimeout(
        () => fail(new Error(`The server did not start:\n${output}`)),
        START_TIMEOUT_MS,
      );
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        // It says where people find it once it answers there.
        if (output.includes(`${url}/_mail`)) {
          clearTimeout(timer);
          done();
        }
      };
      started.stdout?.on('data', read);
      started.stderr?.on('data', read);
      started.on('exit', (code) => {
        clearTimeout(timer);
        fail(new Error(`The server ended with ${code}:\n${output}`));
      });
    });
  };

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    await gone;
  };

  await start();
  return {
    url,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async mails() {
      const answer = await fetch(`${url}/_mail/api/messages`);
      return (await answer.json()) as TestMail[];
    },
    async sql<Row extends Record<string, unknown>>(statement: string) {
      await end('SIGTERM');
      const database = await openPglite(join(dataDir, 'database'));
      const rows = await database.sql<Row>(statement);
      await database.close();
      await start();
      return rows;
    },
    get pid() {
      return child?.pid ?? null;
    },
    async dispose() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** A thousand files: Node copies them one by one, which costs most of a second each time. */
const copyFolder = async (from: string, to: string): Promise<void> => {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-R', `${from}/.`, to]);
};

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
