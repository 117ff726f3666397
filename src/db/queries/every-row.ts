import type { RowOf, TableName, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** So many rows are read within a frame. */
const PAGE = 500;

/** Shows every row of a table, in the order of their ids, in pages between which the window may draw. */
export const eachPage = async <T extends TableName>(
  db: DaybookDb,
  table: T,
  visit: (rows: readonly RowOf<T>[]) => Promise<void> | void,
): Promise<void> => {
  let after: Uuid = '';
  for (;;) {
    const page = await db.rows(table).where('id').above(after).limit(PAGE).toArray();
    await visit(page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
};
