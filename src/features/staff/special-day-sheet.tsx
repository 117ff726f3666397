import { messageFor, ruleText } from '#app/messages.ts';
import { setDateException } from '#db/commands/hours.ts';
import { useDb } from '#db/use-query.ts';
import { ok } from '#domain/errors/result.ts';
import type { Day, StaffRow } from '#domain/rows.ts';
import { DateField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { DayHours } from './day-hours.tsx';
import { USUAL_DAY, weeksOf } from './hours-form.ts';
import type { RangeText } from './hours-form.ts';

/** Other hours, or none, on one day: it takes the place of the weekly hours for that day. */
export function SpecialDaySheet({
  open,
  staff,
  today,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  today: Day;
  onClose: () => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: { on_day: today, ranges: [USUAL_DAY] as RangeText[], note: '' },
    draftKey: `${db.name}.special-day.${staff.id}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { on_day, ranges, note } }) =>
      setDateException(db, {
        staff_id: staff.id,
        on_day,
        kind: ranges.length > 0 ? 'hours' : 'closed',
        ranges: weeksOf([[ranges]])[0]?.[0] ?? [],
        note,
      }),
    onSaved: (done) => {
      tellOutcome(ok(done), `Hours of ${staff.display_name} changed for one day`, messageFor);
      onClose();
    },
  });
  const { values, change, error } = form;
  return (
    <FormSheet
      open={open}
      title={`${staff.display_name} on one day`}
      form={form}
      saveLabel="Save day"
      onClose={onClose}
    >
      <DateField
        label="Day"
        min={today}
        value={values.on_day}
        onChange={(on_day) => change({ on_day })}
        error={error('on_day')}
        hint="What is entered for a day takes the place of the weekly hours."
      />
      <DayHours
        name="Works on this day"
        ranges={values.ranges}
        error={error('ranges')}
        onChange={(ranges) => change({ ranges })}
      />
      <TextField
        label="Note"
        required={false}
        value={values.note}
        onChange={(note) => change({ note })}
        error={error('note')}
      />
    </FormSheet>
  );
}
