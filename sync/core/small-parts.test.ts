import { describe, expect, test } from 'vitest';
import type { Mutation } from '#domain/commands/op.ts';
import { around, backoffMs } from './backoff.ts';
import { BATCH_MAX_BYTES, nextBatch, renumber } from './batch.ts';
import { learnOffset } from './clock-offset.ts';
import { differingParts, partOf, rowHash } from './digest.ts';
import { readAnswer } from './wire.ts';

const mutation = (seq: number, size = 0): Mutation => ({
  id: `m${seq}`,
  seq,
  name: 'client.edit',
  at: '',
  base_rev: seq,
  ops: [{ table: 'clients', id: 'c', op: 'patch', value: { note: 'x'.repeat(size) } }],
});
const seqs = (list: Mutation[]) => list.map(({ seq }) => seq);

describe('[SYN-43] backoff', () => {
  test('full jitter, from a second doubling to a minute', () => {
    const ceilings = [0, 1, 2, 5, 6, 7, 99].map((attempt) => backoffMs(attempt, 0.999999, null));
    expect(ceilings).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000]);
    expect(backoffMs(7, 0, null)).toBe(0);
  });

  test('the server may ask for more, never for less than its wish', () => {
    expect(backoffMs(0, 0, 5000)).toBe(5000);
    expect(backoffMs(9, 0.5, 2000)).toBe(2500);
  });

  test('[SYN-48] shared periods are spread by a fifth each way', () => {
    expect([around(1000, 0), around(1000, 0.5), around(1000, 1)]).toEqual([800, 1000, 1200]);
  });
});

describe('[SYN-11] batches', () => {
  test('a hundred at most, in order, none left out', () => {
    const many = Array.from({ length: 130 }, (_, index) => mutation(index + 1));
    expect(seqs(nextBatch(many))).toEqual(seqs(many.slice(0, 100)));
    expect(seqs(nextBatch(many, 3))).toEqual([1, 2, 3]);
  });

  test('a gap ends the batch', () => {
    expect(seqs(nextBatch([mutation(4), mutation(5), mutation(7)]))).toEqual([4, 5]);
  });

  test('bytes end it too, but one always goes, however large', () => {
    const large = BATCH_MAX_BYTES * 0.6;
    expect(seqs(nextBatch([mutation(1, large), mutation(2, large), mutation(3)]))).toEqual([1]);
    expect(seqs(nextBatch([mutation(1, BATCH_MAX_BYTES * 2), mutation(2)]))).toEqual([1]);
  });

  test('[SYN-15] a new identity numbers from 1 and keeps ids and what was seen', () => {
    expect(renumber([mutation(8), mutation(9)])).toMatchObject([
      { id: 'm8', seq: 1, base_rev: mutation(8).base_rev },
      { id: 'm9', seq: 2, base_rev: mutation(9).base_rev },
    ]);
  });

  test('[SYN-16] in another epoch somebody says anew what was seen', () => {
    expect(renumber([mutation(8)], () => 0)).toMatchObject([{ id: 'm8', seq: 1, base_rev: 0 }]);
  });
});

describe('[SYN-26] the clock', () => {
  const sample = (serverMs: number, tripMs = 100) => ({ sentMs: 0, receivedMs: tripMs, serverMs });

  test('learns the difference to the middle of the request', () => {
    expect(learnOffset(0, sample(3_600_050))).toBe(3_600_000);
  });

  test('does not follow the noise of the network', () => {
    expect(learnOffset(0, sample(200))).toBe(0);
    expect(learnOffset(0, sample(9_000, 20_000))).toBe(0);
  });

  test('an answer without a readable time teaches nothing', () => {
    expect(learnOffset(42, sample(Number.NaN))).toBe(42);
  });
});

describe('[SYN-33] the digest', () => {
  const id = '018f0000-0000-7000-8000-0123456789ab';

  test('is the arithmetic of the server', () => {
    // select ('x' || '0123456789ab')::bit(48)::bigint # ((7 * 2654435761) & 281474976710655)
    expect(rowHash({ id, rev: 7 })).toBe(0x0123456789abn ^ 18581050327n);
    expect(rowHash({ id, rev: 0 })).toBe(0x0123456789abn);
  });

  test('counts and sums whatever the order', () => {
    const rows = [
      { id, rev: 1 },
      { id, rev: 2 },
    ];
    expect(partOf('all', rows)).toEqual(partOf('all', rows.toReversed()));
    expect(partOf('all', [])).toEqual(['all', 0, '0']);
  });

  test('names the parts that differ; empty and absent are the same', () => {
    expect(
      differingParts(
        [
          ['2026-01', 1, '5'],
          ['2026-02', 0, '0'],
          ['2026-03', 2, '9'],
          ['2026-04', 1, '1'],
        ],
        [
          ['2026-01', 1, '5'],
          ['2026-03', 2, '8'],
        ],
      ),
    ).toEqual(['2026-03', '2026-04']);
  });
});

describe('reading answers', () => {
  const pull = {
    ok: true,
    epoch: 'e',
    cursor: 3,
    head: 3,
    more: false,
    tables: { clients: [], spaceships: [] },
    dead: [['spaceships', 'x', 1]],
    last_seq: 0,
    server_time: '2026-11-21T09:00:00+00:00',
  };

  test('[SYN-47] tables of a newer server are left out', () => {
    expect(readAnswer('sync_pull', pull)).toMatchObject({ tables: { clients: [] }, dead: [] });
  });

  test.each([
    ['no object', 'hello'],
    ['a number as text', { ...pull, cursor: '3' }],
    ['no rows', { ...pull, tables: [] }],
    ['no time', { ...pull, server_time: undefined }],
    ['a refusal without code', { ok: false }],
  ])('what is no answer is none: %s', (_what, body) => {
    expect(readAnswer('sync_pull', body)).toBeNull();
  });

  test('a refusal is an answer', () => {
    expect(readAnswer('sync_push', { ok: false, code: 'reset' })).toMatchObject({ code: 'reset' });
  });
});
