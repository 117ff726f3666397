import { DEFAULT_RULES } from '#domain/business/default-rules.ts';
import { messageDue } from '#domain/messages/due.ts';
import type { BookingRulesRow, FormRow, Instant } from '#domain/rows.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import type { Zone } from '#domain/time/zone.ts';

/**
 * From when on clients are asked for a form that has a time of its own before or after the visit; null = it
 * has none, or one that follows from the payment. `private.form_due` is the same rule.
 */
export const askedFrom = (
  { wanted, offset_min }: Pick<FormRow, 'wanted' | 'offset_min'>,
  visit: { starts_at: Instant; ends_at: Instant },
  rules: Pick<BookingRulesRow, 'quiet_from_min' | 'quiet_to_min'> | undefined,
  zone: Zone,
): EpochMin | null => {
  if (offset_min === null || (wanted !== 'before' && wanted !== 'after')) return null;
  const quiet = {
    quiet_from_min: rules?.quiet_from_min ?? DEFAULT_RULES.quiet_from_min,
    quiet_to_min: rules?.quiet_to_min ?? DEFAULT_RULES.quiet_to_min,
  };
  return messageDue({ side: wanted, offsetMin: offset_min }, visit, quiet, zone);
};
