import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { copyFolder } from './copy-folder.ts';
import { freePort } from './free-port.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';

export type TestPostgres = {
  /** The superuser's database; others by `createDatabase`. */
  url: string;
  port: number;
  /** A new database, empty or a copy of `template`; answers its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Stops at once, as a crash does, and starts again on the same data. */
  crashAndRestart(): Promise<void>;
  /** The lines of the server's log so far that say this, restarts included. */
  logged(text: string): string[];
  /** Stops the server in order and puts a copy of its data there, for others to start from. */
  keep(folder: string): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
};

export type TestPostgresOptions = {
  /** The data of a server that was stopped in order, to start from a copy of; else an empty one. */
  from?: string;
  /** Server settings besides the defaults, `{ fsync: 'on' }`. */
  settings?: Record<string, string>;
};

/** A PostgreSQL server of its own in a temporary folder on a free port; under a second. */
export async function startPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const binaries = await postgresBinaries();
  const home = await mkdtemp(join(tmpdir(), 'daybook-pg-'));
  const data = join(home, 'data');
  const { uid, gid } = binaries.identity;
  const own = async (folder: string): Promise<void> => {
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  };
  await own(home);
  if (options.from === undefined) {
    await mkdir(data, { mode: 0o700 });
    await own(data);
    await run(binaries.initdb, initdbArgs(data), binaries, home);
  } else {
    await copyFolder(options.from, data);
  }

  const port = await freePort();
  const log: string[] = [];
  const start = () => launch(binaries, serverArgs(data, home, port, options), home, log);
  let server = await start();
  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;

  return {
    url: urlOf('postgres'),
    port,
    async createDatabase(name, template) {
      const client = new pg.Client(urlOf('postgres'));
      await client.connect();
      const from = template ? ` template ${client.escapeIdentifier(template)}` : '';
      await client.query(`create database ${client.escapeIdentifier(name)}${from}`);
      await client.end();
      return urlOf(name);
    },
    async crashAndRestart() {
      await end(server, 'SIGQUIT');
      server = await start();
    },
    logged: (text) =>
      log
        .join('')
        .split('\n')
        .filter((line) => line.includes(text)),
    async keep(folder) {
      await end(server, 'SIGINT');
      await copyFolder(data, folder);
    },
    async stop() {
      await end(server, 'SIGQUIT');
      await rm(home, { recursive: true, force: true });
    },
  };
}

function initdbArgs(data: string): string[] {
  return [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
}

function serverArgs(
  data: string,
  home: string,
  port: number,
  { settings }: TestPostgresOptions,
): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: home,
    max_connections: '120',
    // Nobody misses test data after a power cut.
    fsync: 'off',
    full_page_writes: 'off',
    ...settings,
  };
  return [
    '-D',
    data,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

type Server = { shell: ChildProcess; pid: number };

/**
 * Starts the server, says its number, and stops it when our end of the pipe closes: however a test
 * run ends, no server outlives it.
 */
const WATCHED = `
  exec 3<&0
  "$@" </dev/null &
  server=$!
  echo $server
  (cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null) &
  wait $server
`;

function launch(
  binaries: PostgresBinaries,
  args: string[],
  home: string,
  log: string[],
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-c', WATCHED, 'sh', binaries.postgres, ...args], {
      ...binaries.identity,
      cwd: home,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let pid = 0;
    let said = '';
    shell.stdout.once('data', (chunk: Buffer) => (pid = Number(chunk.toString().split('\n')[0])));
    shell.stderr.on('data', (chunk: Buffer) => {
      log.push(chunk.toString());
      said += chunk.toString();
      if (said.includes('ready to accept connections')) resolve({ shell, pid });
      said = said.slice(-4000);
    });
    shell.once('error', reject);
    shell.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
}

function end({ shell, pid }: Server, signal: NodeJS.Signals): Promise<void> {
  if (shell.exitCode !== null || shell.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    shell.once('exit', () => {
      shell.stdin?.destroy();
      resolve();
    });
    process.kill(pid, signal);
  });
}

async function run(
  command: string,
  args: string[],
  binaries: PostgresBinaries,
  cwd: string,
): Promise<void> {
  const child = spawn(command, args, {
    ...binaries.identity,
    cwd,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command} failed:\n${said}`);
}
