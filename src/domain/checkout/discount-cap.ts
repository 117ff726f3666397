import { basisPointsOf } from '#domain/money/allocate.ts';
import type { BusinessRow, MembershipRow, Role } from '#domain/rows.ts';
import type { CartLine, Counted } from './cart.ts';
import { isPrepaidLine } from './prepaid.ts';

/** Roles that may be kept from taking off more than so much. Owners never are. */
export const CAPPED_ROLES = [
  'manager',
  'front_desk',
  'practitioner',
  'assistant',
] as const satisfies readonly Role[];

/** The most that somebody may take off a sale, in percent; null = as much as they like. */
export const discountCap = (
  { discount_caps }: Pick<BusinessRow, 'discount_caps'>,
  membership: Pick<MembershipRow, 'role'> | undefined,
): number | null =>
  membership && membership.role !== 'owner' ? (discount_caps?.[membership.role] ?? null) : null;

/** Whether more came off than that, by more than the rounding of each line. SQL asks the same. */
export const isOverCap = (
  { discount_cents, lines }: Counted,
  sold: readonly Pick<CartLine, 'kind'>[],
  cap: number | null,
): boolean => {
  if (cap === null) return false;
  // Nothing comes off money that is put on a card or into a package.
  const price = lines.reduce((sum, { gross_cents }, place) => {
    const kind = sold[place]?.kind;
    return kind && isPrepaidLine(kind) ? sum : sum + gross_cents;
  }, 0);
  return discount_cents > basisPointsOf(price, cap * 100) + lines.length;
};
