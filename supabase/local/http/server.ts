import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { compress, encodingFor } from './compress.ts';

export type HttpServer = {
  url: string;
  node: Server;
  stop(): Promise<void>;
};

/** A small answer is one packet with or without compression. */
const WORTH_COMPRESSING_BYTES = 1400;

/** A client that sends its request this slowly is not one. */
const REQUEST_TIMEOUT_MS = 60_000;

/** How long open requests may finish when the server stops. */
const GRACE_MS = 5_000;

/** Listens, turns node requests into web requests and back. */
export async function listenHttp(options: {
  host: string;
  port: number;
  /** Behind a proxy of ours: the caller is who the last hop says it is. */
  trustProxy: boolean;
  handle: (request: Request, address: string) => Promise<Response>;
  /** Asked first; true = it has taken the request. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}): Promise<HttpServer> {
  const listener = getRequestListener(
    async (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage };
      const address = callerAddress(incoming, options.trustProxy);
      // What functions read as the caller's address must not be what the caller wrote there.
      const headers = new Headers(request.headers);
      headers.set('x-forwarded-for', address);
      const answer = await options.handle(withHeaders(request, headers), address);
      return isLoopback(address) ? answer : compressed(request, answer);
    },
    { overrideGlobalObjects: false },
  );
  const node = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    if (!options.intercept?.(request, response)) void listener(request, response);
  });
  node.on('upgrade', options.upgrade);
  await new Promise<void>((resolve, reject) => {
    node.once('error', reject);
    node.listen(options.port, options.host, () => {
      node.off('error', reject);
      resolve();
    });
  });
  const { port } = node.address() as AddressInfo;
  return {
    url: `http://${urlHost(options.host)}:${port}`,
    node,
    stop: () =>
      new Promise((resolve) => {
        const hurry = setTimeout(() => node.closeAllConnections(), GRACE_MS);
        node.close(() => {
          clearTimeout(hurry);
          resolve();
        });
        node.closeIdleConnections();
      }),
  };
}

/** On this machine there is no wire to save; elsewhere JSON shrinks to a tenth. */
async function compressed(request: Request, answer: Response): Promise<Response> {
  const type = answer.headers.get('content-type') ?? '';
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  if (!encoding || answer.headers.has('content-encoding') || !type.includes('json')) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  if (bytes.byteLength < WORTH_COMPRESSING_BYTES) {
    return new Response(bytes.byteLength === 0 ? null : bytes, { status: answer.status, headers });
  }
  const body = new Uint8Array(await compress(bytes, encoding, false));
  headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.byteLength));
  headers.append('vary', 'Accept-Encoding');
  return new Response(body, { status: answer.status, headers });
}

function withHeaders(request: Request, headers: Headers): Request {
  return new Request(request.url, {
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    ...(request.body ? { duplex: 'half' } : {}),
  } as RequestInit);
}

function callerAddress(request: IncomingMessage, trustProxy: boolean): string {
  const peer = request.socket.remoteAddress ?? '';
  if (!trustProxy) return peer;
  // Only our proxy's own entry, the last, is true; the others came from outside.
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  return hops.at(-1)?.trim() || peer;
}

function isLoopback(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address);
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
