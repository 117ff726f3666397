import { messageFor, ruleText } from '#app/messages.ts';
import { createTimeOff, setTimeOffStatus } from '#db/commands/hours.ts';
import { appointmentsDuring } from '#db/queries/time-off.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { fail } from '#domain/errors/result.ts';
import type { BlockOffReasonRow, BusinessRow, Day, Instant, StaffRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { instantAtWall, minuteOfClock } from '#domain/time/clock-text.ts';
import { addDays, isDay } from '#domain/time/day.ts';
import { FilterChip } from '#ui/chip.tsx';
import { CheckboxField, DateField, TextArea, TimeField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { ClashList } from './clash-list.tsx';

type Values = {
  allDay: boolean;
  from: Day;
  to: Day;
  start: string;
  end: string;
  reason_id: Uuid | null;
  note: string;
};

/** Asks for time off, or enters it at once for who may approve it. */
export function TimeOffSheet({
  open,
  staff,
  business,
  today,
  reasons,
  mayApprove,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  business: BusinessRow;
  today: Day;
  reasons: readonly BlockOffReasonRow[];
  mayApprove: boolean;
  onClose: () => void;
}) {
  const db = useDb();
  const zone = business.time_zone;
  const form = useForm<Values>({
    initial: {
      allDay: true,
      from: today,
      to: today,
      start: '09:00',
      end: '12:00',
      reason_id: null,
      note: '',
    },
    draftKey: `${db.name}.time-off.${staff.id}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      const span = spanOf(values, zone);
      if (!span) return fail('invalid', { field: 'to', rule: 'required' });
      const { reason_id, note } = values;
      const made = await createTimeOff(
        db,
        { staff_id: staff.id, ...span, reason_id, note },
        mayApprove ? 'approved' : 'requested',
      );
      // The command speaks of instants, the form of days and times.
      const isAboutEnd = !made.ok && made.error.field === 'ends_at';
      return isAboutEnd ? fail('invalid', { field: 'to', rule: made.error.rule ?? 'order' }) : made;
    },
    onSaved: (id) => {
      showToast({
        type: 'success',
        title: mayApprove ? `Time off of ${staff.display_name} added` : 'Time off asked for',
        ...(mayApprove ? {} : { description: 'You see here when somebody has answered.' }),
        action: {
          label: 'Undo',
          onPress: () =>
            void setTimeOffStatus(db, id as Uuid, 'cancelled').then((result) => {
              if (!result.ok) tellFailure(result.error, messageFor);
            }),
        },
      });
      onClose();
    },
  });
  const { values, change, error } = form;
  const span = spanOf(values, zone);
  const clashes = useQuery(
    async (database) =>
      span && span.ends_at > span.starts_at
        ? appointmentsDuring(database, staff.id, span.starts_at, span.ends_at)
        : [],
    [staff.id, span?.starts_at, span?.ends_at],
  );
  const endError = error('to');
  return (
    <FormSheet
      open={open}
      title={`Time off of ${staff.display_name}`}
      form={form}
      saveLabel={mayApprove ? 'Add time off' : 'Ask for time off'}
      onClose={onClose}
    >
      <CheckboxField
        label="Whole days"
        value={values.allDay}
        onChange={(allDay) => change({ allDay })}
      />
      <div className="grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1">
        <DateField
          label={values.allDay ? 'First day' : 'Date'}
          className={values.allDay ? '' : 'col-span-2'}
          value={values.from}
          onChange={(from) => change({ from, ...(from > values.to ? { to: from } : {}) })}
          error={error('from')}
        />
        {values.allDay ? (
          <DateField
            label="Last day"
            value={values.to}
            onChange={(to) => change({ to })}
            error={endError}
          />
        ) : (
          <>
            <TimeField label="From" value={values.start} onChange={(start) => change({ start })} />
            <TimeField
              label="To"
              value={values.end}
              onChange={(end) => change({ end })}
              error={endError}
            />
          </>
        )}
      </div>
      {reasons.length > 0 && (
        <div role="group" aria-label="Reason" className="flex flex-wrap gap-2">
          {reasons.map(({ id, name }) => (
            <FilterChip
              key={id}
              selected={values.reason_id === id}
              onChange={(on) => change({ reason_id: on ? id : null })}
            >
              {name}
            </FilterChip>
          ))}
        </div>
      )}
      <TextArea
        label="Note"
        required={false}
        rows={2}
        value={values.note}
        onChange={(note) => change({ note })}
        error={error('note')}
      />
      <ClashList clashes={clashes ?? []} formats={businessFormats(business)} />
      <p className="text-sm text-muted">
        {mayApprove
          ? 'The booking page offers nothing in this time.'
          : 'Somebody who plans the calendar answers. Until then the booking page goes on offering this time.'}
      </p>
    </FormSheet>
  );
}

/** The instants that the fields mean; null while one of them says nothing. */
const spanOf = (
  { allDay, from, to, start, end }: Values,
  zone: string,
): { starts_at: Instant; ends_at: Instant } | null => {
  if (!isDay(from) || (allDay && !isDay(to))) return null;
  if (allDay) {
    return {
      starts_at: instantAtWall(zone, from, 0),
      ends_at: instantAtWall(zone, addDays(to, 1), 0),
    };
  }
  const [first, last] = [minuteOfClock(start), minuteOfClock(end)];
  if (first === null || last === null) return null;
  return {
    starts_at: instantAtWall(zone, from, first),
    // Midnight at the end means the one after this day.
    ends_at: instantAtWall(zone, from, last === 0 ? 1440 : last),
  };
};
