import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { FilledColumn, Box } from './columns.ts';
import { complement, DAY_MIN, shadeStops } from './geometry.ts';
import type { Absence, CalendarItem } from './items.ts';
import { cardText, describeItem, type Clock } from './words.ts';

export type GridColumnProps = {
  column: FilledColumn;
  label: string;
  clock: Clock;
  staffName: (staffId: string) => string;
  /** How tall a minute is drawn, against the usual: how much text a card has room for. */
  scale: number;
  /** Keys of items and ids of appointments. */
  flashing: ReadonlySet<string>;
  isToday: boolean;
};

/**
 * One column with its cards. Each card is one element with one text: marks, buffers, processing
 * time and the status bar are backgrounds. Pointer and keyboard are listened to by the grid.
 *
 * Memoised because opening a sheet or the tick of the clock renders the screen again, and comparing
 * 2,000 cards costs 6 ms each time.
 */
export const GridColumn = memo(function GridColumn(props: GridColumnProps) {
  const { column, label, clock, staffName, scale, flashing, isToday } = props;
  const isShared = column.staffId === null;
  const shade = shadeStops(complement(column.work), 'var(--cal-closed)');
  return (
    <div
      role="group"
      aria-label={label}
      className={isToday ? 'cal-column is-today' : 'cal-column'}
      style={{ '--cal-shade': shade } as CSSProperties}
    >
      {column.absences.map((absence) => (
        <AbsenceBand key={absence.key} absence={absence} />
      ))}
      {column.boxes.map((box) => {
        const { item } = box;
        const staff = item.staffId === null ? null : staffName(item.staffId);
        return (
          <div
            key={item.key}
            role="button"
            tabIndex={-1}
            data-key={item.key}
            data-colour={item.colour}
            data-status={item.kind === 'block' ? 'block' : item.status}
            className={cardClass(
              box,
              isShared,
              scale,
              flashing.has(item.key) || flashing.has(item.id),
            )}
            style={cardStyle(box)}
            aria-label={describeItem(item, staff, clock)}
          >
            {cardText(item, clock, scale)}
          </div>
        );
      })}
    </div>
  );
});

function AbsenceBand({ absence }: { absence: Absence }) {
  const { start, end, name, note, isRequested } = absence;
  const words = [name, note, isRequested ? 'requested' : null].filter(Boolean).join(' · ');
  return (
    <div className="cal-absence" style={{ top: percent(start), height: percent(end - start) }}>
      <span>{words}</span>
    </div>
  );
}

const percent = (minutes: number): string => `${(minutes / DAY_MIN) * 100}%`;

function cardClass(
  { item, width, isInLane }: Box,
  isShared: boolean,
  scale: number,
  isFlashing: boolean,
): string {
  let name = 'cal-card';
  // Beside three others, or one in the narrow column of a day that people share, a card has no
  // room for marks: they would push its name out.
  if (width < (isShared ? 0.55 : 0.3)) name += ' is-narrow';
  if (isInLane) name += ' is-in-lane';
  if ((item.end - item.start) * scale < 28) name += ' is-short';
  if (item.kind === 'appointment' && item.isConflict) name += ' is-conflict';
  if (item.kind === 'appointment' && (item.bufferBefore > 0 || item.bufferAfter > 0)) {
    name += ' has-buffer';
  }
  if (isFlashing) name += ' is-flashing';
  return name;
}

/** Names of the marks of a card, the most urgent first: see marks.css. */
function marksOf(item: CalendarItem): string[] {
  const marks: string[] = [];
  if (item.kind === 'appointment') {
    if (item.isConflict) marks.push('conflict');
    if (item.hasAlert) marks.push('alert');
    if (item.status !== 'booked') marks.push(item.status);
    else if (item.isConfirmed) marks.push('confirmed');
  }
  if (item.isWaiting) marks.push('waiting');
  return marks;
}

function cardStyle({ item, left, width, inset }: Box): CSSProperties {
  const style: Record<string, string | number> = {
    top: percent(item.start),
    height: percent(item.end - item.start),
    left: inset === 0 ? `${left * 100}%` : `calc(${left * 100}% + ${inset} * var(--cal-strip))`,
    width: inset === 0 ? `${width * 100}%` : `calc(${width * 100}% - ${inset} * var(--cal-strip))`,
  };
  const marks = marksOf(item);
  marks.forEach((mark, at) => (style[`--mark-${at + 1}`] = `var(--cal-mark-${mark})`));
  if (marks.length > 0) style['--marks'] = marks.length;
  if (item.kind === 'appointment') {
    if (item.bufferBefore > 0) style['--before'] = item.bufferBefore;
    if (item.bufferAfter > 0) style['--after'] = item.bufferAfter;
    if (item.hole) {
      const length = item.end - item.start;
      const from = ((item.hole.start - item.start) / length) * 100;
      const to = ((item.hole.end - item.start) / length) * 100;
      // Only a strip at the left stays visible (and clickable) during the processing time.
      style['clipPath'] =
        `polygon(0 0, 100% 0, 100% ${from}%, var(--cal-strip) ${from}%, var(--cal-strip) ${to}%, ` +
        `100% ${to}%, 100% 100%, 0 100%)`;
      style['--hole-from'] = `${from}%`;
      style['--hole-to'] = `${to}%`;
    }
  }
  return style as CSSProperties;
}
