/** Rows, tombstones and judgement of the model server: what SQL tables and triggers do. */
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import { instantMs, toInstant } from '#domain/time/instant.ts';
import { applyOp } from '#domain/commands/apply-op.ts';
import type { Mutation, Op } from '#domain/commands/op.ts';
import type { PushResult } from '../core/wire.ts';
import type { ModelUser } from './model-server.ts';

/** Edits that arrive later than this do not overwrite what changed meanwhile. */
const STALE_MS = 15 * 60_000;

export type Judged = Pick<PushResult, 'status' | 'code' | 'attention_id'>;
export type ModelChange = { table: TableName; id: Uuid; rev: number; row: AnyRow | null };

export type ModelTables = {
  rev: () => number;
  begin: () => void;
  get: (table: TableName, id: Uuid) => AnyRow | undefined;
  all: (table: TableName) => AnyRow[];
  tombOf: (table: TableName, id: Uuid) => number | undefined;
  forgetTombs: () => void;
  /** Rows and tombstones newer than a rev, in rev order. */
  since: (rev: number) => ModelChange[];
  /** Applies a mutation as a whole or refuses it as a whole. */
  judge: (mutation: Mutation, user: ModelUser, device: Uuid | null) => Judged;
  isPrivate: (table: TableName, row: AnyRow) => boolean;
  /** Whether a person with narrow rights sees the row. */
  sees: (user: ModelUser, table: TableName, row: AnyRow) => boolean;
  /** The state as a backup keeps it; `restore` brings it back, later changes are forgotten. */
  backup: () => () => void;
  /** Every field that a mutation wrote over, so that "nothing is overwritten silently" can be checked. */
  overwrites: Overwrite[];
};

export type Overwrite = {
  mutationId: Uuid;
  table: TableName;
  id: Uuid;
  field: string;
  before: unknown;
  after: unknown;
  /** Nobody had changed the field since the row was made. */
  wasBorn: boolean;
};

const same = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export const createModelTables = (options: {
  businessId: Uuid;
  nowMs: () => number;
  newId: () => Uuid;
}): ModelTables => {
  const rows = new Map<TableName, Map<Uuid, AnyRow>>();
  const tombs = new Map<string, { table: TableName; id: Uuid; rev: number }>();
  const changes = new Map<string, { rev: number; fields: string[]; device: Uuid | null }[]>();
  const overwrites: Overwrite[] = [];
  let rev = 0;
  let taken = false;

  const table = (name: TableName) => {
    const known = rows.get(name) ?? new Map<Uuid, AnyRow>();
    rows.set(name, known);
    return known;
  };
  /** The first write of a transaction takes the next number. */
  const takeRev = (): number => {
    if (!taken) rev += 1;
    taken = true;
    return rev;
  };

  type Draft = Map<
    string,
    { table: TableName; id: Uuid; row: AnyRow | undefined; fields: string[] }
  >;

  const raise = (
    draft: Draft,
    entry: { mutation: Mutation; device: Uuid | null; user: ModelUser; op: Op; kind: string },
    mine: object,
    theirs: object,
  ): Uuid => {
    const id = options.newId();
    const at = toInstant(options.nowMs());
    const row = {
      id,
      business_id: options.businessId,
      rev: 0,
      created_at: at,
      updated_at: at,
      created_by: entry.user.id,
      entity: entry.op.table,
      entity_id: entry.op.id,
      kind: entry.kind,
      mine,
      theirs,
      mutation_name: entry.mutation.name,
      device_id: entry.device,
      state: 'open',
      resolved_at: null,
    } as AnyRow;
    draft.set(`attention_items:${id}`, { table: 'attention_items', id, row, fields: [] });
    return id;
  };

  const logOf = (key: string) => changes.get(key) ?? [];

  /** The fields of a patch that somebody else changed since the base, and what they hold now. */
  const contested = (op: Op, now: AnyRow, mutation: Mutation, device: Uuid | null): string[] => {
    const log = logOf(`${op.table}:${op.id}`);
    const foreign = new Set(
      log.filter((c) => c.rev > mutation.base_rev && c.device !== device).flatMap((c) => c.fields),
    );
    return Object.keys(op.value ?? {}).filter(
      (field) => foreign.has(field) && now[field] !== op.value?.[field],
    );
  };

  const judge: ModelTables['judge'] = (mutation, user, device) => {
    const draft: Draft = new Map();
    const written: Overwrite[] = [];
    let raised: Uuid | undefined;
    try {
      for (const op of mutation.ops) {
        const key = `${op.table}:${op.id}`;
        const drafted = draft.get(key);
        const now = drafted === undefined ? table(op.table).get(op.id) : drafted.row;
        if (JSON.stringify(op.value).includes('"poison"')) throw new Refused('invalid');
        if (user.role !== 'owner' && op.op === 'delete') throw new Refused('not_allowed');
        if (now !== undefined && !sees(user, op.table, now)) throw new Refused('not_allowed');
        if (op.op === 'delete' && now === undefined) continue;
        if (op.op !== 'put' && now === undefined) throw new Refused('deleted');
        let effective = op;
        // A put of a row that is there changes it like a patch.
        const isChange = (op.op === 'patch' || op.op === 'put') && now !== undefined;
        if (isChange) {
          const fields = contested(op, now, mutation, device);
          const isStale = options.nowMs() - instantMs(mutation.at) > STALE_MS;
          if (fields.length > 0) {
            const pick = (from: Record<string, unknown> | null) =>
              Object.fromEntries(fields.map((field) => [field, from?.[field] ?? null]));
            raised = raise(
              draft,
              { mutation, device, user, op, kind: 'stale_field' },
              pick(op.value),
              pick(now),
            );
            if (isStale) {
              const left = { ...op.value };
              for (const field of fields) delete left[field];
              effective = { ...op, value: left };
            }
          }
        }
        const row = applyOp(now, effective, {
          businessId: options.businessId,
          userId: user.id,
          at: toInstant(options.nowMs()),
        });
        if (isChange) {
          for (const [field, after] of Object.entries(effective.value ?? {})) {
            const before = now[field];
            written.push({
              mutationId: mutation.id,
              table: op.table,
              id: op.id,
              field,
              before,
              after,
              wasBorn: !logOf(key).some((change) => change.fields.includes(field)),
            });
          }
        }
        const touched = Object.keys(effective.value ?? {}).filter(
          (field) => now !== undefined && !same(now[field], row?.[field]),
        );
        // Nothing changed: no number is taken and nobody hears of it.
        if (now !== undefined && row !== undefined && touched.length === 0) continue;
        const fields = [...(drafted?.fields ?? []), ...touched];
        draft.set(key, { table: op.table, id: op.id, row, fields });
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      draft.clear();
      const [op] = mutation.ops;
      if (op === undefined) return { status: 'refused', code: error.code };
      const now = table(op.table).get(op.id);
      const kind = { deleted: 'deleted', not_allowed: 'permission' }[error.code] ?? 'validation';
      raised = raise(draft, { mutation, device, user, op, kind }, op.value ?? {}, now ?? {});
      store(draft, device);
      return { status: 'refused', code: error.code, attention_id: raised };
    }
    store(draft, device);
    overwrites.push(...written);
    return raised === undefined
      ? { status: 'applied' }
      : { status: 'conflict', code: 'stale_field', attention_id: raised };
  };

  const store = (draft: Draft, device: Uuid | null): void => {
    touchClients(draft);
    for (const [key, { table: name, id, row, fields }] of draft) {
      const stamp = takeRev();
      if (row === undefined) {
        table(name).delete(id);
        tombs.set(key, { table: name, id, rev: stamp });
      } else {
        table(name).set(id, { ...row, rev: stamp });
        tombs.delete(key);
      }
      const log = changes.get(key) ?? [];
      log.push({ rev: stamp, fields, device });
      changes.set(key, log);
    }
  };

  /**
   * Who sees a client may depend on whose appointments it has: when those change, the client is sent
   * again, so that it arrives or goes with them.
   */
  const touchClients = (draft: Draft): void => {
    const moved = new Set<unknown>();
    for (const { table: name, id, row } of draft.values()) {
      if (name !== 'appointments') continue;
      const before = table('appointments').get(id);
      if (
        before?.['client_id'] === row?.['client_id'] &&
        before?.['staff_id'] === row?.['staff_id']
      )
        continue;
      moved.add(before?.['client_id']).add(row?.['client_id']);
    }
    for (const id of moved) {
      if (typeof id !== 'string' || draft.has(`clients:${id}`)) continue;
      const row = table('clients').get(id);
      if (row !== undefined) draft.set(`clients:${id}`, { table: 'clients', id, row, fields: [] });
    }
  };

  const sees: ModelTables['sees'] = (user, name, row) => {
    if (!user.active) return false;
    if (user.role === 'owner') return true;
    if (user.role === 'narrow') return !isPrivate(name, row);
    if (name === 'appointments') return row['staff_id'] === user.id;
    if (name !== 'clients') return true;
    return (
      row['created_by'] === user.id ||
      [...table('appointments').values()].some(
        (other) => other['client_id'] === row.id && other['staff_id'] === user.id,
      )
    );
  };

  const isPrivate: ModelTables['isPrivate'] = (name, row) =>
    (name === 'appointments' && row['staff_note'] === 'private') ||
    (name === 'clients' && row['note'] === 'private');

  return {
    rev: () => rev,
    begin: () => {
      taken = false;
    },
    get: (name, id) => table(name).get(id),
    all: (name) => [...table(name).values()],
    tombOf: (name, id) => tombs.get(`${name}:${id}`)?.rev,
    forgetTombs: () => tombs.clear(),
    since: (after) => {
      const found: ModelChange[] = [];
      for (const [name, known] of rows) {
        for (const row of known.values()) {
          if (row.rev > after) found.push({ table: name, id: row.id, rev: row.rev, row });
        }
      }
      for (const { table: name, id, rev: at } of tombs.values()) {
        if (at > after) found.push({ table: name, id, rev: at, row: null });
      }
      return found.toSorted((a, b) => a.rev - b.rev);
    },
    judge,
    isPrivate,
    sees,
    backup: () => {
      const keptRows = new Map([...rows].map(([name, known]) => [name, new Map(known)]));
      const keptTombs = new Map(tombs);
      const keptChanges = new Map([...changes].map(([key, log]) => [key, [...log]]));
      const [keptRev, keptOverwrites] = [rev, overwrites.length];
      return () => {
        rows.clear();
        for (const [name, known] of keptRows) rows.set(name, new Map(known));
        tombs.clear();
        for (const [key, tomb] of keptTombs) tombs.set(key, tomb);
        changes.clear();
        for (const [key, log] of keptChanges) changes.set(key, [...log]);
        rev = keptRev;
        overwrites.length = keptOverwrites;
      };
    },
    overwrites,
  };
};
