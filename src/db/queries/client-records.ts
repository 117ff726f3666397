import { alertText } from '#domain/clients/notes.ts';
import { rowKey } from '#domain/commands/op.ts';
import { byConsentTime } from '#domain/clients/consents.ts';
import type {
  ClientNoteRow,
  ClientRow,
  ConsentEventRow,
  PatchTestRow,
  Uuid,
} from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

export type ClientRecords = {
  notes: ClientNoteRow[];
  /** The whole ledger, oldest first. */
  consents: ConsentEventRow[];
  /** Newest first. */
  tests: PatchTestRow[];
  /** Ids of what was written here and the server has not confirmed yet. */
  pending: ReadonlySet<Uuid>;
};

/** What is kept about a client, with what was kept about records that became part of theirs. */
export const clientRecords = async (db: DaybookDb, id: Uuid): Promise<ClientRecords> => {
  const aliases = await db.rows('clients').where('merged_into').equals(id).primaryKeys();
  const ids = [id, ...aliases];
  const [notes, consents, tests] = await Promise.all([
    db.rows('client_notes').where('client_id').anyOf(ids).toArray(),
    db.rows('consent_events').where('client_id').anyOf(ids).toArray(),
    db.rows('patch_tests').where('client_id').anyOf(ids).toArray(),
  ]);
  const waiting = await db.shadows.bulkGet([
    ...notes.map((one) => rowKey('client_notes', one.id)),
    ...consents.map((one) => rowKey('consent_events', one.id)),
    ...tests.map((one) => rowKey('patch_tests', one.id)),
  ]);
  return {
    pending: new Set(waiting.flatMap((shadow) => shadow?.id ?? [])),
    notes,
    consents: consents.toSorted(byConsentTime),
    tests: tests.toSorted((a, b) => (a.performed_at < b.performed_at ? 1 : -1)),
  };
};

/**
 * The same clients, each with everything to mind in `alert_note`: the line of their own and the notes
 * of the kind alert. What shows a client beside an appointment asks here.
 */
export const withAlerts = async <T extends ClientRow>(
  db: DaybookDb,
  clients: readonly T[],
): Promise<T[]> => {
  if (clients.length === 0) return [];
  const alerts = await db
    .rows('client_notes')
    .where('[kind+client_id]')
    .anyOf(clients.map(({ id }) => ['alert', id]))
    .toArray();
  if (alerts.length === 0) return [...clients];
  return clients.map((client) => ({
    ...client,
    alert_note: alertText(
      client,
      alerts.filter(({ client_id }) => client_id === client.id),
    ),
  }));
};

export const clientWithAlerts = async (db: DaybookDb, id: Uuid): Promise<ClientRow | undefined> => {
  const client = await db.rows('clients').get(id);
  return client && (await withAlerts(db, [client]))[0];
};
