import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { TABLES } from '#domain/rows.ts';

/** Rows by table and id. */
type Rows = Record<string, Map<string, Record<string, unknown>>>;

/** Rows of one answer of the data API. */
const PAGE_SIZE = 1000;
/** More lines nobody would read. */
const SHOWN = 12;

/**
 * Waits until nothing is on its way any more and each device holds exactly the rows that its person
 * may see, equal to the server's in every field. `serverUrl` is the server itself, past any fault
 * proxy; it is asked over its data API, not over the functions that sync uses.
 */
export const expectEqualEverywhere = async (
  serverUrl: string,
  pages: readonly Page[],
  timeoutMs = 60_000,
): Promise<void> => {
  await expect
    .poll(
      async () => {
        const found = await Promise.all(pages.map((page) => differences(serverUrl, page)));
        return found.flatMap((lines, at) => lines.map((line) => `device ${at + 1}: ${line}`));
      },
      { timeout: timeoutMs, intervals: [200, 500, 1000] },
    )
    .toEqual([]);
};

const differences = async (serverUrl: string, page: Page): Promise<string[]> => {
  const device = await readDevice(page);
  const waiting = [
    ...(device.outbox > 0 ? [`${device.outbox} changes wait`] : []),
    ...(device.shadows > 0 ? [`${device.shadows} shadows`] : []),
    ...(device.isWhole ? [] : ['the history is not loaded']),
  ];
  // Comparing rows that are still coming would only cost time.
  if (waiting.length > 0) return waiting;
  const server = await readServer(serverUrl, device.token, device.businessId).catch(
    // It may just have been started again: our own connections to the one before are dead.
    (error: unknown) => String(error),
  );
  if (typeof server === 'string') return [server];
  const lines = rowDifferences(device.rows, server);
  return lines.length > SHOWN
    ? [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`]
    : lines;
};

/** What the server shows to whoever is signed in on this page, over its data API. */
export const serverRows = async (serverUrl: string, page: Page): Promise<Rows> => {
  const { token, businessId } = await readDevice(page);
  return readServer(serverUrl, token, businessId);
};

/** A line for each row that is not the same in both; empty = equal in every field. */
export const rowDifferences = (
  rows: Readonly<Record<string, readonly Record<string, unknown>[]>>,
  server: Rows,
): string[] => {
  const lines: string[] = [];
  for (const table of TABLES) {
    const here = byId(rows[table] ?? []);
    const there = server[table] ?? new Map<string, Record<string, unknown>>();
    for (const id of new Set([...here.keys(), ...there.keys()])) {
      const difference = compare(here.get(id), there.get(id));
      if (difference) lines.push(`${table} ${id} ${difference}`);
    }
  }
  return lines;
};

const compare = (
  here: Record<string, unknown> | undefined,
  there: Record<string, unknown> | undefined,
): string | null => {
  if (!here) return 'is only on the server';
  if (!there) return 'is only on the device';
  const fields = [...new Set([...Object.keys(here), ...Object.keys(there)])].filter(
    (field) => plain(here[field]) !== plain(there[field]),
  );
  if (fields.length === 0) return null;
  return fields
    .map((field) => `${field}: ${plain(here[field])} here, ${plain(there[field])} on the server`)
    .join('; ');
};

/** One text per value: instants are written in several ways, and sets have no order. */
export const plain = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map(plain).sort().join()}]`;
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, part]) => `${name}=${plain(part)}`);
    return `{${fields.sort().join()}}`;
  }
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(value);
  return isInstant ? new Date(value).toISOString() : String(value as string | number | boolean);
};

const byId = (rows: readonly Record<string, unknown>[]): Map<string, Record<string, unknown>> =>
  new Map(rows.map((row) => [String(row['id']), row]));

type DeviceState = {
  token: string;
  businessId: string;
  outbox: number;
  shadows: number;
  /** The history is loaded, too. */
  isWhole: boolean;
  rows: Record<string, Record<string, unknown>[]>;
};

/** All that this device holds, in one snapshot. */
const readDevice = (page: Page): Promise<DeviceState> =>
  page.evaluate(
    async (tables) => {
      const names = (await indexedDB.databases()).map((database) => database.name ?? '');
      const name = names.find((one) => one.startsWith('daybook-f')) ?? '';
      const opened = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((done, fail) => {
        opened.onsuccess = () => done(opened.result);
        opened.onerror = () => fail(opened.error);
      });
      const snapshot = database.transaction([...tables, '_outbox', '_shadow', '_meta']);
      const all = (store: string): Promise<Record<string, unknown>[]> =>
        new Promise((done, fail) => {
          const asked = snapshot.objectStore(store).getAll();
          asked.onsuccess = () => done(asked.result as Record<string, unknown>[]);
          asked.onerror = () => fail(asked.error);
        });
      const [outbox, shadows, meta, ...rows] = await Promise.all(
        ['_outbox', '_shadow', '_meta', ...tables].map(all),
      );
      database.close();
      const coverage = meta?.find(({ key }) => key === 'coverage');
      const missing = coverage?.['missing'];
      const key = Object.keys(localStorage).find((one) => one.endsWith('-auth-token')) ?? '';
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string };
      return {
        token: session.access_token ?? '',
        businessId: name.slice(-36),
        outbox: outbox?.length ?? 0,
        shadows: shadows?.length ?? 0,
        isWhole: Array.isArray(missing) && missing.length === 0 && coverage?.['clients'] === 'all',
        rows: Object.fromEntries(tables.map((table, at) => [table, rows[at] ?? []])),
      };
    },
    [...TABLES],
  );

const readServer = async (url: string, token: string, businessId: string): Promise<Rows> => {
  const read = async (table: string): Promise<Record<string, unknown>[]> => {
    const rows: Record<string, unknown>[] = [];
    for (let from = 0; rows.length === from; from += PAGE_SIZE) {
      const query = `business_id=eq.${businessId}&order=id&limit=${PAGE_SIZE}&offset=${from}`;
      const answer = await fetch(`${url}/rest/v1/${table}?select=*&${query}`, {
        headers: { apikey: 'sb_publishable_daybook_local', authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(`${table}: ${answer.status} ${await answer.text()}`);
      rows.push(...((await answer.json()) as Record<string, unknown>[]));
    }
    return rows;
  };
  const found = await Promise.all(TABLES.map(async (table) => [table, byId(await read(table))]));
  return Object.fromEntries(found) as Rows;
};
