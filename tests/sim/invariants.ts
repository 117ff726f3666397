/**
 * What must hold whatever happens (reliability.md, INV-…). `checkStep` after every step, `checkEnd`
 * after healing. Each throws with the invariant and the facts.
 */
import type { AnyRow, TableName } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import { rowKey, type Op } from '#domain/commands/op.ts';
import { pendingOps, replay } from '#sync/core/merge.ts';
import { isDated, momentField } from '#sync/core/wire.ts';
import { isInWindow } from '#sync/engine/coverage.ts';
import type { MemoryDisk } from '#sync/fakes/memory-disk.ts';
import type { ModelServer } from '#sync/fakes/model-server.ts';
import type { MetaKey, MetaOf, OutboxEntry } from '#db/schema.ts';
import type { SimDevice } from './device.ts';
import type { ProfileCopy } from './profile-copy.ts';

type Saved = {
  device: string;
  /** What the server must refuse: the mutation, or the request as a whole. */
  odd: 'poison' | 'unreadable' | null;
  ops: Op[];
  isSettled?: boolean;
  /** Judged by a server that was restored from an older backup since, or on a disk that was put back. */
  isForgotten?: boolean;
  wasJudged?: boolean;
};

export type Ledger = {
  /** Mutations that a screen called saved, by id, with what the person had before their eyes. */
  saved: Map<string, Saved>;
  /** Every value that a person saw or typed in a field, by device and field. */
  known: Map<string, Set<unknown>>;
  /** Highest cursor per device and generation. */
  cursors: Map<string, number>;
  /** Copies of profiles that may be put back, by device. */
  copies: Map<string, ProfileCopy>;
  /** Brings the server's last backup back. */
  restore: (() => void) | null;
  restores: number;
};

export const createLedger = (): Ledger => ({
  saved: new Map(),
  known: new Map(),
  cursors: new Map(),
  copies: new Map(),
  restore: null,
  restores: 0,
});

/** A profile was put back: what was only on the newer disk is gone, by the person's own doing. */
export const forgetProfile = ({ ledger }: Pick<World, 'ledger'>, device: SimDevice): void => {
  const waiting = new Map([...device.disk.outbox.values()].map((entry) => [entry.id, entry.ops]));
  for (const [id, facts] of ledger.saved) {
    if (facts.device !== device.name) continue;
    // An entry that had taken in more since the copy: the server may get either version of it.
    if (JSON.stringify(waiting.get(id)) === JSON.stringify(facts.ops)) continue;
    facts.isSettled = true;
    facts.isForgotten = true;
  }
  for (const key of ledger.cursors.keys())
    if (key.startsWith(`${device.name} `)) ledger.cursors.delete(key);
};

/** The server was restored: what it had judged since the backup may be gone (F17). */
export const forgetServer = ({ ledger, server }: Pick<World, 'ledger' | 'server'>): void => {
  ledger.restores += 1;
  for (const [id, facts] of ledger.saved) {
    if (facts.wasJudged === true && !server.judged.has(id)) facts.isForgotten = true;
    // The item about what was put aside may be gone with it.
    if (facts.odd === 'unreadable') facts.isForgotten = true;
    facts.isSettled = true;
  }
};

export class Broken extends Error {
  constructor(invariant: string, facts: unknown) {
    super(`${invariant}: ${JSON.stringify(facts)}`);
  }
}

type World = {
  server: ModelServer;
  devices: readonly SimDevice[];
  ledger: Ledger;
  businessId: string;
};

export const checkStep = (world: World): void => {
  checkOnce(world.server);
  for (const device of world.devices) {
    if (device.isAbsent) continue;
    const outbox = outboxOf(device.disk);
    checkSaved(world, device, outbox);
    checkConfirmed(world, device, outbox);
    checkWhole(world, device, outbox);
    checkCursor(world.ledger, device);
    checkNoHole(world, device);
  }
};

/** INV-2: no mutation took effect twice. */
const checkOnce = (server: ModelServer): void => {
  const ids = new Set(server.effects.map((effect) => effect.id));
  if (ids.size !== server.effects.length) {
    const seen = new Set<string>();
    const twice = server.effects.find(({ id }) => seen.size === seen.add(id).size);
    throw new Broken('INV-2 a mutation took effect twice', twice);
  }
};

/** INV-1: what was saved is in the outbox or was judged; a refusal is in sight (INV-17). */
const checkSaved = (world: World, device: SimDevice, outbox: OutboxEntry[]): void => {
  const waiting = new Set(outbox.map((entry) => entry.id));
  outbox.forEach((entry, index) => {
    const before = outbox[index - 1];
    if (before !== undefined && entry.seq !== before.seq + 1) {
      throw new Broken('SYN-3 the outbox has a gap', { device: device.name, at: entry.seq });
    }
  });
  for (const [id, facts] of world.ledger.saved) {
    if (facts.device !== device.name) continue;
    const verdict = world.server.judged.get(id);
    if (verdict !== undefined) facts.wasJudged = true;
    if (waiting.has(id) || facts.isForgotten === true) continue;
    if (verdict === undefined) throw new Broken('INV-1 a saved mutation is lost', { id, ...facts });
    if (verdict.status === 'refused' && verdict.attention_id === undefined) {
      throw new Broken('INV-17 a refusal nobody sees', { id });
    }
  }
};

/** SYN-14: what left the outbox is in the rows. INV-1: and it is what the person had saved. */
const checkConfirmed = (
  { server, ledger }: World,
  device: SimDevice,
  outbox: OutboxEntry[],
): void => {
  const waiting = new Set(outbox.map((entry) => entry.id));
  const sync = metaOf(device.disk, 'sync');
  const coverage = metaOf(device.disk, 'coverage');
  for (const effect of server.effects) {
    const facts = ledger.saved.get(effect.id);
    if (facts?.device !== device.name || waiting.has(effect.id)) continue;
    const isWhole = facts.odd === 'unreadable' || facts.isForgotten === true;
    if (!isWhole && JSON.stringify(effect.ops) !== JSON.stringify(facts.ops)) {
      throw new Broken('INV-1 the server has another version of what was saved', {
        ...facts,
        effect,
      });
    }
    // Of another epoch: what this person may see has changed since, the device will start over.
    const isPast = sync?.epoch !== epochOf(server, device);
    if (facts.isSettled || isPast || sync.cursor >= effect.rev) {
      facts.isSettled = true;
      continue;
    }
    for (const { table, id } of effect.ops) {
      if (!effect.changed.has(rowKey(table, id))) continue;
      const now = server.tables.get(table, id);
      const ours = confirmed(device.disk, table, id);
      // The answer said: gone, or out of this person's sight. That somebody changed it since is news
      // for the next pull.
      const wasHidden = (device.disk.tombs.get(rowKey(table, id))?.rev ?? 0) >= effect.rev;
      const isSeen =
        now !== undefined &&
        !wasHidden &&
        server.sees(device.link.userId, table, now) &&
        // A full device may have given its month up since.
        (coverage === undefined || coverage.dropped.length === 0 || isHere(coverage, table, now));
      if (isSeen && (ours === undefined || (ours.rev > 0 && ours.rev < effect.rev))) {
        throw new Broken('SYN-14 a confirmed mutation left without its rows', {
          device: device.name,
          key: rowKey(table, id),
          rev: effect.rev,
          ours: ours?.rev,
        });
      }
    }
    facts.isSettled = true;
  }
};

/** INV-3, SYN-2, SYN-23: what is shown = confirmed copy + pending changes; shadows exactly for those. */
const checkWhole = (world: World, device: SimDevice, outbox: OutboxEntry[]): void => {
  const pending = pendingOps(outbox, 0);
  const who = { businessId: world.businessId, userId: device.link.userId };
  for (const [key, ops] of pending) {
    const shadow = device.disk.shadows.get(key);
    if (shadow === undefined) {
      throw new Broken('INV-3 a pending change without its shadow', { device: device.name, key });
    }
    const shown = device.disk.tables.get(shadow.table)?.get(shadow.id);
    const expected = replay(shadow.row ?? undefined, ops, who);
    if (JSON.stringify(sorted(shown)) !== JSON.stringify(sorted(expected))) {
      throw new Broken('INV-3 the row is not its confirmed copy with the pending changes', {
        device: device.name,
        key,
        shown,
        expected,
      });
    }
  }
  for (const key of device.disk.shadows.keys()) {
    if (!pending.has(key)) throw new Broken('SYN-2 a shadow without pending change', { key });
  }
};

/** INV-6: the cursor never goes back. */
const checkCursor = (ledger: Ledger, device: SimDevice): void => {
  const sync = metaOf(device.disk, 'sync');
  if (sync === undefined) return;
  const key = `${device.name} ${sync.generation}`;
  const before = ledger.cursors.get(key) ?? 0;
  if (sync.cursor < before) throw new Broken('INV-6 the cursor went back', { key, before, sync });
  ledger.cursors.set(key, sync.cursor);
};

/** INV-9, INV-7: up to the cursor, what should be here is, and nothing else. */
const checkNoHole = ({ server }: World, device: SimDevice): void => {
  const sync = metaOf(device.disk, 'sync');
  const coverage = metaOf(device.disk, 'coverage');
  if (sync === undefined || coverage === undefined) return;
  // Another epoch: the device will start over, its state belongs to the past.
  if (sync.epoch !== epochOf(server, device) || sync.cursor < server.tombstoneFloor) return;
  for (const table of TABLES) {
    for (const row of server.tables.all(table)) {
      if (row.rev > sync.cursor || !isHere(coverage, table, row)) continue;
      if (!server.sees(device.link.userId, table, row)) continue;
      const ours = confirmed(device.disk, table, row.id);
      if (ours === undefined || ours.rev < row.rev) {
        throw new Broken('INV-9 a change below the cursor is missing', {
          device: device.name,
          table,
          id: row.id,
          rev: row.rev,
          cursor: sync.cursor,
          ours: ours?.rev,
        });
      }
    }
    for (const id of device.disk.tables.get(table)?.keys() ?? []) {
      const ours = confirmed(device.disk, table, id);
      const tomb = server.tables.tombOf(table, id);
      if (ours !== undefined && ours.rev > 0 && tomb !== undefined && tomb <= sync.cursor) {
        throw new Broken('INV-7 a dead row is shown', { device: device.name, table, id, tomb });
      }
    }
  }
};

const epochOf = (server: ModelServer, device: SimDevice): string =>
  `${server.epoch}.${server.users.get(device.link.userId)?.epoch ?? ''}`;

/** Whether coverage promises this row. */
const isHere = (coverage: MetaOf<'coverage'>, table: TableName, row: AnyRow): boolean => {
  if (table === 'clients') return coverage.clients === 'all';
  if (!isDated(table)) return true;
  const at = String(row[momentField(table)]);
  const month = at.slice(0, 7);
  return (
    (at >= coverage.from && at < coverage.to) ||
    isInWindow(month, coverage) ||
    coverage.months.includes(month)
  );
};

/** After healing and quiet: everything equal, everything sent, nothing vanished. */
export const checkEnd = (world: World): void => {
  checkStep(world);
  for (const device of world.devices) {
    if (device.isAbsent) continue;
    const left = outboxOf(device.disk);
    if (world.server.users.get(device.link.userId)?.active !== true) {
      checkRemoved(device);
      continue;
    }
    if (left.length > 0) {
      throw new Broken('INV-16 unsent work although all is well', {
        device: device.name,
        left: left.length,
        name: left[0]?.name,
      });
    }
    if (device.disk.shadows.size > 0) throw new Broken('SYN-2 shadows are left', device.name);
    const sync = metaOf(device.disk, 'sync');
    if (sync?.cursor !== world.server.tables.rev()) {
      throw new Broken('INV-16 the cursor is not at the head', {
        device: device.name,
        cursor: sync?.cursor,
        head: world.server.tables.rev(),
      });
    }
    checkEqual(world, device);
  }
  checkNothingSilent(world);
  checkOdd(world);
};

/** SYN-45: a removed member's device says so, keeps what is unsent and asks for nothing more. */
const checkRemoved = (device: SimDevice): void => {
  const leader = device.tabs.find((tab) => tab.status?.leads);
  if (leader?.status?.kind !== 'access-lost') {
    throw new Broken('SYN-45 a removed member was not told', {
      device: device.name,
      kind: leader?.status?.kind,
    });
  }
};

/** INV-17: what cannot be taken is refused or put aside, and a person sees it. */
const checkOdd = ({ server, ledger, devices }: World): void => {
  const items = server.tables.all('attention_items');
  for (const [id, { odd, ops, device, isForgotten }] of ledger.saved) {
    if (odd === null || isForgotten === true) continue;
    const isOut = devices.some((one) => one.name === device && one.disk.outbox.size > 0);
    if (isOut) continue;
    const verdict = server.judged.get(id);
    if (odd === 'poison' && verdict?.status !== 'refused') {
      throw new Broken('INV-17 a malformed mutation was not refused', { id, verdict });
    }
    const isSeen = items.some((item) => item['entity_id'] === ops[0]?.id);
    if (odd === 'unreadable' && !isSeen) {
      throw new Broken('INV-17 an unreadable mutation vanished', { id });
    }
  }
};

/** INV-5, INV-20: the device holds exactly the rows that its user may see. */
const checkEqual = ({ server }: World, device: SimDevice): void => {
  const coverage = metaOf(device.disk, 'coverage');
  // A device that was full gave months up and says so; without that, everything must be here.
  const hasGivenUp = (coverage?.dropped.length ?? 0) > 0;
  for (const table of TABLES) {
    const theirs = new Map(
      server.tables
        .all(table)
        .filter((row) => server.sees(device.link.userId, table, row))
        .map((row) => [row.id, row]),
    );
    const ours = device.disk.tables.get(table) ?? new Map<string, AnyRow>();
    for (const [id, row] of theirs) {
      if (coverage !== undefined && hasGivenUp && !isHere(coverage, table, row)) continue;
      if (JSON.stringify(sorted(ours.get(id))) !== JSON.stringify(sorted(row))) {
        throw new Broken('INV-5 a row differs from the server', {
          device: device.name,
          table,
          ours: ours.get(id),
          theirs: row,
        });
      }
    }
    for (const id of ours.keys()) {
      if (!theirs.has(id)) {
        throw new Broken('INV-5 a row that the server does not have', {
          device: device.name,
          table,
          id,
        });
      }
    }
  }
};

/** INV-8: a value that a person had not seen was written over only if both values were kept. */
const checkNothingSilent = ({ server, ledger }: World): void => {
  const items = server.tables.all('attention_items');
  for (const write of server.tables.overwrites) {
    const facts = ledger.saved.get(write.mutationId);
    if (facts === undefined || write.before === write.after) continue;
    // A restore brings back what a row was made with; whoever saw a later value may change that.
    if (write.wasBorn && ledger.restores > 0) continue;
    const field = `${write.table}:${write.id}.${write.field}`;
    if (ledger.known.get(`${facts.device} ${field}`)?.has(write.before)) continue;
    const isKept = items.some((item) => {
      const theirs = item['theirs'] as Record<string, unknown>;
      return item['entity_id'] === write.id && theirs[write.field] === write.before;
    });
    if (!isKept)
      throw new Broken('INV-8 a value vanished without a trace', {
        ...write,
        device: facts.device,
      });
  }
};

const confirmed = (disk: MemoryDisk, table: TableName, id: string): AnyRow | undefined => {
  const shadow = disk.shadows.get(`${table}:${id}`);
  if (shadow !== undefined) return shadow.row ?? undefined;
  return disk.tables.get(table)?.get(id);
};

export const outboxOf = (disk: MemoryDisk): OutboxEntry[] =>
  [...disk.outbox.values()].toSorted((a, b) => a.seq - b.seq);

export const metaOf = <K extends MetaKey>(disk: MemoryDisk, key: K): MetaOf<K> | undefined =>
  disk.meta.get(key) as MetaOf<K> | undefined;

const sorted = (row: AnyRow | undefined): unknown =>
  row === undefined ? null : Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
