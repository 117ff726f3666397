import { Plus, Trash2 } from 'lucide-react';
import type { BusinessRow, Day, MinuteRange } from '#domain/rows.ts';
import { messageFor, ruleText } from '#app/messages.ts';
import { setSpecialDays } from '#db/commands/special-days.ts';
import { specialDayClashes } from '#db/queries/special-days.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { specialDaysSchema, type SpecialSpan } from '#domain/staff/special-days.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import { validate } from '#domain/validation/validate.ts';
import { BookedThere } from '#ui/booked-there.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { DateField, TextField, TimeField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';

type Hours = { from: string; to: string };

/** Makes or changes days on which the business is closed or has other hours. */
export function SpecialDaySheet({
  open,
  business,
  span,
  today,
  onClose,
  onRemove,
}: {
  open: boolean;
  business: BusinessRow;
  /** null makes a new entry. */
  span: SpecialSpan | null;
  today: Day;
  onClose: () => void;
  onRemove: (span: SpecialSpan) => void;
}) {
  const db = useDb();
  const form = useForm({
    initial: {
      first_day: span?.firstDay ?? today,
      last_day: span?.lastDay ?? today,
      kind: span?.kind ?? ('closed' as const),
      ranges: hoursText(span?.ranges ?? [[600, 840]]),
      note: span?.note ?? '',
    },
    words: { error: messageFor, rule: ruleText },
    save: ({ values: typed }) =>
      setSpecialDays(db, { ...typed, ranges: rangesOf(typed.ranges) }, span?.ids),
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'Special days saved', messageFor);
      onClose();
    },
  });
  const { values, change, error } = form;
  const wanted = validate(specialDaysSchema, {
    ...values,
    ranges: rangesOf(values.ranges),
    note: null,
  });
  const text = JSON.stringify(wanted.ok ? wanted.value : null);
  const clashes =
    useQuery(async (local) => (wanted.ok ? specialDayClashes(local, wanted.value) : []), [text]) ??
    [];
  const staff = useQuery((local) => local.rows('staff').toArray(), []) ?? [];
  const setHours = (at: number, part: Partial<Hours>): void =>
    change({
      ranges: values.ranges.map((one, index) => (index === at ? { ...one, ...part } : one)),
    });
  return (
    <FormSheet
      open={open}
      title={span ? 'Special days' : 'Add special days'}
      saveLabel={span ? 'Save' : 'Add days'}
      form={form}
      onClose={onClose}
      actions={
        span && (
          <Button variant="quiet" onClick={() => onRemove(span)}>
            Usual hours again
          </Button>
        )
      }
    >
      <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
        <DateField
          label="First day"
          value={values.first_day}
          error={error('first_day')}
          onChange={(first_day) =>
            change({
              first_day,
              ...(first_day > values.last_day ? { last_day: first_day } : {}),
            })
          }
        />
        <DateField
          label="Last day"
          value={values.last_day}
          error={error('last_day')}
          onChange={(last_day) => change({ last_day })}
        />
      </div>
      <ChoiceField
        label="On these days"
        columns
        value={values.kind}
        onChange={(kind) => change({ kind })}
        choices={[
          { value: 'closed', label: 'Closed' },
          { value: 'hours', label: 'Other hours' },
        ]}
      />
      {values.kind === 'hours' && (
        <div role="group" aria-label="Hours" className="grid gap-2">
          {values.ranges.map(({ from, to }, index) => (
            <div
              // Stretches have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className="grid grid-cols-2 items-end gap-2 *:min-w-0 *:grid-cols-1"
            >
              <TimeField
                label={index === 0 ? 'From' : `From, ${index + 1}`}
                value={from}
                onChange={(next) => setHours(index, { from: next })}
              />
              <TimeField
                label={index === 0 ? 'To' : `To, ${index + 1}`}
                value={to}
                onChange={(next) => setHours(index, { to: next })}
              />
              {values.ranges.length > 1 && (
                <IconButton
                  icon={Trash2}
                  label={`Remove hours ${index + 1}`}
                  onClick={() =>
                    change({ ranges: values.ranges.filter((_, place) => place !== index) })
                  }
                />
              )}
            </div>
          ))}
          {error('ranges') && <p className="text-sm text-danger">{error('ranges')}</p>}
          <Button
            size="sm"
            variant="quiet"
            icon={Plus}
            className="justify-self-start"
            onClick={() => change({ ranges: [...values.ranges, { from: '', to: '' }] })}
          >
            More hours
          </Button>
        </div>
      )}
      <TextField
        label="Note"
        required={false}
        hint="Shown in the calendar, like Holidays."
        value={values.note}
        onChange={(note) => change({ note })}
        error={error('note')}
      />
      <BookedThere
        clashes={clashes}
        formats={businessFormats(business)}
        staffName={(id) => staff.find((one) => one.id === id)?.display_name ?? 'somebody'}
      />
    </FormSheet>
  );
}

const hoursText = (ranges: readonly MinuteRange[]): Hours[] =>
  // Native time fields cannot say 24:00; midnight at the end means the same.
  ranges.map(([start, end]) => ({ from: clockText(start), to: clockText(end % 1440) }));

/** In order; an empty field is no number, which the schema refuses. */
const rangesOf = (hours: readonly Hours[]): MinuteRange[] =>
  hours
    .map(({ from, to }): MinuteRange => {
      const end = minuteOfClock(to) ?? Number.NaN;
      return [minuteOfClock(from) ?? Number.NaN, end === 0 ? 1440 : end];
    })
    .toSorted((a, b) => a[0] - b[0]);
