/** What people, other writers and bad luck do in one step. */
import type { AnyRow, TableName } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { Op } from '#domain/commands/op.ts';
import type { SimDevice, SimTab } from './device.ts';
import type { Dice } from './random.ts';
import type { Simulation } from './simulate.ts';

const DAY_MS = 86_400_000;
const WORDS = ['red', 'green', 'blue', 'late', 'vip', 'new'] as const;

export type Action = { name: string; weight: number; run: (sim: Simulation) => Promise<void> };

const anyTab = (sim: Simulation): { device: SimDevice; tab: SimTab } | null => {
  const device = sim.dice.pick(sim.devices);
  const tabs = device.tabs.filter((tab) => !tab.frozen);
  return tabs.length === 0 ? null : { device, tab: sim.dice.pick(tabs) };
};

const shownRows = (device: SimDevice, table: TableName): AnyRow[] => [
  ...(device.disk.tables.get(table)?.values() ?? []),
];

const newRow = (sim: Simulation, table: 'clients' | 'appointments' | 'staff'): AnyRow => {
  const { dice } = sim;
  const startsMs = sim.trueMs() + (dice.below(150) - 90) * DAY_MS;
  const base = { id: dice.newId(), business_id: sim.businessId };
  if (table === 'staff')
    return { ...base, display_name: dice.pick(WORDS), rank: 0 } as unknown as AnyRow;
  if (table === 'clients') {
    return { ...base, first_name: dice.pick(WORDS), note: null, tags: [] } as unknown as AnyRow;
  }
  return {
    ...base,
    client_id: null,
    starts_at: toInstant(startsMs),
    status: 'booked',
    staff_note: dice.chance(0.1) ? 'private' : null,
  } as unknown as AnyRow;
};

const TABLES = ['clients', 'appointments', 'staff'] as const;

/** One mutation as a screen would make it, mostly on rows that the person sees. */
const makeOps = (sim: Simulation, device: SimDevice): { name: string; ops: Op[] } => {
  const { dice } = sim;
  const table = dice.pick(TABLES);
  const rows = shownRows(device, table);
  const kind = dice.next();
  if (rows.length === 0 || kind < 0.3) {
    const row = newRow(sim, table);
    return { name: `${table}.create`, ops: [{ table, id: row.id, op: 'put', value: row }] };
  }
  const { id } = dice.pick(rows);
  const value = `${dice.pick(WORDS)}-${dice.below(1_000_000)}`;
  if (kind < 0.35)
    return { name: `${table}.delete`, ops: [{ table, id, op: 'delete', value: null }] };
  if (table === 'clients' && kind < 0.5) {
    const op = dice.chance(0.6) ? 'add' : 'remove';
    return { name: 'client.tag', ops: [{ table, id, op, value: { tags: dice.pick(WORDS) } }] };
  }
  if (table === 'appointments') {
    const patch: Record<string, unknown> = dice.chance(0.3)
      ? { starts_at: toInstant(sim.trueMs() + (dice.below(150) - 90) * DAY_MS) }
      : { staff_note: dice.chance(0.1) ? 'private' : value };
    return { name: 'appointment.edit', ops: [{ table, id, op: 'patch', value: patch }] };
  }
  const field = table === 'staff' ? 'display_name' : dice.pick(['first_name', 'note'] as const);
  const patch = { table, id, op: 'patch', value: { [field]: value } } as const;
  if (dice.chance(0.1)) {
    const other = newRow(sim, 'clients');
    return {
      name: 'mixed',
      ops: [patch, { table: 'clients', id: other.id, op: 'put', value: other }],
    };
  }
  return { name: `${table}.edit`, ops: [patch] };
};

const poison = (made: { name: string; ops: Op[] }): { name: string; ops: Op[] } => ({
  name: `${made.name}.poison`,
  ops: made.ops.map((op) =>
    op.op === 'delete' ? op : { ...op, value: { ...op.value, odd: 'poison' } },
  ),
});

/** People type on: the same field again, while the last change may be on its way. */
const typeOn = (sim: Simulation, device: SimDevice): { name: string; ops: Op[] } | null => {
  const last = [...device.disk.outbox.values()].at(-1);
  const [op] = last?.ops ?? [];
  if (last === undefined || op?.op !== 'patch' || last.ops.length !== 1) return null;
  const field = Object.keys(op.value ?? {})[0] ?? 'note';
  if (field === 'starts_at' || field === 'odd') return null;
  const value = { [field]: `${sim.dice.pick(WORDS)}-${sim.dice.below(1_000_000)}` };
  return { name: last.name, ops: [{ ...op, value }] };
};

const edit = async (sim: Simulation): Promise<void> => {
  const found = anyTab(sim);
  if (found === null) return;
  const { device, tab } = found;
  const more = sim.dice.chance(0.3) ? typeOn(sim, device) : null;
  const made = more ?? makeOps(sim, device);
  const isPoison = sim.dice.chance(0.02) && made.ops.some((op) => op.op !== 'delete');
  const { name, ops } = isPoison ? poison(made) : made;
  const shown = new Map<string, unknown>();
  for (const { table, id, op, value } of ops) {
    const row = device.disk.tables.get(table)?.get(id);
    for (const field of Object.keys(value ?? {})) {
      if (op === 'patch') shown.set(`${table}:${id}.${field}`, row?.[field]);
    }
  }
  const entry = await device.write(tab, name, ops);
  if (entry === null) return;
  for (const { table, id, value } of ops) {
    for (const [field, typed] of Object.entries(value ?? {})) {
      const key = `${device.name} ${table}:${id}.${field}`;
      const known = sim.ledger.known.get(key) ?? new Set();
      sim.ledger.known.set(key, known.add(typed).add(shown.get(`${table}:${id}.${field}`)));
    }
  }
  const wasPoison = sim.ledger.saved.get(entry.id)?.poison === true;
  sim.ledger.saved.set(entry.id, {
    device: device.name,
    poison: isPoison || wasPoison,
    ops: entry.ops,
  });
  sim.note(`${device.name} ${name} seq ${entry.seq} ${ops.map((op) => op.id.slice(-4)).join()}`);
};

const withTab =
  (act: (sim: Simulation, device: SimDevice, tab: SimTab) => void | Promise<void>) =>
  async (sim: Simulation): Promise<void> => {
    const device = sim.dice.pick(sim.devices);
    if (device.tabs.length === 0) return;
    await act(sim, device, sim.dice.pick(device.tabs));
  };

const withDevice =
  (act: (device: SimDevice, sim: Simulation) => void) =>
  async (sim: Simulation): Promise<void> =>
    act(sim.dice.pick(sim.devices), sim);

const otherWriter = async (sim: Simulation): Promise<void> => {
  const { dice, server } = sim;
  const table = dice.pick(['clients', 'appointments'] as const);
  const rows = server.tables.all(table);
  const row = newRow(sim, table);
  const ops: Op[] = [{ table, id: row.id, op: 'put', value: row }];
  if (rows.length > 0 && dice.chance(0.5)) {
    const { id } = dice.pick(rows);
    ops.push({ table, id, op: 'patch', value: { note: `public-${dice.below(1000)}` } });
  }
  if (rows.length > 0 && dice.chance(0.2)) {
    ops.push({ table, id: dice.pick(rows).id, op: 'delete', value: null });
  }
  server.write({ name: 'public.book', ops });
  sim.note(`server ${ops.length} ops, rev ${server.tables.rev()}`);
};

const changeRole = async (sim: Simulation): Promise<void> => {
  const user = sim.dice.pick([...sim.server.users.values()]);
  sim.server.setRole(user.id, user.role === 'owner' ? 'narrow' : 'owner', true);
  sim.note(`role of ${user.id.slice(-4)} changes`);
};

const pick = (dice: Dice, low: number, high: number): number => low + dice.below(high - low);

export const ACTIONS: readonly Action[] = [
  { name: 'edit', weight: 50, run: edit },
  { name: 'other writer', weight: 8, run: otherWriter },
  {
    name: 'offline',
    weight: 5,
    run: withDevice((device, sim) => {
      device.link.online = !device.link.online;
      sim.note(`${device.name} online ${device.link.online}`);
      if (device.link.online) for (const { tab } of device.tabs) tab.event('online');
    }),
  },
  {
    name: 'portal',
    weight: 1,
    run: withDevice((device, sim) => {
      device.link.portal = !device.link.portal;
      sim.note(`${device.name} portal ${device.link.portal}`);
    }),
  },
  {
    name: 'realtime',
    weight: 2,
    run: withDevice((device) => (device.link.realtime = !device.link.realtime)),
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
    weight: 3,
    run: withTab((sim, device, tab) => {
      sim.note(`${device.name} crashes`);
      sim.count('crash');
      device.crash(tab);
    }),
  },
  {
    name: 'freeze',
    weight: 2,
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
      sim.note(`${device.name} token ends, may sign in ${device.canSignIn}`);
    }),
  },
  { name: 'sign in', weight: 2, run: withDevice((device) => device.signIn()) },
  {
    name: 'clock',
    weight: 1,
    run: withDevice((device, sim) => {
      device.skewMs = pick(sim.dice, -DAY_MS, DAY_MS);
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
  { name: 'role', weight: 1, run: changeRole },
  {
    name: 'prune',
    weight: 0.7,
    run: async (sim) => {
      sim.server.pruneTombstones();
      sim.note('server prunes tombstones');
    },
  },
  {
    name: 'restore',
    weight: 0.5,
    run: async (sim) => {
      sim.server.epoch = `e${sim.dice.below(1e9)}`;
      sim.server.devices.clear();
      sim.count('restored');
      sim.note('server forgets devices, new epoch');
    },
  },
  {
    name: 'sleep',
    weight: 2,
    run: async (sim) => {
      // Everybody's clock moves on without anything happening: night.
      sim.skip(pick(sim.dice, 60_000, 3 * DAY_MS));
    },
  },
];
