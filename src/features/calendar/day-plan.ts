/** One person's day as lines, for paper and the list: visits, blocks, and the room between. */
import type { Uuid } from '#domain/rows.ts';
import { pairsOf, subtract, windowsOf } from '#domain/availability/windows.ts';
import type { Range } from './columns.ts';
import type { AppointmentItem, BlockItem, DayItems } from './items.ts';

export type PlanLine =
  | { kind: 'visit'; from: number; until: number; item: AppointmentItem }
  | { kind: 'block'; from: number; until: number; item: BlockItem }
  | { kind: 'free'; from: number; until: number };

/** Shorter than this nobody can be squeezed in. */
export const SHORTEST_FREE_MIN = 15;

/** Lines by time; working time that nothing takes is a line of its own, to write on. */
export function planLines(staffId: Uuid, here: DayItems | undefined, work: Range[]): PlanLine[] {
  const isOwn = (one: { staffId: Uuid | null }): boolean =>
    one.staffId === null || one.staffId === staffId;
  const items = (here?.items ?? []).filter(isOwn);
  const absences = (here?.absences ?? []).filter(isOwn);
  const taken: PlanLine[] = items.map((item) =>
    item.kind === 'block'
      ? { kind: 'block', from: item.start, until: item.end, item }
      : {
          kind: 'visit',
          from: item.start + item.bufferBefore,
          until: item.end - item.bufferAfter,
          item,
        },
  );
  const open = subtract(
    spans(work),
    spans([...items, ...absences.filter((one) => !one.isRequested)]),
  );
  const free = pairsOf(open)
    .filter(([from, until]) => until - from >= SHORTEST_FREE_MIN)
    .map(([from, until]): PlanLine => ({ kind: 'free', from, until }));
  return [...taken, ...free].toSorted((a, b) => a.from - b.from || a.until - b.until);
}

const spans = (ranges: readonly Range[]) =>
  windowsOf(ranges.map(({ start, end }) => [start, end] as const));
