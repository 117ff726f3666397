import type { Mutation } from '#domain/commands/op.ts';

/** Larger batches make one transaction hold the business's clock for too long. */
export const BATCH_MAX_MUTATIONS = 100;
/** Larger requests are refused by gateways. */
export const BATCH_MAX_BYTES = 256 * 1024;

/**
 * SYN-11: the entries to send next: from the front, without gaps. One entry always fits, however
 * large: the server must have its say about it. `limit` shrinks after a 413.
 */
export const nextBatch = <M extends Mutation>(
  entries: readonly M[],
  limit = BATCH_MAX_MUTATIONS,
): M[] => {
  const batch: M[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const previous = batch.at(-1);
    if (previous !== undefined && entry.seq !== previous.seq + 1) break;
    bytes += JSON.stringify(entry).length;
    if (batch.length > 0 && (batch.length >= limit || bytes > BATCH_MAX_BYTES)) break;
    batch.push(entry);
  }
  return batch;
};

/**
 * Numbers the entries from 1, in their order: what a new `client_id` needs. Ids stay, so nothing
 * happens twice. `seen` = what the person had seen, when the server's numbers are not what they were.
 */
export const renumber = <M extends Mutation>(
  entries: readonly M[],
  seen: (entry: M) => number = (entry) => entry.base_rev,
): M[] => entries.map((entry, index) => ({ ...entry, seq: index + 1, base_rev: seen(entry) }));
