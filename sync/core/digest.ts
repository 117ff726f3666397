/** The fingerprint that device and server compare (SPEC.md, sync_digest). */
import type { AnyRow } from '#domain/rows.ts';
import type { DigestPart } from './wire.ts';

const LOW_48 = (1n << 48n) - 1n;
const SPREAD = 2654435761n;

/** For a fixed id, different revs give different values (an odd factor is one-to-one modulo 2^48). */
export const rowHash = (row: Pick<AnyRow, 'id' | 'rev'>): bigint =>
  BigInt(`0x${row.id.slice(-12)}`) ^ ((BigInt(row.rev) * SPREAD) & LOW_48);

export const partOf = (part: string, rows: Iterable<Pick<AnyRow, 'id' | 'rev'>>): DigestPart => {
  let count = 0;
  let sum = 0n;
  for (const row of rows) {
    count += 1;
    sum += rowHash(row);
  }
  return [part, count, sum.toString()];
};

/** The parts of `ours` that the server has differently; a part that one side lacks counts as empty. */
export const differingParts = (
  ours: readonly DigestPart[],
  theirs: readonly DigestPart[],
): string[] => {
  const known = new Map(theirs.map(([part, count, hash]) => [part, `${count}/${hash}`]));
  return ours
    .filter(([part, count, hash]) => (known.get(part) ?? '0/0') !== `${count}/${hash}`)
    .map(([part]) => part);
};
