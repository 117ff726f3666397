import type { ClientRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { eachPage } from './every-row.ts';

/** Shows every client, in the order of their ids, in pages between which the window may draw. */
export const eachClient = (db: DaybookDb, visit: (client: ClientRow) => void): Promise<void> =>
  eachPage(db, 'clients', (page) => page.forEach(visit));
