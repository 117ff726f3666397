/**
 * The second checker: reads the event log alone, folds it into what each disk and the server must
 * hold, and derives INV-1, 2, 4, 5, 6, 9 and 14 again. It shares no code with invariants.ts, with the
 * engine or with the model server: a mistake has to be made twice to go unseen.
 */
import type { AnyRow } from '#domain/rows.ts';
import type { DiskChange } from '#sync/fakes/memory-disk.ts';
import type { Rights, SimEvent } from './event-log.ts';

type Fold = {
  user: string;
  rows: Map<string, AnyRow>;
  shadows: Map<string, AnyRow | null>;
  outbox: Map<number, string>;
  cursor: number;
  generation: number;
  epoch: string;
  /** Highest confirmed rev of each row in this generation. */
  seen: Map<string, number>;
  /** Saved mutations in the order in which screens said so, and the last one that took effect. */
  order: Map<string, number>;
  lastEffect: number;
};
type Server = {
  rows: Map<string, { rev: number; row: AnyRow | null }>;
  judged: Map<string, string>;
  history: { rev: number; keys: string[] }[];
};

const fail = (invariant: string, facts: unknown): never => {
  throw new Error(`second checker, ${invariant}: ${JSON.stringify(facts)}`);
};

export const checkLog = (events: readonly SimEvent[]): void => {
  const devices = new Map<string, Fold>();
  const owners = new Map<string, string>();
  const forgotten = new Set<string>();
  /** Written on a disk that was put back since. A request of that earlier life may still arrive. */
  const ofEarlierLife = new Set<string>();
  let server: Server = { rows: new Map(), judged: new Map(), history: [] };
  let kept: Server | null = null;
  let rights = new Map<string, Rights>();
  const saved = new Map<string, string>();

  const deviceOf = (name: string): Fold => {
    const found = devices.get(name);
    if (found === undefined) throw new Error(`unknown device ${name}`);
    return found;
  };

  for (const event of events) {
    switch (event.kind) {
      case 'watch':
        devices.set(event.device, newFold(event.user));
        break;
      case 'saved': {
        const device = deviceOf(event.device);
        saved.set(event.id, event.device);
        owners.set(event.id, device.user);
        if (!device.order.has(event.id)) device.order.set(event.id, device.order.size);
        if (![...device.outbox.values()].includes(event.id) && !server.judged.has(event.id))
          fail('INV-1 said saved, and it is nowhere', event.id);
        break;
      }
      case 'stored': {
        const device = deviceOf(event.device);
        const before = { cursor: device.cursor, generation: device.generation };
        const left = fold(device, event.change);
        for (const id of left) {
          if (saved.has(id) && !server.judged.has(id) && !forgotten.has(id))
            fail('INV-1 left the outbox and was never judged', { device: event.device, id });
        }
        checkCursor(event.device, device, before, server, rights.get(device.user));
        break;
      }
      case 'put back': {
        const device = deviceOf(event.device);
        const fresh = newFold(device.user);
        fold(fresh, event.change);
        fresh.order = device.order;
        fresh.lastEffect = -1;
        devices.set(event.device, fresh);
        const there = new Set(fresh.outbox.values());
        for (const [id, name] of saved) {
          if (name !== event.device || there.has(id)) continue;
          forgotten.add(id);
          ofEarlierLife.add(id);
        }
        break;
      }
      case 'judged':
        judge(event, server, saved, owners, ofEarlierLife, deviceOf);
        break;
      case 'committed':
        server.history.push({ rev: event.rev, keys: event.rows.map(([key]) => key) });
        for (const [key, rev, row] of event.rows) server.rows.set(key, { rev, row });
        break;
      case 'rights':
        rights = event.users;
        break;
      case 'backup':
        kept = copyOf(server);
        break;
      case 'restored':
        if (kept === null) throw new Error('restored without a backup');
        for (const id of server.judged.keys()) if (!kept.judged.has(id)) forgotten.add(id);
        server = kept;
        kept = null;
        for (const device of devices.values()) device.lastEffect = -1;
        break;
      case 'end':
        if (event.isWhole) checkEqual(event.device, deviceOf(event.device), server, rights);
        break;
    }
  }
  for (const [id, name] of saved) {
    const waits = [...deviceOf(name).outbox.values()].includes(id);
    if (!waits && !server.judged.has(id) && !forgotten.has(id)) fail('INV-1 lost', { id, name });
  }
};

const newFold = (user: string): Fold => ({
  user,
  rows: new Map(),
  shadows: new Map(),
  outbox: new Map(),
  cursor: 0,
  generation: 0,
  epoch: '',
  seen: new Map(),
  order: new Map(),
  lastEffect: -1,
});

const copyOf = (server: Server): Server => ({
  rows: new Map(server.rows),
  judged: new Map(server.judged),
  history: [...server.history],
});

/** Takes a change in; answers the mutations that left. */
const fold = (device: Fold, change: DiskChange): string[] => {
  const before = new Set(device.outbox.values());
  for (const name of change.cleared) {
    if (name === '_outbox') device.outbox.clear();
    else if (name === '_shadow') device.shadows.clear();
    else
      for (const key of device.rows.keys()) if (key.startsWith(`${name}:`)) device.rows.delete(key);
  }
  for (const { table, id, row } of change.rows) {
    if (row === null) device.rows.delete(`${table}:${id}`);
    else device.rows.set(`${table}:${id}`, row);
  }
  for (const { key, shadow } of change.shadows) {
    if (shadow === null) device.shadows.delete(key);
    else device.shadows.set(key, shadow.row);
  }
  for (const { seq, entry } of change.outbox) {
    if (entry === null) device.outbox.delete(seq);
    else device.outbox.set(seq, entry.id);
  }
  for (const entry of change.meta) {
    if (entry.key !== 'sync') continue;
    if (entry.generation !== device.generation) device.seen.clear();
    device.cursor = entry.cursor;
    device.generation = entry.generation;
    device.epoch = entry.epoch ?? '';
  }
  if (change.outbox.length === 0 && change.cleared.length === 0) return [];
  const after = new Set(device.outbox.values());
  return [...before].filter((id) => !after.has(id));
};

/** INV-2, INV-4, INV-14 for one verdict. */
const judge = (
  event: Extract<SimEvent, { kind: 'judged' }>,
  server: Server,
  saved: ReadonlyMap<string, string>,
  owners: ReadonlyMap<string, string>,
  ofEarlierLife: ReadonlySet<string>,
  deviceOf: (name: string) => Fold,
): void => {
  const { id, status, user } = event;
  const owner = owners.get(id);
  if (owner !== undefined && owner !== user)
    fail('INV-14 sent with another person’s token', { id, owner, user });
  const took = status === 'applied' || status === 'conflict';
  const known = server.judged.get(id);
  // A conflict is told again as one; only `applied` claims to have taken effect just now.
  if (status === 'applied' && known !== undefined && known !== 'refused')
    fail('INV-2 took effect twice', { id, known });
  if (known !== undefined) return;
  server.judged.set(id, status);
  const name = saved.get(id);
  if (!took || name === undefined || ofEarlierLife.has(id)) return;
  const device = deviceOf(name);
  const place = device.order.get(id) ?? 0;
  if (place < device.lastEffect) fail('INV-4 took effect before an earlier one', { id, name });
  device.lastEffect = place;
};

const confirmedOf = (device: Fold, key: string): AnyRow | undefined => {
  const shadow = device.shadows.get(key);
  return shadow === undefined ? device.rows.get(key) : (shadow ?? undefined);
};

/** INV-6 and INV-9: between two cursors lie all changes that this person may see. */
const checkCursor = (
  name: string,
  device: Fold,
  before: { cursor: number; generation: number },
  server: Server,
  rights: Rights | undefined,
): void => {
  if (device.generation !== before.generation || device.cursor === before.cursor) return;
  if (device.cursor < before.cursor) fail('INV-6 the cursor went back', { name, before });
  if (rights === undefined || rights.epoch !== device.epoch) return;
  for (let at = server.history.length - 1; at >= 0; at -= 1) {
    const commit = server.history[at];
    if (commit === undefined || commit.rev <= before.cursor) break;
    if (commit.rev > device.cursor) continue;
    for (const key of commit.keys) {
      const now = server.rows.get(key);
      // Changed again since: that is news for a later page.
      if (now === undefined || now.rev !== commit.rev) continue;
      const ours = confirmedOf(device, key);
      if (now.row === null || !mayRead(rights, device.user, key, now.row, server)) {
        if (ours !== undefined && ours.rev > 0 && ours.rev <= now.rev)
          fail('INV-7, INV-20 a row is still here', { name, key, rev: now.rev });
        continue;
      }
      if (ours === undefined || ours.rev < now.rev)
        fail('INV-9 a change below the cursor is missing', { name, key, rev: now.rev });
      const seen = device.seen.get(key) ?? 0;
      if (ours !== undefined && ours.rev > 0 && ours.rev < seen)
        fail('INV-6 a row went back', { name, key, seen, rev: ours.rev });
      device.seen.set(key, Math.max(seen, ours?.rev ?? 0));
    }
  }
};

/** The rules of the model business, written a second time. */
const mayRead = (
  rights: Rights,
  user: string,
  key: string,
  row: AnyRow,
  server: Server,
): boolean => {
  const table = key.slice(0, key.indexOf(':'));
  switch (rights.role) {
    case 'none':
      return false;
    case 'owner':
      return true;
    case 'narrow':
      if (table === 'appointments') return row['staff_note'] !== 'private';
      return table !== 'clients' || row['note'] !== 'private';
    case 'own':
      if (table === 'appointments') return row['staff_id'] === user;
      if (table !== 'clients' || row['created_by'] === user) return true;
      for (const [other, { row: visit }] of server.rows) {
        if (!other.startsWith('appointments:') || visit === null) continue;
        if (visit['client_id'] === row.id && visit['staff_id'] === user) return true;
      }
      return false;
  }
};

/** INV-5, INV-20. */
const checkEqual = (
  name: string,
  device: Fold,
  server: Server,
  rights: ReadonlyMap<string, Rights>,
): void => {
  const mine = rights.get(device.user);
  if (mine === undefined) return;
  const theirs = new Map<string, AnyRow>();
  for (const [key, { row }] of server.rows) {
    if (row !== null && mayRead(mine, device.user, key, row, server)) theirs.set(key, row);
  }
  for (const [key, row] of theirs) {
    const ours = device.rows.get(key);
    if (ours === undefined) fail('INV-5 a row is missing at the end', { name, key });
    else if (canonical(ours) !== canonical(row))
      fail('INV-5 a row differs at the end', { name, key, ours, row });
  }
  for (const key of device.rows.keys())
    if (!theirs.has(key)) fail('INV-5, INV-20 a row too many at the end', { name, key });
};

const canonical = (row: AnyRow): string =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((field) => [field, row[field as keyof AnyRow]]),
  );
