import { messageFor, ruleText } from '#app/messages.ts';
import { deleteWorkPattern, setWorkPattern } from '#db/commands/hours.ts';
import { staffDetail } from '#db/queries/staff.ts';
import type { StaffView } from '#db/queries/staff.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { defaultWeek } from '#domain/staff/schema.ts';
import { weekMinutes, weeksFrom } from '#domain/staff/week.ts';
import type { BusinessRow, Day, WorkPatternRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/fields.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { useState } from 'react';
import { DayHours } from './day-hours.tsx';
import { weeksOf, weeksText } from './hours-form.ts';
import type { RangeText } from './hours-form.ts';
import { weekdayName } from './staff-words.ts';

/** The weekly hours of one person from a day on; rotating weeks keep their turn. */
export function HoursSheet({
  open,
  view,
  business,
  today,
  onClose,
}: {
  open: boolean;
  view: StaffView;
  business: BusinessRow;
  today: Day;
  onClose: () => void;
}) {
  const db = useDb();
  const { staff, pattern } = view;
  const [at, setAt] = useState(0);
  const detail = useQuery((database) => staffDetail(database, staff.id, today), [staff.id, today]);
  const form = useForm({
    initial: {
      valid_from: today,
      weeks: weeksText(pattern ? weeksFrom(pattern, today) : [defaultWeek()]),
    },
    draftKey: `${db.name}.hours.${staff.id}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ values }) =>
      setWorkPattern(db, {
        staff_id: staff.id,
        valid_from: values.valid_from,
        weeks: weeksOf(values.weeks),
      }),
    onSaved: onClose,
  });
  const { values, change, error } = form;
  const week = values.weeks[at] ?? [];
  const setWeek = (days: RangeText[][]): void =>
    change({ weeks: values.weeks.map((one, index) => (index === at ? days : one)) });
  const setDay = (weekday: number, ranges: RangeText[]): void =>
    setWeek(week.map((day, index) => (index === weekday ? ranges : day)));

  const weekdays = Array.from({ length: 7 }, (_, place) => (business.week_start - 1 + place) % 7);
  const minutes = weekMinutes(weeksOf(values.weeks)[at] ?? []);
  const planned = (detail?.patterns ?? []).filter(({ valid_from }) => valid_from > today);
  return (
    <FormSheet
      open={open}
      title={`Hours of ${staff.display_name}`}
      form={form}
      saveLabel="Save hours"
      onClose={onClose}
    >
      <Planned patterns={planned} business={business} />
      {values.weeks.length > 1 && (
        <div role="group" aria-label="Week" className="flex flex-wrap gap-2">
          {values.weeks.map((_, index) => (
            <FilterChip
              // Weeks have no identity but their turn.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              selected={index === at}
              onChange={() => setAt(index)}
            >
              Week {index + 1}
              {index === 0 && values.valid_from === today && ' (this week)'}
            </FilterChip>
          ))}
        </div>
      )}
      <div>
        {weekdays.map((weekday) => (
          <DayHours
            key={weekday}
            name={weekdayName(weekday, business.locale)}
            ranges={week[weekday] ?? []}
            error={error(`weeks.${at}.${weekday}`)}
            onChange={(ranges) => setDay(weekday, ranges)}
            onCopy={() =>
              setWeek(week.map((day) => (day.length > 0 ? (week[weekday] ?? []) : day)))
            }
          />
        ))}
      </div>
      <p role="status" className="text-sm text-muted">
        {Number.isFinite(minutes) && minutes > 0
          ? `${formatDuration(minutes, { locale: business.locale })} a week`
          : 'No work in this week'}
      </p>
      <DateField
        label="From"
        min={today}
        value={values.valid_from}
        onChange={(valid_from) => change({ valid_from })}
        error={error('valid_from')}
        hint="Appointments that are already made stay where they are."
      />
    </FormSheet>
  );
}

/** Hours that begin later: they win over what is set here from their day on. */
function Planned({
  patterns,
  business,
}: {
  patterns: readonly WorkPatternRow[];
  business: BusinessRow;
}) {
  const db = useDb();
  const formats = businessFormats(business);
  return patterns.map(({ id, valid_from }) => (
    <Notice
      key={id}
      action={
        <Button
          size="sm"
          onClick={() =>
            void deleteWorkPattern(db, id).then((result) =>
              tellOutcome(result, 'Planned hours removed', messageFor),
            )
          }
        >
          Remove
        </Button>
      }
    >
      Other hours are planned from {formats.date(valid_from)}.
    </Notice>
  ));
}
