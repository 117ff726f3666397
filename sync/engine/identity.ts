/** SYN-15: who this device is to the server. */
import { renumber } from '../core/batch.ts';
import type { OutboxEntry, StoreTx } from '../ports.ts';

/**
 * Another identity: numbers from 1, the same ids. `seen` = base_rev, where it is not what it was. What
 * the server may have under its old number stays as it was sent (SYN-6): its id says that it is known.
 */
export const renumberOutbox = async (
  tx: StoreTx,
  clientId: string,
  seen?: (entry: OutboxEntry) => number,
): Promise<OutboxEntry[]> => {
  const before = await tx.outbox();
  const sentSeq = (await tx.meta('device'))?.sent_seq ?? 0;
  const entries = renumber(before, seen);
  await tx.clearOutbox();
  await tx.putEntries(entries);
  await tx.putMeta({
    key: 'device',
    v: 1,
    client_id: clientId,
    next_seq: entries.length + 1,
    sent_seq: before.filter(({ seq }) => seq <= sentSeq).length,
  });
  return entries;
};
