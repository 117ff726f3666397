/**
 * The model server is only worth what it has in common with the real one: the same seeded operations
 * go to both, and every answer is compared: verdicts, numbers, rows, tombstones, pages.
 */
import { beforeAll, expect, test } from 'vitest';
import type { AnyRow, TableName } from '#domain/rows.ts';
import type { Mutation } from '#domain/commands/op.ts';
import { toInstant } from '#domain/time/instant.ts';
import { createModelServer } from '#sync/fakes/model-server.ts';
import type { PullAnswer, PushAnswer, RowsByTable } from '#sync/core/wire.ts';
import { makeSalon, type Salon } from '#supabase/tests/database/salon.ts';
import { rpc, signedIn, useDatabase } from '#supabase/tests/database/setup.ts';
import { createDice, type Dice } from './random.ts';
import { someOp } from './real-ops.ts';

const SEEDS = 24;
const STEPS = 30;
const LIMIT_MS = 120_000;
const STALE_MS = 20 * 60_000;

const database = useDatabase();
let salon: Salon;
beforeAll(async () => {
  salon = await makeSalon(database.db, 'model-and-sql');
}, LIMIT_MS);

type Ask = (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** One of the two servers as one of its devices sees it. Numbers count from where the run began. */
type Side = {
  ask: Ask;
  zero: number;
  cursor: number;
  epoch: string;
  /** Where each device's next mutation counts what it has seen. */
  seen: Map<string, number>;
};

const FIELDS: Partial<Record<TableName, string[]>> = {
  clients: ['first_name', 'note', 'tags'],
  time_blocks: ['note', 'starts_at'],
};

/** What must be the same on both sides: our own tables, our own fields, numbers from zero. */
const plainRows = (side: Side, tables: RowsByTable, ours: ReadonlySet<string>) =>
  (['clients', 'time_blocks'] as const)
    .flatMap((table) =>
      (tables[table] ?? [])
        .filter((row) => ours.has(row.id))
        .map((row) => ({
          key: `${table}:${row.id}`,
          rev: row.rev - side.zero,
          fields: (FIELDS[table] ?? []).map((field) => (row as AnyRow)[field] ?? null),
        })),
    )
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));

const plainItems = (tables: RowsByTable) =>
  (tables.attention_items ?? [])
    .filter((item) => item['kind'] === 'stale_field')
    .map((item) =>
      JSON.stringify([item['entity_id'], ...[item['mine'], item['theirs']].map(inOrder)]),
    )
    .toSorted();

/** PostgreSQL keeps the keys of a jsonb in an order of its own. */
const inOrder = (value: unknown) =>
  Object.entries(value as Record<string, unknown>).toSorted(([a], [b]) => (a < b ? -1 : 1));

const plainDead = (side: Side, dead: PullAnswer['dead'], ours: ReadonlySet<string>) =>
  dead
    .filter(([, id]) => ours.has(id))
    .map(([table, id, rev]) => `${table}:${id} ${rev - side.zero}`)
    .toSorted();

const plainPush = (side: Side, answer: PushAnswer, ours: ReadonlySet<string>) =>
  answer.ok
    ? {
        results: answer.results.map(({ seq, id, status, code, attention_id }) => ({
          seq,
          id,
          status,
          code: code ?? null,
          hasItem: attention_id !== undefined,
        })),
        lastSeq: answer.last_seq,
        rev: answer.rev - side.zero,
        rows: plainRows(side, answer.tables, ours),
        items: plainItems(answer.tables),
        dead: plainDead(side, answer.dead, ours),
      }
    : { code: (answer as unknown as { code: string }).code };

const plainPull = (side: Side, answer: PullAnswer, ours: ReadonlySet<string>) =>
  answer.ok
    ? {
        cursor: answer.cursor - side.zero,
        head: answer.head - side.zero,
        more: answer.more,
        lastSeq: answer.last_seq,
        rows: plainRows(side, answer.tables, ours),
        items: plainItems(answer.tables),
        dead: plainDead(side, answer.dead, ours),
      }
    : { code: (answer as unknown as { code: string }).code };

const openSides = async (dice: Dice): Promise<[Side, Side]> => {
  const { owner } = salon.users;
  const model = createModelServer({ businessId: salon.id, nowMs: Date.now, newId: dice.newId });
  model.users.set(owner, { id: owner, role: 'owner', active: true, epoch: 0 });
  const askModel: Ask = async (name, args) =>
    structuredClone(model.call(name, args, owner)) as Record<string, unknown>;
  const askSql: Ask = (name, args) =>
    rpc(database.db, signedIn(owner), name, { business_id: salon.id, schema: 1, ...args });
  const open = async (ask: Ask): Promise<Side> => {
    const window = await ask('sync_window', { window: { tables: ['businesses'] } });
    const zero = Number(window['head']);
    return { ask, zero, cursor: zero, epoch: String(window['epoch']), seen: new Map() };
  };
  return [await open(askModel), await open(askSql)];
};

test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  'seed %i: the model server and the SQL give the same answers',
  async (seed) => {
    const dice = createDice(seed);
    const sides = await openSides(dice);
    const ours = new Set<string>();
    const known = new Map<string, TableName>();
    const clients = Array.from({ length: 3 }, () => ({ id: dice.newId(), seq: 0 }));
    let sent: { client: string; mutations: Omit<Mutation, 'base_rev'>[] } | null = null;

    const push = async (client: string, mutations: Omit<Mutation, 'base_rev'>[]) => {
      const answers = [];
      for (const side of sides) {
        const base = (side.seen.get(client) ?? 0) + side.zero;
        const answer = await side.ask('sync_push', {
          client_id: client,
          epoch: side.epoch,
          mutations: mutations.map((mutation) => ({ ...mutation, base_rev: base })),
        });
        answers.push(plainPush(side, answer as unknown as PushAnswer, ours));
      }
      expect(answers[0], `seed ${seed}: ${JSON.stringify(mutations)}`).toEqual(answers[1]);
    };
    const pull = async (client: string, pageSize: number) => {
      const answers = [];
      for (const side of sides) {
        const answer = await side.ask('sync_pull', {
          client_id: client,
          cursor: side.cursor,
          epoch: side.epoch,
          page_size: pageSize,
        });
        const plain = plainPull(side, answer as unknown as PullAnswer, ours);
        answers.push(plain);
        if ('cursor' in plain) {
          side.cursor = plain.cursor + side.zero;
          side.seen.set(client, plain.cursor);
        }
      }
      expect(answers[0], `seed ${seed}: pull`).toEqual(answers[1]);
    };

    for (let step = 0; step < STEPS; step += 1) {
      const client = dice.pick(clients);
      const kind = dice.next();
      if (kind < 0.25) await pull(client.id, 1 + dice.below(6));
      else if (kind < 0.35 && sent !== null) {
        // The same again, now and then by a device that lost its memory.
        if (dice.chance(0.7)) await push(sent.client, sent.mutations);
        else
          await push(
            dice.newId(),
            sent.mutations.map((one, at) => ({ ...one, seq: at + 1 })),
          );
      } else {
        const at = toInstant(Date.now() - (dice.chance(0.3) ? STALE_MS : 0));
        const mutations = Array.from({ length: 1 + dice.below(4) }, () => ({
          id: dice.newId(),
          seq: (client.seq += 1),
          name: 'test.change',
          at,
          ops: Array.from({ length: 1 + dice.below(2) }, () => someOp(dice, known, ours)),
        }));
        sent = { client: client.id, mutations };
        await push(client.id, mutations);
      }
    }
    for (let page = 0; page < 40; page += 1) await pull(clients[0]?.id ?? '', 5);
    expect(sides[0].cursor - sides[0].zero).toBe(sides[1].cursor - sides[1].zero);
  },
  LIMIT_MS,
);
