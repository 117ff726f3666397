import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * What happens to WebSockets: `pass`; `refuse` new ones; `silent` = open, but nothing comes through
 * any more, as after a phone has changed networks; `lossy` = every third message to the browser is lost;
 * `twice` = each comes twice; `flood` = each comes so often that nobody could act on all; `hang` = new ones
 * are taken and never answered.
 */
export type SocketMode = 'pass' | 'refuse' | 'silent' | 'lossy' | 'twice' | 'flood' | 'hang';

/** How often a message comes to the browser; those that say nothing of loss or copies come once. */
const COPIES: Partial<Record<SocketMode, number>> = { twice: 2, flood: 500 };

export type FaultSockets = {
  /** For new sockets and for those that are open. */
  mode: SocketMode;
  /** What `lossy` loses instead of every third message of a socket: asked for each of them. */
  loses: (() => boolean) | null;
  /** Cuts every open one. */
  cut: () => void;
  readonly open: number;
  /** Those that `hang` has taken. */
  readonly hanging: number;
  upgrade: (request: IncomingMessage, browser: Duplex, head: Buffer) => void;
};

export const createFaultSockets = (target: { host: string; port: number }): FaultSockets => {
  const pairs = new Set<{ browser: Duplex; server: Socket }>();
  const hanging = new Set<Duplex>();
  const sockets: FaultSockets = {
    mode: 'pass',
    loses: null,
    cut: () => {
      for (const { browser, server } of pairs) {
        browser.destroy();
        server.destroy();
      }
      for (const browser of hanging) browser.destroy();
    },
    get open() {
      return pairs.size;
    },
    get hanging() {
      return hanging.size;
    },
    upgrade: (request, browser, head) => {
      if (sockets.mode === 'refuse') {
        browser.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
        return;
      }
      if (sockets.mode === 'hang') {
        hanging.add(browser);
        for (const end of ['close', 'error']) browser.on(end, () => hanging.delete(browser));
        return;
      }
      const server = connect(target.port, target.host);
      const pair = { browser, server };
      pairs.add(pair);
      const end = (): void => {
        pairs.delete(pair);
        browser.destroy();
        server.destroy();
      };
      for (const side of [browser, server]) side.on('close', end).on('error', end);
      const retell = retelling((nth) => {
        if (sockets.mode !== 'lossy') return COPIES[sockets.mode] ?? 1;
        return (sockets.loses?.() ?? nth % 3 === 0) ? 0 : 1;
      });
      let isOpen = false;
      server.on('connect', () => {
        server.write(headOf(request));
        server.write(head);
      });
      browser.on('data', (bytes: Buffer) => {
        if (sockets.mode !== 'silent') server.write(bytes);
      });
      server.on('data', (bytes: Buffer) => {
        // The answer to the handshake always arrives: a silent socket is one that looks open.
        if (!isOpen) {
          isOpen = true;
          browser.write(bytes);
        } else if (sockets.mode !== 'silent') browser.write(retell(bytes));
      });
    },
  };
  return sockets;
};

const headOf = ({ method, url, rawHeaders }: IncomingMessage): string => {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
};

/**
 * Takes whole frames out of what the server sends (RFC 6455, never masked in this direction) and sends
 * each message on as often as `copiesOf` the nth one says.
 */
const retelling = (copiesOf: (nth: number) => number): ((bytes: Buffer) => Buffer) => {
  let rest: Buffer = Buffer.alloc(0);
  let texts = 0;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const sent: Buffer[] = [];
    for (let size = frameSize(rest); size > 0 && size <= rest.length; size = frameSize(rest)) {
      const frame = rest.subarray(0, size);
      rest = rest.subarray(size);
      const isText = (frame[0] ?? 0) % 16 === 1;
      if (isText) texts += 1;
      const copies = isText ? copiesOf(texts) : 1;
      for (let copy = 0; copy < copies; copy += 1) sent.push(frame);
    }
    return Buffer.concat(sent);
  };
};

/** Bytes of the frame that begins here; 0 = too little is here to tell. */
const frameSize = (bytes: Buffer): number => {
  if (bytes.length < 2) return 0;
  const short = bytes.readUInt8(1) & 127;
  if (short < 126) return 2 + short;
  if (short === 126) return bytes.length < 4 ? 0 : 4 + bytes.readUInt16BE(2);
  return bytes.length < 10 ? 0 : 10 + Number(bytes.readBigUInt64BE(2));
};
