import { lazy, Suspense, useState } from 'react';
import type { AppointmentRow } from '#domain/rows.ts';
import { editAppointment } from '#db/commands/appointments.ts';
import { useDb } from '#db/use-query.ts';
import type { Result } from '#domain/errors/result.ts';
import { TextArea } from '#ui/fields.tsx';
import { tellFailed } from '#app/tell.ts';

const SeriesNotes = lazy(async () => ({
  default: (await import('./series-notes.tsx')).SeriesNotes,
}));

type Field = 'client_note' | 'staff_note';

export type NoteSaver = (field: Field, text: string, seenRev: number) => Promise<Result<unknown>>;

/** Two notes that save themselves when they are left. */
export function AppointmentNotes({ appointment }: { appointment: AppointmentRow }) {
  const db = useDb();
  const saveOwn: NoteSaver = (field, text, seenRev) =>
    editAppointment(db, appointment.id, { [field]: text }, seenRev);
  const fields = (save: NoteSaver) => <NoteFields appointment={appointment} save={save} />;
  return (
    <section aria-label="Notes" className="grid gap-4">
      {appointment.series_id ? (
        <Suspense fallback={fields(saveOwn)}>
          <SeriesNotes appointment={appointment} saveOwn={saveOwn} fields={fields} />
        </Suspense>
      ) : (
        fields(saveOwn)
      )}
    </section>
  );
}

function NoteFields({ appointment, save }: { appointment: AppointmentRow; save: NoteSaver }) {
  return (
    <>
      <Note
        appointment={appointment}
        field="client_note"
        label="What the client asked for"
        hint="The client sees it in their confirmation."
        onSave={save}
      />
      <Note
        appointment={appointment}
        field="staff_note"
        label="Internal note"
        hint="Only your team sees it."
        onSave={save}
      />
    </>
  );
}

function Note({
  appointment,
  field,
  label,
  hint,
  onSave,
}: {
  appointment: AppointmentRow;
  field: Field;
  label: string;
  hint: string;
  onSave: NoteSaver;
}) {
  /** What is typed, and the row over which. */
  const [draft, setDraft] = useState<{ text: string; seenRev: number } | null>(null);
  const stored = appointment[field] ?? '';
  const save = async (): Promise<void> => {
    if (draft === null) return;
    if (draft.text.trim() === stored) return setDraft(null);
    const { text, seenRev } = draft;
    const result = await onSave(field, text, seenRev);
    // What was typed stays in the field until it is safe.
    if (result.ok) setDraft(null);
    else tellFailed(result.error);
  };
  return (
    <TextArea
      label={label}
      hint={draft !== null && draft.text !== stored ? 'Saves when you leave the field.' : hint}
      required={false}
      rows={2}
      value={draft?.text ?? stored}
      onChange={(text) => setDraft({ text, seenRev: draft?.seenRev ?? appointment.rev })}
      onBlur={() => void save()}
    />
  );
}
