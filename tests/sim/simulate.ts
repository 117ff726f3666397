/** One seeded run: devices, server, faults, steps, invariants. */
import { setImmediate } from 'node:timers';
import { createModelServer, type ModelServer } from '#sync/fakes/model-server.ts';
import { createVirtualTime } from '#sync/fakes/virtual-time.ts';
import { ACTIONS } from './actions.ts';
import { createDevice, type Plant, type SimDevice } from './device.ts';
import { checkEnd, checkStep, type Ledger } from './invariants.ts';
import { createNetwork, NO_FAULTS, type Faults, type Serve } from './network.ts';
import { createDice, type Dice } from './random.ts';

export type Simulation = {
  dice: Dice;
  server: ModelServer;
  devices: SimDevice[];
  ledger: Ledger;
  businessId: string;
  trueMs: () => number;
  /** Moves all clocks without letting anything happen. */
  skip: (ms: number) => void;
  note: (line: string) => void;
  count: (event: string) => void;
};

export type Bug = Plant & { serve?: (server: ModelServer, dice: Dice) => Serve };

export type Outcome = {
  seed: number;
  failure: string | null;
  /** What happened, in order. */
  trace: string[];
  /** How often rare things were reached. */
  counts: Map<string, number>;
};

export type Options = { seed: number; bug?: Bug };

const USUAL: Faults = {
  dropRequest: 0.05,
  dropReply: 0.05,
  duplicate: 0.02,
  slow: 0.1,
  busy: 0.02,
  dropPoke: 0.2,
  duplicatePoke: 0.05,
};
const HEAVY: Faults = {
  dropRequest: 0.2,
  dropReply: 0.25,
  duplicate: 0.1,
  slow: 0.3,
  busy: 0.1,
  dropPoke: 0.7,
  duplicatePoke: 0.2,
};
const START_MS = Date.UTC(2026, 10, 21, 9);

export const simulate = async (options: Options): Promise<Outcome> => {
  const dice = createDice(options.seed);
  const time = createVirtualTime(0, () => new Promise((resolve) => void setImmediate(resolve)));
  let skippedMs = START_MS;
  const trueMs = () => time.nowMs() + skippedMs;
  const businessId = dice.newId();
  const trace: string[] = [];
  const counts = new Map<string, number>();
  const count = (event: string) => void counts.set(event, (counts.get(event) ?? 0) + 1);
  const note = (line: string) => void trace.push(`${time.nowMs()} ${line}`);

  const server = createModelServer({ businessId, nowMs: trueMs, newId: dice.newId });
  // One seed in five runs without faults: whatever fails there is no matter of bad luck.
  const mood = options.seed % 10;
  const faults = mood === 0 || mood === 5 ? NO_FAULTS : mood === 9 ? HEAVY : USUAL;
  const network = createNetwork({
    server,
    serve: options.bug?.serve?.(server, dice.fork()) ?? server.call,
    time,
    dice: dice.fork(),
    faults,
    pageSize: 2 + dice.below(20),
    count,
  });
  const users = [dice.newId(), dice.newId()];
  users.forEach((id, index) =>
    server.users.set(id, { id, role: index === 0 ? 'owner' : 'narrow', active: true, epoch: 0 }),
  );
  const devices = Array.from({ length: 2 + dice.below(3) }, (_, index) => {
    const link = {
      online: true,
      portal: false,
      realtime: dice.chance(0.8),
      userId: users[index % 2] ?? '',
      token: `d${index}-first`,
    };
    const device = createDevice({
      name: `d${index}`,
      businessId,
      link,
      remote: network.remoteFor(link),
      time,
      trueMs,
      dice: dice.fork(),
      plant: options.bug ?? {},
      log: note,
    });
    device.openTab();
    return device;
  });
  const sim: Simulation = {
    dice,
    server,
    devices,
    ledger: { saved: new Map(), known: new Map(), cursors: new Map() },
    businessId,
    trueMs,
    skip: (ms) => {
      skippedMs += ms;
      note(`sleeps ${ms}`);
    },
    note,
    count,
  };

  try {
    const steps = 30 + dice.below(50);
    for (let step = 0; step < steps; step += 1) {
      await draw(dice).run(sim);
      await time.advance(dice.chance(0.05) ? dice.below(60_000) : dice.below(1_500));
      if (step % 3 === 2) checkStep(sim);
    }
    await heal(sim, network.heal);
    // INV-16: stuck requests end after 20 s, steals after 15 s; a channel that died silently is noticed by the
    // calm safety pull, after six minutes at most.
    for (let waited = 0; waited < 40 && !isQuiet(sim); waited += 1) await time.advance(10_000);
    await time.advance(7 * 60_000);
    checkEnd(sim);
    return { seed: options.seed, failure: null, trace, counts };
  } catch (error) {
    return { seed: options.seed, failure: String(error), trace, counts };
  } finally {
    for (const device of devices) for (const tab of device.tabs) device.crash(tab);
  }
};

const TOTAL_WEIGHT = ACTIONS.reduce((sum, action) => sum + action.weight, 0);
const draw = (dice: Dice) => {
  let left = dice.next() * TOTAL_WEIGHT;
  for (const action of ACTIONS) {
    left -= action.weight;
    if (left < 0) return action;
  }
  return dice.pick(ACTIONS);
};

const heal = async (sim: Simulation, healNetwork: () => void): Promise<void> => {
  sim.note('all heals');
  healNetwork();
  for (const device of sim.devices) {
    device.link.online = true;
    device.link.portal = false;
    for (const tab of device.tabs) {
      tab.store.fail(null);
      tab.freeze(false);
    }
    if (device.tabs.length === 0) device.openTab();
    const [first] = device.tabs;
    if (first !== undefined && !device.tabs.some((tab) => tab.visible))
      device.setVisible(first, true);
    device.signIn();
    for (const { tab } of device.tabs) tab.event('online');
  }
};

const isQuiet = (sim: Simulation): boolean =>
  sim.devices.every(
    (device) =>
      device.disk.outbox.size === 0 && device.tabs.some((tab) => tab.status?.kind === 'idle'),
  );
