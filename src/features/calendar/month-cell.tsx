import clsx from 'clsx';
import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Day } from '#domain/rows.ts';
import { formatDate, DATE_WEEKDAY } from '#domain/time/format.ts';
import { describeMonthDay, type MonthDay } from './month.ts';
import type { Clock } from './words.ts';

export type MonthCellProps = {
  month: MonthDay;
  /** Lines of visits and notes that the cell has room for; 0 = dots only. */
  lines: number;
  isInMonth: boolean;
  isToday: boolean;
  isChosen: boolean;
  /** Not read yet: nothing is claimed about it. */
  isKnown: boolean;
  flashing: ReadonlySet<string>;
  locale: string;
  clock: Clock;
};

/** One day of the month; a visit is one element. Presses and keys are listened to by the month. */
export const MonthCell = memo(function MonthCell(props: MonthCellProps) {
  const { month, lines, isInMonth, isToday, isChosen, isKnown, locale } = props;
  const { day, visits, load } = month;
  const date = formatDate(day, { locale, parts: DATE_WEEKDAY });
  return (
    <div
      role="gridcell"
      tabIndex={isChosen ? 0 : -1}
      data-day={day}
      aria-selected={isChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-label={isKnown ? describeMonthDay(month, date, isToday) : date}
      className={clsx(
        'cal-mo-day',
        !isInMonth && 'is-outside',
        isToday && 'is-today',
        isKnown && load === null && 'is-closed',
      )}
    >
      <span className="cal-mo-head">
        <span className="cal-mo-number">{dayNumberText(day, locale)}</span>
        {visits.length > 0 && (
          <span className="cal-mo-count" data-word={visits.length === 1 ? 'visit' : 'visits'}>
            {visits.length}
          </span>
        )}
      </span>
      {lines > 0 ? <Lines {...props} /> : <Dots month={month} />}
      {load !== null && load > 0 && (
        <span className="cal-mo-load" style={{ '--load': `${load * 100}%` } as CSSProperties} />
      )}
    </div>
  );
});

function Lines({ month, lines, flashing, clock }: MonthCellProps) {
  const { visits, notes } = month;
  const room = Math.max(lines - (notes.length > 0 ? 1 : 0), 1);
  const shown = visits.length <= room ? visits : visits.slice(0, room - 1);
  const more = visits.length - shown.length;
  return (
    <>
      {notes.length > 0 && (
        <span className="cal-mo-note" title={notes.join(' · ')}>
          {notes.join(' · ')}
        </span>
      )}
      {shown.map(({ id, key, name, colour, status, isConflict, start, bufferBefore }) => (
        <span
          key={key}
          data-id={id}
          data-colour={colour}
          data-status={status}
          data-time={clock.minute(start + bufferBefore).replace(':00', '')}
          className={clsx(
            'cal-mo-visit',
            isConflict && 'is-conflict',
            (flashing.has(key) || flashing.has(id)) && 'is-flashing',
          )}
        >
          {name}
        </span>
      ))}
      {more > 0 && <span className="cal-mo-more">+{more} more</span>}
    </>
  );
}

/** Whose day it is, where there is no room for names: one dot for each colour. */
function Dots({ month }: { month: MonthDay }) {
  const colours = [...new Set(month.visits.map(({ colour }) => colour))].slice(0, 4);
  return (
    <span className="cal-mo-dots">
      {colours.map((colour) => (
        <span key={colour} data-colour={colour} />
      ))}
      {month.notes.length > 0 && <span className="is-note" />}
    </span>
  );
}

const dayNumberText = (day: Day, locale: string): string =>
  formatDate(day, { locale, parts: { day: 'numeric' } });
