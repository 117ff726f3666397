import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const dist = join(import.meta.dirname, '../../dist');
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
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
  /** Every path that was asked for so far. */
  asked: string[];
  stop: () => Promise<void>;
};

export const startReleaseHost = async (): Promise<ReleaseHost> => {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
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
      const bytes = await readFile(join(dist, file));
      response.writeHead(200, { 'content-type': typeOf(file), 'cache-control': 'no-cache' });
      response.end(bytes);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
      response.end('not here');
    }
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const answer: ReleaseHost['answer'] = (path, said) => {
    if (said) answers.set(path, said);
    else answers.delete(path);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer,
    deploy: async (mark) => {
      const html = (await readFile(join(dist, 'index.html'), 'utf8')).replace(
        /<html /,
        `<html data-release="${mark}" `,
      );
      const script = await readFile(join(dist, 'sw.js'), 'utf8');
      const check = createHash('sha256').update(html).digest('hex').slice(0, 6);
      answer('/index.html', { body: html });
      answer('/sw.js', {
        body: script.replace(/\/index\.html \w{6} \w{8}/, `/index.html ${check} ${mark}`),
      });
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

const typeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream';
