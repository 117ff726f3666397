import * as v from 'valibot';
import type { ClientNoteKind, ClientNoteRow } from '#domain/rows.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { choice, flag, optionalId, requiredText } from '#domain/validation/fields.ts';

export const NOTE_KINDS = ['general', 'alert', 'formula', 'clinical'] as const;

/** What a person enters; who wrote it and when is added by the command. */
export const clientNoteSchema = v.pipe(
  v.object({
    kind: choice(NOTE_KINDS),
    body: requiredText(5_000),
    pinned: flag,
    appointment_id: optionalId,
    // Rows that a device stored before there was a choice have none.
    author_only: v.optional(flag, false),
  }),
  v.forward(
    v.partialCheck(
      [['kind'], ['author_only']],
      ({ kind, author_only }) => kind === 'clinical' || !author_only,
      'not_a_choice' satisfies Rule,
    ),
    ['author_only'],
  ),
);

export type ClientNoteInput = v.InferOutput<typeof clientNoteSchema>;

/** Locked for good: what is added later is an addendum. */
export const isFinal = ({ status }: Pick<ClientNoteRow, 'status'>): boolean => status === 'final';

/** A note with what was added to it afterwards, oldest addition first. */
export type NoteThread = { note: ClientNoteRow; addenda: ClientNoteRow[] };

/** Pinned ones first, then the newest; an addendum stands under the note that it belongs to. */
export const noteThreads = (notes: readonly ClientNoteRow[]): NoteThread[] => {
  const here = new Set(notes.map(({ id }) => id));
  const isAddendum = ({ addendum_of }: ClientNoteRow): boolean =>
    addendum_of !== null && here.has(addendum_of);
  const addenda = notes.filter(isAddendum).toSorted(byTime);
  return notes
    .filter((note) => !isAddendum(note))
    .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || byTime(b, a))
    .map((note) => ({
      note,
      addenda: addenda.filter(({ addendum_of }) => addendum_of === note.id),
    }));
};

const byTime = (a: ClientNoteRow, b: ClientNoteRow): number =>
  a.noted_at < b.noted_at ? -1 : a.noted_at > b.noted_at ? 1 : a.id < b.id ? -1 : 1;

/** Clinical notes can be finished; the other kinds stay open to correction. */
export const canBeFinal = (kind: ClientNoteKind): boolean => kind === 'clinical';
