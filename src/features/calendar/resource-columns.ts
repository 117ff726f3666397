/** The day by rooms and chairs instead of people: who is where, whoever does it. */
import { outState } from '#domain/resources/out-of-service.ts';
import type { Day, ResourcePoolRow, ResourceRow, Uuid } from '#domain/rows.ts';
import { sideBySide, type FilledColumn, type Range } from './columns.ts';
import type { CalendarItem, DayItems } from './items.ts';

export type ResourceBook = {
  pools: readonly ResourcePoolRow[];
  resources: readonly ResourceRow[];
};

/** Whether there is anything to make columns of. */
export const hasResources = ({ pools, resources }: ResourceBook): boolean =>
  inUse({ pools, resources }).length > 0;

/**
 * One column for each room or chair in use, pool by pool; one that is archived only while something
 * stands in it, and last a column for visits in none, if there are any. `work`: when anybody works.
 */
export function resourceColumns(
  book: ResourceBook,
  days: readonly Day[],
  byDay: ReadonlyMap<Day, DayItems>,
  workOn: (day: Day) => Range[],
): FilledColumn[] {
  return days.flatMap((day) => {
    const visits = (byDay.get(day)?.items ?? [])
      .filter((item) => item.kind === 'appointment')
      .sort((a, b) => a.start - b.start || a.end - b.end || (a.key < b.key ? -1 : 1));
    const used = new Set(visits.flatMap(({ resourceIds = [] }) => resourceIds));
    const active = inUse(book);
    const past = book.resources.filter((one) => used.has(one.id) && !active.includes(one));
    const column = (resourceId: Uuid | null, items: readonly CalendarItem[], work: Range[]) => ({
      key: `${day} ${resourceId ?? 'none'}`,
      day,
      staffId: null,
      resourceId,
      work,
      boxes: sideBySide(items),
      absences: [],
    });
    const nowhere = visits.filter(({ resourceIds = [] }) => resourceIds.length === 0);
    return [
      ...[...active, ...past].map((one) =>
        column(
          one.id,
          visits.filter(({ resourceIds = [] }) => resourceIds.includes(one.id)),
          outState(one, day) === 'out' ? [] : workOn(day),
        ),
      ),
      ...(nowhere.length > 0 ? [column(null, nowhere, workOn(day))] : []),
    ];
  });
}

/** The room or chair that gives way when a visit is put into another one: one of the same pool. */
export function givesWay(
  { resources }: Pick<ResourceBook, 'resources'>,
  has: readonly Uuid[],
  to: Uuid,
): Uuid | null {
  if (has.includes(to)) return null;
  const poolOf = new Map(resources.map(({ id, pool_id }) => [id, pool_id]));
  return has.find((id) => poolOf.get(id) === poolOf.get(to)) ?? null;
}

const inUse = ({ pools, resources }: ResourceBook): ResourceRow[] =>
  pools
    .filter(({ status }) => status === 'active')
    .flatMap((pool) =>
      resources.filter(({ pool_id, status }) => pool_id === pool.id && status === 'active'),
    );
