/**
 * The server of one business in memory, as api.md, sync.md and SPEC.md describe it: enough of it to
 * be the other side of the simulator. The real one is SQL; both pass tests/contract/remote.
 */
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { Mutation } from '#domain/commands/op.ts';
import { partOf } from '../core/digest.ts';
import {
  isDated,
  momentField,
  type Dead,
  type DigestPart,
  type PushResult,
  type RowsByTable,
  type WindowRequest,
} from '../core/wire.ts';
import { createModelTables, type Judged, type ModelTables } from './model-tables.ts';

export type ModelUser = {
  id: Uuid;
  /**
   * `narrow` sees no row marked private (see model-tables), `own` sees only appointments of their own
   * and the clients of those. Neither may delete.
   */
  role: 'owner' | 'narrow' | 'own';
  active: boolean;
  /** Moves with the member's rights. */
  epoch: number;
};

export type ModelServer = {
  tables: ModelTables;
  users: Map<Uuid, ModelUser>;
  devices: Map<Uuid, { lastSeq: number }>;
  judged: Map<Uuid, Judged>;
  /** Every mutation that took effect, in order, with the rev: what the simulator checks against. */
  effects: {
    id: Uuid;
    rev: number;
    device: Uuid;
    ops: Mutation['ops'];
    /** The rows that it changed; others were as it wanted them already. */
    changed: ReadonlySet<string>;
  }[];
  epoch: string;
  tombstoneFloor: number;
  call: (name: string, args: Record<string, unknown>, user: Uuid) => unknown;
  /** A writer that is no device: a client on the public page, a job. */
  write: (change: Pick<Mutation, 'name' | 'ops'>) => void;
  setRole: (user: Uuid, role: ModelUser['role'], active: boolean) => void;
  /** Forgets deleted rows: devices that slept start over. */
  pruneTombstones: () => void;
  /** Restored from a backup later: everything since is forgotten and the epoch is another one. */
  backup: () => () => void;
  /** The next push dies after so many mutations and leaves nothing behind; null = it does not. */
  dieAfter: number | null;
  /** Hears each commit: the poke. */
  onCommit: (listener: (rev: number) => void) => void;
  sees: (user: Uuid, table: TableName, row: AnyRow) => boolean;
};

export const createModelServer = (options: {
  businessId: Uuid;
  nowMs: () => number;
  newId: () => Uuid;
}): ModelServer => {
  const { businessId, nowMs, newId } = options;
  const tables = createModelTables({ businessId, nowMs, newId });
  const listeners: ((rev: number) => void)[] = [];
  const users: ModelServer['users'] = new Map();
  const devices: ModelServer['devices'] = new Map();
  const judged: ModelServer['judged'] = new Map();
  const effects: ModelServer['effects'] = [];

  const committed = (before: number): void => {
    if (tables.rev() > before) for (const listener of listeners) listener(tables.rev());
  };

  const epochOf = (user: ModelUser) => `${server.epoch}.${user.epoch}`;

  const sees = (id: Uuid, table: TableName, row: AnyRow): boolean => {
    const user = users.get(id);
    return user !== undefined && tables.sees(user, table, row);
  };

  const pull = (args: Record<string, unknown>, user: ModelUser): unknown => {
    const cursor = Number(args['cursor']);
    const head = tables.rev();
    const asked = args['epoch'];
    if (asked !== epochOf(user) || cursor > head || cursor < server.tombstoneFloor) {
      return refusal('reset', { epoch: epochOf(user) });
    }
    const changes = tables.since(cursor);
    const pageSize = Number(args['page_size'] ?? 2000);
    // Cut with ties: a transaction is never split.
    const upto = changes[pageSize - 1]?.rev ?? head;
    const more = changes.some((change) => change.rev > upto);
    const page: RowsByTable = {};
    const dead: Dead[] = [];
    for (const { table, id, rev, row } of changes) {
      if (rev > upto) break;
      if (row !== null && sees(user.id, table, row)) (page[table] ??= []).push(row);
      else dead.push([table, id, rev]);
    }
    return answer({
      epoch: epochOf(user),
      cursor: more ? upto : head,
      head,
      more,
      tables: page,
      dead,
      last_seq: devices.get(String(args['client_id']))?.lastSeq ?? 0,
    });
  };

  const window = (args: Record<string, unknown>, user: ModelUser): unknown => {
    const wanted = args['window'] as WindowRequest;
    const { from = '', to = '\uffff' } = wanted;
    const inTime = (table: TableName, row: AnyRow) => {
      const at = String(row[momentField(table)]);
      return at >= from && at < to;
    };
    const referenced = new Set(
      (['appointments', 'sales'] as const).flatMap((table) =>
        tables
          .all(table)
          .filter((row) => inTime(table, row))
          .map((row) => row['client_id']),
      ),
    );
    const found: RowsByTable = {};
    let more = false;
    for (const table of wanted.tables) {
      let rows = tables
        .all(table)
        .filter((row) => sees(user.id, table, row))
        .filter((row) => !isDated(table) || inTime(table, row))
        .filter((row) => !(table === 'clients' && wanted.referenced) || referenced.has(row.id))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
      if (wanted.tables.length === 1) {
        const { after, limit } = wanted;
        if (after !== undefined) rows = rows.filter((row) => row.id > after);
        if (limit !== undefined) {
          more = rows.length > limit;
          rows = rows.slice(0, limit);
        }
      }
      found[table] = rows;
    }
    return answer({ epoch: epochOf(user), head: tables.rev(), more, tables: found });
  };

  const digest = (user: ModelUser): unknown => {
    const parts: Partial<Record<TableName, DigestPart[]>> = {};
    for (const table of TABLES) {
      const groups = new Map<string, AnyRow[]>();
      for (const row of tables.all(table)) {
        if (!sees(user.id, table, row)) continue;
        const part = isDated(table) ? String(row[momentField(table)]).slice(0, 7) : 'all';
        groups.set(part, [...(groups.get(part) ?? []), row]);
      }
      parts[table] = [...groups].map(([part, rows]) => partOf(part, rows));
    }
    return answer({ epoch: epochOf(user), rev: tables.rev(), tables: parts });
  };

  /** All or nothing, as one SQL transaction. */
  const push = (args: Record<string, unknown>, user: ModelUser): unknown => {
    if (server.dieAfter === null) return pushAll(args, user);
    const undo = server.backup();
    const { epoch } = server;
    try {
      return pushAll(args, user);
    } catch (error) {
      undo();
      server.epoch = epoch;
      throw error;
    } finally {
      server.dieAfter = null;
    }
  };

  const pushAll = (args: Record<string, unknown>, user: ModelUser): unknown => {
    const clientId = String(args['client_id']);
    const mutations = args['mutations'] as Mutation[];
    if (args['epoch'] !== undefined && args['epoch'] !== epochOf(user)) {
      return refusal('reset', { epoch: epochOf(user) });
    }
    if (mutations.some(({ ops }) => ops.some((op) => op.value?.['odd'] === 'unreadable'))) {
      return refusal('invalid', {});
    }
    const device = devices.get(clientId) ?? { lastSeq: 0 };
    const before = tables.rev();
    const results: PushResult[] = [];
    tables.begin();
    for (const { seq, id, ...mutation } of mutations) {
      const known = judged.get(id);
      if (seq <= device.lastSeq && known === undefined) return refusal('client_reused', {});
      if (seq > device.lastSeq + 1) break;
      if (known === undefined) {
        const verdict = tables.judge({ seq, id, ...mutation }, user, clientId);
        judged.set(id, verdict);
        results.push({ seq, id, ...verdict });
        if (verdict.status !== 'refused') {
          const changed = new Set(
            tables.since(tables.rev() - 1).map((change) => `${change.table}:${change.id}`),
          );
          effects.push({ id, rev: tables.rev(), device: clientId, ops: mutation.ops, changed });
        }
      } else {
        results.push({
          ...known,
          seq,
          id,
          status: known.status === 'applied' ? 'duplicate' : known.status,
        });
      }
      device.lastSeq = Math.max(device.lastSeq, seq);
      if (server.dieAfter !== null && results.length > server.dieAfter) {
        throw new Error('the server died within a batch');
      }
    }
    devices.set(clientId, device);
    const state = stateOf(mutations, user, before);
    committed(before);
    return answer({ rev: tables.rev(), last_seq: device.lastSeq, results, ...state });
  };

  /** The present state of what the batch names, and of what its transaction changed besides. */
  const stateOf = (mutations: readonly Mutation[], user: ModelUser, before: number) => {
    const named = new Map<string, { table: TableName; id: Uuid }>();
    for (const { ops } of mutations) {
      for (const { table, id } of ops) named.set(`${table}:${id}`, { table, id });
    }
    if (tables.rev() > before) {
      for (const { table, id } of tables.since(before)) named.set(`${table}:${id}`, { table, id });
    }
    const found: RowsByTable = {};
    const dead: Dead[] = [];
    for (const { table, id } of named.values()) {
      const row = tables.get(table, id);
      const tomb = tables.tombOf(table, id);
      if (row !== undefined && sees(user.id, table, row)) (found[table] ??= []).push(row);
      else if (row !== undefined) dead.push([table, id, row.rev]);
      else if (tomb !== undefined) dead.push([table, id, tomb]);
    }
    return { tables: found, dead };
  };

  const time = () => toInstant(nowMs());
  const answer = (body: object) => ({ ok: true, ...body, server_time: time() });
  const refusal = (code: string, facts: object) => ({
    ok: false,
    code,
    ...facts,
    server_time: time(),
  });

  const server: ModelServer = {
    tables,
    users,
    devices,
    judged,
    effects,
    epoch: 'e1',
    tombstoneFloor: 0,
    call: (name, args, userId) => {
      if (args['schema'] !== undefined && Number(args['schema']) < 1) {
        return refusal('upgrade_needed', {});
      }
      const user = users.get(userId);
      if (user === undefined || !user.active) return refusal('access_lost', {});
      if (name === 'sync_pull') return pull(args, user);
      if (name === 'sync_window') return window(args, user);
      if (name === 'sync_push') return push(args, user);
      return digest(user);
    },
    write: (change) => {
      const before = tables.rev();
      tables.begin();
      tables.judge(
        { id: newId(), seq: 0, at: time(), base_rev: before, ...change },
        { id: '', role: 'owner', active: true, epoch: 0 },
        null,
      );
      committed(before);
    },
    setRole: (userId, role, active) => {
      const user = users.get(userId);
      if (user === undefined) return;
      users.set(userId, { ...user, role, active, epoch: user.epoch + 1 });
    },
    pruneTombstones: () => {
      server.tombstoneFloor = tables.rev();
      tables.forgetTombs();
    },
    backup: () => {
      const restoreTables = tables.backup();
      const keptDevices = [...devices].map(([id, device]) => [id, { ...device }] as const);
      const keptJudged = [...judged];
      const keptEffects = effects.length;
      const keptFloor = server.tombstoneFloor;
      return () => {
        restoreTables();
        devices.clear();
        for (const [id, device] of keptDevices) devices.set(id, { ...device });
        judged.clear();
        for (const [id, verdict] of keptJudged) judged.set(id, verdict);
        effects.length = keptEffects;
        server.tombstoneFloor = keptFloor;
        server.epoch = newId();
      };
    },
    dieAfter: null,
    onCommit: (listener) => void listeners.push(listener),
    sees,
  };
  return server;
};
