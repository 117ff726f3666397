import type { RowOf, TableName, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/**
 * Shows every row of a table, in the order of their ids, in pages of so many rows. The next page is
 * read while this one is looked at: IndexedDB reads on a thread of its own.
 */
export const eachPage = async <T extends TableName>(
  db: DaybookDb,
  table: T,
  pageRows: number,
  visit: (rows: readonly RowOf<T>[]) => Promise<void> | void,
): Promise<void> => {
  const read = (after: Uuid): Promise<RowOf<T>[]> => {
    const page = db.rows(table).where('id').above(after).limit(pageRows).toArray();
    // Whoever waits for it hears of a failure; a visit that fails first leaves nobody waiting.
    page.catch(() => undefined);
    return page;
  };
  for (let next: Promise<RowOf<T>[]> | null = read(''); next;) {
    const page: RowOf<T>[] = await next;
    const last = page.at(-1);
    next = last && page.length === pageRows ? read(last.id) : null;
    await visit(page);
  }
};
