import { ArrowRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';
import type { Day, Uuid } from '#domain/rows.ts';
import { DATE_WEEKDAY, MONTH_LONG, formatDate } from '#domain/time/format.ts';
import { monthGrid, weekOf } from '#domain/time/week.ts';
import { monthKeyTarget } from '#ui/month-keys.ts';
import { Button } from '#ui/button.tsx';
import { AgendaList } from './agenda-list.tsx';
import type { CalendarSheet } from './calendar-url.ts';
import type { CalendarViewProps } from './calendar-view.ts';
import type { Absence, CalendarItem } from './items.ts';
import { mayCreate } from './may-edit.ts';
import { MonthCell } from './month-cell.tsx';
import { monthDay } from './month.ts';
import type { CalendarModel } from './use-calendar-model.ts';
import { usePeriod } from './use-calendar-weeks.ts';
import { useSwipe } from './use-swipe.ts';
import type { Clock } from './words.ts';
import { workHours } from './work-hours.ts';
import './month.css';

/** Far enough in both directions for anybody who walks by arrow keys. */
const BOUNDS = { first: '1970-01-01', last: '2199-12-31' };

/**
 * A month of days: how many visits, how full, who comes first. A press opens the day; on a phone it
 * chooses the day, whose list stands below. Arrow keys walk, Enter opens.
 */
export function CalendarMonth({
  book,
  model,
  place,
  clock,
  staffName,
  wallNow,
  flashing,
  isNarrow,
  onOpen,
  onAbsence,
  onSheet,
  onPlace,
  onStep,
}: CalendarViewProps) {
  const { business, staff, patterns, exceptions } = book;
  const { locale, week_start: startsOn } = business;
  const { date } = place;
  const month = date.slice(0, 7);
  const days = useMemo(() => monthGrid(`${month}-01`, startsOn), [month, startsOn]);
  const read = usePeriod(days[0]!, days.length, model.context);
  const known = read?.first === days[0] ? read?.days : undefined;
  const { grid, lines } = useLines(isNarrow, days.length);

  const { shown } = model;
  // Walking by arrows renders at each step; the days themselves stay.
  const cells = useMemo(() => {
    const context = {
      staffIds: shown.map(({ id }) => id),
      staffName: (id: Uuid) => shown.find((one) => one.id === id)?.display_name ?? '',
      workOf: workHours({ business, staff, patterns, exceptions }),
      exceptions,
    };
    return days.map((day) => monthDay(day, known?.get(day), context));
  }, [days, known, shown, business, staff, patterns, exceptions]);

  // Where the arrow keys have led: the address follows a moment later, keys may come faster.
  const walkedTo = useRef<Day | null>(null);
  useEffect(() => {
    if (walkedTo.current !== date) return;
    walkedTo.current = null;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [date, grid]);
  const openDay = (day: Day): void => onPlace({ view: 'day', date: day });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = walkedTo.current ?? date;
    const target = monthKeyTarget(event.key, from, { ...BOUNDS, weekStart: startsOn });
    if (target) {
      walkedTo.current = target;
      // Steps of a walk, not places to come back to.
      onPlace({ date: target }, { replace: true });
    } else if (event.key === 'Enter' || event.key === ' ') openDay(from);
    else if (event.key === 'n' && mayCreate(book)) onSheet(newOn(from, 'new'));
    else if (event.key === 'b' && mayCreate(book)) onSheet(newOn(from, 'new-block'));
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const day = target.closest<HTMLElement>('[data-day]')?.dataset['day'];
    if (!day) return;
    const id = target.closest<HTMLElement>('[data-id]')?.dataset['id'];
    // A name is too small for a finger; under a mouse it opens its visit.
    const visit =
      id && (event.nativeEvent as PointerEvent).pointerType !== 'touch'
        ? cells.find((cell) => cell.day === day)?.visits.find((one) => one.id === id)
        : undefined;
    if (visit) return onOpen(visit);
    if (!isNarrow || day === date) return openDay(day);
    onPlace({ date: day }, { replace: true });
  };
  const swipe = useSwipe(onStep);

  return (
    <div className="cal-month" style={{ '--weeks': days.length / 7 } as CSSProperties}>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={formatDate(`${month}-01`, { locale, parts: MONTH_LONG })}
        className="cal-mo-grid"
        onKeyDown={onKeyDown}
        onClick={onClick}
        {...swipe}
      >
        <div role="row" className="cal-mo-week is-heads">
          {weekOf(days[0]!, startsOn).map((day) => (
            <span
              key={day}
              role="columnheader"
              aria-label={formatDate(day, { locale, parts: { weekday: 'long' } })}
            >
              {formatDate(day, { locale, parts: { weekday: isNarrow ? 'narrow' : 'short' } })}
            </span>
          ))}
        </div>
        {weeksOf(cells).map((week, index) => (
          <div key={index} role="row" className="cal-mo-week">
            {week.map((cell, at) => (
              // By place, not by day: what has focus must outlive the turn of the month.
              <MonthCell
                key={at}
                month={cell}
                lines={lines}
                isInMonth={cell.day.slice(0, 7) === month}
                isToday={cell.day === wallNow.day}
                isChosen={cell.day === date}
                isKnown={known !== undefined}
                flashing={flashing}
                locale={locale}
                clock={clock}
              />
            ))}
          </div>
        ))}
      </div>
      {isNarrow && (
        <ChosenDay
          title={formatDate(date, { locale, parts: DATE_WEEKDAY })}
          model={model}
          clock={clock}
          staffName={staffName}
          onOpen={onOpen}
          onAbsence={onAbsence}
          onDay={() => openDay(date)}
        />
      )}
    </div>
  );
}

function ChosenDay({
  title,
  model,
  clock,
  staffName,
  onOpen,
  onAbsence,
  onDay,
}: {
  title: string;
  model: CalendarModel;
  clock: Clock;
  staffName: (staffId: Uuid) => string;
  onOpen: (item: CalendarItem) => void;
  onAbsence: (absence: Absence) => void;
  onDay: () => void;
}) {
  const items = model.columns.flatMap(({ boxes }) => boxes.map(({ item }) => item));
  const absences = model.columns.flatMap((column) => column.absences);
  return (
    <section aria-label={title} className="cal-mo-list">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        <Button size="sm" variant="quiet" icon={ArrowRight} onClick={onDay}>
          Open day
        </Button>
      </div>
      {model.isLoaded && items.length === 0 && absences.length === 0 && (
        <p className="py-2 text-muted">Nothing booked.</p>
      )}
      <AgendaList
        items={items}
        absences={absences}
        clock={clock}
        staffName={staffName}
        onOpen={onOpen}
        onAbsence={onAbsence}
      />
    </section>
  );
}

/** The month and how many lines of text its days have room for. */
function useLines(isNarrow: boolean, count: number) {
  const grid = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState(3);
  useEffect(() => {
    const week = grid.current?.querySelector('.cal-mo-week:not(.is-heads)');
    if (isNarrow || !week) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const observer = new ResizeObserver(([entry]) => {
      const height = (entry?.contentRect.height ?? 0) / rem;
      setLines(Math.max(Math.floor((height - HEAD_REM) / LINE_REM), 1));
    });
    observer.observe(week);
    return () => observer.disconnect();
  }, [isNarrow, count]);
  return { grid, lines: isNarrow ? 0 : lines };
}

/** As in month.css: the number and the bar; one line of text with its gap. */
const HEAD_REM = 2.375;
const LINE_REM = 1.375;

const newOn = (day: Day, kind: 'new' | 'new-block'): CalendarSheet => ({
  kind,
  day,
  minute: null,
  endMinute: null,
  staffId: null,
  clientId: null,
});

const weeksOf = <T,>(days: readonly T[]): T[][] =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
