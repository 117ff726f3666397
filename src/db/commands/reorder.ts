import { patchOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { RowOf, Uuid } from '#domain/rows.ts';
import { bySortKey, sortKeyAt, sortKeyBetween } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import type { Done } from './edit-row.ts';

export type SortedTable =
  | 'service_categories'
  | 'services'
  | 'service_variants'
  | 'add_on_groups'
  | 'add_ons'
  | 'bundles'
  | 'tax_rates'
  | 'resource_pools'
  | 'resources'
  | 'block_off_reasons';

type Sorted = { id: Uuid; sort_key: string };

/**
 * Puts a row at a place (0 = first) of the list it is in. Only this row changes, so two people may
 * reorder at once. `sameList` says which rows are in the list.
 */
export const moveInList = async <T extends SortedTable>(
  db: DaybookDb,
  name: string,
  table: T,
  id: Uuid,
  toIndex: number,
  sameList: (row: RowOf<T>, moved: RowOf<T>) => boolean = () => true,
): Promise<Result<Done>> => {
  const moved = await write(db, name, async (scope) => {
    const rows = await scope.all(table);
    const row = rows.find((one) => one.id === id);
    if (!row) return fail('not_found', { rows: [`${table}:${id}`] });
    const others: Sorted[] = rows
      .filter((other) => other.id !== id && sameList(other, row))
      .toSorted(bySortKey);
    const place = Math.max(0, Math.min(toIndex, others.length));
    const key = sortKeyAt(others, place);
    return { ops: [patchOp(table, id, { sort_key: key } as never)], value: row.sort_key };
  });
  if (!moved.ok) return moved;
  const undo = () =>
    write(db, `${name}.undo`, () => ({
      ops: [patchOp(table, id, { sort_key: moved.value } as never)],
      value: id,
    }));
  return ok({ id, undo });
};

/** The key behind everything that is in a table. */
export const lastSortKey = async (scope: WriteScope, table: SortedTable): Promise<string> => {
  const rows: Sorted[] = await scope.all(table);
  return sortKeyBetween(rows.toSorted(bySortKey).at(-1)?.sort_key ?? null, null);
};
