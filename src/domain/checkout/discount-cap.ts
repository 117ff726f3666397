import { basisPointsOf } from '#domain/money/allocate.ts';
import type { BusinessRow, MembershipRow, Role } from '#domain/rows.ts';
import type { Counted } from './cart.ts';

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
  { subtotal_cents, discount_cents, lines }: Counted,
  cap: number | null,
): boolean =>
  cap !== null && discount_cents > basisPointsOf(subtotal_cents, cap * 100) + lines.length;
