import * as v from 'valibot';
import {
  choice,
  colour,
  depositRule,
  durationMin,
  extraMin,
  feeRule,
  flag,
  id,
  idSet,
  name,
  note,
  optionalId,
  optionalName,
  optionalPicture,
  optionalText,
  priceCents,
  whole,
} from '#domain/validation/fields.ts';
import { CAPACITY_MAX } from '#domain/appointments/party.ts';
import { resourceNeedsSchema } from '#domain/resources/schema.ts';
import type { Rule } from '#domain/validation/rules.ts';

export const categorySchema = v.object({
  name,
  image_path: v.optional(optionalPicture, null),
  colour,
  visible_online: flag,
});

const PREP_NOTE_MAX = 2000;

export const serviceSchema = v.object({
  category_id: optionalId,
  name,
  description: note,
  prep_note: v.optional(optionalText(PREP_NOTE_MAX), null),
  image_path: optionalPicture,
  colour,
  visibility: choice(['public', 'link', 'hidden']),
  audience: choice(['all', 'existing', 'new', 'members']),
  location_types: v.pipe(
    v.array(choice(['business', 'client', 'remote', 'phone'])),
    v.minLength(1, 'too_few' satisfies Rule),
    v.transform((list) => [...new Set(list)]),
  ),
  approval: flag,
  pending_blocks_slot: v.optional(v.nullable(flag), null),
  staff_needed: whole(1, 3),
  rebook_after_days: v.nullable(whole(1, 730)),
  patch_test_required: flag,
  patch_test_min_hours: whole(0, 720),
  patch_test_valid_days: whole(1, 730),
  patch_test_enforce: choice(['warn', 'block']),
  // Absent in services that a device stored before there were rooms.
  resource_needs: v.optional(resourceNeedsSchema, []),
  // Absent in services that a device stored before clients booked seats.
  capacity: v.optional(v.nullable(whole(1, CAPACITY_MAX)), null),
  tax_rate_id: v.optional(optionalId, null),
  deposit_rule: v.optional(v.nullable(depositRule), null),
  fee_terms: v.optional(v.nullable(v.object({ late_cancel: feeRule, no_show: feeRule })), null),
  no_commission: v.optional(flag, false),
});

export const PRICE_LABEL_MAX = 40;

export const variantSchema = v.pipe(
  v.object({
    name: optionalName,
    price_kind: choice(['fixed', 'from', 'free', 'varies', 'hidden']),
    price_cents: priceCents,
    price_label: v.optional(optionalText(PRICE_LABEL_MAX), null),
    duration_min: durationMin,
    processing_min: extraMin,
    finishing_min: extraMin,
    buffer_before_min: extraMin,
    buffer_after_min: extraMin,
    processing_bookable: flag,
    for_client: choice(['any', 'new', 'returning']),
    deposit_rule: v.optional(v.nullable(depositRule), null),
  }),
  v.forward(
    v.partialCheck(
      [['price_kind'], ['price_cents']],
      ({ price_kind, price_cents }) => price_kind !== 'free' || price_cents === 0,
      'free_has_price' satisfies Rule,
    ),
    ['price_cents'],
  ),
);

/** Null = the variant's own value. */
export const overrideSchema = v.object({
  staff_id: id,
  variant_id: id,
  offered: flag,
  price_cents: v.nullable(priceCents),
  duration_min: v.nullable(durationMin),
});

export const addOnGroupSchema = v.pipe(
  v.object({ name, service_ids: idSet(500), min_count: whole(0, 20), max_count: whole(1, 20) }),
  v.forward(
    v.partialCheck(
      [['min_count'], ['max_count']],
      ({ min_count, max_count }) => min_count <= max_count,
      'min_above_max' satisfies Rule,
    ),
    ['min_count'],
  ),
);

export const addOnSchema = v.object({
  group_id: id,
  name,
  price_cents: priceCents,
  extra_min: whole(0, 240),
});

export type CategoryInput = v.InferOutput<typeof categorySchema>;
export type ServiceInput = v.InferOutput<typeof serviceSchema>;
export type VariantInput = v.InferOutput<typeof variantSchema>;
export type OverrideInput = v.InferOutput<typeof overrideSchema>;
export type AddOnGroupInput = v.InferOutput<typeof addOnGroupSchema>;
export type AddOnInput = v.InferOutput<typeof addOnSchema>;

export const EMPTY_SERVICE: ServiceInput = {
  category_id: null,
  name: '',
  description: null,
  prep_note: null,
  image_path: null,
  colour: 'teal',
  visibility: 'public',
  audience: 'all',
  location_types: ['business'],
  approval: false,
  pending_blocks_slot: null,
  staff_needed: 1,
  rebook_after_days: null,
  patch_test_required: false,
  patch_test_min_hours: 48,
  patch_test_valid_days: 183,
  patch_test_enforce: 'warn',
  resource_needs: [],
  capacity: null,
  tax_rate_id: null,
  deposit_rule: null,
  fee_terms: null,
  no_commission: false,
};

export const EMPTY_VARIANT: VariantInput = {
  name: '',
  price_kind: 'fixed',
  price_cents: 0,
  price_label: null,
  duration_min: 60,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
  for_client: 'any',
  deposit_rule: null,
};
