import clsx from 'clsx';
import { Suspense, useEffect, useRef } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';
import type { FilledColumn } from './columns.ts';
import type { Outcome } from './drag.ts';
import { DAY_MIN, pointInGrid, tapMinute } from './geometry.ts';
import { GridColumn } from './grid-column.tsx';
import type { Hands } from './grid-hands.tsx';
import type { Head } from './grid-heads.tsx';
import type { Absence, CalendarItem } from './items.ts';
import { NowLine } from './now-line.tsx';
import { useGridFocus } from './use-grid-focus.ts';
import { useThinColumns } from './use-narrow.ts';
import { useZoomPlace } from './use-zoom-place.ts';
import { describeFree, type Clock } from './words.ts';
import { ZOOM_SCALE, type Zoom } from './zoom.ts';
import './calendar.css';
import { lazyExtra } from '#ui/lazy-part.tsx';

// Nobody drags before the grid stands.
const GridHands = lazyExtra(async () => (await import('./grid-hands.tsx')).GridHands);

export type Spot = { column: number; minute: number };

/** A period, drawn. */
export type GridLayer = {
  /** Names the period: elements stay with it. */
  key: string;
  columns: readonly FilledColumn[];
  /** What stands above each column, and what names it to a screen reader. */
  heads: readonly Head[];
};

export type TimeGridProps = {
  label: string;
  layer: GridLayer;
  /** Another period, out of sight: the one left, or as much of the next as there was time to draw. */
  neighbour: GridLayer | null;
  /** The short name of the zone, in the corner. */
  zoneName: string;
  clock: Clock;
  /** What stands beside each of HOURS. */
  hourLabels: readonly string[];
  staffName: (staffId: string) => string;
  nowMinute: number;
  /** Where the grid is scrolled to when it opens. */
  firstMinute: number;
  flashing: ReadonlySet<string>;
  /** All columns fit a phone: sideways swipes change the day instead of scrolling. */
  isFitted: boolean;
  canSwipe: boolean;
  zoom: Zoom;
  onZoom: (direction: -1 | 1) => void;
  canEdit: (item: CalendarItem) => boolean;
  /** Something may be about to change: the time to fetch what changing needs. */
  onPress: () => void;
  onOpen: (item: CalendarItem) => void;
  onAbsence: (absence: Absence) => void;
  onCreate: (spot: Spot & { end?: number }) => void;
  onOutcome: (outcome: Outcome) => void;
  /** A key pressed on the grid that is not navigation; true = it was used. */
  onKey: (event: KeyboardEvent, item: CalendarItem | null, spot: Spot) => boolean;
  onEdge: (direction: -1 | 1) => void;
};

/** The hours of one or several columns, with everything one can do to them by pointer and keyboard. */
export function TimeGrid(props: TimeGridProps) {
  const { layer, neighbour, clock, nowMinute, firstMinute } = props;
  const { columns, heads } = layer;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);

  const itemOf = (target: Element): CalendarItem | null => {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (!key) return null;
    for (const { boxes } of columns) {
      const box = boxes.find(({ item }) => item.key === key);
      if (box) return box.item;
    }
    return null;
  };
  const absenceOf = (target: Element): Absence | undefined => {
    const key = target.closest<HTMLElement>('[data-absence]')?.dataset['absence'];
    return key === undefined
      ? undefined
      : columns.flatMap(({ absences }) => absences).find((absence) => absence.key === key);
  };
  const hands = useRef<Hands | null>(null);
  const focus = useGridFocus({
    grid,
    columns,
    firstMinute,
    onEdge: props.onEdge,
    onKey: props.onKey,
  });

  const isThin = useThinColumns(columns.length);

  const onClick = (event: MouseEvent): void => {
    // The end of a drag is a click too; a click of assistive technology has no press before it.
    if (event.detail > 0 && hands.current?.wasDragged()) return;
    const item = itemOf(event.target as Element);
    if (item) return props.onOpen(item);
    const absence = absenceOf(event.target as Element);
    if (absence) return props.onAbsence(absence);
    if ((event.target as Element).closest('.cal-free')) return props.onCreate(focus.spot);
    const box = event.currentTarget.getBoundingClientRect();
    const at = pointInGrid({ x: event.clientX, y: event.clientY }, box, columns.length);
    props.onCreate({ column: at.column, minute: tapMinute(at.minute) });
  };

  useEffect(() => {
    // Once: afterwards the person's own scrolling counts.
    const element = scroller.current;
    if (!element) return;
    const hourPx = (grid.current?.offsetHeight ?? 0) / 24;
    // A little before the full hour, so that its label is not cut.
    element.scrollTop = Math.max(Math.floor(firstMinute / 60) - 0.2, 0) * hourPx;
    // oxlint-disable-next-line react/exhaustive-deps -- only where it opens, not where it is
  }, []);

  const zoomFrom = useZoomPlace({ grid, scroller, zoom: props.zoom });

  // In the order of time: elements that change places would have to be laid out again.
  const layers = [layer, ...(neighbour ? [neighbour] : [])].sort((a, b) =>
    a.key < b.key ? -1 : 1,
  );
  const todayFrom = heads.findIndex(({ isToday }) => isToday);
  const todayCount = heads.filter(({ isToday }) => isToday).length;
  const free = columns[focus.spot.column];
  return (
    <div
      ref={scroller}
      className={clsx('cal', props.isFitted && 'is-fitted', columns.length === 1 && 'is-single')}
      role="region"
      aria-label={props.label}
      data-zoom={props.zoom}
      style={{ '--columns': columns.length, ...printedHours(columns) } as CSSProperties}
    >
      <div className="cal-heads">
        <div>{props.zoneName}</div>
        <div className="cal-columns">
          {heads.map(({ key, node }) => (
            <div key={key} className="grid min-w-0">
              {node}
            </div>
          ))}
        </div>
      </div>
      <div className="cal-body">
        <div className="cal-hours" aria-hidden>
          {HOURS.map((hour, at) => (
            <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
              {props.hourLabels[at]}
            </span>
          ))}
        </div>
        {/* One listener for all cards; every key and click also works on the focused element. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          ref={grid}
          className={props.canSwipe ? 'cal-grid can-swipe' : 'cal-grid'}
          onPointerDown={(event) => {
            props.onPress();
            hands.current?.onPointerDown(event);
          }}
          onClick={onClick}
          onKeyDown={focus.onKeyDown}
          onFocus={focus.onFocus}
          onContextMenu={(event) => {
            // A long press lifts the card; the system's menu would take it away again.
            if (hands.current?.isBusy()) event.preventDefault();
          }}
        >
          {layers.map((one) => (
            <div key={one.key} className="cal-columns" aria-hidden={one !== layer || undefined}>
              {one.columns.map((column, at) => (
                <GridColumn
                  key={column.key}
                  column={column}
                  label={one.heads[at]?.label ?? ''}
                  isToday={one.heads[at]?.isToday ?? false}
                  clock={clock}
                  scale={ZOOM_SCALE[props.zoom]}
                  isThin={isThin}
                  staffName={props.staffName}
                  flashing={props.flashing}
                />
              ))}
            </div>
          ))}
          {todayFrom >= 0 && (
            <NowLine
              minute={nowMinute}
              from={todayFrom}
              count={todayCount}
              total={columns.length}
              label={clock.minute(nowMinute)}
            />
          )}
          {free && (
            <button
              type="button"
              className="cal-free"
              aria-label={describeFree(
                focus.spot.minute,
                heads[focus.spot.column]?.where ?? '',
                clock,
              )}
              style={{
                top: `${(focus.spot.minute / DAY_MIN) * 100}%`,
                height: `${(30 / DAY_MIN) * 100}%`,
                left: `${(focus.spot.column / columns.length) * 100}%`,
                width: `${100 / columns.length}%`,
              }}
            >
              + {clock.minute(focus.spot.minute)}
            </button>
          )}
          <Suspense>
            <GridHands
              hands={hands}
              grid={grid}
              scroller={scroller}
              columns={columns}
              clock={clock}
              canSwipe={props.canSwipe}
              itemAt={itemOf}
              canEdit={props.canEdit}
              onZoom={(direction, y) => {
                zoomFrom(y);
                props.onZoom(direction);
              }}
              onOutcome={props.onOutcome}
            />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

/** The full hours between which somebody works or something stands: what goes on paper. */
function printedHours(columns: readonly FilledColumn[]) {
  const spans = columns.flatMap(({ work, boxes }) => [...work, ...boxes.map(({ item }) => item)]);
  if (spans.length === 0) return { '--print-from': 8, '--print-to': 18 };
  return {
    '--print-from': Math.floor(Math.min(...spans.map(({ start }) => start)) / 60),
    '--print-to': Math.ceil(Math.max(...spans.map(({ end }) => end)) / 60),
  };
}

/** The hours that have a label; midnight needs none: it is the edge. */
export const HOURS = Array.from({ length: 23 }, (_, index) => index + 1);
