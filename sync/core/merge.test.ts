import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyRow } from '#domain/rows.ts';
import { rowKey, type Mutation, type Op, type RowKey } from '#domain/commands/op.ts';
import { planMerge, touchedKeys, type MergeInput, type Page, type Shadow } from './merge.ts';
import type { Dead } from './wire.ts';

const row = (id: string, rev: number, fields: Record<string, unknown> = {}): AnyRow =>
  ({ id, business_id: 'b', rev, updated_at: 'then', ...fields }) as AnyRow;
const patch = (id: string, value: Record<string, unknown>): Op => ({
  table: 'clients',
  id,
  op: 'patch',
  value,
});
const mutation = (seq: number, ops: Op[], baseRev = 0): Mutation => ({
  id: `m${seq}`,
  seq,
  name: 'client.edit',
  at: 'now',
  base_rev: baseRev,
  ops,
});
const key = (id: string): RowKey => rowKey('clients', id);

type Case = {
  rows?: AnyRow[];
  shadows?: [string, AnyRow | null][];
  tombs?: [string, number][];
  outbox?: Mutation[];
  page?: { rows?: AnyRow[]; dead?: Dead[] };
  confirmedSeq?: number;
  snapshot?: MergeInput['snapshot'];
};

const merge = (given: Case) => {
  const page: Page = { tables: { clients: given.page?.rows ?? [] }, dead: given.page?.dead ?? [] };
  const outbox = given.outbox ?? [];
  const confirmedSeq = given.confirmedSeq ?? 0;
  const keys = touchedKeys(page, outbox, confirmedSeq);
  for (const gone of given.snapshot?.gone ?? []) {
    keys.set(gone, { table: 'clients', id: gone.slice('clients:'.length) });
  }
  const rows = new Map((given.rows ?? []).map((one) => [key(one.id), one]));
  const shadows = new Map<RowKey, Shadow>(
    (given.shadows ?? []).map(([id, one]) => [key(id), { row: one, base_rev: 0 }]),
  );
  const plan = planMerge({
    keys,
    page,
    rows,
    shadows,
    tombs: new Map((given.tombs ?? []).map(([id, rev]) => [key(id), rev])),
    outbox,
    confirmedSeq,
    businessId: 'b',
    userId: 'u',
    ...(given.snapshot === undefined ? {} : { snapshot: given.snapshot }),
  });
  return {
    put: plan.putRows.get('clients') ?? [],
    gone: plan.deleteRows.get('clients') ?? [],
    shadows: plan.putShadows.map(({ id, row: one }) => [id, one]),
    noShadow: plan.deleteShadows,
    plan,
  };
};

describe('without pending changes', () => {
  test('[SYN-22] a newer row replaces the older one, an older or equal one does nothing', () => {
    const mine = row('c', 5, { note: 'mine' });
    expect(merge({ rows: [mine], page: { rows: [row('c', 6)] } }).put).toEqual([row('c', 6)]);
    for (const rev of [4, 5]) {
      const { put, gone } = merge({ rows: [mine], page: { rows: [row('c', rev)] } });
      expect([put, gone]).toEqual([[], []]);
    }
  });

  test('[SYN-22] a tombstone buries older rows and keeps late copies of them away', () => {
    const buried = merge({ rows: [row('c', 5)], page: { dead: [['clients', 'c', 7]] } });
    expect(buried.gone).toEqual(['c']);
    expect(buried.plan.putTombs).toEqual([{ key: key('c'), rev: 7 }]);
    expect(merge({ tombs: [['c', 7]], page: { rows: [row('c', 6)] } }).put).toEqual([]);
    expect(merge({ rows: [row('c', 8)], page: { dead: [['clients', 'c', 7]] } }).gone).toEqual([]);
  });

  test('a row that was brought back after its deletion lives', () => {
    expect(merge({ tombs: [['c', 7]], page: { rows: [row('c', 9)] } }).put).toEqual([row('c', 9)]);
    // Deleted and made again within one transaction.
    const both = merge({ page: { rows: [row('c', 7)], dead: [['clients', 'c', 7]] } });
    expect(both.put).toEqual([row('c', 7)]);
  });
});

describe('with pending changes', () => {
  const base = row('c', 5, { name: 'A', note: 'n' });
  const mine = { ...base, name: 'B', updated_at: 'now' };
  const given = {
    rows: [mine],
    shadows: [['c', base]] as [string, AnyRow | null][],
    outbox: [mutation(1, [patch('c', { name: 'B' })])],
  };

  test('[SYN-23] a newer row becomes the confirmed copy, the change is played over it', () => {
    const theirs = row('c', 6, { name: 'A', note: 'theirs' });
    const { put, shadows } = merge({ ...given, page: { rows: [theirs] } });
    expect(put).toEqual([{ ...theirs, name: 'B', updated_at: 'now' }]);
    expect(shadows).toEqual([['c', theirs]]);
  });

  test('[SYN-14] a confirmed change leaves with its row: shadow gone, nothing flickers', () => {
    const confirmed = row('c', 6, { name: 'B', note: 'n' });
    const { put, noShadow } = merge({ ...given, page: { rows: [confirmed] }, confirmedSeq: 1 });
    expect(put).toEqual([confirmed]);
    expect(noShadow).toEqual([key('c')]);
  });

  test('a refused change falls back to the confirmed copy', () => {
    const { put, noShadow } = merge({ ...given, confirmedSeq: 1 });
    expect(put).toEqual([base]);
    expect(noShadow).toEqual([key('c')]);
  });

  test('what stays pending is played in the order in which it was made', () => {
    const outbox = [
      mutation(1, [patch('c', { name: 'B' })]),
      mutation(2, [patch('c', { name: 'C' })], 4),
      mutation(3, [patch('c', { note: 'x' })], 9),
    ];
    const confirmed = row('c', 6, { name: 'B', note: 'n' });
    const { put, plan } = merge({ ...given, outbox, page: { rows: [confirmed] }, confirmedSeq: 1 });
    expect(put).toMatchObject([{ name: 'C', note: 'x', rev: 6 }]);
    expect(plan.putShadows).toMatchObject([{ base_rev: 4 }]);
  });

  test('[SYN-23] an edit of a dead row does nothing, a put brings it back', () => {
    const dead: Dead[] = [['clients', 'c', 9]];
    expect(merge({ ...given, page: { dead } })).toMatchObject({
      gone: ['c'],
      shadows: [['c', null]],
    });
    const put: Op = { table: 'clients', id: 'c', op: 'put', value: { name: 'again' } };
    const back = merge({ ...given, outbox: [mutation(1, [put])], page: { dead } });
    expect(back.put).toMatchObject([{ name: 'again', rev: 0 }]);
  });

  test('a row made here stays while the server says nothing, and goes when it was refused', () => {
    const op: Op = { table: 'clients', id: 'n', op: 'put', value: { name: 'N' } };
    const made = row('n', 0, { name: 'N' });
    const pending = {
      rows: [made],
      shadows: [['n', null]] as [string, null][],
      outbox: [mutation(1, [op])],
    };
    expect(merge(pending).gone).toEqual([]);
    expect(merge({ ...pending, confirmedSeq: 1 }).gone).toEqual(['n']);
  });

  test('a copy from before a fresh start goes with its last pending change', () => {
    const old = row('c', 0, { name: 'A' });
    const { gone } = merge({ ...given, shadows: [['c', old]], confirmedSeq: 1 });
    expect(gone).toEqual(['c']);
  });
});

describe('[SYN-33] a whole part, read at a rev', () => {
  test('what the server does not have goes, unless it is newer than the part', () => {
    const gone = new Set([key('old'), key('new')]);
    const { gone: deleted } = merge({
      rows: [row('old', 5), row('new', 11)],
      snapshot: { rev: 10, gone },
    });
    expect(deleted).toEqual(['old']);
  });

  test('a wrong tombstone gives way to the row', () => {
    const { put, plan } = merge({
      tombs: [['c', 8]],
      page: { rows: [row('c', 5)] },
      snapshot: { rev: 10, gone: new Set() },
    });
    expect(put).toEqual([row('c', 5)]);
    expect(plan.deleteTombs).toEqual([key('c')]);
  });
});

test('[SYN-22] pages in any order and any number of times end the same', () => {
  const version = fc.record({ id: fc.constantFrom('a', 'b'), rev: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(
      fc.array(version, { maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (list, order) => {
        // A rev is one state of a row: either it is there, or odd ones are deletions.
        const play = (versions: typeof list) => {
          const rows = new Map<string, AnyRow>();
          const tombs = new Map<string, number>();
          for (const { id, rev } of versions) {
            const page =
              rev % 3 === 0 ? { dead: [['clients', id, rev] as Dead] } : { rows: [row(id, rev)] };
            const { put, gone, plan } = merge({
              rows: [...rows.values()],
              tombs: [...tombs].map(([name, at]) => [name, at]),
              page,
            });
            for (const one of put) rows.set(one.id, one);
            for (const one of gone) rows.delete(one);
            for (const tomb of plan.putTombs)
              tombs.set(tomb.key.slice('clients:'.length), tomb.rev);
          }
          return [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
        };
        const shuffled = list
          .map((one, index) => ({ one, place: order[index] ?? index }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ one }) => one);
        expect(play([...shuffled, ...list])).toEqual(play(list));
      },
    ),
  );
});
