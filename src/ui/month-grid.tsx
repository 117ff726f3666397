import type { Day } from '#domain/rows.ts';
import { addDays, addMonths, monthStart } from '#domain/time/day.ts';
import { DATE_LONG, MONTH_LONG, formatDate } from '#domain/time/format.ts';
import { monthGrid, weekOf } from '#domain/time/week.ts';
import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { memo, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { IconButton } from './button.tsx';
import { monthKeyTarget } from './month-keys.ts';

export type DayState = {
  /** A closed day can be reached and read, not chosen. */
  open: boolean;
  /** Read after the date: "6 times free". */
  spoken: string;
};

/**
 * A month of days to choose from, as the ARIA grid pattern has it: one stop of the Tab key, arrows
 * between days and weeks, Home and End in the week, Page Up and Page Down between months. Every day
 * says its whole date and what is on it, because a number alone tells a screen reader nothing.
 */
export function MonthGrid({
  month,
  onMonth,
  first,
  last,
  today,
  selected,
  onSelect,
  dayState,
  weekStart,
  locale,
}: {
  /** Any day of the month shown. */
  month: Day;
  onMonth: (monthStart: Day) => void;
  /** The first and last day that can be reached. */
  first: Day;
  last: Day;
  today: Day;
  selected: Day | null;
  onSelect: (day: Day) => void;
  dayState: (day: Day) => DayState;
  weekStart: number;
  locale: string;
}) {
  const headingId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const shown = monthStart(month);
  const days = monthGrid(shown, weekStart);
  const [active, setActive] = useState<Day | null>(null);
  const takesFocus = useRef(false);

  const isIn = (day: Day) => day.slice(0, 7) === shown.slice(0, 7);
  const reachable = (day: Day) => isIn(day) && day >= first && day <= last;
  const stop =
    [active, selected].find((day) => day && reachable(day)) ??
    days.find((day) => reachable(day) && dayState(day).open) ??
    days.find(reachable);

  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (!stop) return;
    const target = monthKeyTarget(event.key, stop, { first, last, weekStart });
    if (!target) return;
    event.preventDefault();
    takesFocus.current = true;
    setActive(target);
    if (!isIn(target)) onMonth(monthStart(target));
  };

  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const day = (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day'];
    if (day === undefined || !reachable(day) || !dayState(day).open) return;
    setActive(day);
    onSelect(day);
  };

  const previous = monthStart(addMonths(shown, -1));
  const next = monthStart(addMonths(shown, 1));
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-1">
        <h2 id={headingId} aria-live="polite" className="flex-1 text-lg font-semibold">
          {formatDate(shown, { locale, parts: MONTH_LONG })}
        </h2>
        <IconButton
          icon={ChevronLeft}
          label="Previous month"
          disabled={addDays(shown, -1) < first}
          onClick={() => onMonth(previous)}
        />
        <IconButton
          icon={ChevronRight}
          label="Next month"
          disabled={next > last}
          onClick={() => onMonth(next)}
        />
      </div>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-labelledby={headingId}
        onKeyDown={onKeyDown}
        onClick={onClick}
        className="mt-1"
      >
        <div role="row" className="grid grid-cols-7">
          {weekOf(shown, weekStart).map((day) => (
            <span
              key={day}
              role="columnheader"
              aria-label={formatDate(day, { locale, parts: { weekday: 'long' } })}
              className="grid h-9 place-items-center text-sm font-medium text-muted"
            >
              <span className="@3xs:hidden">
                {formatDate(day, { locale, parts: { weekday: 'narrow' } })}
              </span>
              <span className="hidden @3xs:inline">
                {formatDate(day, { locale, parts: { weekday: 'short' } })}
              </span>
            </span>
          ))}
        </div>
        {/* By place, not by date: another month writes into the cells that are there. */}
        {weeksOf(days).map((week, row) => (
          <div key={row} role="row" className="grid grid-cols-7">
            {week.map((day, column) => (
              <div
                key={column}
                role="gridcell"
                aria-selected={isIn(day) && day === selected}
                className="p-0.5"
              >
                {isIn(day) && (
                  <DayButton
                    day={day}
                    locale={locale}
                    {...(reachable(day) ? dayState(day) : CLOSED)}
                    isStop={day === stop}
                    isToday={day === today}
                    isSelected={day === selected}
                  />
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const CLOSED: DayState = { open: false, spoken: 'not bookable' };

const weeksOf = (days: Day[]): Day[][] =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

/** Takes values only, so that a chosen day draws two of them again and not the month. */
const DayButton = memo(function DayButton({
  day,
  locale,
  open,
  spoken,
  isStop,
  isToday,
  isSelected,
}: DayState & {
  day: Day;
  locale: string;
  isStop: boolean;
  isToday: boolean;
  isSelected: boolean;
}) {
  const date = formatDate(day, { locale, parts: { ...DATE_LONG, weekday: 'long' } });
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      data-day={day}
      aria-label={`${date}${isToday ? ', today' : ''}, ${spoken}`}
      aria-disabled={!open || undefined}
      className={clsx(
        'relative grid min-h-11 w-full place-items-center rounded-md text-base tabular-nums',
        'transition-colors duration-150',
        isSelected && 'bg-accent font-semibold text-on-accent',
        !isSelected && open && 'bg-accent-soft font-semibold text-accent hover:bg-raised',
        !isSelected && !open && 'cursor-default text-muted',
      )}
    >
      {Number(day.slice(8))}
      {isToday && <span aria-hidden className="absolute bottom-1.5 h-0.5 w-4 bg-current" />}
    </button>
  );
});
