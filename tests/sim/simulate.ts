/** One seeded run: devices, people, server, faults, steps, invariants. */
import { setImmediate } from 'node:timers';
import { createModelServer, type ModelServer } from '#sync/fakes/model-server.ts';
import { createVirtualTime } from '#sync/fakes/virtual-time.ts';
import { ACTIONS, FORM_ACTIONS, type Action } from './actions.ts';
import { checkLog } from './check-log.ts';
import { createDevice, type Plant, type SimDevice, type SimTab } from './device.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { checkEnd, checkStep, createLedger, type Ledger } from './invariants.ts';
import { createNetwork, HEAVY, NO_FAULTS, USUAL, type Faults, type Serve } from './network.ts';
import { createDice, mix, type Dice } from './random.ts';

/** What a person has in front of them, since when. */
type OpenForm = {
  device: SimDevice;
  tab: SimTab;
  id: string;
  rev: number;
  field: 'first_name' | 'note';
  shown: unknown;
};

export type Simulation = {
  /** The luck of this step. */
  dice: Dice;
  server: ModelServer;
  devices: SimDevice[];
  ledger: Ledger;
  events: EventLog;
  businessId: string;
  forms: OpenForm[];
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
  /** How often things happened. */
  counts: Map<string, number>;
  /** Steps taken before the end or the failure. */
  steps: number;
};

/** What is left out of a run, to find the smallest one that still fails (shrink.ts). */
export type Without = {
  /** Steps from here on do not happen. */
  stepsFrom?: number;
  steps?: ReadonlySet<number>;
  devices?: ReadonlySet<number>;
  faults?: ReadonlySet<string>;
};

export type Options = { seed: number; bug?: Bug; without?: Without };

const START_MS = Date.UTC(2026, 10, 21, 9);
const ROLES = ['owner', 'narrow', 'own'] as const;
/** A channel that died silently is noticed by the calm safety pull, after six minutes at most. */
const CALM_PULL_MS = 7 * 60_000;
/** The longest step takes a few dozen. */
const TURNS_OF_A_STEP = 1_000;

export const simulate = async (options: Options): Promise<Outcome> => {
  const { seed, without = {} } = options;
  const dice = createDice(seed);
  const time = createVirtualTime(0, settle);
  let skippedMs = START_MS;
  const trueMs = () => time.nowMs() + skippedMs;
  const businessId = dice.newId();
  const trace: string[] = [];
  const counts = new Map<string, number>();
  const count = (event: string) => void counts.set(event, (counts.get(event) ?? 0) + 1);
  const note = (line: string) => void trace.push(`${time.nowMs()} ${line}`);

  const server = createModelServer({ businessId, nowMs: trueMs, newId: dice.newId });
  const events = createEventLog(server);
  // One seed in five runs without faults: whatever fails there is no matter of bad luck.
  const mood = seed % 10;
  const usual = mood === 0 || mood === 5 ? NO_FAULTS : mood === 9 ? HEAVY : USUAL;
  const network = createNetwork({
    server,
    serve: options.bug?.serve?.(server, dice.fork()) ?? server.call,
    time,
    seed,
    faults: withoutFaults(usual, without.faults),
    pageSize: 2 + dice.below(20),
    batchLimit: dice.chance(0.2) ? 1 + dice.below(3) : 100,
    count,
    served: events.served,
  });
  const users = Array.from({ length: 1 + dice.below(3) }, () => dice.newId());
  users.forEach((id, index) => {
    server.users.set(id, { id, role: ROLES[index] ?? 'owner', active: true, epoch: 0 });
  });
  events.rights();
  const devices = Array.from({ length: 2 + dice.below(4) }, (_, index) => {
    const name = `d${index}`;
    const link = {
      online: true,
      portal: false,
      realtime: dice.chance(0.8),
      outdated: false,
      userId: users[index % users.length] ?? '',
      token: `${name}-first`,
      foreign: null,
    };
    const device = createDevice({
      name,
      seed: mix(seed, 2_000_000 + index),
      businessId,
      link,
      remote: network.remoteFor(link),
      time,
      trueMs,
      plant: options.bug ?? {},
      log: note,
      count,
    });
    device.isAbsent = without.devices?.has(index) === true;
    if (!device.isAbsent) {
      events.watch(device);
      device.openTab();
    }
    return device;
  });
  const sim: Simulation = {
    dice,
    server,
    devices,
    ledger: createLedger(),
    events,
    businessId,
    forms: [],
    trueMs,
    skip: (ms) => {
      skippedMs += ms;
      note(`sleeps ${ms}`);
    },
    note,
    count,
  };

  const actions = seed % 5 === 2 ? [...ACTIONS, ...FORM_ACTIONS] : ACTIONS;
  const steps = Math.min(30 + dice.below(60), without.stepsFrom ?? Number.POSITIVE_INFINITY);
  let step = 0;
  try {
    for (; step < steps; step += 1) {
      sim.dice = createDice(mix(seed, step));
      const pauseMs = sim.dice.below(sim.dice.chance(0.05) ? 60_000 : 1_500);
      if (without.steps?.has(step) !== true) {
        trace.push(`— step ${step}`);
        await withoutTime(draw(sim.dice, actions), sim);
      }
      await time.advance(pauseMs);
      checkStep(sim);
    }
    sim.dice = createDice(mix(seed, 3_000_000));
    heal(sim, network.heal);
    // INV-16: stuck requests end after 20 s, steals after 15 s; the rest is history and safety pulls.
    for (let waitedMs = 0; waitedMs < 400_000 && !isDone(sim); waitedMs += 10_000) {
      await time.advance(10_000);
      readmit(sim);
    }
    if (!isDone(sim)) await time.advance(CALM_PULL_MS);
    events.end(devices);
    checkEnd(sim);
    checkLog(events.list);
    return { seed, failure: null, trace, counts, steps: step };
  } catch (error) {
    return { seed, failure: String(error), trace, counts, steps: step };
  } finally {
    for (const device of devices) for (const tab of device.tabs) device.crash(tab);
  }
};

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Time stands still within a step: what waits for it would wait for ever, and the run with it. */
const withoutTime = async (action: Action, sim: Simulation): Promise<void> => {
  const ends: { error?: unknown }[] = [];
  void action.run(sim).then(
    () => ends.push({}),
    (error: unknown) => ends.push({ error }),
  );
  for (let turn = 0; turn < TURNS_OF_A_STEP && ends.length === 0; turn += 1) await settle();
  const [end] = ends;
  if (!end) throw new Error(`"${action.name}" waits for something that only time can bring`);
  if ('error' in end) throw end.error;
};

const withoutFaults = (faults: Faults, left: ReadonlySet<string> | undefined): Faults => {
  const some = { ...faults };
  for (const name of Object.keys(some) as (keyof Faults)[]) if (left?.has(name)) some[name] = 0;
  return some;
};

const draw = (dice: Dice, actions: readonly Action[]): Action => {
  let left = dice.next() * actions.reduce((sum, action) => sum + action.weight, 0);
  for (const action of actions) {
    left -= action.weight;
    if (left < 0) return action;
  }
  return dice.pick(actions);
};

/** All that people and time can mend is mended. */
const heal = (sim: Simulation, healNetwork: () => void): void => {
  sim.note('all heals');
  healNetwork();
  sim.server.dieAfter = null;
  for (const user of sim.server.users.values()) {
    // Half of those who were removed stay so: their devices must keep what is unsent.
    if (!user.active && sim.dice.chance(0.5)) sim.server.setRole(user.id, user.role, true);
  }
  sim.events.rights();
  for (const device of sim.devices) {
    if (device.isAbsent) continue;
    const { link } = device;
    link.online = true;
    link.portal = false;
    device.losesNextToken = false;
    device.armed = null;
    for (const tab of device.tabs) {
      tab.store.fail(null);
      tab.storageFault(null);
      tab.freeze(false);
    }
    // The new version of the app starts.
    if (link.outdated || device.tabs.some((tab) => tab.status?.kind === 'upgrade-needed')) {
      link.outdated = false;
      for (const tab of device.tabs) device.crash(tab);
    }
    if (device.tabs.length === 0) device.openTab();
    const [first] = device.tabs;
    if (first !== undefined && !device.tabs.some((tab) => tab.visible))
      device.setVisible(first, true);
    device.signIn();
    for (const { tab } of device.tabs) tab.event('online');
  }
};

/** A held answer from before may still say "removed": whoever is a member again opens the app anew. */
const readmit = (sim: Simulation): void => {
  for (const device of sim.devices) {
    if (sim.server.users.get(device.link.userId)?.active !== true) continue;
    if (!device.tabs.some((tab) => tab.status?.kind === 'access-lost')) continue;
    for (const tab of device.tabs) device.crash(tab);
    device.openTab();
  }
};

/** Everything sent, everything here, history too. Who was removed has heard of it. */
const isDone = (sim: Simulation): boolean =>
  sim.devices.every((device) => {
    if (device.isAbsent) return true;
    const kind = device.tabs.find((tab) => tab.status?.leads)?.status?.kind;
    if (sim.server.users.get(device.link.userId)?.active !== true) return kind === 'access-lost';
    const sync = device.disk.meta.get('sync');
    const coverage = device.disk.meta.get('coverage');
    return (
      device.disk.outbox.size === 0 &&
      kind === 'idle' &&
      sync?.key === 'sync' &&
      sync.cursor === sim.server.tables.rev() &&
      sync.last_digest_at !== null &&
      coverage?.key === 'coverage' &&
      (coverage.dropped.length > 0 ||
        (coverage.clients === 'all' && coverage.missing?.length === 0))
    );
  });
