/** What may happen in one step, and how often: people, other writers, bad luck. */
import type { Op } from '#domain/commands/op.ts';
import type { CrashPoint } from '#db/crash-point.ts';
import type { SimDevice, SimTab } from './device.ts';
import { forgetProfile, forgetServer } from './invariants.ts';
import {
  anyDevice,
  edit,
  editManyTimes,
  editTogether,
  openForm,
  saveForm,
  newRow,
} from './people.ts';
import { copyProfile, putBack } from './profile-copy.ts';
import type { Dice } from './random.ts';
import type { Simulation } from './simulate.ts';

const DAY_MS = 86_400_000;

export type Action = { name: string; weight: number; run: (sim: Simulation) => Promise<void> };

const withDevice =
  (act: (device: SimDevice, sim: Simulation) => void) =>
  async (sim: Simulation): Promise<void> => {
    const device = anyDevice(sim);
    if (device !== null) act(device, sim);
  };

const withTab =
  (act: (sim: Simulation, device: SimDevice, tab: SimTab) => void | Promise<void>) =>
  async (sim: Simulation): Promise<void> => {
    const device = anyDevice(sim);
    if (device === null || device.tabs.length === 0) return;
    await act(sim, device, sim.dice.pick(device.tabs));
  };

/** A client on the public pages, a job, an import: no device and no outbox. */
const otherWriter = async (sim: Simulation): Promise<void> => {
  const { dice, server } = sim;
  const table = dice.pick(['clients', 'appointments'] as const);
  const rows = server.tables.all(table);
  const row = newRow(sim, table, null);
  const ops: Op[] = [{ table, id: row.id, op: 'put', value: row }];
  if (rows.length > 0 && dice.chance(0.5)) {
    const { id } = dice.pick(rows);
    const field = table === 'clients' ? 'note' : 'staff_note';
    ops.push({ table, id, op: 'patch', value: { [field]: `public-${dice.below(1000)}` } });
  }
  if (rows.length > 0 && dice.chance(0.2)) {
    ops.push({ table, id: dice.pick(rows).id, op: 'delete', value: null });
  }
  server.write({ name: 'public.book', ops });
  sim.note(`server ${ops.length} ops, rev ${server.tables.rev()}`);
};

const changeRole = async (sim: Simulation): Promise<void> => {
  const user = sim.dice.pick([...sim.server.users.values()]);
  const removed = sim.dice.chance(0.3);
  const role = sim.dice.pick(['owner', 'narrow', 'own'] as const);
  sim.server.setRole(user.id, role, !removed);
  sim.events.rights();
  sim.count(removed ? 'member removed' : 'role changed');
  sim.note(`${user.id.slice(-4)} is now ${removed ? 'removed' : role}`);
};

/** The places where a process may die; the server's own is `server dies`. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  'CP-01',
  'CP-02',
  'CP-03',
  'CP-04',
  'CP-05',
  'CP-06',
  'CP-07',
  'CP-09',
  'CP-10',
  'CP-11',
  'CP-12',
  'CP-13',
  'CP-15',
  'CP-17',
];

const between = (dice: Dice, low: number, high: number): number => low + dice.below(high - low);

export const ACTIONS: readonly Action[] = [
  { name: 'edit', weight: 44, run: edit },
  { name: 'edit together', weight: 5, run: editTogether },
  { name: 'edit many times', weight: 3, run: editManyTimes },
  { name: 'other writer', weight: 8, run: otherWriter },
  {
    name: 'offline',
    weight: 5,
    run: withDevice((device, sim) => {
      device.link.online = !device.link.online;
      sim.note(`${device.name} online ${device.link.online}`);
      const event = device.link.online ? 'online' : 'offline';
      for (const { tab } of device.tabs) tab.event(event);
    }),
  },
  {
    name: 'portal',
    weight: 1,
    run: withDevice((device, sim) => {
      device.link.portal = !device.link.portal;
      if (device.link.portal) sim.count('captive portal');
      sim.note(`${device.name} portal ${device.link.portal}`);
    }),
  },
  {
    name: 'realtime',
    weight: 2,
    run: withDevice((device) => {
      device.link.realtime = !device.link.realtime;
      // Browsers are wrong about their network at times.
      for (const { tab } of device.tabs) tab.event('offline');
    }),
  },
  {
    name: 'open tab',
    weight: 3,
    run: withDevice((device, sim) => {
      if (device.tabs.length >= 3) return;
      device.openTab();
      sim.note(`${device.name} opens a tab`);
    }),
  },
  {
    name: 'close tab',
    weight: 2,
    run: withTab(async (sim, device, tab) => {
      sim.note(`${device.name} closes a tab`);
      if (!tab.frozen) await device.close(tab);
    }),
  },
  {
    name: 'crash',
    weight: 2,
    run: withTab((sim, device, tab) => {
      sim.note(`${device.name} crashes`);
      sim.count('crash');
      device.crash(tab);
    }),
  },
  {
    name: 'crash point',
    weight: 6,
    run: withDevice((device, sim) => {
      device.armed = sim.dice.pick(CRASH_POINTS);
      sim.note(`${device.name} will die at ${device.armed}`);
    }),
  },
  {
    name: 'freeze',
    weight: 3,
    run: withTab((sim, device, tab) => {
      tab.freeze(!tab.frozen);
      sim.note(`${device.name} frozen ${tab.frozen}`);
    }),
  },
  {
    name: 'visibility',
    weight: 3,
    run: withTab((_sim, device, tab) => {
      if (!tab.frozen) device.setVisible(tab, !tab.visible);
    }),
  },
  {
    name: 'token ends',
    weight: 2,
    run: withDevice((device, sim) => {
      device.link.token = `${device.name}-revoked-${sim.dice.below(1e9)}`;
      device.canSignIn = sim.dice.chance(0.8);
      device.losesNextToken = sim.dice.chance(0.3);
      sim.note(`${device.name} token ends, may sign in ${device.canSignIn}`);
    }),
  },
  { name: 'sign in', weight: 2, run: withDevice((device) => device.signIn()) },
  {
    name: 'somebody else signs in',
    weight: 0.5,
    run: withDevice((device, sim) => {
      const others = [...sim.server.users.keys()].filter((id) => id !== device.link.userId);
      if (others.length === 0) return;
      const token = `${device.name}-other-${sim.dice.below(1e9)}`;
      device.link.foreign = { token, userId: sim.dice.pick(others) };
      sim.count('somebody else signed in');
      sim.note(`${device.name} somebody else signs in`);
      for (const { tab } of device.tabs) tab.event('token');
    }),
  },
  {
    name: 'clock',
    weight: 1.5,
    run: withDevice((device, sim) => {
      device.skewMs = between(sim.dice, -DAY_MS, DAY_MS);
      sim.count('clock jumped');
      sim.note(`${device.name} clock ${device.skewMs}`);
    }),
  },
  {
    name: 'storage',
    weight: 1,
    run: withTab((sim, device, tab) => {
      const trouble = sim.dice.pick(['full', 'lost', null, null] as const);
      tab.store.fail(trouble);
      sim.note(`${device.name} storage ${trouble}`);
    }),
  },
  {
    name: 'transaction',
    weight: 2,
    run: withTab((sim, device, tab) => {
      const fault = sim.dice.pick(['abort', 'hang', 'late'] as const);
      tab.storageFault(fault);
      sim.note(`${device.name} next transaction ${fault}`);
    }),
  },
  {
    name: 'handle closed',
    weight: 0.5,
    run: withTab((sim, device, tab) => {
      tab.store.close();
      sim.count('database closed under a tab');
      sim.note(`${device.name} database closed under a tab`);
    }),
  },
  {
    name: 'profile restored',
    weight: 0.6,
    run: withDevice((device, sim) => {
      const copy = sim.ledger.copies.get(device.name);
      if (copy === undefined || sim.dice.chance(0.4)) {
        sim.ledger.copies.set(device.name, copyProfile(device.disk));
        sim.note(`${device.name} profile copied`);
        return;
      }
      for (const tab of device.tabs) device.crash(tab);
      putBack(device.disk, copy);
      forgetProfile(sim, device);
      sim.events.putBack(device);
      sim.count('profile put back');
      sim.note(`${device.name} profile put back`);
      device.openTab();
    }),
  },
  {
    name: 'outdated',
    weight: 0.7,
    run: withDevice((device, sim) => {
      device.link.outdated = true;
      sim.note(`${device.name} is too old for the server`);
    }),
  },
  { name: 'role', weight: 1.5, run: changeRole },
  {
    name: 'server dies',
    weight: 1.5,
    run: async (sim) => {
      sim.server.dieAfter = sim.dice.below(3);
      sim.note('server dies within the next batch');
    },
  },
  {
    name: 'prune',
    weight: 0.7,
    run: async (sim) => {
      sim.server.pruneTombstones();
      sim.count('tombstones pruned');
      sim.note('server prunes tombstones');
    },
  },
  {
    name: 'forget devices',
    weight: 0.4,
    run: async (sim) => {
      const isTold = sim.dice.chance(0.5);
      if (isTold) sim.server.epoch = `e${sim.dice.below(1e9)}`;
      sim.server.devices.clear();
      sim.events.rights();
      sim.count('server forgot devices');
      sim.note(`server forgets devices${isTold ? ', new epoch' : ''}`);
    },
  },
  {
    name: 'backup',
    weight: 0.8,
    run: async (sim) => {
      const { ledger } = sim;
      if (ledger.restore === null || sim.dice.chance(0.4)) {
        ledger.restore = sim.server.backup();
        sim.events.backup();
        sim.note('server is backed up');
        return;
      }
      ledger.restore();
      ledger.restore = null;
      forgetServer(sim);
      sim.events.restored();
      sim.count('server restored');
      sim.note(`server is restored to rev ${sim.server.tables.rev()}`);
    },
  },
  {
    name: 'sleep',
    weight: 2,
    run: async (sim) => {
      // Everybody's clock moves on without anything happening: night.
      sim.skip(between(sim.dice, 60_000, 3 * DAY_MS));
    },
  },
];

/** One seed in five has forms that stay open, besides everything else. */
export const FORM_ACTIONS: readonly Action[] = [
  { name: 'open form', weight: 20, run: openForm },
  { name: 'save form', weight: 14, run: saveForm },
];
