import { Agent, createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createFaultPlan } from './fault-plan.ts';
import type { Encounter, FaultPlan } from './fault-plan.ts';
import { createFaultSockets } from './fault-sockets.ts';
import type { FaultSockets } from './fault-sockets.ts';

/** One line of what came by, in order. */
export type Passed = { method: string; path: string; fault: string | null; status: number | null };

export type FaultProxy = Pick<FaultPlan, 'script' | 'roll'> & {
  /** What the browser opens instead of the server. */
  url: string;
  passed: readonly Passed[];
  sockets: Pick<FaultSockets, 'mode' | 'loses' | 'cut' | 'open' | 'hanging'>;
  /** Everything is cut and nothing gets through, until false. */
  outage: (on: boolean) => void;
  /** No more faults, and what is held goes on. */
  heal: () => void;
  stop: () => Promise<void>;
};

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const PORTAL = '<!doctype html><title>Hotel</title><h1>Sign in to the network</h1>';
/** How far apart the drops of a trickle are. */
const DROP_MS = 50;

/**
 * The network between one browser and the server `target` (an http:// origin): it does what
 * networks do, on command or by dice. One proxy per browser, so that each has its own trouble.
 */
export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const { hostname: host, port } = new URL(target);
  const plan = createFaultPlan();
  const sockets = createFaultSockets({ host, port: Number(port) });
  const agent = new Agent({ keepAlive: true });
  const connections = new Set<Socket>();
  const passed: Passed[] = [];
  const overtakers = new Set<() => void>();
  let isOut = false;

  /** The next request was answered: what waited for that goes on. */
  const answered = (): void => {
    for (const go of overtakers) go();
    overtakers.clear();
  };
  const overtaken = (): Promise<void> => new Promise((done) => overtakers.add(done));

  const toServer = async (from: IncomingMessage, body: Buffer): Promise<Answer> => {
    const { method, url: path, headers } = from;
    const reply = await new Promise<IncomingMessage>((done, fail) => {
      ask({ host, port, agent, method, path, headers }, done).on('error', fail).end(body);
    });
    return { status: reply.statusCode ?? 502, headers: reply.headers, body: await buffer(reply) };
  };

  /** Null = the browser hears nothing. */
  const through = async (
    from: IncomingMessage,
    body: Buffer,
    { fault, released, arrived }: Encounter,
  ): Promise<Answer | null> => {
    const send = (): Promise<Answer> => toServer(from, body);
    if (fault.kind !== 'hold' || fault.at === 'request') arrived();
    switch (fault.kind) {
      case 'drop':
        return null;
      case 'lose':
        await send();
        return null;
      case 'delay':
        await wait(fault.ms);
        return send();
      case 'reorder':
        await Promise.race([overtaken(), wait(fault.atMostMs)]);
        return send();
      case 'duplicate':
        await send();
        return send();
      case 'hold': {
        if (fault.at === 'request') {
          await released;
          return send();
        }
        const answer = await send();
        arrived();
        await released;
        return answer;
      }
      case 'portal':
        if (fault.how === 'page' || from.url === '/_portal') return page(200, PORTAL);
        return { status: 302, headers: { location: '/_portal' }, body: Buffer.alloc(0) };
      case 'status': {
        const { status, retryAfterS } = fault;
        const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
        return { ...page(status, `<h1>${status}</h1>`), headers };
      }
      default:
        return send();
    }
  };

  const handle = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const asked = { method: from.method ?? 'GET', path: from.url ?? '/' };
    const body = await buffer(from);
    const encounter = plan.decide(asked);
    const fault = encounter?.fault ?? null;
    const line: Passed = { ...asked, fault: fault?.kind ?? null, status: null };
    passed.push(line);
    const answer = await (encounter ? through(from, body, encounter) : toServer(from, body));
    if (isOut || answer === null) {
      to.destroy();
      return;
    }
    line.status = answer.status;
    // A browser sends again by itself what dies on a connection it has used before; on a new one the
    // page hears of it.
    to.shouldKeepAlive = false;
    const headers = { ...answer.headers, 'content-length': String(answer.body.length) };
    delete (headers as IncomingHttpHeaders)['transfer-encoding'];
    to.writeHead(answer.status, headers);
    if (fault?.kind === 'cut') {
      const half = answer.body.subarray(0, Math.floor(answer.body.length / 2));
      to.write(half, () => to.destroy());
      return;
    }
    if (fault?.kind === 'trickle') await trickle(to, answer.body, fault.bytesPerSecond);
    to.end(fault?.kind === 'trickle' ? undefined : answer.body);
    answered();
    if (fault?.kind === 'echo') {
      // Its answer belongs to nobody; a server that is gone by then is fine too.
      void overtaken()
        .then(() => toServer(from, body))
        .catch(() => undefined);
    }
  };

  const server = createServer((from, to) => {
    // The server is gone, or the browser is: to the other side a dead connection.
    handle(from, to).catch(() => to.destroy());
  });
  server.on('connection', (socket) => {
    if (isOut) {
      socket.destroy();
      return;
    }
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
  });
  server.on('upgrade', sockets.upgrade);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port: own } = server.address() as AddressInfo;

  const cutAll = (): void => {
    sockets.cut();
    for (const connection of connections) connection.destroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    passed,
    sockets,
    script: plan.script,
    roll: plan.roll,
    outage: (on) => {
      isOut = on;
      if (on) cutAll();
    },
    heal: () => {
      isOut = false;
      sockets.mode = 'pass';
      plan.heal();
      answered();
    },
    stop: async () => {
      plan.heal();
      cutAll();
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};

const page = (status: number, html: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(html),
});

const trickle = async (to: ServerResponse, body: Buffer, bytesPerSecond: number): Promise<void> => {
  const drop = Math.max(1, Math.round((bytesPerSecond * DROP_MS) / 1000));
  for (let at = 0; at < body.length && !to.destroyed; at += drop) {
    to.write(body.subarray(at, at + drop));
    await wait(DROP_MS);
  }
};
