import type { ClientRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** So many rows are read within a frame. */
const PAGE = 1_000;

/** Shows every client, in the order of their ids, in pages between which the window may draw. */
export const eachClient = async (
  db: DaybookDb,
  visit: (client: ClientRow) => void,
): Promise<void> => {
  let after: Uuid = '';
  for (;;) {
    const page = await db.rows('clients').where('id').above(after).limit(PAGE).toArray();
    page.forEach(visit);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
};
