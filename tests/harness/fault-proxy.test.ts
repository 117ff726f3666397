import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { createFaultPlan } from './fault-plan.ts';
import type { Fault } from './fault-plan.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';

/** A server that answers what it heard and counts it. */
const startTinyServer = async () => {
  const heard: string[] = [];
  const answer = async (request: IncomingMessage): Promise<string> => {
    const said = `${request.method} ${request.url} ${await text(request)}`;
    heard.push(said);
    return JSON.stringify({ said, number: heard.length });
  };
  const node = createServer((request, response) => {
    void answer(request).then((body) => response.end(body));
  });
  const sockets = new WebSocketServer({ server: node });
  sockets.on('connection', (socket) => {
    socket.on('message', (bytes) => socket.send(`echo ${String(bytes as Buffer)}`));
  });
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', done));
  const { port } = node.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    say: (words: string) => sockets.clients.forEach((socket) => socket.send(words)),
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate();
      node.closeAllConnections();
      await new Promise((done) => node.close(done));
    },
  };
};

let server: Awaited<ReturnType<typeof startTinyServer>>;
let proxy: FaultProxy;
beforeEach(async () => {
  server = await startTinyServer();
  proxy = await startFaultProxy(server.url);
});
afterEach(async () => {
  await proxy.stop();
  await server.stop();
});

const ALL = /./;
const post = (body: string, path = '/rest/v1/rpc/sync_push') =>
  fetch(proxy.url + path, { method: 'POST', body });
const meet = (fault: Fault, times = 1) => proxy.script({ match: ALL, fault, times });
const numberOf = async (answer: Response): Promise<unknown> =>
  ((await answer.json()) as { number: unknown }).number;

it('without faults it is as if it were not there', async () => {
  const answer = await post('one');
  expect(await answer.json()).toEqual({ said: 'POST /rest/v1/rpc/sync_push one', number: 1 });
  expect(proxy.passed).toEqual([
    { method: 'POST', path: '/rest/v1/rpc/sync_push', fault: null, status: 200 },
  ]);
});

describe('requests', () => {
  it('drop: the server hears nothing', async () => {
    meet({ kind: 'drop' });
    await expect(post('one')).rejects.toThrow();
    expect(server.heard).toEqual([]);
    expect((await post('two')).ok).toBe(true);
  });

  it('lose: the server did it, the browser never knows', async () => {
    meet({ kind: 'lose' });
    await expect(post('one')).rejects.toThrow();
    expect(server.heard).toHaveLength(1);
  });

  it('cut: the head arrives, the body does not', async () => {
    meet({ kind: 'cut' });
    const answer = await post('one');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('duplicate: the server hears it twice, the second answer arrives', async () => {
    meet({ kind: 'duplicate' });
    expect(await numberOf(await post('one'))).toBe(2);
    expect(server.heard).toHaveLength(2);
  });

  it('echo: an old copy arrives after a newer request', async () => {
    meet({ kind: 'echo' });
    expect(await numberOf(await post('old'))).toBe(1);
    await post('new');
    await expect
      .poll(() => server.heard.map((said) => said.split(' ')[2]))
      .toEqual(['old', 'new', 'old']);
  });

  it('reorder: a later request overtakes', async () => {
    meet({ kind: 'reorder', atMostMs: 20_000 });
    const first = post('first');
    await expect.poll(() => proxy.passed.length).toBe(1);
    await post('second');
    await first;
    expect(server.heard.map((said) => said.split(' ')[2])).toEqual(['second', 'first']);
  });

  it('hold at the request: the server hears it when we say so', async () => {
    const held = meet({ kind: 'hold', at: 'request' });
    const answer = post('one');
    await held.firstMet;
    expect(server.heard).toEqual([]);
    held.release();
    expect((await answer).status).toBe(200);
  });

  it('hold at the answer: the server has done it, the browser waits', async () => {
    const held = meet({ kind: 'hold', at: 'answer' });
    const answer = post('one');
    await held.firstMet;
    expect(server.heard).toHaveLength(1);
    proxy.heal();
    expect((await answer).status).toBe(200);
  });

  it('portal: a page that is no answer, or a redirect to it', async () => {
    meet({ kind: 'portal', how: 'page' });
    const asPage = await post('one');
    expect(asPage.status).toBe(200);
    expect(asPage.headers.get('content-type')).toContain('text/html');
    const hotel = meet({ kind: 'portal', how: 'redirect' }, Infinity);
    const redirect = await fetch(proxy.url, { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect(await (await fetch(proxy.url)).text()).toContain('Sign in to the network');
    expect(hotel.met).toBe(3);
    expect(server.heard).toEqual([]);
  });

  it.each([429, 500, 502, 503, 504] as const)(
    'status %i comes from the gateway',
    async (status) => {
      meet({ kind: 'status', status, retryAfterS: 7 });
      const answer = await post('one');
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe('7');
      expect(server.heard).toEqual([]);
    },
  );

  it('delay and trickle: late, but whole', async () => {
    meet({ kind: 'delay', ms: 20 });
    expect(await numberOf(await post('one'))).toBe(1);
    meet({ kind: 'trickle', bytesPerSecond: 400 });
    expect(await numberOf(await post('two'))).toBe(2);
  });

  it('a server that is gone is a dead connection, not an answer', async () => {
    await server.stop();
    await expect(post('one')).rejects.toThrow();
  });
});

it('outage: nothing gets through, open connections are cut, and it ends', async () => {
  const held = meet({ kind: 'hold', at: 'answer' });
  const open = post('one');
  await held.firstMet;
  proxy.outage(true);
  await expect(open).rejects.toThrow();
  await expect(post('two')).rejects.toThrow();
  proxy.outage(false);
  expect((await post('three')).ok).toBe(true);
});

const open = async () => {
  const socket = new WebSocket(proxy.url.replace('http', 'ws'));
  const got: string[] = [];
  socket.on('message', (bytes) => got.push(String(bytes as Buffer)));
  const closed = new Promise<void>((done) => socket.on('close', () => done()));
  const failed = new Promise<Error>((done) => socket.on('error', done));
  const isOpen = await Promise.race([
    new Promise<boolean>((done) => socket.on('open', () => done(true))),
    failed.then(() => false),
  ]);
  return { socket, got, closed, isOpen };
};

describe('web sockets', () => {
  it('pass both ways', async () => {
    const { socket, got } = await open();
    socket.send('hello');
    await expect.poll(() => got).toEqual(['echo hello']);
    expect(proxy.sockets.open).toBe(1);
  });

  it('are refused', async () => {
    proxy.sockets.mode = 'refuse';
    expect((await open()).isOpen).toBe(false);
  });

  it('are cut', async () => {
    const { closed, isOpen } = await open();
    expect(isOpen).toBe(true);
    proxy.sockets.cut();
    await closed;
    expect(proxy.sockets.open).toBe(0);
  });

  it('silent: open, and nothing comes', async () => {
    const quiet = await open();
    proxy.sockets.mode = 'silent';
    quiet.socket.send('into the void');
    server.say('nobody hears');
    const other = await open();
    expect(other.isOpen).toBe(true);
    proxy.sockets.mode = 'pass';
    server.say('audible');
    await expect.poll(() => quiet.got).toEqual(['audible']);
  });

  it('lossy: every third message is lost, long and short ones, the others arrive whole', async () => {
    const { got } = await open();
    proxy.sockets.mode = 'lossy';
    const long = 'x'.repeat(70_000);
    const middle = 'y'.repeat(300);
    for (const words of ['1', long, '3', middle, '5', '6', '7']) server.say(words);
    await expect.poll(() => got).toEqual(['1', long, middle, '5', '7']);
  });
});

describe('[F18] web sockets that say too much, or nothing at all', () => {
  it('twice: each message comes twice, whole, in order', async () => {
    const { got } = await open();
    proxy.sockets.mode = 'twice';
    const long = 'x'.repeat(70_000);
    for (const words of ['1', long]) server.say(words);
    await expect.poll(() => got).toEqual(['1', '1', long, long]);
  });

  it('flood: each comes five hundred times', async () => {
    const { got } = await open();
    proxy.sockets.mode = 'flood';
    server.say('again');
    await expect.poll(() => got.length).toBe(500);
    expect(new Set(got)).toEqual(new Set(['again']));
  });

  it('hang: taken and never answered, until it is cut', async () => {
    proxy.sockets.mode = 'hang';
    const opening = open();
    await expect.poll(() => proxy.sockets.hanging).toBe(1);
    expect(proxy.sockets.open).toBe(0);
    proxy.sockets.cut();
    expect((await opening).isOpen).toBe(false);
  });
});

describe('the dice', () => {
  const asked = { method: 'POST', path: '/rest/v1/rpc/sync_pull' };
  const faults = [{ kind: 'drop' }, { kind: 'lose' }, { kind: 'cut' }] as const;
  const rolled = (seed: number) => {
    const plan = createFaultPlan();
    plan.roll({ seed, rate: 0.3, faults });
    return Array.from({ length: 200 }, () => plan.decide(asked)?.fault.kind ?? '-');
  };

  it('fall the same way for the same seed', () => {
    expect(rolled(7)).toEqual(rolled(7));
    expect(rolled(7)).not.toEqual(rolled(8));
  });

  it('hit about as often as asked, and every kind', () => {
    const hits = rolled(7).filter((kind) => kind !== '-');
    expect(hits.length).toBeGreaterThan(30);
    expect(hits.length).toBeLessThan(90);
    expect(new Set(hits).size).toBe(3);
  });

  it('leave the files of the app alone', () => {
    const plan = createFaultPlan();
    plan.roll({ seed: 7, rate: 1, faults });
    expect(plan.decide({ method: 'GET', path: '/assets/main.js' })).toBeNull();
    expect(plan.decide(asked)).not.toBeNull();
  });

  it('what is scripted comes first, and only as often as told', () => {
    const plan = createFaultPlan();
    plan.roll({ seed: 7, rate: 1, faults: [{ kind: 'lose' }] });
    const scripted = plan.script({ fault: { kind: 'drop' }, times: 2 });
    const kinds = Array.from({ length: 3 }, () => plan.decide(asked)?.fault.kind);
    expect(kinds).toEqual(['drop', 'drop', 'lose']);
    expect(scripted.met).toBe(2);
    plan.heal();
    expect(plan.decide(asked)).toBeNull();
  });
});
