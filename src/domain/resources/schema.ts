import * as v from 'valibot';
import { day, id, name, optionalText, whole } from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';

export const POOL_QTY_MAX = 20;
const NEEDS_MAX = 5;

export const poolSchema = v.object({ name });

export const resourceSchema = v.pipe(
  v.object({
    pool_id: id,
    name,
    out_from: v.nullable(day),
    out_until: v.nullable(day),
    out_note: optionalText(500),
  }),
  v.forward(
    v.partialCheck(
      [['out_from'], ['out_until']],
      ({ out_from, out_until }) =>
        out_until === null || (out_from !== null && out_until >= out_from),
      'order' satisfies Rule,
    ),
    ['out_until'],
  ),
);

/** What a service needs: no pool twice. */
export const resourceNeedsSchema = v.pipe(
  v.array(v.object({ pool_id: id, qty: whole(1, POOL_QTY_MAX) })),
  v.maxLength(NEEDS_MAX, 'too_many' satisfies Rule),
  v.check(
    (needs) => new Set(needs.map(({ pool_id }) => pool_id)).size === needs.length,
    'duplicate' satisfies Rule,
  ),
);

export type PoolInput = v.InferOutput<typeof poolSchema>;
export type ResourceInput = v.InferOutput<typeof resourceSchema>;
