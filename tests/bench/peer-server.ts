/**
 * What peers push to, as quick as our own server in memory: one table in PostgREST's way, and the two
 * endpoints that Replicache asks its users to write.
 */
import { buffer } from 'node:stream/consumers';
import type { Answerer } from './lab.ts';

const PATH = '/rest/v1/peer_rows';

export type PeerServer = {
  answer: Answerer;
  /** Each answer waits so long: the way to a far server. */
  delayMs: number;
  /** How many rows have been changed since the last time this was asked. */
  takeChanged: () => number;
};

type Row = Record<string, unknown> & { id: string };
type Mutation = { clientID: string; id: number; name: string; args: Row };

/** Rows as heavy as clients are. */
const newRow = (at: number): Row => ({
  id: `018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  business_id: '018f0000-0000-7000-8000-999999999999',
  first_name: `First ${at}`,
  last_name: `Last ${at}`,
  preferred_name: null,
  pronouns: null,
  email: `client${at}@example.com`,
  phone: '+17185550100',
  birthday: null,
  address: null,
  tags: '[]',
  alert_note: null,
  note: null,
  status: 'active',
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-01-01T00:00:00+00:00',
  deleted: false,
});

export const createPeerServer = (count: number): PeerServer => {
  const rows = new Map<string, Row>();
  for (let at = 0; at < count; at += 1) rows.set(newRow(at).id, newRow(at));
  const replicache = replicacheOn(rows);

  const server: PeerServer = {
    delayMs: 0,
    takeChanged: () => {
      const changed = [...rows.values()].filter((row) => row['alert_note'] !== null);
      for (const row of changed) row['alert_note'] = null;
      return changed.length;
    },
    answer: async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench');
      const isTable = pathname === PATH;
      if (!isTable && !pathname.startsWith('/replicache/')) return false;
      const body = (await buffer(request)).toString();
      const sent: unknown = body === '' ? null : JSON.parse(body);
      const reply = isTable
        ? table(rows, request.method ?? 'GET', searchParams, sent)
        : pathname === '/replicache/push'
          ? replicache.push(sent as { mutations: Mutation[] })
          : replicache.pull(sent as { cookie: number | null });
      if (server.delayMs > 0) await new Promise((done) => void setTimeout(done, server.delayMs));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
      return true;
    },
  };
  return server;
};

/** Reads everything, adds rows, or changes the one row that `id=eq.…` names; answers the rows. */
const table = (
  rows: Map<string, Row>,
  method: string,
  asked: URLSearchParams,
  sent: unknown,
): Row[] => {
  if (method === 'GET') return [...rows.values()];
  const changes = [sent].flat() as Partial<Row>[];
  const named = asked.get('id')?.replace('eq.', '');
  return changes.map((change) => {
    const id = named ?? String(change.id);
    const row = { ...rows.get(id), ...change, id, updated_at: new Date().toISOString() };
    rows.set(id, row);
    return row;
  });
};

const replicacheOn = (rows: Map<string, Row>) => {
  let version = 1;
  const changedAt = new Map([...rows.keys()].map((id) => [id, version]));
  const lastIds = new Map<string, { id: number; version: number }>();
  return {
    push: ({ mutations }: { mutations: Mutation[] }): object => {
      version += 1;
      for (const { clientID, id, args } of mutations) {
        const last = lastIds.get(clientID)?.id ?? 0;
        if (id <= last) continue;
        lastIds.set(clientID, { id, version });
        rows.set(args.id, { ...rows.get(args.id), ...args });
        changedAt.set(args.id, version);
      }
      return {};
    },
    pull: ({ cookie }: { cookie: number | null }): object => ({
      cookie: version,
      lastMutationIDChanges: Object.fromEntries(
        [...lastIds]
          .filter(([, last]) => last.version > (cookie ?? 0))
          .map(([key, { id }]) => [key, id]),
      ),
      patch: [...changedAt]
        .filter(([, at]) => at > (cookie ?? 0))
        .map(([id]) => ({ op: 'put', key: `clients/${id}`, value: rows.get(id) })),
    }),
  };
};
