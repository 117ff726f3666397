import { createServer } from 'node:net';

/**
 * Below the ports that systems hand out by themselves: while a server of ours restarts, nobody's
 * outgoing connection takes its place.
 */
const FIRST = 20_000;
const COUNT = 10_000;

/** Each process begins elsewhere, and never offers the same one twice in a row. */
let next = (process.pid * 7919) % COUNT;

/** A port that nobody listens on right now, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
