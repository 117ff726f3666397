import type { BrowserContext } from '@playwright/test';
import type { Mutation } from '#domain/commands/op.ts';
import { plain } from '#tests/harness/equality.ts';
import type { TestServer } from '#tests/harness/server.ts';

/** What people were told is saved, in the order in which it was committed on their devices. */
export type Journal = {
  /** By id: an entry that takes in the next change is told again. */
  readonly mutations: ReadonlyMap<string, Mutation>;
  /** From now on, every commit of this browser's windows is noted. */
  listenTo: (context: BrowserContext) => Promise<void>;
  /** First names of clients whose sheet has closed by itself: each stands for one person. */
  clients: string[];
  /** Ids of appointments that the public page was told are booked. */
  booked: string[];
};

export const createJournal = (): Journal => {
  const mutations = new Map<string, Mutation>();
  return {
    mutations,
    clients: [],
    booked: [],
    listenTo: async (context) => {
      await context.exposeFunction('soakNote', (entry: Mutation) => {
        mutations.set(entry.id, entry);
      });
      await context.addInitScript(noteCommits);
    },
  };
};

/** In the page: tells what went into the outbox once its transaction is complete, not before. */
const noteCommits = (): void => {
  type Put = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>;
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as Put;
  IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
    if (this.name === '_outbox') {
      const entry: unknown = structuredClone(value);
      this.transaction.addEventListener('complete', () => {
        const { soakNote } = globalThis as unknown as { soakNote: (entry: unknown) => void };
        soakNote(entry);
      });
    }
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  };
};

type Logged = {
  mutation_id: string;
  status: 'applied' | 'conflict' | 'refused';
  code: string | null;
  attention_id: string | null;
  rev: string | null;
  ops: Mutation['ops'];
};

/**
 * Holds the journal against the server's own tables (it is stopped meanwhile). Answers what is lost
 * or doubled, in words; and how the mutations ended.
 */
export const checkJournal = async (
  server: TestServer,
  journal: Journal,
): Promise<{ lost: string[]; counts: Record<string, number> }> => {
  const log = await server.sql<Logged>(
    `select mutation_id, status, code, attention_id, rev, ops from private.mutation_log
     order by rev, seq`,
  );
  const items = await server.sql<{ id: string }>('select id from public.attention_items');
  const clients = await server.sql<{ id: string; first_name: string }>(
    'select id, first_name from public.clients',
  );
  const known = new Map(log.map((entry) => [entry.mutation_id, entry]));
  const attention = new Set(items.map(({ id }) => id));
  const lost: string[] = [];
  const counts: Record<string, number> = {};
  for (const mutation of journal.mutations.values()) {
    const entry = known.get(mutation.id);
    const status = entry?.status ?? 'lost';
    counts[status] = (counts[status] ?? 0) + 1;
    if (!entry) lost.push(`${mutation.name} ${mutation.id} never reached the server`);
    else if (status !== 'applied' && !attention.has(entry.attention_id ?? '')) {
      lost.push(`${mutation.name} ${mutation.id}: ${status} ${entry.code}, and nobody is told`);
    }
  }
  for (const name of journal.clients) {
    const found = clients.filter((row) => row.first_name === name).length;
    if (found !== 1) lost.push(`client ${name} is there ${found} times`);
  }
  lost.push(...(await wrongValues(server, log)));
  const appointments = new Set(
    (await server.sql<{ id: string }>('select id from public.appointments')).map(({ id }) => id),
  );
  for (const id of journal.booked) {
    if (!appointments.has(id)) lost.push(`the public booking ${id} is gone`);
  }
  return { lost, counts };
};

/** What only people write: the last one who wrote it must have been heard. */
const PEOPLE_WRITE: Record<string, readonly string[]> = {
  clients: ['first_name', 'preferred_name', 'pronouns'],
  appointments: ['starts_at', 'status'],
};

const wrongValues = async (server: TestServer, log: readonly Logged[]): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [table, fields] of Object.entries(PEOPLE_WRITE)) {
    const rows = await server.sql<Record<string, unknown>>(`select * from public.${table}`);
    const byId = new Map(rows.map((row) => [String(row['id']), row]));
    for (const [id, wanted] of lastWritten(table, log)) {
      const row = byId.get(id);
      if (!row) wrong.push(`${table} ${id} is gone`);
      for (const field of fields.filter((one) => row && one in wanted)) {
        const [is, was] = [plain(row?.[field]), plain(wanted[field])];
        if (is !== was) wrong.push(`${table} ${id}: ${field} is ${is}, last written ${was}`);
      }
    }
  }
  return wrong;
};

/** By id, what the mutations leave behind in their order; rows with a question to a person are not judged. */
const lastWritten = (
  table: string,
  log: readonly Logged[],
): Map<string, Record<string, unknown>> => {
  const wanted = new Map<string, Record<string, unknown>>();
  const asked = new Set<string>();
  for (const { ops, status } of log) {
    for (const { table: of, id, op, value } of ops) {
      if (of !== table || status === 'refused') continue;
      if (status === 'conflict') asked.add(id);
      if (op === 'put' || op === 'patch') wanted.set(id, { ...wanted.get(id), ...value });
      if (op === 'delete') wanted.delete(id);
    }
  }
  for (const id of asked) wanted.delete(id);
  return wanted;
};
