/** What every Remote must do: the model server and the real backend run it (remote.test.ts). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRow, TableName } from '#domain/rows.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type { Mutation, Op } from '#domain/commands/op.ts';
import { sampleAppointment } from '#domain/sample-rows.ts';
import { instantMs, toInstant } from '#domain/time/instant.ts';
import { failureOf } from '#sync/core/failure.ts';
import { partOf } from '#sync/core/digest.ts';
import {
  readAnswer,
  type Answers,
  type PullAnswer,
  type Refusal,
  type RpcName,
} from '#sync/core/wire.ts';
import type { PokeEvent, Remote } from '#sync/ports.ts';
import { SCHEMA } from '#sync/protocol.ts';

export type RemoteWorld = {
  remote: Remote;
  businessId: string;
  /** Tokens of the owner and of somebody who has nothing to do with the business. */
  owner: string;
  stranger: string;
  newId: () => string;
  stop: () => Promise<void>;
};

const MINUTE_MS = 60_000;

export const remoteContract = (
  name: string,
  open: () => Promise<RemoteWorld>,
  slowMs: number,
): void => {
  describe(`Remote contract: ${name}`, { timeout: slowMs }, () => {
    let world: RemoteWorld;
    beforeAll(async () => {
      world = await open();
    }, slowMs);
    afterAll(() => world.stop());

    const ask = async <K extends RpcName>(
      rpc: K,
      args: Record<string, unknown>,
      token = world.owner,
    ): Promise<Answers[K] | Refusal> => {
      const reply = await world.remote.call(
        rpc,
        {
          business_id: world.businessId,
          ...(rpc === 'sync_digest' ? {} : { schema: SCHEMA }),
          ...args,
        },
        { token, signal: new AbortController().signal },
      );
      if (failureOf(reply, 0) !== null) throw new Error(`${rpc} failed: ${JSON.stringify(reply)}`);
      const answer = readAnswer(rpc, reply.kind === 'reply' ? reply.body : undefined);
      if (answer === null) throw new Error(`Unreadable answer: ${JSON.stringify(reply)}`);
      return answer;
    };
    const good = async <K extends RpcName>(rpc: K, args: Record<string, unknown>) => {
      const answer = await ask(rpc, args);
      if (!answer.ok) throw new Error(`${rpc} refused: ${JSON.stringify(answer)}`);
      return answer;
    };

    /** A device: an identity, a cursor and a count. */
    const device = () => {
      const clientId = world.newId();
      let seq = 0;
      const mutation = (ops: Op[], more: Partial<Mutation> = {}): Mutation => ({
        id: world.newId(),
        seq: (seq += 1),
        name: 'test.change',
        at: toInstant(Date.now()),
        base_rev: 0,
        ops,
        ...more,
      });
      return {
        clientId,
        mutation,
        push: (mutations: Mutation[]) => good('sync_push', { client_id: clientId, mutations }),
        pull: async (from: { cursor: number; epoch: string }, pageSize = 2000) =>
          good('sync_pull', { client_id: clientId, ...from, page_size: pageSize }),
      };
    };
    const head = async (): Promise<{ cursor: number; epoch: string }> => {
      const window = await good('sync_window', { window: { tables: ['businesses'] } });
      return { cursor: window.head, epoch: window.epoch };
    };
    const client = (fields: Record<string, unknown> = {}): Op => {
      const id = world.newId();
      return {
        table: 'clients',
        id,
        op: 'put',
        value: {
          ...NEW_CLIENT,
          first_name: 'Ada',
          last_name: 'Lovelace',
          ...fields,
          id,
          business_id: world.businessId,
        },
      };
    };
    const block = (startsAt: string): Op => {
      const id = world.newId();
      return {
        table: 'time_blocks',
        id,
        op: 'put',
        value: {
          ...NEW_BLOCK,
          id,
          business_id: world.businessId,
          starts_at: startsAt,
          ends_at: toInstant(instantMs(startsAt) + 30 * MINUTE_MS),
        },
      };
    };
    const rowOf = (answer: { tables: PullAnswer['tables'] }, table: TableName, id: string) =>
      answer.tables[table]?.find((row) => row.id === id);

    test('a push is answered with its rows, and a pull brings them to others', async () => {
      const before = await head();
      const writer = device();
      const op = client({ first_name: 'Ada', tags: ['vip'] });
      const pushed = await writer.push([writer.mutation([op])]);
      expect(pushed.results).toMatchObject([{ seq: 1, status: 'applied' }]);
      expect(pushed.last_seq).toBe(1);
      expect(rowOf(pushed, 'clients', op.id)).toMatchObject({
        first_name: 'Ada',
        tags: ['vip'],
        rev: pushed.rev,
      });
      const pulled = await device().pull(before);
      expect(pulled).toMatchObject({
        more: false,
        cursor: pushed.rev,
        head: pushed.rev,
        last_seq: 0,
      });
      expect(rowOf(pulled, 'clients', op.id)).toEqual(rowOf(pushed, 'clients', op.id));
      expect((await writer.pull(before)).last_seq).toBe(1);
    });

    test('instants travel as PostgreSQL prints them in UTC, whatever was sent', async () => {
      const writer = device();
      const op = block('2026-03-05T09:30:00+00:00');
      const pushed = await writer.push([writer.mutation([op])]);
      const row = rowOf(pushed, 'time_blocks', op.id);
      expect(row?.['starts_at']).toBe('2026-03-05T09:30:00+00:00');
      expect(String(row?.['updated_at'])).toMatch(/^[\d-]{10}T[\d:]{8}(\.\d+)?\+00:00$/);
      expect(instantMs(pushed.server_time)).not.toBeNaN();
    });

    test('[SYN-12] the same batch again changes nothing', async () => {
      const writer = device();
      const batch = [writer.mutation([client()])];
      const first = await writer.push(batch);
      const second = await writer.push(batch);
      expect(second.results).toMatchObject([{ seq: 1, status: 'duplicate' }]);
      expect(second).toMatchObject({ rev: first.rev, last_seq: 1 });
      expect(second.tables.clients).toEqual(first.tables.clients);
    });

    test('[SYN-12] the same mutation under another identity changes nothing', async () => {
      const writer = device();
      const made = writer.mutation([client()]);
      const first = await writer.push([made]);
      const again = device();
      const second = await again.push([made]);
      expect(second.results).toMatchObject([{ status: 'duplicate' }]);
      expect(second.rev).toBe(first.rev);
      expect(second.last_seq).toBe(1);
    });

    test('a gap stops the batch', async () => {
      const writer = device();
      const first = writer.mutation([client()]);
      writer.mutation([client()]);
      const third = writer.mutation([client()]);
      const pushed = await writer.push([first, third]);
      expect(pushed.results).toHaveLength(1);
      expect(pushed.last_seq).toBe(1);
    });

    test('[SYN-13] a refusal keeps what was asked for and lets the next ones through', async () => {
      const writer = device();
      const nobody = world.newId();
      const patch: Op = { table: 'clients', id: nobody, op: 'patch', value: { first_name: 'X' } };
      const op = client();
      const batch = [writer.mutation([patch]), writer.mutation([op])];
      const pushed = await writer.push(batch);
      const [refused, applied] = pushed.results;
      expect(refused).toMatchObject({ status: 'refused', code: 'deleted' });
      expect(applied).toMatchObject({ status: 'applied' });
      const item = rowOf(pushed, 'attention_items', refused?.attention_id ?? '');
      expect(item).toMatchObject({ state: 'open', kind: 'deleted', entity_id: nobody });
      expect(JSON.stringify(item?.['mine'])).toContain('"X"');
      const again = await writer.push(batch);
      expect(again.results[0]).toMatchObject({ status: 'refused', attention_id: item?.id });
    });

    test('a mutation is applied as a whole or not at all', async () => {
      const writer = device();
      const op = client();
      const patch: Op = { table: 'clients', id: world.newId(), op: 'patch', value: { note: 'x' } };
      const pushed = await writer.push([writer.mutation([op, patch])]);
      expect(pushed.results).toMatchObject([{ status: 'refused' }]);
      expect(rowOf(pushed, 'clients', op.id)).toBeUndefined();
    });

    test('different fields merge, sets take and lose single elements', async () => {
      const [one, two] = [device(), device()];
      const op = client({ first_name: 'A', note: 'n', tags: ['a', 'b'] });
      const made = await one.push([one.mutation([op])]);
      const change = (kind: Op['op'], value: Record<string, unknown>): Op => ({
        table: 'clients',
        id: op.id,
        op: kind,
        value,
      });
      const base = { base_rev: made.rev };
      await one.push([one.mutation([change('patch', { first_name: 'B' })], base)]);
      await two.push([two.mutation([change('patch', { note: 'm' })], base)]);
      await one.push([one.mutation([change('add', { tags: 'c' })], base)]);
      const last = await two.push([two.mutation([change('remove', { tags: 'a' })], base)]);
      expect(rowOf(last, 'clients', op.id)).toMatchObject({
        first_name: 'B',
        note: 'm',
        tags: ['b', 'c'],
      });
    });

    test('a stale edit does not overwrite, and both values are kept', async () => {
      const [one, two] = [device(), device()];
      const op = client({ first_name: 'old', note: 'old' });
      const made = await one.push([one.mutation([op])]);
      const patch = (value: Record<string, unknown>): Op => ({
        table: 'clients',
        id: op.id,
        op: 'patch',
        value,
      });
      const base = { base_rev: made.rev };
      await one.push([one.mutation([patch({ first_name: 'theirs' })], base)]);
      const late = { ...base, at: toInstant(Date.now() - 20 * MINUTE_MS) };
      const pushed = await two.push([
        two.mutation([patch({ first_name: 'mine', note: 'mine' })], late),
      ]);
      expect(rowOf(pushed, 'clients', op.id)).toMatchObject({ first_name: 'theirs', note: 'mine' });
      const item = rowOf(pushed, 'attention_items', pushed.results[0]?.attention_id ?? '');
      expect(item).toMatchObject({
        kind: 'stale_field',
        mine: { first_name: 'mine' },
        theirs: { first_name: 'theirs' },
      });
    });

    test('what was deleted is told, and stays dead for late edits', async () => {
      const writer = device();
      const op = block('2026-03-06T09:30:00+00:00');
      await writer.push([writer.mutation([op])]);
      const before = await head();
      const bury: Op = { table: 'time_blocks', id: op.id, op: 'delete', value: null };
      const pushed = await writer.push([writer.mutation([bury])]);
      expect(pushed.dead).toContainEqual(['time_blocks', op.id, pushed.rev]);
      const pulled = await writer.pull(before);
      expect(pulled.dead).toContainEqual(['time_blocks', op.id, pushed.rev]);
      const late: Op = { table: 'time_blocks', id: op.id, op: 'patch', value: { note: 'late' } };
      const refused = await writer.push([writer.mutation([late])]);
      expect(refused.results).toMatchObject([{ status: 'refused', code: 'deleted' }]);
      expect(refused.dead).toContainEqual(['time_blocks', op.id, pushed.rev]);
    });

    test('[SYN-20] a page is whole transactions, and pages go on to the head', async () => {
      const before = await head();
      const writer = device();
      const ops = [client(), client(), client()];
      await writer.push([writer.mutation(ops)]);
      await writer.push([writer.mutation([client()])]);
      const first = await writer.pull(before, 1);
      expect(first.more).toBe(true);
      expect(ops.every((op) => rowOf(first, 'clients', op.id) !== undefined)).toBe(true);
      const second = await writer.pull({ cursor: first.cursor, epoch: first.epoch }, 1);
      expect(second).toMatchObject({ more: false, cursor: second.head });
    });

    test('another epoch and a cursor beyond the head start over', async () => {
      const { cursor, epoch } = await head();
      const wrong = { client_id: world.newId(), page_size: 10 };
      expect(await ask('sync_pull', { ...wrong, cursor, epoch: 'other' })).toMatchObject({
        ok: false,
        code: 'reset',
        epoch,
      });
      expect(await ask('sync_pull', { ...wrong, cursor: cursor + 5, epoch })).toMatchObject({
        ok: false,
        code: 'reset',
      });
    });

    test('[SYN-16] a push that speaks of another epoch starts over, and nothing of it is taken', async () => {
      const { epoch } = await head();
      const writer = device();
      const mutations = [writer.mutation([client()])];
      const args = { client_id: writer.clientId, mutations };
      expect(await ask('sync_push', { ...args, epoch: 'other' })).toMatchObject({
        ok: false,
        code: 'reset',
        epoch,
      });
      expect(await good('sync_push', { ...args, epoch })).toMatchObject({
        last_seq: 1,
        results: [{ status: 'applied' }],
      });
    });

    test('[SYN-30] a window holds what starts in it; one table comes in pages by id', async () => {
      const writer = device();
      const inside = block('2027-05-10T10:00:00+00:00');
      const after = block('2027-06-01T00:00:00+00:00');
      await writer.push([writer.mutation([inside, after, client(), client()])]);
      const month = { from: '2027-05-01T00:00:00+00:00', to: '2027-06-01T00:00:00+00:00' };
      const window = await good('sync_window', { window: { tables: ['time_blocks'], ...month } });
      expect(window.tables.time_blocks?.map((row) => row.id)).toEqual([inside.id]);
      const page = await good('sync_window', { window: { tables: ['clients'], limit: 1 } });
      expect(page).toMatchObject({ more: true });
      const [first] = page.tables.clients ?? [];
      const rest = await good('sync_window', {
        window: { tables: ['clients'], after: first?.id, limit: 10_000 },
      });
      expect(rest.more).toBe(false);
      expect(rest.tables.clients?.every((row) => row.id > (first?.id ?? ''))).toBe(true);
    });

    test('[SYN-30] the first window brings only the clients of its appointments', async () => {
      const writer = device();
      const [known, other] = [client(), client()];
      const appointment: Op = {
        table: 'appointments',
        id: world.newId(),
        op: 'put',
        value: {},
      };
      appointment.value = {
        ...sampleAppointment(appointment.id, {
          starts_at: '2027-07-10T10:00:00+00:00',
          ends_at: '2027-07-10T11:00:00+00:00',
        }),
        id: appointment.id,
        business_id: world.businessId,
        client_id: known.id,
      };
      await writer.push([writer.mutation([known, other, appointment])]);
      const window = await good('sync_window', {
        window: {
          tables: ['clients', 'appointments'],
          from: '2027-07-01T00:00:00+00:00',
          to: '2027-08-01T00:00:00+00:00',
          referenced: true,
        },
      });
      expect(window.tables.clients?.map((row) => row.id)).toEqual([known.id]);
    });

    test('[SYN-33] the digest is the one that a device computes', async () => {
      const writer = device();
      await writer.push([writer.mutation([client(), block('2026-12-24T10:00:00+00:00')])]);
      const digest = await good('sync_digest', {});
      const all = await good('sync_window', { window: { tables: ['clients', 'time_blocks'] } });
      expect(digest.rev).toBe(all.head);
      const rows = (table: TableName): AnyRow[] => all.tables[table] ?? [];
      expect(digest.tables.clients).toEqual([partOf('all', rows('clients'))]);
      const december = rows('time_blocks').filter((row) =>
        String(row['starts_at']).startsWith('2026-12'),
      );
      expect(digest.tables.time_blocks).toContainEqual(partOf('2026-12', december));
    });

    test('[SYN-42] a wrong token, a stranger and an old version are told apart', async () => {
      const reply = await world.remote.call(
        'sync_digest',
        { business_id: world.businessId },
        { token: 'nonsense', signal: new AbortController().signal },
      );
      expect(failureOf(reply, 0)).toEqual({ kind: 'auth' });
      const args = { client_id: world.newId(), cursor: 0, page_size: 10 };
      expect(await ask('sync_pull', args, world.stranger)).toMatchObject({
        ok: false,
        code: 'access_lost',
      });
      expect(await ask('sync_pull', { ...args, schema: 0 })).toMatchObject({
        ok: false,
        code: 'upgrade_needed',
      });
    });

    test('[SYN-49] who joined the channel hears of each change', async () => {
      const events: PokeEvent[] = [];
      const waiting = new Set<() => void>();
      const channel = world.remote.subscribe(world.owner, (event) => {
        events.push(event);
        for (const look of waiting) look();
      });
      const heard = (what: (event: PokeEvent) => boolean) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (events.some(what)) resolve();
          };
          waiting.add(look);
          look();
        });
      await heard((event) => event.kind === 'joined');
      const writer = device();
      const pushed = await writer.push([writer.mutation([client()])]);
      await heard((event) => event.kind === 'poke' && event.rev >= pushed.rev);
      channel.close();
    });
  });
};

const NEW_BLOCK = {
  staff_id: null,
  all_day: false,
  reason_id: null,
  note: null,
  blocks_online: true,
};
