import { instantMs } from '#domain/time/instant.ts';
import { rowKey, type Mutation, type Op } from './op.ts';

/** Changes of one field within this time travel as one; longer and undo would lose steps that a person remembers. */
const COALESCE_WINDOW_MS = 10_000;

/**
 * The ops of two mutations as one, or null when they must stay apart. Only for the last outbox
 * entry while it has never been sent: an entry that may be on its way is never touched.
 */
export const coalesce = (
  tail: Pick<Mutation, 'name' | 'at' | 'base_rev' | 'ops'>,
  next: Pick<Mutation, 'name' | 'at' | 'base_rev' | 'ops'>,
): Op[] | null => {
  if (tail.name !== next.name || tail.base_rev !== next.base_rev) return null;
  const apartMs = instantMs(next.at) - instantMs(tail.at);
  if (!(apartMs >= 0 && apartMs <= COALESCE_WINDOW_MS)) return null;
  if (!onlyPatches(tail.ops) || !onlyPatches(next.ops)) return null;
  const before = new Map(tail.ops.map((op) => [rowKey(op.table, op.id), op]));
  const after = new Map(next.ops.map((op) => [rowKey(op.table, op.id), op]));
  if (before.size !== tail.ops.length || after.size !== next.ops.length) return null;
  if (before.size !== after.size) return null;
  const merged: Op[] = [];
  for (const [key, op] of before) {
    const later = after.get(key);
    if (later === undefined) return null;
    merged.push({ ...op, value: { ...op.value, ...later.value } });
  }
  return merged;
};

const onlyPatches = (ops: readonly Op[]): boolean =>
  ops.length > 0 && ops.every((op) => op.op === 'patch');
