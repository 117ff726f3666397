import { messageFor, ruleText } from '#app/messages.ts';
import { addClientNote, editClientNote } from '#db/commands/client-notes.ts';
import { useDb } from '#db/use-query.ts';
import { NOTE_KINDS } from '#domain/clients/notes.ts';
import type { ClientNoteKind, ClientNoteRow, Uuid } from '#domain/rows.ts';
import { CheckboxField, SelectField, TextArea } from '#ui/fields.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { FormEnd } from '../form-end.tsx';
import { KINDS } from './note-words.ts';

/** Writes a new note, an addition to a finished one, or changes one; what is typed survives a reload. */
export function NoteForm({
  clientId,
  note = null,
  addendumOf = null,
  mayClinical,
  onDone,
}: {
  clientId: Uuid;
  note?: ClientNoteRow | null;
  addendumOf?: ClientNoteRow | null;
  mayClinical: boolean;
  onDone: () => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: {
      kind: (note?.kind ?? addendumOf?.kind ?? 'general') as ClientNoteKind,
      body: note?.body ?? '',
      pinned: note?.pinned ?? false,
      // What is added to a note is for those who read the note.
      author_only: note?.author_only ?? addendumOf?.author_only ?? false,
    },
    rev: note?.rev,
    draftKey: `${db.name}.client.${clientId}.note.${note?.id ?? addendumOf?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, values, seenRev }) => {
      const result = note
        ? await editClientNote(db, note.id, changed, seenRev)
        : await addClientNote(db, clientId, { ...values, addendum_of: addendumOf?.id ?? null });
      if (!result.ok && result.error.code !== 'invalid') tellFailure(result.error, messageFor);
      return result;
    },
    onSaved: onDone,
  });
  const { values, change } = form;
  return (
    <form {...form.formProps} className="grid gap-3" aria-label={addendumOf ? 'Addition' : 'Note'}>
      {!addendumOf && (
        <SelectField
          label="Kind"
          value={values.kind}
          onChange={(kind) =>
            change({
              kind: kind as ClientNoteKind,
              ...(kind === 'clinical' ? {} : { author_only: false }),
            })
          }
          hint={KINDS[values.kind].hint}
          options={NOTE_KINDS.filter((kind) => kind !== 'clinical' || mayClinical).map((kind) => ({
            value: kind,
            label: KINDS[kind].label,
          }))}
        />
      )}
      <TextArea
        label={addendumOf ? 'Addition' : 'Note'}
        autoFocus
        rows={4}
        value={values.body}
        onChange={(body) => change({ body })}
        error={form.error('body')}
      />
      {!addendumOf && !note && values.kind === 'clinical' && (
        <CheckboxField
          label="Only I read it"
          hint="It reaches nobody else’s devices but those of the owner, who must be able to hand it to the client."
          value={values.author_only}
          onChange={(author_only) => change({ author_only })}
        />
      )}
      {!addendumOf && (
        <CheckboxField
          label="Keep at the top"
          value={values.pinned}
          onChange={(pinned) => change({ pinned })}
        />
      )}
      <FormEnd
        saveWords={addendumOf ? 'Save addition' : 'Save note'}
        isBusy={form.isBusy}
        onCancel={() => {
          form.reset();
          onDone();
        }}
      />
    </form>
  );
}
