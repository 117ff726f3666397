import type { ServiceVariantRow, Uuid } from '#domain/rows.ts';
import { EMPTY_VARIANT } from '#domain/services/schema.ts';
import type { VariantInput } from '#domain/services/schema.ts';
import type { VariantEdit } from '#db/commands/save-service.ts';
import { changedFields } from '#ui/changed-fields.ts';
import { depositEntry, depositRuleOf } from '#ui/deposit-entry.ts';
import type { FeeEntry } from '#ui/fee-entry.ts';

/** A variant in the editor; numbers are null while a field is empty. */
export type VariantValues = {
  /** null until it is saved for the first time. */
  id: Uuid | null;
  /** Tells new ones apart on the screen. */
  key: string;
  deposit_rule: FeeEntry;
} & {
  [K in Exclude<keyof VariantInput, 'deposit_rule'>]: VariantInput[K] extends number
    ? number | null
    : VariantInput[K];
};

export const valuesOf = (variant: ServiceVariantRow): VariantValues => ({
  id: variant.id,
  key: variant.id,
  name: variant.name,
  price_kind: variant.price_kind,
  price_cents: variant.price_cents,
  price_label: variant.price_label ?? null,
  duration_min: variant.duration_min,
  processing_min: variant.processing_min,
  finishing_min: variant.finishing_min,
  buffer_before_min: variant.buffer_before_min,
  buffer_after_min: variant.buffer_after_min,
  processing_bookable: variant.processing_bookable,
  for_client: variant.for_client,
  deposit_rule: depositEntry(variant.deposit_rule),
});

/** A new variant; a second one begins as a copy of the first, because they differ in little. */
export const newVariant = (key: string, like?: VariantValues): VariantValues => ({
  ...(like ?? { ...EMPTY_VARIANT, price_cents: null, deposit_rule: depositEntry(null) }),
  id: null,
  key,
  name: '',
});

/** What the command needs: of known variants only what changed, of new ones everything. */
export const variantEdits = (
  before: readonly VariantValues[],
  now: readonly VariantValues[],
): VariantEdit[] =>
  now.map((values) => {
    const known = before.find(({ id }) => id !== null && id === values.id);
    const {
      id: _id,
      key: _key,
      deposit_rule,
      ...changed
    } = known ? changedFields(known, values) : values;
    return {
      id: values.id,
      // A field left empty is for the schema to refuse.
      values: {
        ...changed,
        ...(deposit_rule && { deposit_rule: depositRuleOf(deposit_rule) }),
      } as VariantEdit['values'],
    };
  });

/** Whether there is more to a variant's time than its length. */
export const hasTimeBlocks = (values: VariantValues): boolean =>
  [
    values.processing_min,
    values.finishing_min,
    values.buffer_before_min,
    values.buffer_after_min,
  ].some((minutes) => minutes !== 0);
