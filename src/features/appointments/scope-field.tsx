import { seriesTargets, type SeriesScope } from '#domain/appointments/series-plan.ts';
import type { AppointmentRow, Instant } from '#domain/rows.ts';
import type { SeriesView } from '#db/queries/series.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { countWords } from './count-words.ts';

/** How far a change of one appointment of a series reaches. */
export function ScopeField({
  view,
  appointment,
  now,
  withDetached,
  scope,
  onChange,
}: {
  view: SeriesView;
  appointment: AppointmentRow;
  now: Instant;
  /** Those that were moved by hand are concerned too. */
  withDetached: boolean;
  scope: SeriesScope;
  onChange: (scope: SeriesScope) => void;
}) {
  const hint = (wide: SeriesScope): string =>
    countWords(seriesTargets(view.members, appointment.id, wide, { now, withDetached }).length);
  return (
    <ChoiceField
      label="Which of the series"
      value={scope}
      onChange={onChange}
      choices={[
        { value: 'this', label: 'This one' },
        { value: 'following', label: 'This and following', hint: hint('following') },
        {
          value: 'all',
          label: 'All',
          hint: `${hint('all')}; what is past${withDetached ? '' : ' or was moved by hand'} stays`,
        },
      ]}
    />
  );
}
