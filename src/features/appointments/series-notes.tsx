import { useState, type ReactNode } from 'react';
import { seriesTargets, type SeriesScope } from '#domain/appointments/series-plan.ts';
import type { AppointmentRow } from '#domain/rows.ts';
import { tellDone } from '#app/tell.ts';
import { editSeriesNote } from '#db/commands/series-edit.ts';
import { useDb } from '#db/use-query.ts';
import { SelectField } from '#ui/fields.tsx';
import type { NoteSaver } from './appointment-notes.tsx';
import { countWords } from './count-words.ts';
import { useSeries } from './use-series.ts';

/** The notes of an appointment that repeats: for it alone, or for others of its series too. */
export function SeriesNotes({
  appointment,
  saveOwn,
  fields,
}: {
  appointment: AppointmentRow;
  /** Saves a note of this appointment alone. */
  saveOwn: NoteSaver;
  fields: (save: NoteSaver) => ReactNode;
}) {
  const db = useDb();
  const view = useSeries(appointment);
  const [scope, setScope] = useState<SeriesScope>('this');
  const save: NoteSaver = async (field, text, seenRev) => {
    if (!view || scope === 'this') return saveOwn(field, text, seenRev);
    const options = { now: db.now(), withDetached: true };
    const targets = seriesTargets(view.members, appointment.id, scope, options);
    const ids = new Set([appointment.id, ...targets.map(({ id }) => id)]);
    const result = await editSeriesNote(db, appointment.id, [...ids], { field, text, seenRev });
    if (result.ok) tellDone(result, `Note saved for ${countWords(result.value.ids.length)}`);
    return result;
  };
  return (
    <>
      <SelectField
        label="Notes are for"
        value={scope}
        onChange={(next) => setScope(next as SeriesScope)}
        options={[
          { value: 'this', label: 'This one' },
          { value: 'following', label: 'This and following' },
          { value: 'all', label: 'All that are to come' },
        ]}
      />
      {fields(save)}
    </>
  );
}
