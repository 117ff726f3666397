import type { StaffRow } from '#domain/rows.ts';
import { DateField, SelectField, TextField, TimeField } from '#ui/fields.tsx';
import type { MoveDraft } from './move-draft.ts';

type PlaceDraft = Pick<MoveDraft, 'day' | 'time' | 'staffId' | 'duration'>;

/** When, with whom and for how long; who and how long only where they can be chosen (not null). */
export function PlaceFields({
  draft,
  staff,
  faults,
  onChange,
}: {
  draft: PlaceDraft;
  /** All of them: somebody who has left stays as the choice that was made. */
  staff: readonly StaffRow[];
  faults: { time?: string | undefined; duration?: string | undefined };
  onChange: (part: Partial<PlaceDraft>) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
      <DateField label="Date" value={draft.day} onChange={(day) => onChange({ day })} />
      <TimeField
        label="Time"
        value={draft.time}
        error={faults.time}
        onChange={(time) => onChange({ time })}
      />
      {draft.staffId !== null && (
        <SelectField
          label="With"
          value={draft.staffId}
          onChange={(staffId) => onChange({ staffId })}
          options={staff
            .filter(({ status, id }) => status === 'active' || id === draft.staffId)
            .map(({ id, display_name }) => ({ value: id, label: display_name }))}
        />
      )}
      {draft.duration !== null && (
        <TextField
          label="Minutes of work"
          type="number"
          inputMode="numeric"
          unit="min"
          value={draft.duration}
          error={faults.duration}
          onChange={(duration) => onChange({ duration })}
        />
      )}
    </div>
  );
}
