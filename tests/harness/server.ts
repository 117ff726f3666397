import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyFolder } from './copy-folder.ts';
import { freePort } from './free-port.ts';
import { inPglite, inPostgres, TEMPLATE, type DatabaseKind } from './server-data.ts';
import type { HostAnswer, HostOrder } from './server-host.ts';

const root = resolve(import.meta.dirname, '../..');

/** One running Daybook that a test may stop, kill and start again. */
export type TestServer = {
  /** Stays the same over restarts. */
  readonly url: string;
  start(): Promise<void>;
  /** In order, as SIGTERM does it. */
  stop(): Promise<void>;
  /** SIGKILL: the way a power cut stops it. */
  kill(): Promise<void>;
  /** Mails that were sent so far, newest first. */
  mails(): Promise<TestMail[]>;
  /** Asks or changes the database as its owner; a PGlite's server is stopped for it and started again. */
  sql<Row extends Record<string, unknown>>(statement: string): Promise<Row[]>;
  /** Where everything lies that it keeps. */
  readonly dataDir: string;
  /** What its process has said of late. */
  said(): string;
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

const PATIENCE_MS = 120_000;
/** Closed databases leave memory behind that comes back late: after so many starts a host goes. */
const STARTS_A_HOST = 25;

export type ServerOptions = {
  database?: DatabaseKind;
  /** Settings of its operator beside those of this process. */
  env?: Record<string, string>;
};

/** Starts the product on a copy of the template's data, in a process that no other test uses meanwhile. */
export const startServer = async ({
  database = 'postgres',
  env = {},
}: ServerOptions = {}): Promise<TestServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-e2e-'));
  await copyFolder(TEMPLATE.folders[database], dataDir);
  const data = database === 'postgres' ? await inPostgres(dataDir) : inPglite(dataDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let host: Host | null = null;

  const start = async (): Promise<void> => {
    host ??= idle.pop() ?? startHost();
    await host.order({ do: 'start', data: data.place, port, env });
    host.starts += 1;
  };
  const stop = async (): Promise<void> => {
    if (!host) return;
    await host.order({ do: 'stop' });
    if (host.starts < STARTS_A_HOST) idle.push(host);
    else await host.end();
    host = null;
  };
  const kill = async (): Promise<void> => {
    await host?.end();
    host = null;
  };

  await start();
  return {
    url,
    dataDir,
    said: () => host?.said() ?? '',
    start,
    stop,
    kill,
    async mails() {
      const answer = await fetch(`${url}/_mail/api/messages`);
      return (await answer.json()) as TestMail[];
    },
    sql: <Row extends Record<string, unknown>>(statement: string) =>
      data.sql(statement, { stop, start }) as Promise<Row[]>,
    get pid() {
      return host?.pid ?? null;
    },
    async dispose() {
      // A server that cannot stop in order does not keep the tests after it from theirs.
      await stop().catch(kill);
      await data.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

type Host = {
  readonly pid: number;
  starts: number;
  said(): string;
  /** Throws what the host says, and when it ends or is silent. One order at a time. */
  order(order: HostOrder): Promise<void>;
  /** SIGKILL, and wait. */
  end(): Promise<void>;
};

/** Hosts whose last server was stopped. */
const idle: Host[] = [];

const startHost = (): Host => {
  const child = fork(join(root, 'tests/harness/server-host.ts'), {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // What the last servers said, also for the message when something is wrong.
  let output = '';
  const read = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return {
    pid: child.pid!,
    starts: 0,
    said: () => output,
    order: (order) =>
      new Promise((done, fail) => {
        const settle = (problem: string | null): void => {
          clearTimeout(timer);
          child.off('message', onAnswer);
          child.off('exit', onExit);
          if (problem === null) done();
          else {
            const end = output.slice(-20_000);
            fail(new Error(`The server did not ${order.do}: ${problem}\n${end}`));
          }
        };
        const onAnswer = (answer: HostAnswer): void => settle(answer.ok ? null : answer.error);
        const onExit = (code: number | null): void => settle(`its process ended with ${code}`);
        const timer = setTimeout(() => settle('no answer'), PATIENCE_MS);
        child.on('message', onAnswer);
        child.on('exit', onExit);
        child.send(order);
      }),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await gone;
    },
  };
};
