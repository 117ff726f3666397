import { Suspense, useEffect, useState } from 'react';
import { isClass } from '#domain/appointments/seats.ts';
import type { AppointmentRow } from '#domain/rows.ts';
import { editAppointment } from '#db/commands/appointments.ts';
import { useDb } from '#db/use-query.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { TextArea } from '#ui/fields.tsx';
import { dropDraft, keepDraft, readDraft } from '#ui/form-draft.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { tellFailed } from '#app/tell.ts';

const SeriesNotes = lazyPart(async () => (await import('./series-notes.tsx')).SeriesNotes);

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
      {!isClass(appointment) && (
        <Note
          appointment={appointment}
          field="client_note"
          label="What the client asked for"
          hint="The client sees it in their confirmation."
          onSave={save}
        />
      )}
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
  const db = useDb();
  const stored = appointment[field] ?? '';
  const key = `${db.name}.appointment.${appointment.id}.${field}`;
  /** What is typed, and the row over which. A reload in the middle of a sentence keeps both. */
  const [draft, setDraft] = useState<{ text: string; seenRev: number } | null>(() => {
    const kept = readDraft(key, { text: stored });
    return kept && { text: kept.values.text, seenRev: kept.rev ?? appointment.rev };
  });
  const type = (text: string): void => {
    const seenRev = draft?.seenRev ?? appointment.rev;
    setDraft({ text, seenRev });
    keepDraft(key, { text: stored }, { values: { text }, rev: seenRev });
  };
  const save = async (): Promise<void> => {
    if (draft === null) return;
    const { text, seenRev } = draft;
    const result = text.trim() === stored ? ok(null) : await onSave(field, text, seenRev);
    // What was typed stays in the field until it is safe.
    if (!result.ok) return tellFailed(result.error);
    setDraft(null);
    dropDraft(key);
  };
  useEffect(() => {
    // The field was never left: the page went away first.
    void save();
    // oxlint-disable-next-line react/exhaustive-deps -- only what was typed before this began
  }, []);
  return (
    <TextArea
      label={label}
      hint={draft !== null && draft.text !== stored ? 'Saves when you leave the field.' : hint}
      required={false}
      rows={2}
      value={draft?.text ?? stored}
      onChange={type}
      onBlur={() => void save()}
    />
  );
}
