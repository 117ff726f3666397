import { setTimeout as wait } from 'node:timers/promises';
import type { Dice } from '#tests/harness/fault-plan.ts';
import type { TestServer } from '#tests/harness/server.ts';
import type { Person } from './person.ts';

const TROUBLES: Dice['faults'] = [
  { kind: 'drop' },
  { kind: 'lose' },
  { kind: 'cut' },
  { kind: 'delay', ms: 1_500 },
  { kind: 'reorder', atMostMs: 2_000 },
  { kind: 'duplicate' },
  { kind: 'echo' },
  { kind: 'trickle', bytesPerSecond: 8_000 },
  { kind: 'status', status: 429, retryAfterS: 1 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, retryAfterS: 2 },
];

/** Every request may meet trouble, the whole time. */
export const rollDice = ({ proxy }: Pick<Person, 'proxy'>, seed: number): void =>
  proxy.roll({ seed, rate: 0.1, faults: TROUBLES });

/** The larger events on one person's network, one after the other, until it is over. */
export const changeWeather = async (
  { proxy, context, done }: Person,
  random: () => number,
  isOver: () => boolean,
): Promise<void> => {
  const events: Record<string, (ms: number) => Promise<void>> = {
    'browser offline': async (ms) => {
      await context.setOffline(true);
      await pause(ms, isOver);
      await context.setOffline(false);
    },
    outage: async (ms) => {
      proxy.outage(true);
      await pause(ms, isOver);
      proxy.outage(false);
    },
    'hotel network': async (ms) => {
      const hotel = proxy.script({
        match: /./,
        fault: { kind: 'portal', how: random() < 0.5 ? 'page' : 'redirect' },
        times: Infinity,
      });
      await pause(ms, isOver);
      hotel.end();
    },
    'sockets cut': () => Promise.resolve(proxy.sockets.cut()),
    'sockets refused': (ms) => withSockets('refuse', ms),
    'sockets silent': (ms) => withSockets('silent', ms),
    'sockets lossy': (ms) => withSockets('lossy', ms),
  };
  const withSockets = async (mode: 'refuse' | 'silent' | 'lossy', ms: number): Promise<void> => {
    proxy.sockets.mode = mode;
    await pause(ms, isOver);
    proxy.sockets.mode = 'pass';
  };
  const names = Object.keys(events);
  while (!isOver()) {
    await pause(4_000 + random() * 12_000, isOver);
    const name = names[Math.floor(random() * names.length)] ?? 'outage';
    done[name] = (done[name] ?? 0) + 1;
    await events[name]?.(2_000 + random() * 8_000);
  }
};

/** Stops, kills and starts the server again, now and then. */
export const restartServer = async (
  server: TestServer,
  random: () => number,
  isOver: () => boolean,
): Promise<number> => {
  let restarts = 0;
  while (!isOver()) {
    await pause(25_000 + random() * 30_000, isOver);
    if (isOver()) break;
    await (random() < 0.5 ? server.kill() : server.stop());
    await pause(random() * 4_000, isOver);
    await server.start();
    restarts += 1;
  }
  return restarts;
};

/** Waits so long, or until it is over. */
export const pause = async (ms: number, isOver: () => boolean): Promise<void> => {
  const endMs = Date.now() + ms;
  while (Date.now() < endMs && !isOver()) await wait(Math.min(250, endMs - Date.now()));
};
