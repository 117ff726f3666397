// postgres_changes: rows that changed in tables of the publication supabase_realtime. The database
// decides who may hear of a change and what of it (realtime_local.audience); here is who asked.

import { isObject, type JsonObject, type Query } from './contract.ts';
import { parseFilters, type ChangeFilter } from './change-filter.ts';
import type { Identity } from './identity.ts';

export interface ChangeWant {
  /** The client recognises its own request by this number, from the reply to its join. */
  readonly id: number;
  readonly event: string;
  readonly schema: string;
  readonly table: string;
  readonly filters: readonly ChangeFilter[];
  readonly select: readonly string[] | null;
}

export interface ChangeSubscriber {
  readonly wants: readonly ChangeWant[];
  identity(): Identity;
  deliverChange(ids: readonly number[], data: JsonObject): void;
}

export type PreparedWants =
  | { readonly ok: true; readonly wants: readonly ChangeWant[] }
  | { readonly ok: false; readonly reason: string };

export class Changes {
  readonly #query: Query;
  readonly #subscribers = new Set<ChangeSubscriber>();
  #lastId = 0;

  constructor(query: Query) {
    this.#query = query;
  }

  newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Makes sure that the database reports these tables and that the filters make sense. */
  async prepare(requests: readonly JsonObject[], identity: Identity): Promise<PreparedWants> {
    const wants: ChangeWant[] = [];
    if (requests.length > 0) await this.#query('select realtime_local.watch_publication()', []);
    for (const request of requests) {
      const want = readWant(request);
      const problem = typeof want === 'string' ? want : await this.#problemOf(want, identity);
      if (problem !== null) return { ok: false, reason: explain(request, problem) };
      if (typeof want !== 'string') wants.push(want);
    }
    return { ok: true, wants };
  }

  subscribe(subscriber: ChangeSubscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  async publish(change: JsonObject): Promise<void> {
    const asked: { subscriber: ChangeSubscriber; want: ChangeWant }[] = [];
    for (const subscriber of this.#subscribers) {
      for (const want of subscriber.wants) {
        if (concerns(want, change)) asked.push({ subscriber, want });
      }
    }
    if (asked.length === 0) return;

    // People with equal claims are asked about once.
    const groups = new Map<string, { role: string; claims: JsonObject; wants: JsonObject[] }>();
    for (const [number, { subscriber, want }] of asked.entries()) {
      const { role, claims } = subscriber.identity();
      const key = JSON.stringify([role, claims]);
      const group = groups.get(key) ?? { role, claims, wants: [] };
      group.wants.push({ number, filters: want.filters, select: want.select });
      groups.set(key, group);
    }
    const rows = await this.#query(
      'select to_jsonb(a)::text as answer from realtime_local.audience($1::text::jsonb, $2::text::jsonb) a',
      [JSON.stringify(change), JSON.stringify([...groups.values()])],
    );
    for (const row of rows) {
      const answer = JSON.parse(String(row['answer'])) as JsonObject;
      const hit = asked[Number(answer['number'])];
      if (!hit || !this.#subscribers.has(hit.subscriber)) continue;
      hit.subscriber.deliverChange([hit.want.id], describe(change, answer));
    }
  }

  async #problemOf(want: ChangeWant, identity: Identity): Promise<string | null> {
    // Everything that publish() will send is shown to the database now: text that it cannot read
    // (a NUL, half a surrogate pair) must fail here, not when others wait for their changes.
    const { schema, table, filters, select } = want;
    const { role, claims } = identity;
    const rows = await this.#query(
      `select realtime_local.subscription_problem(
         $1::text, $2::text, $3::text::jsonb -> 'filters', $4::text) as problem`,
      [schema, table, JSON.stringify({ filters, select, claims }), role],
    );
    const problem = rows[0]?.['problem'];
    return typeof problem === 'string' ? problem : null;
  }
}

function readWant(request: JsonObject): ChangeWant | string {
  const { id, event = '*', schema, table = '*', filter, select } = request;
  if (typeof id !== 'number') return 'the request has no number';
  if (typeof schema !== 'string' || typeof table !== 'string') return 'schema and table are names';
  if (typeof event !== 'string' || !['*', 'INSERT', 'UPDATE', 'DELETE'].includes(event)) {
    return 'the event is INSERT, UPDATE, DELETE or *';
  }
  if (filter != null && typeof filter !== 'string') return 'the filter is a text';
  const parsed = parseFilters(filter ?? '');
  if (!parsed.ok) return parsed.reason;
  const columns = Array.isArray(select)
    ? select.filter((name): name is string => typeof name === 'string')
    : null;
  return { id, event, schema, table, filters: parsed.filters, select: columns };
}

function concerns(want: ChangeWant, change: JsonObject): boolean {
  return (
    (want.event === '*' || want.event === change['type']) &&
    (want.schema === '*' || want.schema === change['schema']) &&
    (want.table === '*' || want.table === change['table'])
  );
}

function describe(change: JsonObject, answer: JsonObject): JsonObject {
  const { schema, table, type, commit_timestamp } = change;
  const { columns, record, old_record, errors } = answer;
  return {
    schema,
    table,
    type,
    commit_timestamp,
    columns,
    errors,
    ...(type !== 'DELETE' && isObject(record) ? { record } : {}),
    ...(type !== 'INSERT' && isObject(old_record) ? { old_record } : {}),
  };
}

function explain(request: JsonObject, problem: string): string {
  const { event, schema, table, filter } = request;
  const given = Object.entries({ event, schema, table, filter })
    .filter(([, value]) => value != null)
    .map(([name, value]) => `${name}: ${String(value)}`);
  return `Unable to subscribe to changes with given parameters. ${problem}: [${given.join(', ')}]`;
}
