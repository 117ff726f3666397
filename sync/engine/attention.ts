/** SYN-13: a refusal that the server stored no item for becomes one here, as our own mutation. */
import type { AnyRow, AttentionKind } from '#domain/rows.ts';
import type { Mutation, NewRow } from '#domain/commands/op.ts';
import { putOp, rowKey } from '#domain/commands/op.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { StoreTx } from '../ports.ts';
import type { Deps } from './deps.ts';

const RAISE = 'attention.raise';

const KINDS: Readonly<Record<string, AttentionKind>> = {
  deleted: 'deleted',
  not_found: 'deleted',
  not_allowed: 'permission',
  slot_taken: 'slot_taken',
  stale: 'stale_field',
};

export const raiseAttention = async (
  tx: StoreTx,
  deps: Deps,
  offsetMs: number,
  refused: Mutation,
  code: string,
): Promise<void> => {
  const [op] = refused.ops;
  if (op === undefined) return;
  if (refused.name === RAISE) {
    // Nobody is left to tell: an item about an item would come back for ever.
    deps.log('error', 'an attention item was refused', { code });
    return;
  }
  const device = await tx.meta('device');
  const [shown] = await tx.rows(op.table, [op.id]);
  const [shadow] = await tx.shadows([rowKey(op.table, op.id)]);
  // Later changes of ours may be on the row already: those are not theirs.
  const theirs = shadow === undefined ? shown : (shadow.row ?? undefined);
  const mine = op.value ?? {};
  const item: NewRow<'attention_items'> = {
    id: deps.random.newId(),
    business_id: deps.store.businessId,
    entity: op.table,
    entity_id: op.id,
    kind: KINDS[code] ?? 'validation',
    mine,
    theirs: pick(theirs, Object.keys(mine)),
    mutation_name: `refused ${refused.name}`,
    device_id: device?.client_id ?? null,
    state: 'open',
    resolved_at: null,
  };
  await tx.record({
    name: RAISE,
    ops: [putOp('attention_items', item)],
    at: toInstant(deps.clock.nowMs() + offsetMs),
  });
};

const pick = (row: AnyRow | undefined, fields: string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, row?.[field] ?? null]));
