/** What crosses the wire, as api.md and SPEC.md ("On the wire") fix it, and the check that it did. */
import type { AnyRow, Instant, TableName, Uuid } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';

export type Dead = [table: TableName, id: Uuid, rev: number];
export type RowsByTable = Partial<Record<TableName, AnyRow[]>>;

export type PullAnswer = {
  ok: true;
  epoch: string;
  cursor: number;
  head: number;
  more: boolean;
  tables: RowsByTable;
  dead: Dead[];
  last_seq: number;
  server_time: Instant;
};

export type WindowRequest = {
  tables: readonly TableName[];
  from?: Instant;
  to?: Instant;
  referenced?: true;
  after?: Uuid;
  limit?: number;
};

export type WindowAnswer = {
  ok: true;
  epoch: string;
  head: number;
  more: boolean;
  tables: RowsByTable;
  server_time: Instant;
};

export type PushResult = {
  seq: number;
  id: Uuid;
  status: 'applied' | 'duplicate' | 'refused' | 'conflict';
  code?: string;
  /** The attention item that the server stored about it. */
  attention_id?: Uuid;
};

export type PushAnswer = {
  ok: true;
  rev: number;
  last_seq: number;
  server_time: Instant;
  results: PushResult[];
  tables: RowsByTable;
  dead: Dead[];
};

export type DigestPart = [part: string, count: number, hash: string];
export type DigestAnswer = {
  ok: true;
  epoch: string;
  rev: number;
  tables: Partial<Record<TableName, DigestPart[]>>;
  server_time: Instant;
};

/** Refusals of a whole request. Unknown codes come from newer servers. */
export type Refusal = { ok: false; code: string; epoch?: string; server_time?: Instant };

export type Answers = {
  sync_pull: PullAnswer;
  sync_window: WindowAnswer;
  sync_push: PushAnswer;
  sync_digest: DigestAnswer;
};
export type RpcName = keyof Answers;

/** Tables that are split by month, with the moment that says which (`private.month_of` in SQL). */
const MOMENTS = {
  appointments: 'starts_at',
  appointment_segments: 'starts_at',
  time_blocks: 'starts_at',
  time_off: 'starts_at',
  sales: 'occurred_at',
  sale_lines: 'occurred_at',
  tips: 'occurred_at',
  payments: 'occurred_at',
  refunds: 'occurred_at',
} as const satisfies Partial<Record<TableName, string>>;

type DatedTable = keyof typeof MOMENTS;

export const DATED_TABLES = Object.keys(MOMENTS) as readonly DatedTable[];

const KNOWN = new Set<string>(TABLES);

export const isDated = (table: TableName): table is DatedTable => table in MOMENTS;

/** The field by which rows of this table are found by time. */
export const momentField = (table: TableName): 'starts_at' | 'occurred_at' =>
  isDated(table) ? MOMENTS[table] : 'starts_at';

/**
 * The body as an answer of this function, or null when it is none: a proxy's page, a cut body, a
 * server that speaks another protocol. Tables that this version does not know are left out: their
 * rows come again after the update, because a new table raises the schema number.
 */
export const readAnswer = <K extends RpcName>(
  name: K,
  body: unknown,
): Answers[K] | Refusal | null => {
  if (!isRecord(body)) return null;
  if (body['ok'] === false) return typeof body['code'] === 'string' ? (body as Refusal) : null;
  if (body['ok'] !== true || typeof body['server_time'] !== 'string') return null;
  const numbers = NUMBERS[name];
  if (!numbers.every((field) => Number.isSafeInteger(body[field]))) return null;
  if (!isRecord(body['tables'])) return null;
  const tables = Object.fromEntries(
    Object.entries(body['tables']).filter(
      ([table, rows]) => KNOWN.has(table) && Array.isArray(rows),
    ),
  );
  const dead = Array.isArray(body['dead'])
    ? (body['dead'] as Dead[]).filter(([table]) => KNOWN.has(table))
    : [];
  if (name === 'sync_push' && !Array.isArray(body['results'])) return null;
  return { ...body, tables, dead } as unknown as Answers[K];
};

const NUMBERS: Record<RpcName, readonly string[]> = {
  sync_pull: ['cursor', 'head', 'last_seq'],
  sync_window: ['head'],
  sync_push: ['rev', 'last_seq'],
  sync_digest: ['rev'],
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
