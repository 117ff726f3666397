import { messageFor, ruleText } from '#app/messages.ts';
import { deleteWorkPattern, setWorkPattern } from '#db/commands/hours.ts';
import { staffDetail } from '#db/queries/staff.ts';
import type { StaffView } from '#db/queries/staff.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { defaultWeek } from '#domain/staff/schema.ts';
import {
  MOST_WEEKS,
  weekBegins,
  weekIndexOn,
  weekMinutes,
  weeksFrom,
  withWeeks,
} from '#domain/staff/week.ts';
import { ok } from '#domain/errors/result.ts';
import type { BusinessRow, Day, TravelZone, WorkPatternRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { isDay } from '#domain/time/day.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { DATE_SHORT } from '#domain/time/format.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { DateField } from '#ui/fields.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { Copy, Globe } from 'lucide-react';
import { useRef, useState } from 'react';
import { DayHours } from './day-hours.tsx';
import { weeksOf, weeksText } from './hours-form.ts';
import type { RangeText } from './hours-form.ts';
import { tripText, tripsAhead, weekdayName } from './staff-words.ts';

/**
 * The weekly hours of one person from a day on. Up to four weeks take turns; which of them stands in
 * which week of the calendar does not change with the day on which the hours begin.
 */
export function HoursSheet({
  open,
  view,
  business,
  today,
  onTravel,
  onClose,
}: {
  open: boolean;
  view: StaffView;
  business: BusinessRow;
  today: Day;
  /** To where they work by other clocks. */
  onTravel: () => void;
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
    onSaved: (done) => {
      tellOutcome(ok(done), `Hours of ${staff.display_name} saved`, messageFor);
      onClose();
    },
  });
  const { values, change, error } = form;
  // The last day that was one: the weeks are in turn as of it.
  const lastDay = useRef(values.valid_from);
  const week = values.weeks[at] ?? [];
  const setWeek = (days: RangeText[][]): void =>
    change({ weeks: values.weeks.map((one, index) => (index === at ? days : one)) });
  const setDay = (weekday: number, ranges: RangeText[]): void =>
    setWeek(week.map((day, index) => (index === weekday ? ranges : day)));

  const count = values.weeks.length;
  const setCount = (next: number): void => {
    change({ weeks: withWeeks(values.weeks, next) });
    setAt(Math.min(at, next - 1));
  };
  const setFirstDay = (day: Day): void => {
    // While a date is being typed it is none.
    if (!isDay(day)) return change({ valid_from: day });
    const before = { valid_from: lastDay.current, weeks: values.weeks };
    lastDay.current = day;
    change({ valid_from: day, weeks: weeksFrom(before, day) });
    setAt((at - weekIndexOn(before, day) + count) % count);
  };
  const formats = businessFormats(business);

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
      <Planned
        patterns={planned}
        formats={formats}
        onChange={({ valid_from, weeks }) => {
          lastDay.current = valid_from;
          change({ valid_from, weeks: weeksText(weeks) });
          setAt(0);
        }}
      />
      <Travel trips={tripsAhead(staff, today)} formats={formats} onTravel={onTravel} />
      <DateField
        label="From"
        min={today}
        value={values.valid_from}
        onChange={setFirstDay}
        error={error('valid_from')}
        hint="Appointments that are already made stay where they are."
      />
      <ChoiceField
        columns
        label="Weeks that take turns"
        value={String(count)}
        onChange={(next) => setCount(Number(next))}
        choices={Array.from({ length: MOST_WEEKS }, (_, index) => ({
          value: String(index + 1),
          label: index === 0 ? 'Every week' : `${index + 1} weeks`,
        }))}
      />
      {count > 1 && (
        <div role="group" aria-label="Week" className="flex flex-wrap gap-2">
          {values.weeks.map((_, index) => (
            <FilterChip
              // Weeks have no identity but their turn.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              selected={index === at}
              onChange={() => setAt(index)}
            >
              Week {index + 1} ({whenText(values.valid_from, index, today, formats)})
            </FilterChip>
          ))}
        </div>
      )}
      {at > 0 && (
        <Button
          className="justify-self-start"
          size="sm"
          icon={Copy}
          onClick={() => setWeek(values.weeks[0] ?? [])}
        >
          Same hours as week 1
        </Button>
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
    </FormSheet>
  );
}

/** `this week`, or the Monday on which a week has its turn for the first time. */
const whenText = (validFrom: Day, index: number, today: Day, formats: BusinessFormats): string => {
  if (!isDay(validFrom)) return 'no date yet';
  const monday = weekBegins(validFrom, index);
  return monday === weekBegins(today, 0) ? 'this week' : `from ${formats.date(monday, DATE_SHORT)}`;
};

/** Where the same hours are read on other clocks for some days. */
function Travel({
  trips,
  formats,
  onTravel,
}: {
  trips: readonly TravelZone[];
  formats: BusinessFormats;
  onTravel: () => void;
}) {
  if (trips.length === 0) {
    return (
      <Button className="justify-self-start" size="sm" icon={Globe} onClick={onTravel}>
        Works from another time zone…
      </Button>
    );
  }
  return (
    <Notice
      title="These hours are read on other clocks"
      action={
        <Button size="sm" onClick={onTravel}>
          Change
        </Button>
      }
    >
      <ul>
        {trips.map((trip) => (
          <li key={trip.from_day}>{tripText(trip, formats)}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Hours that begin later: they win over what is set here from their day on. */
function Planned({
  patterns,
  formats,
  onChange,
}: {
  patterns: readonly WorkPatternRow[];
  formats: BusinessFormats;
  onChange: (pattern: WorkPatternRow) => void;
}) {
  const db = useDb();
  return patterns.map((pattern) => (
    <Notice
      key={pattern.id}
      action={
        <span className="flex shrink-0 flex-wrap justify-end gap-2">
          <Button size="sm" onClick={() => onChange(pattern)}>
            Change
          </Button>
          <Button
            size="sm"
            onClick={() =>
              void deleteWorkPattern(db, pattern.id).then((result) =>
                tellOutcome(result, 'Planned hours removed', messageFor),
              )
            }
          >
            Remove
          </Button>
        </span>
      }
    >
      Other hours are planned from {formats.date(pattern.valid_from)}
      {pattern.weeks.length > 1 && `, ${pattern.weeks.length} weeks in turn`}.
    </Notice>
  ));
}
