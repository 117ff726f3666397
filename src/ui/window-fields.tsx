import { CalendarPlus, Trash2 } from 'lucide-react';
import { weekdayName } from '#domain/appointments/series-words.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { PART_OF_DAY } from '#domain/time/day-parts.ts';
import type { Day } from '#domain/rows.ts';
import { addDays, isDay } from '#domain/time/day.ts';
import { newWindow, type DayPart, type WindowDraft } from '#domain/waitlist/window-draft.ts';
import { WINDOWS_MAX } from '#domain/waitlist/windows.ts';
import { Button, IconButton } from './button.tsx';
import { FilterChip } from './chip.tsx';
import { DateField, SelectField, TimeField } from './fields.tsx';

/** The days and times at which somebody can come, up to five of them. */
export function WindowFields({
  windows,
  today,
  lastDay,
  locale,
  weekStart,
  formats,
  errorOf,
  onChange,
}: {
  windows: readonly WindowDraft[];
  today: Day;
  /** Later days cannot be wished for; any day unless this says so. */
  lastDay?: Day;
  locale: string;
  /** 1 = Monday … 7 = Sunday. */
  weekStart: number;
  formats: Pick<BusinessFormats, 'minute'>;
  /** What is wrong with a field of the window at a place. */
  errorOf: (
    index: number,
    field: 'from_day' | 'to_day' | 'from_min' | 'to_min',
  ) => string | undefined;
  onChange: (windows: WindowDraft[]) => void;
}) {
  const put = (index: number, part: Partial<WindowDraft>): void =>
    onChange(windows.map((one, place) => (place === index ? { ...one, ...part } : one)));
  return (
    <div className="grid grid-cols-1 gap-3">
      {windows.map((draft, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- windows have no other name
        <fieldset
          key={index}
          className="@container grid min-w-0 grid-cols-1 gap-3 rounded-lg border border-line p-3"
        >
          <legend className="sr-only">{nameOf(index, windows.length)}</legend>
          {windows.length > 1 && (
            <div className="-mb-2 flex items-center justify-between">
              <span className="font-medium" aria-hidden>
                {nameOf(index, windows.length)}
              </span>
              <IconButton
                icon={Trash2}
                size="sm"
                label={`Remove ${nameOf(index, windows.length).toLowerCase()}`}
                onClick={() => onChange(windows.filter((_, place) => place !== index))}
              />
            </div>
          )}
          <div className="grid grid-cols-1 items-start gap-3 *:min-w-0 *:grid-cols-1 @xs:grid-cols-2">
            <DateField
              label="From"
              value={draft.fromDay}
              min={today}
              max={lastDay}
              error={errorOf(index, 'from_day')}
              onChange={(fromDay) =>
                put(index, {
                  fromDay,
                  // The end follows, so that one date is enough for one day.
                  ...(isDay(fromDay) && draft.toDay < fromDay ? { toDay: fromDay } : {}),
                })
              }
            />
            <DateField
              label="Until"
              value={draft.toDay}
              min={draft.fromDay || today}
              error={errorOf(index, 'to_day')}
              onChange={(toDay) => put(index, { toDay })}
            />
          </div>
          {draft.fromDay !== draft.toDay && (
            <Weekdays
              chosen={draft.weekdays}
              locale={locale}
              weekStart={weekStart}
              onChange={(weekdays) => put(index, { weekdays })}
            />
          )}
          <SelectField
            label="Time of day"
            value={draft.part}
            onChange={(part) => put(index, { part: part as DayPart })}
            options={[
              { value: 'any', label: 'Any time' },
              {
                value: 'morning',
                label: `Morning, until ${formats.minute(PART_OF_DAY.morning[1])}`,
              },
              {
                value: 'afternoon',
                label: `Afternoon, ${PART_OF_DAY.afternoon.map(formats.minute).join(' – ')}`,
              },
              {
                value: 'evening',
                label: `Evening, from ${formats.minute(PART_OF_DAY.evening[0])}`,
              },
              { value: 'other', label: 'Other times' },
            ]}
          />
          {draft.part === 'other' && (
            <div className="grid grid-cols-1 items-start gap-3 *:min-w-0 *:grid-cols-1 @xs:grid-cols-2">
              <TimeField
                label="Not before"
                value={draft.from}
                error={errorOf(index, 'from_min')}
                onChange={(from) => put(index, { from })}
              />
              <TimeField
                label="Done by"
                value={draft.to}
                error={errorOf(index, 'to_min')}
                onChange={(to) => put(index, { to })}
              />
            </div>
          )}
        </fieldset>
      ))}
      {windows.length < WINDOWS_MAX && (
        <Button
          size="sm"
          icon={CalendarPlus}
          className="justify-self-start"
          onClick={() => onChange([...windows, nextWindow(windows, today)])}
        >
          Other days
        </Button>
      )}
    </div>
  );
}

const nameOf = (index: number, count: number): string =>
  count === 1 ? 'Days and times' : `Days and times ${index + 1}`;

/** The next ones begin after those that are there. */
const nextWindow = (windows: readonly WindowDraft[], today: Day): WindowDraft => {
  const last = windows
    .map(({ toDay }) => toDay)
    .filter(isDay)
    .toSorted()
    .at(-1);
  return newWindow(last && last >= today ? addDays(last, 1) : today);
};

function Weekdays({
  chosen,
  locale,
  weekStart,
  onChange,
}: {
  chosen: readonly number[];
  locale: string;
  weekStart: number;
  onChange: (weekdays: number[]) => void;
}) {
  const inOrder = Array.from({ length: 7 }, (_, place) => (place + weekStart - 1) % 7);
  return (
    <div role="group" aria-label="Weekdays">
      <p className="mb-1.5 text-sm font-medium">
        Weekdays{' '}
        {chosen.length === 0 && <span className="font-normal text-muted">(every day)</span>}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {inOrder.map((weekday) => (
          <FilterChip
            key={weekday}
            selected={chosen.includes(weekday)}
            onChange={(on) =>
              onChange(
                on ? [...chosen, weekday].toSorted() : chosen.filter((one) => one !== weekday),
              )
            }
          >
            {weekdayName(weekday, locale, 'short')}
          </FilterChip>
        ))}
      </div>
    </div>
  );
}
