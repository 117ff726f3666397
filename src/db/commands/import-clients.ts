import { createNewsLedger } from '#domain/clients/news.ts';
import type { News } from '#domain/clients/news.ts';
import type { ImportWork } from '#domain/clients/import-plan.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type { ImportedClient } from '#domain/clients/import-row.ts';
import { sameValue } from '#domain/commands/same-value.ts';
import { deleteOp, putOp } from '#domain/commands/op.ts';
import type { NewRow, Op, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ClientRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import type { ImportRecord } from '../schema.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { newsOps } from './consents.ts';
import { changeOps } from './edit-row.ts';
import { linkImported } from './import-guardians.ts';

/**
 * Clients of one mutation: about 50 kB, so that some of them fill a push, a step takes the server a
 * fraction of a second, and writing one takes the window hardly more than a frame.
 */
export const IMPORT_STEP = 100;
/** How many imports can be taken back, and for how long. */
const KEPT_IMPORTS = 5;
const KEPT_DAYS = 30;

export type ImportProgress = { done: number; total: number };
type Watch = {
  onProgress?: (progress: ImportProgress) => void;
  /** Stops after the step that is being written. */
  signal?: AbortSignal;
  /** Awaited between small pieces of work, so that the window lives. */
  breathe?: () => Promise<void> | void;
};

/**
 * Writes a planned import in steps, each saved and queued by itself; first of all what it is going
 * to do, so that it can be taken back even when it was interrupted. Codes: storage_*.
 */
export const importClients = async (
  db: DaybookDb,
  fileName: string,
  work: ImportWork,
  { onProgress, signal, breathe }: Watch = {},
): Promise<Result<ImportRecord>> => {
  const named: (ImportedClient & { id: Uuid })[] = [];
  for (const client of work.creates) {
    named.push({ ...client, id: db.newId() });
    await breathe?.();
  }
  const clients = await linkImported(db, named, breathe);
  const updated = await withBefore(db, work.updates);
  const news = new Map(work.updates.map((update) => [update.id, update.news ?? {}]));
  const record: ImportRecord = {
    id: db.newId(),
    at: db.now(),
    file_name: fileName.slice(0, 200),
    state: 'running',
    created: clients.map(({ id }) => id),
    updated,
  };
  await keepImport(db, record);
  const total = clients.length + updated.length;
  let done = 0;
  const steps = [
    ...chunks(clients).map((part) => ({
      size: part.length,
      build: (scope: WriteScope): Op[] =>
        part.flatMap(({ news = {}, ...client }) => [
          putOp('clients', {
            ...NEW_CLIENT,
            ...client,
            business_id: scope.businessId,
          } satisfies NewRow<'clients'>),
          ...newsOps(scope, client.id, news, FROM_A_FILE),
        ]),
    })),
    ...chunks(updated).map((part) => ({
      size: part.length,
      build: async (scope: WriteScope): Promise<Op[]> => [
        ...(await patches(scope, part, 'after')),
        ...(await firstNews(scope, part, news)),
      ],
    })),
  ];
  for (const { size, build } of steps) {
    if (signal?.aborted) break;
    const written = await write(db, 'client.import', async (scope) => ({
      ops: await build(scope),
      value: null,
    }));
    if (!written.ok) {
      await keepImport(db, { ...record, state: 'stopped' });
      return written;
    }
    done += size;
    onProgress?.({ done, total });
  }
  const finished: ImportRecord = { ...record, state: done < total ? 'stopped' : 'done' };
  await keepImport(db, finished);
  return ok(finished);
};

/**
 * What undoing an import did and left alone: `kept` clients have visits or were changed since,
 * `keptVisits` have begun or were changed since.
 */
export type UndoneImport = {
  removed: number;
  restored: number;
  kept: number;
  removedVisits: number;
  keptVisits: number;
};

/**
 * Takes an import back in steps: new clients go, changed fields get their old values. Clients who
 * have visits or were changed since stay. May be called again after an interruption. Codes:
 * undo_expired.
 */
export const undoImport = async (
  db: DaybookDb,
  importId: Uuid,
  { onProgress }: Watch = {},
): Promise<Result<UndoneImport>> => {
  const record = (await importRecords(db)).find(({ id }) => id === importId);
  if (!record) return fail('undo_expired');
  const result: UndoneImport = {
    removed: 0,
    restored: 0,
    kept: 0,
    removedVisits: 0,
    keptVisits: 0,
  };
  const booked = record.booked ?? [];
  const total = booked.length + record.created.length + record.updated.length;
  let done = 0;
  // First of all: clients with visits stay.
  for (const ids of chunks(booked)) {
    const taken = await takeVisits(db, ids);
    if (!taken.ok) return taken;
    result.removedVisits += taken.value.removed;
    result.keptVisits += taken.value.kept;
    done += ids.length;
    onProgress?.({ done, total });
  }
  // Those who depend on others came in after them.
  for (const ids of chunks(record.created.toReversed())) {
    const taken = await write(db, 'client.import.undo', async (scope) => {
      const clients = (await scope.getMany('clients', ids)).flatMap((client) => client ?? []);
      const visits = await scope.listAny('appointments', 'client_id', ids);
      const visitors = new Set(visits.map(({ client_id }) => client_id));
      const ops = clients
        .filter(({ id, created_at, updated_at }) => updated_at === created_at && !visitors.has(id))
        .map(({ id }) => deleteOp('clients', id));
      return { ops, value: clients.length - ops.length };
    });
    if (!taken.ok) return taken;
    result.kept += taken.value;
    done += ids.length;
    onProgress?.({ done, total });
  }
  for (const part of chunks(record.updated)) {
    const taken = await write(db, 'client.import.undo', async (scope) => {
      const ops = await patches(scope, part, 'before');
      return { ops, value: new Set(ops.map(({ id }) => id)).size };
    });
    if (!taken.ok) return taken;
    result.restored += taken.value;
    done += part.length;
    onProgress?.({ done, total });
  }
  result.removed = record.created.length - result.kept;
  await keepImport(db, { ...record, state: 'undone' });
  return ok(result);
};

/** The imports of this device that can still be taken back or were, newest first. */
export const importRecords = async (db: DaybookDb): Promise<ImportRecord[]> => {
  const meta = await db.meta.get('imports');
  const list = meta?.key === 'imports' ? meta.list : [];
  const oldest = Date.parse(db.now()) - KEPT_DAYS * 86_400_000;
  return list.filter(({ at }) => Date.parse(at) > oldest);
};

/** Nobody was told of them, so they vanish; what has begun or was touched since is somebody's work. */
const takeVisits = (
  db: DaybookDb,
  ids: readonly Uuid[],
): Promise<Result<{ removed: number; kept: number }>> =>
  write(db, 'appointment.import.undo', async (scope) => {
    const visits = (await scope.getMany('appointments', ids)).flatMap((visit) => visit ?? []);
    const gone = visits.filter(
      ({ status, starts_at, created_at, updated_at }) =>
        status === 'booked' && starts_at > scope.now && updated_at === created_at,
    );
    const segments = await scope.listAny(
      'appointment_segments',
      'appointment_id',
      gone.map(({ id }) => id),
    );
    return {
      ops: [
        ...segments.map(({ id }) => deleteOp('appointment_segments', id)),
        ...gone.map(({ id }) => deleteOp('appointments', id)),
      ],
      value: { removed: gone.length, kept: visits.length - gone.length },
    };
  });

export const keepImport = (db: DaybookDb, record: ImportRecord): Promise<unknown> =>
  db.transaction('rw', '_meta', async () => {
    const others = (await importRecords(db)).filter(({ id }) => id !== record.id);
    const list = [record, ...others]
      .toSorted((a, b) => (a.at < b.at ? 1 : -1))
      .slice(0, KEPT_IMPORTS);
    await db.meta.put({ key: 'imports', v: 1, list });
  });

const withBefore = async (
  db: DaybookDb,
  updates: ImportWork['updates'],
): Promise<ImportRecord['updated']> => {
  const rows = await db.rows('clients').bulkGet(updates.map(({ id }) => id));
  return updates.flatMap(({ id, client }, place) => {
    const row = rows[place];
    return row ? [{ id, before: pick(row, Object.keys(client)), after: client }] : [];
  });
};

/**
 * The ops that bring clients to one side. Back only where the other side still stands: what
 * somebody entered since is worth more.
 */
const patches = async (
  scope: WriteScope,
  part: ImportRecord['updated'],
  side: 'before' | 'after',
): Promise<Op[]> => {
  const ops: Op[] = [];
  const rows = await scope.getMany(
    'clients',
    part.map(({ id }) => id),
  );
  for (const [place, { id, before, after }] of part.entries()) {
    const row = rows[place];
    if (!row) continue;
    const wanted = side === 'after' ? after : onlyStanding(row, before, after);
    ops.push(...changeOps('clients', id, row, wanted));
  }
  return ops;
};

/** What a file says about news, where nobody has asked the client yet. */
const firstNews = async (
  scope: WriteScope,
  part: ImportRecord['updated'],
  news: ReadonlyMap<Uuid, News>,
): Promise<Op[]> => {
  const ids = part.map(({ id }) => id).filter((id) => Object.keys(news.get(id) ?? {}).length > 0);
  const ledger = createNewsLedger();
  for (const event of await scope.listAny('consent_events', 'client_id', ids)) ledger.add(event);
  return ids.flatMap((id) => {
    const known = ledger.of(id);
    const said = Object.entries(news.get(id) ?? {}).filter(([channel]) => !(channel in known));
    return newsOps(scope, id, Object.fromEntries(said), FROM_A_FILE);
  });
};

const FROM_A_FILE = { source: 'import', text_version: '', wording: null, author_name: '' } as const;

const onlyStanding = (
  row: ClientRow,
  before: RowPatch<'clients'>,
  after: RowPatch<'clients'>,
): RowPatch<'clients'> => {
  const now = row as unknown as Record<string, unknown>;
  const made = after as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(before).filter(([field]) => sameValue(now[field], made[field])),
  );
};

const pick = (row: ClientRow, fields: readonly string[]): RowPatch<'clients'> => {
  const values = row as unknown as Record<string, unknown>;
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
};

const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / IMPORT_STEP) }, (_, step) =>
    list.slice(step * IMPORT_STEP, (step + 1) * IMPORT_STEP),
  );
