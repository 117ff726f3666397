import { rowKey } from '#domain/commands/op.ts';
import { byConsentTime } from '#domain/clients/consents.ts';
import type {
  ClientNoteRow,
  ClientPhotoRow,
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
  photos: ClientPhotoRow[];
  /** Ids of what was written here and the server has not confirmed yet. */
  pending: ReadonlySet<Uuid>;
};

/** What is kept about a client, with what was kept about records that became part of theirs. */
export const clientRecords = async (db: DaybookDb, id: Uuid): Promise<ClientRecords> => {
  const aliases = await db.rows('clients').where('merged_into').equals(id).primaryKeys();
  const ids = [id, ...aliases];
  const [notes, consents, tests, photos] = await Promise.all([
    db.rows('client_notes').where('client_id').anyOf(ids).toArray(),
    db.rows('consent_events').where('client_id').anyOf(ids).toArray(),
    db.rows('patch_tests').where('client_id').anyOf(ids).toArray(),
    db.rows('client_photos').where('client_id').anyOf(ids).toArray(),
  ]);
  const waiting = await db.shadows.bulkGet([
    ...notes.map((one) => rowKey('client_notes', one.id)),
    ...consents.map((one) => rowKey('consent_events', one.id)),
    ...tests.map((one) => rowKey('patch_tests', one.id)),
    ...photos.map((one) => rowKey('client_photos', one.id)),
  ]);
  return {
    pending: new Set(waiting.flatMap((shadow) => shadow?.id ?? [])),
    notes,
    photos,
    consents: consents.toSorted(byConsentTime),
    tests: tests.toSorted((a, b) => (a.performed_at < b.performed_at ? 1 : -1)),
  };
};
