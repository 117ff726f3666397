import type { ClientRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { eachPage } from './every-row.ts';

/** So many rows are read within a frame. */
const PAGE_ROWS = 500;

/** Shows every client, in the order of their ids, in pages between which the window may draw. */
export const eachClient = (db: DaybookDb, visit: (client: ClientRow) => void): Promise<void> =>
  eachPage(db, 'clients', PAGE_ROWS, (page) => page.forEach(visit));
