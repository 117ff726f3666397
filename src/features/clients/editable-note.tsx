import { messageFor, ruleText } from '#app/messages.ts';
import { editClient } from '#db/commands/clients.ts';
import { useDb } from '#db/use-query.ts';
import type { ClientRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/fields.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { FormEnd } from './form-end.tsx';

/** The note that came with the client (typed when they were added, or imported), changed where it stands. */
export function EditableNote({ client, mayEdit }: { client: ClientRow; mayEdit: boolean }) {
  const db = useDb();
  const draftKey = `${db.name}.client.${client.id}.note`;
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    return <NoteForm client={client} draftKey={draftKey} onDone={() => setEditing(false)} />;
  }
  return (
    <div className="flex items-start gap-2 border-b border-line pb-3">
      <p dir="auto" className="min-w-0 flex-1 break-words whitespace-pre-line">
        {client.note}
      </p>
      {mayEdit && (
        <Button size="sm" variant="quiet" icon={Pencil} onClick={() => setEditing(true)}>
          Edit<span className="sr-only"> first note</span>
        </Button>
      )}
    </div>
  );
}

function NoteForm({
  client,
  draftKey,
  onDone,
}: {
  client: ClientRow;
  draftKey: string;
  onDone: () => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: { note: client.note ?? '' },
    rev: client.rev,
    draftKey,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, seenRev }) => {
      const result = await editClient(db, client.id, changed, seenRev);
      if (!result.ok && result.error.code !== 'invalid') tellFailure(result.error, messageFor);
      return result;
    },
    onSaved: onDone,
  });
  return (
    <form {...form.formProps} className="grid gap-3 border-b border-line pb-3">
      <TextArea
        label="Note"
        labelHidden
        autoFocus
        rows={4}
        value={form.values.note}
        onChange={(note) => form.change({ note })}
        error={form.error('note')}
      />
      <FormEnd
        saveWords="Save note"
        isBusy={form.isBusy}
        onCancel={() => {
          form.reset();
          onDone();
        }}
      />
    </form>
  );
}
