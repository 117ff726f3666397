/** What people do in one step: they create, edit, move, delete, type on. */
import type { AnyRow, TableName } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { Op } from '#domain/commands/op.ts';
import type { SimDevice, SimTab } from './device.ts';
import type { Simulation } from './simulate.ts';

const DAY_MS = 86_400_000;
const WORDS = ['red', 'green', 'blue', 'late', 'vip', 'new'] as const;

export const anyDevice = (sim: Simulation): SimDevice | null => {
  const device = sim.dice.pick(sim.devices);
  return device.isAbsent ? null : device;
};

const anyTab = (sim: Simulation): { device: SimDevice; tab: SimTab } | null => {
  const device = anyDevice(sim);
  if (device === null) return null;
  const tabs = device.tabs.filter((tab) => !tab.frozen);
  return tabs.length === 0 ? null : { device, tab: sim.dice.pick(tabs) };
};

const shownRows = (device: SimDevice, table: TableName): AnyRow[] => [
  ...(device.disk.tables.get(table)?.values() ?? []),
];

const somebody = (sim: Simulation, device: SimDevice | null): AnyRow | null => {
  const rows = device === null ? sim.server.tables.all('clients') : shownRows(device, 'clients');
  return rows.length === 0 ? null : sim.dice.pick(rows);
};

/** A row as the screens of this device make it. */
export const newRow = (
  sim: Simulation,
  table: 'clients' | 'appointments' | 'staff',
  device: SimDevice | null,
): AnyRow => {
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
    client_id: dice.chance(0.4) ? (somebody(sim, device)?.id ?? null) : null,
    staff_id: dice.pick([...sim.server.users.keys()]),
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
    const row = newRow(sim, table, device);
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
    const patch: Record<string, unknown> = dice.pick([
      () => ({ starts_at: toInstant(sim.trueMs() + (dice.below(150) - 90) * DAY_MS) }),
      () => ({ staff_note: dice.chance(0.2) ? 'private' : value }),
      () => ({ staff_id: dice.pick([...sim.server.users.keys()]) }),
      () => ({ client_id: somebody(sim, device)?.id ?? null }),
    ])();
    return { name: 'appointment.edit', ops: [{ table, id, op: 'patch', value: patch }] };
  }
  const field = table === 'staff' ? 'display_name' : dice.pick(['first_name', 'note'] as const);
  const patch = { table, id, op: 'patch', value: { [field]: value } } as const;
  if (dice.chance(0.1)) {
    const other = newRow(sim, 'clients', device);
    return {
      name: 'mixed',
      ops: [patch, { table: 'clients', id: other.id, op: 'put', value: other }],
    };
  }
  return { name: `${table}.edit`, ops: [patch] };
};

/** `poison` is judged and refused; `unreadable` makes the server refuse the whole request. */
const poison = (
  made: { name: string; ops: Op[] },
  odd: 'poison' | 'unreadable',
): { name: string; ops: Op[] } => ({
  name: `${made.name}.${odd}`,
  ops: made.ops.map((op) => (op.op === 'delete' ? op : { ...op, value: { ...op.value, odd } })),
});

/** Of everything that the entry holds by now: it may have been taken in without being said. */
const oddOf = (ops: readonly Op[]): 'poison' | 'unreadable' | null => {
  const all = ops.map(({ value }) => (value as { odd?: string } | null)?.odd);
  return all.includes('unreadable') ? 'unreadable' : all.includes('poison') ? 'poison' : null;
};

/** People type on: the same field again, while the last change may be on its way. */
const typeOn = (sim: Simulation, device: SimDevice): { name: string; ops: Op[] } | null => {
  const last = [...device.disk.outbox.values()].at(-1);
  const [op] = last?.ops ?? [];
  if (last === undefined || op?.op !== 'patch' || last.ops.length !== 1) return null;
  const field = Object.keys(op.value ?? {})[0] ?? 'note';
  if (['starts_at', 'odd', 'staff_id', 'client_id'].includes(field)) return null;
  const value = { [field]: `${sim.dice.pick(WORDS)}-${sim.dice.below(1_000_000)}` };
  return { name: last.name, ops: [{ ...op, value }] };
};

export const edit = async (sim: Simulation): Promise<void> => {
  const found = anyTab(sim);
  if (found === null) return;
  const { device, tab } = found;
  const more = sim.dice.chance(0.3) ? typeOn(sim, device) : null;
  await save(sim, device, tab, more ?? makeOps(sim, device));
};

/** A form that stays open: what it shows grows old while somebody looks at it. */
export const openForm = async (sim: Simulation): Promise<void> => {
  const found = anyTab(sim);
  if (found === null) return;
  const rows = shownRows(found.device, 'clients');
  if (rows.length === 0) return;
  const { id, rev, ...row } = sim.dice.pick(rows);
  const field = sim.dice.pick(['first_name', 'note'] as const);
  sim.forms.push({ ...found, id, rev, field, shown: row[field] });
};

export const saveForm = async (sim: Simulation): Promise<void> => {
  const [form] = sim.forms.splice(sim.dice.below(sim.forms.length), 1);
  if (form === undefined || !form.tab.alive || form.tab.frozen) return;
  const { device, tab, id, rev, field, shown } = form;
  const now = device.disk.tables.get('clients')?.get(id);
  // The screen says that the client is gone.
  if (now === undefined) return;
  if (now[field] !== shown) sim.count('a form was saved over news');
  const value = { [field]: `${sim.dice.pick(WORDS)}-${sim.dice.below(1_000_000)}` };
  const ops: Op[] = [{ table: 'clients', id, op: 'patch', value }];
  await save(sim, device, tab, { name: 'clients.edit', ops }, { rev, shown });
};

/** INV-8: two people change the same field of the same row from the same base. */
export const editTogether = async (sim: Simulation): Promise<void> => {
  const [one, two] = [anyTab(sim), anyTab(sim)];
  if (one === null || two === null || one.device === two.device) return;
  const shared = shownRows(one.device, 'clients').filter((row) =>
    two.device.disk.tables.get('clients')?.has(row.id),
  );
  if (shared.length === 0) return;
  const { id } = sim.dice.pick(shared);
  const field = sim.dice.pick(['first_name', 'note']);
  for (const { device, tab } of [one, two]) {
    if (!tab.alive) continue;
    const value = { [field]: `${sim.dice.pick(WORDS)}-${sim.dice.below(1_000_000)}` };
    await save(sim, device, tab, {
      name: 'clients.edit',
      ops: [{ table: 'clients', id, op: 'patch', value }],
    });
  }
  sim.count('two edit the same field');
};

/** A busy minute: several changes before the worker gets to anything. */
export const editManyTimes = async (sim: Simulation): Promise<void> => {
  const found = anyTab(sim);
  if (found === null) return;
  for (let left = 2 + sim.dice.below(6); left > 0 && found.tab.alive; left -= 1)
    await save(sim, found.device, found.tab, makeOps(sim, found.device));
};

const save = async (
  sim: Simulation,
  device: SimDevice,
  tab: SimTab,
  made: { name: string; ops: Op[] },
  form?: { rev: number; shown: unknown },
): Promise<void> => {
  const isOdd = sim.dice.chance(0.025) && made.ops.some((op) => op.op !== 'delete');
  const odd = isOdd ? sim.dice.pick(['poison', 'poison', 'unreadable'] as const) : null;
  const { name, ops } = odd === null ? made : poison(made, odd);
  const shown = new Map<string, unknown>();
  // What a screen shows at the very moment of saving: the transaction before may have brought news.
  const look = (): void => {
    for (const { table, id, op, value } of ops) {
      const row = device.disk.tables.get(table)?.get(id);
      for (const field of Object.keys(value ?? {})) {
        if (op === 'patch') shown.set(`${table}:${id}.${field}`, form ? form.shown : row?.[field]);
      }
    }
  };
  const [op] = ops;
  const seen = form && op && { table: op.table, id: op.id, rev: form.rev };
  const written = await device.write(tab, name, ops, look, seen);
  if (written === null) return;
  const { entry, isSaid } = written;
  for (const { table, id, value } of ops) {
    for (const [field, typed] of Object.entries(value ?? {})) {
      const key = `${device.name} ${table}:${id}.${field}`;
      const known = sim.ledger.known.get(key) ?? new Set();
      sim.ledger.known.set(key, known.add(typed).add(shown.get(`${table}:${id}.${field}`)));
    }
  }
  const before = sim.ledger.saved.get(entry.id);
  // Taken into an earlier entry that was said to be saved: that one holds more now.
  if (!isSaid && before === undefined) return;
  sim.ledger.saved.set(entry.id, { device: device.name, odd: oddOf(entry.ops), ops: entry.ops });
  sim.events.saved(device, entry);
  sim.note(`${device.name} ${name} seq ${entry.seq} ${ops.map((op) => op.id.slice(-4)).join()}`);
  if (isSaid) device.wrote(tab);
};
