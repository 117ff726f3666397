import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import type { FilledColumn } from './columns.ts';
import type { CalendarItem } from './items.ts';
import { isGridKey, moveFocus, type FocusColumn, type GridFocus } from './keyboard.ts';

type Options = {
  grid: RefObject<HTMLElement | null>;
  columns: readonly FilledColumn[];
  firstMinute: number;
  onEdge: (direction: -1 | 1) => void;
  onKey: (
    event: KeyboardEvent,
    item: CalendarItem | null,
    spot: { column: number; minute: number },
  ) => boolean;
};

/**
 * Real focus wanders over cards and free moments. There is one tab stop: whatever had focus last.
 * Free time is one button (`.cal-free`) that moves, instead of hundreds that wait.
 */
export function useGridFocus({ grid, columns, firstMinute, onEdge, onKey }: Options) {
  const [spot, setSpot] = useState({ column: 0, minute: firstMinute });
  const focus = useRef<GridFocus>({ ...spot, key: null });
  const wantsFree = useRef(false);

  useEffect(() => {
    // The button has to be in its new place before it takes focus, or the scroll goes astray.
    if (!wantsFree.current) return;
    wantsFree.current = false;
    grid.current?.querySelector<HTMLElement>('.cal-free')?.focus();
  });

  useEffect(() => {
    // A card that went out of sight with its period is no place for the focus, nor a tab stop.
    const gone = grid.current?.querySelector<HTMLElement>('[aria-hidden] [data-key][tabindex="0"]');
    if (!gone) return;
    gone.tabIndex = -1;
    gone.blur();
    const free = grid.current?.querySelector<HTMLElement>('.cal-free');
    if (free) free.tabIndex = 0;
  }, [grid, columns]);

  const go = (next: GridFocus): void => {
    focus.current = next;
    if (next.key === null) {
      wantsFree.current = true;
      setSpot({ column: next.column, minute: next.minute });
      return;
    }
    const card = grid.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`);
    card?.focus();
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const isFree = focus.current.key === null;
    const found = isFree ? null : findItem(columns, focus.current);
    const at = { column: focus.current.column, minute: focus.current.minute };
    if (onKey(event, found, at)) {
      // The app has keys of its own for some of these letters.
      event.stopPropagation();
      return event.preventDefault();
    }
    if (!isGridKey(event.key) || event.altKey || event.metaKey || event.shiftKey) {
      // Cards are not real buttons: Enter and the space bar have to be translated.
      if (found && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        (event.target as HTMLElement).click();
      }
      return;
    }
    event.preventDefault();
    const moved = moveFocus(columns.map(focusColumn), focus.current, event.key, event.ctrlKey);
    if ('focus' in moved) return go(moved.focus);
    const { minute } = focus.current;
    const column = moved.edge === 1 ? 0 : columns.length - 1;
    onEdge(moved.edge);
    go({ column, minute, key: null });
  };

  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-key]');
    const key = card?.dataset['key'] ?? null;
    grid.current?.querySelector('[data-key][tabindex="0"]')?.setAttribute('tabindex', '-1');
    const free = grid.current?.querySelector<HTMLElement>('.cal-free');
    if (free) free.tabIndex = key ? -1 : 0;
    if (card) card.tabIndex = 0;
    if (!key) {
      focus.current = { ...spot, key: null };
      return;
    }
    columns.forEach((column, index) => {
      const box = column.boxes.find(({ item }) => item.key === key);
      if (box) focus.current = { column: index, minute: box.item.start, key };
    });
  };

  return {
    spot,
    onKeyDown,
    onFocus,
  };
}

const focusColumn = ({ boxes, work }: FilledColumn): FocusColumn => ({
  items: boxes.map(({ item }) => ({ key: item.key, start: item.start, end: item.end })),
  work:
    work.length === 0
      ? null
      : {
          start: Math.min(...work.map(({ start }) => start)),
          end: Math.max(...work.map(({ end }) => end)),
        },
});

const findItem = (columns: readonly FilledColumn[], { column, key }: GridFocus) =>
  columns[column]?.boxes.find(({ item }) => item.key === key)?.item ?? null;
