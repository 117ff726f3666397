import { clientNoteSchema } from '#domain/clients/notes.ts';
import type { ClientNoteInput } from '#domain/clients/notes.ts';
import { canBeFinal, isFinal } from '#domain/clients/notes.ts';
import { deleteOp, putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ClientNoteRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { authorName } from './author.ts';
import { createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** A new note about a client; `addendum_of` names the finished note that it adds to. Codes: invalid. */
export const addClientNote = async (
  db: DaybookDb,
  clientId: Uuid,
  input: Partial<ClientNoteInput> & { addendum_of?: Uuid | null },
): Promise<Result<Done>> => {
  const { addendum_of = null, ...fields } = input;
  const made = await createRow(db, {
    name: 'client_note.add',
    table: 'client_notes',
    schema: clientNoteSchema,
    input: {
      kind: 'general',
      body: '',
      pinned: false,
      appointment_id: null,
      author_only: false,
      ...fields,
    },
    complete: async (note, scope) => ({
      ...note,
      client_id: clientId,
      status: 'draft' as const,
      addendum_of,
      author_name: await authorName(scope),
      noted_at: scope.now,
    }),
  });
  if (!made.ok) return made;
  return ok({ id: made.value, undo: () => remove(db, 'client_note.add.undo', made.value) });
};

/** Changes words, kind or pin of a note that the form showed as of `seenRev`. Codes: not_found, invalid, not_allowed (the note is finished). */
export const editClientNote = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<ClientNoteInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'client_note.edit',
    table: 'client_notes',
    id,
    schema: clientNoteSchema,
    patch,
    seenRev,
    check: async (_, scope) => {
      const note = await scope.get('client_notes', id);
      return note && isFinal(note) ? fail('not_allowed') : ok(null);
    },
  });

/** Also for finished notes: a pin says nothing about the words. Codes: not_found. */
export const pinClientNote = (db: DaybookDb, id: Uuid, pinned: boolean): Promise<Result<Done>> =>
  setFields(db, pinned ? 'client_note.pin' : 'client_note.unpin', 'client_notes', id, { pinned });

/** Also for finished notes: who reads it changes none of its words. Codes: not_found. */
export const keepClientNote = (
  db: DaybookDb,
  id: Uuid,
  author_only: boolean,
): Promise<Result<Done>> =>
  setFields(db, author_only ? 'client_note.keep' : 'client_note.share', 'client_notes', id, {
    author_only,
  });

/** Locks a clinical note for good; there is no undo. Codes: not_found, not_allowed (another kind). */
export const finishClientNote = async (db: DaybookDb, id: Uuid): Promise<Result<Uuid>> => {
  const note = await db.rows('client_notes').get(id);
  if (note && !canBeFinal(note.kind)) return fail('not_allowed');
  const done = await setFields(db, 'client_note.finish', 'client_notes', id, { status: 'final' });
  return done.ok ? ok(id) : done;
};

/** Takes a note away; undo puts it back with its author and time. Codes: not_found, not_allowed. */
export const deleteClientNote = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const note = await db.rows('client_notes').get(id);
  if (!note) return fail('not_found', { rows: [`client_notes:${id}`] });
  if (isFinal(note)) return fail('not_allowed');
  const gone = await remove(db, 'client_note.delete', id);
  if (!gone.ok) return gone;
  return ok({ id, undo: () => putBack(db, note) });
};

const remove = (db: DaybookDb, name: string, id: Uuid): Promise<Result<Uuid>> =>
  write(db, name, () => ({ ops: [deleteOp('client_notes', id)], value: id }));

const putBack = (db: DaybookDb, note: ClientNoteRow): Promise<Result<Uuid>> =>
  write(db, 'client_note.delete.undo', () => ({
    ops: [putOp('client_notes', note)],
    value: note.id,
  }));
