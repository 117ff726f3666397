/** A server of one business in memory, quick enough to be no part of what is measured. */
import type { IncomingMessage } from 'node:http';
import { createModelServer } from '#sync/fakes/model-server.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import type { AnyRow, ClientRow, TableName } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import { makeDemo } from '#supabase/demo/seed.ts';
import type { DemoSize } from '#supabase/demo/seed.ts';
import { randomBytes } from 'node:crypto';
import type { Answerer } from './lab.ts';

export const BENCH_USER = '00000000-0000-7000-8000-000000000001';

export type SyncServer = {
  businessId: string;
  rowCount: number;
  answer: Answerer;
  /** Each answer waits so long: the way to a far server. */
  delayMs: number;
  /** Bodies of the calls since the last `take`, in order. */
  takeCalls: () => { name: string; body: string }[];
};

const PREFIX = '/rest/v1/rpc/';

export const createSyncServer = (size: DemoSize): SyncServer => {
  const newId = createUuidV7Source({ nowMs: Date.now, randomBytes: (count) => randomBytes(count) });
  const { rows, userIds } = makeDemo(new Date(), size);
  const { businessId } = rows;
  const model = createModelServer({ businessId, nowMs: Date.now, newId });
  model.users.set(BENCH_USER, { id: BENCH_USER, role: 'owner', active: true, epoch: 1 });
  const owner = userIds[0]?.id;
  let rowCount = 0;
  for (const table of rows.tables()) {
    const all = rows
      .of(table)
      .map((row) => (row['user_id'] === owner ? { ...row, user_id: BENCH_USER } : row));
    rowCount += all.length;
    for (let at = 0; at < all.length; at += 2_000) {
      const ops = all.slice(at, at + 2_000).map((value) => ({
        table,
        id: String(value['id']),
        op: 'put' as const,
        value: value as Record<string, unknown>,
      }));
      model.write({ name: 'seed', ops });
    }
  }
  // Big answers are the same until somebody writes.
  const kept = new Map<string, Buffer>();
  let keptRev = model.tables.rev();
  let calls: { name: string; body: string }[] = [];

  const server: SyncServer = {
    businessId,
    rowCount,
    delayMs: 0,
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    answer: async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench');
      let reply: Buffer;
      if (pathname.startsWith(PREFIX)) {
        const name = pathname.slice(PREFIX.length);
        const body = await bodyOf(request);
        calls.push({ name, body });
        reply = replyTo(name, body);
      } else if (pathname === '/plain/rows') {
        reply = plainRows(
          searchParams.get('table') as TableName,
          Number(searchParams.get('offset')),
          Number(searchParams.get('limit')),
        );
      } else if (pathname === '/plain/push') {
        await bodyOf(request);
        reply = Buffer.from('[]');
      } else if (pathname === '/rest/v1/clients') {
        reply = plainClients(request.method, searchParams, await bodyOf(request));
      } else return false;
      if (server.delayMs > 0) await new Promise((done) => void setTimeout(done, server.delayMs));
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
      return true;
    },
  };

  const replyTo = (name: string, body: string): Buffer => {
    const args = JSON.parse(body) as Record<string, unknown>;
    const isKept = name === 'sync_window' || name === 'sync_digest';
    if (model.tables.rev() !== keptRev) kept.clear();
    keptRev = model.tables.rev();
    const key = `${name} ${JSON.stringify(args['window'] ?? null)}`;
    const known = isKept ? kept.get(key) : undefined;
    const made = known ?? Buffer.from(JSON.stringify(model.call(name, args, BENCH_USER)));
    if (isKept) kept.set(key, made);
    return made;
  };

  /** As PostgREST would answer somebody who keeps plain rows in step: all of them once, then theirs. */
  const plainClients = (method: string | undefined, query: URLSearchParams, body: string) => {
    if (method === 'PATCH') return Buffer.from(`[${body}]`);
    const rows = query.has('or') ? [] : model.tables.all('clients');
    return Buffer.from(
      JSON.stringify(
        rows.slice(0, Number(query.get('limit'))).map((row) => {
          const { id, first_name, last_name, email, phone, alert_note } = row as ClientRow;
          const known = { id, first_name, last_name, email, phone, alert_note };
          return { ...known, _modified: row.updated_at, _deleted: false };
        }),
      ),
    );
  };

  const plain = new Map<TableName, AnyRow[]>();
  const plainRows = (table: TableName, offset: number, limit: number): Buffer => {
    const all = plain.get(table) ?? model.tables.all(table);
    plain.set(table, all);
    const key = `plain ${table} ${offset} ${limit}`;
    const made = kept.get(key) ?? Buffer.from(JSON.stringify(all.slice(offset, offset + limit)));
    kept.set(key, made);
    return made;
  };
  // Counted once here instead of by whoever asks first.
  for (const table of TABLES) plain.set(table, model.tables.all(table));
  return server;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};
