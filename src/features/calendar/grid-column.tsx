import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { CSSProperties } from 'react';
import type { FilledColumn } from './columns.ts';
import { drawCards } from './draw-cards.ts';
import { complement, DAY_MIN, shadeStops } from './geometry.ts';
import type { Absence } from './items.ts';
import type { Clock } from './words.ts';

export type GridColumnProps = {
  column: FilledColumn;
  label: string;
  clock: Clock;
  staffName: (staffId: string) => string;
  /** How tall a minute is drawn, against the usual: how much text a card has room for. */
  scale: number;
  isThin: boolean;
  /** Keys of items and ids of appointments. */
  flashing: ReadonlySet<string>;
  isToday: boolean;
};

/** One column: what is there all day, and in an element of their own its cards. */
export const GridColumn = memo(function GridColumn(props: GridColumnProps) {
  const { column, label, clock, staffName, scale, isThin, flashing, isToday } = props;
  const { boxes } = column;
  const cards = useRef<HTMLDivElement>(null);
  const isShared = column.staffId === null;
  const look = useMemo(
    () => ({ clock, staffName, scale, isShared, isThin }),
    [clock, staffName, scale, isShared, isThin],
  );
  useLayoutEffect(() => {
    if (cards.current) drawCards(cards.current, boxes, look, flashing);
  }, [boxes, look, flashing]);
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
      <div ref={cards} className="cal-cards" />
    </div>
  );
});

function AbsenceBand({ absence }: { absence: Absence }) {
  const { key, start, end, name, note, isRequested } = absence;
  const words = [name, note, isRequested ? 'requested' : null].filter(Boolean).join(' · ');
  return (
    <div className="cal-absence" style={{ top: percent(start), height: percent(end - start) }}>
      {/* Pressed like a card: the grid listens. The rest of the band can be booked all the same. */}
      <button type="button" data-absence={key}>
        {words}
      </button>
    </div>
  );
}

const percent = (minutes: number): string => `${(minutes / DAY_MIN) * 100}%`;
