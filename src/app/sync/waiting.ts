import type { DaybookDb } from '#db/open.ts';
import { clientName } from '#domain/clients/name.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Instant } from '#domain/rows.ts';
import { mutationWords } from './mutation-words.ts';

/** One change that the server has not confirmed, as a person would tell it. */
export type WaitingChange = { seq: number; words: string; about: string; at: Instant };

/** More than this is a number, not a list. */
const MAX_SHOWN = 100;

/** What waits to be sent, oldest first, which is the order of sending. */
export const waitingChanges = async (db: DaybookDb): Promise<WaitingChange[]> => {
  const entries = await db.outbox.orderBy('seq').limit(MAX_SHOWN).toArray();
  return Promise.all(
    entries.map(async ({ seq, name, at, ops }) => ({
      seq,
      words: mutationWords(name),
      about: await aboutOf(db, ops),
      at,
    })),
  );
};

/** The name of what a change touches; empty when it has none that helps. */
const aboutOf = async (db: DaybookDb, ops: readonly Op[]): Promise<string> => {
  for (const { table, id } of ops) {
    if (table === 'appointments') {
      const appointment = await db.rows('appointments').get(id);
      const client =
        appointment?.client_id && (await db.rows('clients').get(appointment.client_id));
      if (client) return clientName(client);
    }
    if (table === 'clients') {
      const client = await db.rows('clients').get(id);
      if (client) return clientName(client);
    }
    const row: object | undefined = await db.rows(table).get(id);
    const name = row && nameIn(row);
    if (name) return name;
  }
  return '';
};

const nameIn = (row: object): string => {
  const { display_name, name } = row as { display_name?: unknown; name?: unknown };
  if (typeof display_name === 'string') return display_name;
  return typeof name === 'string' ? name : '';
};
