import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { createFaultSockets } from './fault-sockets.ts';

/** The release that `npm run build` has made. */
export const RELEASE_1 = join(import.meta.dirname, '../../dist');
const API = /^\/(rest|auth|storage|realtime|functions)\/v1\//;
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
};

export type Answer = { status?: number; type?: string; body: string };

/** A static host of the built app whose releases and faults a test decides. */
export type ReleaseHost = {
  url: string;
  /** What it answers instead of the file; null = the file again. */
  answer: (path: string, answer: Answer | null) => void;
  /** Deploys a release that differs in index.html only; `mark` is its title. */
  deploy: (mark: string) => Promise<void>;
  /** Deploys a whole build; files of the one before are gone, and so are the test's own answers. */
  deployFolder: (folder: string) => void;
  /**
   * The backend hears what is sent to this path, and its answers wait until the function that this
   * answers is called.
   */
  holdAnswers: (path: string) => () => void;
  /** Whether the backend behind it can be reached. */
  backend: (isUp: boolean) => void;
  /** Every path that was asked for so far. */
  asked: string[];
  stop: () => Promise<void>;
};

/** `backendUrl`: where the data is; without it there are files only. */
export const startReleaseHost = async (backendUrl?: string): Promise<ReleaseHost> => {
  const answers = new Map<string, Answer>();
  const held = new Map<string, Promise<void>>();
  const asked: string[] = [];
  let folder = RELEASE_1;
  let isUp = true;
  const target = backendUrl === undefined ? null : new URL(backendUrl);
  const sockets =
    target && createFaultSockets({ host: target.hostname, port: Number(target.port) });

  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    if (!target || !isUp) {
      response.destroy();
      return;
    }
    const { method, url: path, headers } = request;
    const out = ask(
      { host: target.hostname, port: target.port, method, path, headers },
      async (reply) => {
        await held.get(new URL(path ?? '/', target).pathname);
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      },
    );
    out.on('error', () => response.destroy());
    request.pipe(out);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    if (API.test(path) && !answers.has(path)) {
      forward(request, response);
      return;
    }
    asked.push(path);
    const isPage = extname(path) === '' && request.headers['sec-fetch-mode'] === 'navigate';
    const file = isPage ? '/index.html' : path;
    const said = answers.get(file);
    if (said) {
      response.writeHead(said.status ?? 200, { 'content-type': said.type ?? typeOf(file) });
      response.end(said.body);
      return;
    }
    try {
      const bytes = await readFile(join(folder, file));
      response.writeHead(200, { 'content-type': typeOf(file), 'cache-control': 'no-cache' });
      response.end(bytes);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
      response.end('not here');
    }
  };
  const server = createServer((request, response) => void respond(request, response));
  server.on('upgrade', (request, socket, head) => {
    if (sockets && isUp) sockets.upgrade(request, socket, head);
    else socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const answer: ReleaseHost['answer'] = (path, said) => {
    if (said) answers.set(path, said);
    else answers.delete(path);
  };
  const holdAnswers: ReleaseHost['holdAnswers'] = (path) => {
    let letGo = (): void => undefined;
    held.set(path, new Promise<void>((done) => (letGo = done)));
    return () => {
      held.delete(path);
      letGo();
    };
  };
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer,
    holdAnswers,
    deploy: async (mark) => {
      const html = (await readFile(join(folder, 'index.html'), 'utf8')).replace(
        /<html /,
        `<html data-release="${mark}" `,
      );
      const script = await readFile(join(folder, 'sw.js'), 'utf8');
      answer('/index.html', { body: html });
      answer('/sw.js', {
        body: script.replace(/\/index\.html \w{6} \w{8}/, `/index.html ${checkOf(html)} ${mark}`),
      });
    },
    deployFolder: (next) => {
      answers.clear();
      folder = next;
    },
    backend: (up) => {
      isUp = up;
      if (!up) sockets?.cut();
    },
    stop: () =>
      new Promise((done) => {
        sockets?.cut();
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

/** As the build writes it beside each file's name (sw/pack-release.mjs). */
export const checkOf = (content: string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 6);

const typeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream';
