// A Supabase-Realtime-compatible server for the embedded backend. README.md says what it can do.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { createAuthorise } from './authorise.ts';
import { createBroadcastHandler } from './broadcast-http.ts';
import { Changes } from './changes.ts';
import type { ChannelContext } from './channel.ts';
import { Connection } from './connection.ts';
import {
  isObject,
  systemClock,
  type Clock,
  type JsonObject,
  type Listen,
  type Log,
  type Query,
  type VerifyJwt,
} from './contract.ts';
import { startFeed } from './feed.ts';
import type { Version } from './frames.ts';
import { Hub } from './hub.ts';
import { createIdentify } from './identity.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

export interface RealtimeOptions {
  readonly query: Query;
  readonly listen: Listen;
  readonly verifyJwt: VerifyJwt;
  /** Keys that open a connection as `anon`. */
  readonly publishableKeys: readonly string[];
  /** Keys that act as `service_role`. */
  readonly secretKeys?: readonly string[];
  /** Refuse public channels, as the setting of hosted Supabase does. */
  readonly privateOnly?: boolean;
  readonly log: Log;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
}

export interface Realtime {
  /** Takes over an HTTP upgrade to …/realtime/v1/websocket, or refuses it. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Answers POST …/realtime/v1/api/broadcast and …/api/broadcast/{topic}/events/{event}. */
  handleBroadcast(request: Request): Promise<Response>;
  /** Says goodbye to all clients, so that they reconnect, and lets go of the database. */
  stop(): Promise<void>;
}

/** Needs ../sql/realtime.sql in the database. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { query, listen, verifyJwt, publishableKeys, secretKeys = [], log } = options;
  const clock = options.clock ?? systemClock;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const hub = new Hub();
  const changes = new Changes(query);
  const identify = createIdentify({ verifyJwt, publishableKeys, secretKeys, clock });
  const authorise = createAuthorise(query);
  const feed = startFeed({
    query,
    listen,
    clock,
    log,
    onMessage: (message) => announce(hub, message),
    onChange: (change) => changes.publish(change),
  });
  const context: ChannelContext = {
    hub,
    changes,
    identify,
    authorise,
    clock,
    log,
    limits,
    privateOnly: options.privateOnly ?? false,
    ready: feed.ready,
  };
  const sockets = new Set<WebSocket>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.maxFrameBytes,
    perMessageDeflate: false,
  });
  let isStopped = false;

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Between here and the handshake nobody else listens, and an unheard error ends the process.
    const ignore = () => {};
    socket.on('error', ignore);
    const asked = readUpgrade(request.url ?? '');
    if (typeof asked === 'number') return refuse(socket, asked);
    const identified = await identify(asked.token);
    if (!identified.ok) return refuse(socket, 401);
    if (isStopped || sockets.size >= limits.maxConnections) return refuse(socket, 503);
    socket.off('error', ignore);
    server.handleUpgrade(request, socket, head, (webSocket) => {
      sockets.add(webSocket);
      webSocket.once('close', () => sockets.delete(webSocket));
      new Connection(webSocket, context, asked);
    });
  }

  return {
    handleUpgrade(request, socket, head) {
      upgrade(request, socket, head).catch((error: unknown) => {
        log('error', 'realtime: an upgrade failed', error);
        socket.destroy();
      });
    },
    handleBroadcast: createBroadcastHandler(context),
    async stop() {
      isStopped = true;
      await feed.stop();
      const closed = [...sockets].map(
        (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
      );
      for (const socket of sockets) socket.close(1012, 'service restart');
      const callOff = clock.after(limits.stopGraceMs, () => {
        for (const socket of sockets) socket.terminate();
      });
      await Promise.all(closed);
      callOff();
      server.close();
    },
  };
}

/** A message that SQL sent: a row of realtime.messages. */
function announce(hub: Hub, message: JsonObject): void {
  const { id, topic, event, payload } = message;
  if (typeof topic !== 'string') return;
  hub.broadcast(message['private'] === true, topic, {
    raw: null,
    payload: {
      type: 'broadcast',
      event,
      payload: isObject(payload) ? payload : {},
      meta: { id },
    },
  });
}

function readUpgrade(address: string): { version: Version; token: string } | number {
  if (!URL.canParse(address, 'http://localhost')) return 400;
  const url = new URL(address, 'http://localhost');
  if (!url.pathname.endsWith('/realtime/v1/websocket')) return 404;
  const token = url.searchParams.get('apikey');
  if (token === null) return 401;
  // Phoenix means the first version when none is named.
  const version = url.searchParams.get('vsn') ?? '1.0.0';
  return version === '1.0.0' || version === '2.0.0' ? { version, token } : 400;
}

const STATUS_TEXT = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [404, 'Not Found'],
  [503, 'Service Unavailable'],
]);

function refuse(socket: Duplex, status: number): void {
  const text = STATUS_TEXT.get(status) ?? 'Error';
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
}
