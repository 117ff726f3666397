import { messageFor, ruleText } from '#app/messages.ts';
import { setWorkPattern } from '#db/commands/hours.ts';
import { editStaff } from '#db/commands/staff.ts';
import type { StaffView } from '#db/queries/staff.ts';
import { useDb } from '#db/use-query.ts';
import { ok } from '#domain/errors/result.ts';
import type { BusinessRow, Day } from '#domain/rows.ts';
import { FilterChip } from '#ui/chip.tsx';
import { TextField, TimeField } from '#ui/fields.tsx';
import { useForm } from '#ui/use-form.ts';
import { StepForm } from './step-form.tsx';
import { simpleWeek, weekOf } from './simple-week.ts';

/** The first question: who you are for your clients, and when you work. */
export function HoursStep({
  business,
  person,
  today,
  onDone,
}: {
  business: BusinessRow;
  /** The owner in the team. */
  person: StaffView;
  today: Day;
  onDone: () => void;
}) {
  const db = useDb();
  const { staff, pattern } = person;
  const form = useForm({
    initial: { display_name: staff.display_name, ...simpleWeek(pattern?.weeks[0]) },
    draftKey: `${db.name}.onboarding.hours`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed: { display_name, ...hours }, values }) => {
      if (display_name !== undefined) {
        const named = await editStaff(db, staff.id, { display_name });
        if (!named.ok) return named;
      }
      if (Object.keys(hours).length === 0 && pattern) return ok(null);
      return setWorkPattern(db, {
        staff_id: staff.id,
        // The hours of the beginning are replaced, not followed by others.
        valid_from: pattern?.valid_from ?? today,
        weeks: [weekOf(values)],
      });
    },
    onSaved: onDone,
  });
  const { values, change, error } = form;
  const weekdays = Array.from({ length: 7 }, (_, place) => (business.week_start - 1 + place) % 7);
  return (
    <StepForm form={form} label="You and your hours" onSkip={onDone}>
      <TextField
        label="Your name"
        hint="As your clients know you."
        autoComplete="name"
        value={values.display_name}
        onChange={(display_name) => change({ display_name })}
        error={error('display_name')}
      />
      <div role="group" aria-label="Working days">
        <p className="mb-1.5 text-sm font-medium">You work on</p>
        <div className="flex flex-wrap gap-2">
          {weekdays.map((weekday) => (
            <FilterChip
              key={weekday}
              selected={values.days.includes(weekday)}
              onChange={(on) =>
                change({
                  days: on
                    ? [...values.days, weekday].toSorted((a, b) => a - b)
                    : values.days.filter((day) => day !== weekday),
                })
              }
            >
              {weekdayName(weekday, business.locale)}
            </FilterChip>
          ))}
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TimeField label="From" value={values.from} onChange={(from) => change({ from })} />
        <TimeField
          label="To"
          value={values.to}
          onChange={(to) => change({ to })}
          error={error('weeks')}
        />
      </div>
      <p className="text-sm text-muted">
        Breaks and days with other hours can be set under Staff, whenever you like.
      </p>
    </StepForm>
  );
}

const weekdayName = (weekday: number, locale: string): string =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + weekday),
  );
