import { isVisited } from '#domain/appointments/visit-area.ts';
import { isBlank } from '#domain/forms/blank.ts';
import type { FieldIssue } from '#domain/errors/result.ts';
import type { AddressText } from '#domain/text/address-form.ts';
import type { PublicProfile } from '#remote/public-booking.ts';

/** Longest lines that the server takes. */
export const ADDRESS_LIMITS: Readonly<Record<keyof AddressText, number>> = {
  line1: 200,
  line2: 200,
  city: 120,
  region: 120,
  postal_code: 20,
};

/** What is wrong with the address of a visit, in the order of the form; empty when somebody can come. */
export const addressIssues = (
  address: AddressText,
  { rules }: Pick<PublicProfile, 'rules'>,
): (FieldIssue & { field: keyof AddressText })[] => {
  const areas = rules.visit_postal_codes ?? [];
  const needed: readonly (keyof AddressText)[] =
    areas.length > 0 ? ['line1', 'city', 'postal_code'] : ['line1', 'city'];
  const lines = Object.keys(ADDRESS_LIMITS) as (keyof AddressText)[];
  const issues = lines.flatMap((field) => {
    const text = address[field].trim();
    if (isBlank(text)) return needed.includes(field) ? [{ field, rule: 'required' }] : [];
    return text.length > ADDRESS_LIMITS[field] ? [{ field, rule: 'too_long' }] : [];
  });
  const isOutside = address.postal_code.trim() !== '' && !isVisited(areas, address.postal_code);
  return isOutside ? [...issues, { field: 'postal_code', rule: 'outside_area' }] : issues;
};
