import type { Day } from '#domain/rows.ts';
import {
  firstUntil,
  rhythmOfDraft,
  unitsFor,
  type RepeatDraft,
  type RepeatUnit,
} from '#domain/appointments/repeat-draft.ts';
import { SERIES_EVERY_MAX, SERIES_MONTHS_MAX } from '#domain/appointments/series-rule.ts';
import type { RuleFault } from '#domain/appointments/series-rule.ts';
import { rhythmWords, weekdayName } from '#domain/appointments/series-words.ts';
import { addMonths, dayNumber, weekdayOf } from '#domain/time/day.ts';
import { ChoiceField } from './choice-field.tsx';
import { FilterChip } from './chip.tsx';
import { DateField, SelectField, TextField } from './fields.tsx';

const UNIT_WORDS: Record<RepeatUnit, string> = {
  none: 'Does not repeat',
  day: 'Every day, or every few days',
  week: 'Every week, or every few weeks',
  month_date: 'Every month, on the same date',
  month_nth: 'Every month, on the same weekday',
  month_last: 'Every month, on its last such weekday',
};

/** How something repeats and when that ends; what it means is said in words below. */
export function RepeatFields({
  draft,
  day,
  locale,
  weekStart,
  fault,
  withEnd = true,
  countLabel,
  onChange,
}: {
  draft: RepeatDraft;
  /** The first date. */
  day: Day;
  locale: string;
  /** 1 = Monday … 7 = Sunday. */
  weekStart: number;
  fault: RuleFault | null;
  /** The number of dates is known already. */
  withEnd?: boolean;
  /** `How many appointments` */
  countLabel?: string;
  onChange: (draft: RepeatDraft) => void;
}) {
  const change = (part: Partial<RepeatDraft>): void => onChange({ ...draft, ...part });
  const units = unitsFor(day).filter((unit) => withEnd || unit !== 'none');
  const rhythm = rhythmOfDraft(draft, day);
  const isMonth = draft.unit.startsWith('month');
  const unit = isMonth ? 'month' : draft.unit;
  const sure = rhythm && rhythm.every >= 1 ? rhythmWords(rhythm, locale) : null;
  return (
    <div className="grid gap-3">
      <SelectField
        label="Repeats"
        // The chosen one may be none for another first date.
        value={units.includes(draft.unit) ? draft.unit : 'month_nth'}
        onChange={(next) => change({ unit: next as RepeatUnit })}
        options={units.map((value) => ({ value, label: UNIT_WORDS[value] }))}
      />
      {draft.unit !== 'none' && (
        <>
          <TextField
            label={`Every how many ${unit}s`}
            type="number"
            inputMode="numeric"
            unit={unit === 'month' ? 'mo.' : `${unit}s`}
            value={draft.every}
            error={
              fault?.field === 'every' ? `From 1 to ${SERIES_EVERY_MAX[unit as 'day']}.` : undefined
            }
            onChange={(every) => change({ every })}
          />
          {draft.unit === 'week' && (
            <Weekdays
              first={weekdayOf(dayNumber(day))}
              weekStart={weekStart}
              locale={locale}
              chosen={draft.moreWeekdays}
              onChange={(moreWeekdays) => change({ moreWeekdays })}
            />
          )}
          {withEnd && (
            <>
              <ChoiceField
                label="Ends"
                columns
                value={draft.ends}
                onChange={(ends) =>
                  change({ ends, ...(draft.until === '' ? { until: firstUntil(day) } : {}) })
                }
                choices={[
                  { value: 'count', label: 'After a number' },
                  { value: 'until', label: 'On a date' },
                ]}
              />
              {draft.ends === 'count' ? (
                <TextField
                  label={countLabel ?? 'How many times'}
                  type="number"
                  inputMode="numeric"
                  value={draft.count}
                  error={fault?.field === 'count' ? 'From 2 to 104.' : undefined}
                  onChange={(count) => change({ count })}
                />
              ) : (
                <DateField
                  label="Last possible date"
                  value={draft.until}
                  min={day}
                  max={addMonths(day, SERIES_MONTHS_MAX)}
                  error={
                    fault?.field === 'until'
                      ? fault.rule === 'too_large'
                        ? 'At most two years ahead.'
                        : 'Choose a date after the first one.'
                      : undefined
                  }
                  onChange={(until) => change({ until })}
                />
              )}
            </>
          )}
          {sure && <p className="text-sm text-muted first-letter:uppercase">{sure}.</p>}
        </>
      )}
    </div>
  );
}

/** The other days of a week; that of the first date is one by itself. */
function Weekdays({
  first,
  weekStart,
  locale,
  chosen,
  onChange,
}: {
  first: number;
  weekStart: number;
  locale: string;
  chosen: readonly number[];
  onChange: (weekdays: number[]) => void;
}) {
  const inOrder = Array.from({ length: 7 }, (_, place) => (place + weekStart - 1) % 7);
  return (
    <div role="group" aria-label="Weekdays" className="flex flex-wrap gap-1.5">
      {inOrder.map((weekday) => (
        <FilterChip
          key={weekday}
          selected={weekday === first || chosen.includes(weekday)}
          onChange={(on) =>
            weekday !== first &&
            onChange(on ? [...chosen, weekday] : chosen.filter((one) => one !== weekday))
          }
        >
          {weekdayName(weekday, locale, 'short')}
        </FilterChip>
      ))}
    </div>
  );
}
