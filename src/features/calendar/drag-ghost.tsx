import { useEffect } from 'react';
import type { RefObject } from 'react';
import { useStore, type Store } from '#ui/store.ts';
import type { FilledColumn } from './columns.ts';
import type { Drag, Dragging } from './drag.ts';
import { DAY_MIN } from './geometry.ts';
import type { Clock } from './words.ts';

/** What is being dragged, where it would land, and whom it would meet there. */
export function DragGhost({
  store,
  landing,
  columns,
  clock,
  grid,
}: {
  store: Store<Drag>;
  /** What was dropped and is being written. */
  landing: Dragging | null;
  columns: readonly FilledColumn[];
  clock: Clock;
  grid: RefObject<HTMLElement | null>;
}) {
  const now = useStore(store, (value) => value);
  const drag = now.phase === 'dragging' ? now : landing;
  const key = drag?.key ?? null;

  useEffect(() => {
    // The card itself stays where it is, faded, so that one sees where it came from.
    const card = key && grid.current?.querySelector(`[data-key="${key}"]`);
    if (!card) return;
    card.setAttribute('data-lifted', '');
    return () => card.removeAttribute('data-lifted');
  }, [key, grid]);

  if (!drag) return null;
  const { column, start, end, mode } = drag;
  const item = key ? findItem(columns, key) : null;
  const met = clashesIn(columns[column], start, end, item?.id ?? null);
  return (
    <div
      className={met.length > 0 ? 'cal-ghost is-clash' : 'cal-ghost'}
      data-colour={item?.colour}
      style={{
        top: `${(start / DAY_MIN) * 100}%`,
        height: `${((end - start) / DAY_MIN) * 100}%`,
        left: `${(column / columns.length) * 100}%`,
        width: `${100 / columns.length}%`,
      }}
    >
      <strong>
        {clock.minute(start)} – {clock.minute(end)}
      </strong>
      {mode === 'draw' ? <span>New appointment</span> : <span>{item?.name}</span>}
      {met.length > 0 && <span>Overlaps {met.join(', ')}</span>}
    </div>
  );
}

const findItem = (columns: readonly FilledColumn[], key: string) =>
  columns.flatMap(({ boxes }) => boxes).find(({ item }) => item.key === key)?.item ?? null;

/** Names of what stands at that time in the column, apart from the thing itself. */
function clashesIn(
  column: FilledColumn | undefined,
  start: number,
  end: number,
  exceptId: string | null,
): string[] {
  return (column?.boxes ?? [])
    .filter(({ item }) => item.id !== exceptId && item.start < end && start < item.end)
    .filter(({ item }) => {
      const hole = item.kind === 'appointment' ? item.hole : null;
      return !(hole && hole.start <= start && end <= hole.end);
    })
    .map(({ item }) => item.name)
    .slice(0, 2);
}
