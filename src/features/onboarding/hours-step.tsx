import { messageFor, ruleText } from '#app/messages.ts';
import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { FilterChip } from '#ui/chip.tsx';
import { TextField, TimeField } from '#ui/fields.tsx';
import { useForm } from '#ui/use-form.ts';
import type { Submitted } from '#ui/use-form.ts';
import { StepForm } from './step-form.tsx';
import type { HoursAnswers } from './simple-week.ts';

/** The first question: who you are for your clients, and when you work. */
export function HoursStep({
  initial,
  business: { week_start, locale },
  draftKey,
  save,
  onDone,
}: {
  initial: HoursAnswers;
  business: Pick<BusinessRow, 'week_start' | 'locale'>;
  draftKey: string;
  save: (submitted: Submitted<HoursAnswers>) => Promise<Result<unknown>>;
  onDone: () => void;
}) {
  const form = useForm({
    initial,
    draftKey,
    words: { error: messageFor, rule: ruleText },
    save,
    onSaved: onDone,
  });
  const { values, change, error } = form;
  const weekdays = Array.from({ length: 7 }, (_, place) => (week_start - 1 + place) % 7);
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
              {weekdayName(weekday, locale)}
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
