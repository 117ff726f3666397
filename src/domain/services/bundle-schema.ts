import * as v from 'valibot';
import { choice, id, name, note, priceCents, whole } from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';

/** As many as one visit may have. */
export const BUNDLE_MAX_PARTS = 10;

/** A bundle as it is on the menu: at least two services, none twice, and one kind of price. */
export const bundleSchema = v.pipe(
  v.object({
    name,
    description: note,
    visibility: choice(['public', 'link', 'hidden']),
    variant_ids: v.pipe(
      v.array(id),
      v.minLength(2, 'too_few' satisfies Rule),
      v.maxLength(BUNDLE_MAX_PARTS, 'too_many' satisfies Rule),
      v.check((ids) => new Set(ids).size === ids.length, 'duplicate' satisfies Rule),
    ),
    price_mode: choice(['fixed', 'percent', 'amount', 'hidden']),
    price_cents: priceCents,
    percent_bp: v.nullable(whole(1, 10_000)),
  }),
  v.forward(
    v.partialCheck(
      [['price_mode'], ['percent_bp']],
      ({ price_mode, percent_bp }) => (price_mode === 'percent') === (percent_bp !== null),
      'required' satisfies Rule,
    ),
    ['percent_bp'],
  ),
);

export type BundleInput = v.InferOutput<typeof bundleSchema>;

export const EMPTY_BUNDLE: BundleInput = {
  name: '',
  description: null,
  visibility: 'public',
  variant_ids: [],
  price_mode: 'fixed',
  price_cents: 0,
  percent_bp: null,
};
