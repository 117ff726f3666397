import type {
  AddOnRow,
  AppointmentSegmentRow,
  PriceKind,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  StaffServiceOverrideRow,
  Uuid,
} from '#domain/rows.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';

type Variant = WorkLengths & Pick<ServiceVariantRow, 'price_kind' | 'price_cents'>;
type Override = Pick<StaffServiceOverrideRow, 'offered' | 'price_cents' | 'duration_min'>;
type AddOn = Pick<AddOnRow, 'price_cents' | 'extra_min'>;

/** What one person asks for a variant with add-ons: frozen into the segment when it is booked. */
export type Offer = WorkLengths & Pick<AppointmentSegmentRow, 'price_kind' | 'price_cents'>;

/** Lengths and price of a variant as one person does it, add-ons included in the work. */
export const offerOf = (
  variant: Variant,
  override: Override | undefined,
  addOns: readonly AddOn[] = [],
): Offer => {
  const extraMin = addOns.reduce((sum, addOn) => sum + addOn.extra_min, 0);
  const extraCents = addOns.reduce((sum, addOn) => sum + addOn.price_cents, 0);
  return {
    duration_min: (override?.duration_min ?? variant.duration_min) + extraMin,
    processing_min: variant.processing_min,
    finishing_min: variant.finishing_min,
    buffer_before_min: variant.buffer_before_min,
    buffer_after_min: variant.buffer_after_min,
    processing_bookable: variant.processing_bookable,
    price_kind: priceKindWith(variant.price_kind, extraCents),
    price_cents: (override?.price_cents ?? variant.price_cents) + extraCents,
  };
};

/** Staff who do a variant: active, bookable, and not taken off it. */
export const staffFor = (
  variantId: Uuid,
  staff: readonly Pick<StaffRow, 'id' | 'status' | 'bookable'>[],
  overrides: readonly Pick<StaffServiceOverrideRow, 'staff_id' | 'variant_id' | 'offered'>[],
): Uuid[] => {
  const refused = new Set(
    overrides
      .filter((override) => override.variant_id === variantId && !override.offered)
      .map((override) => override.staff_id),
  );
  return staff
    .filter(({ id, status, bookable }) => status === 'active' && bookable && !refused.has(id))
    .map(({ id }) => id);
};

/** The frozen name of a segment: `Haircut` or `Colour – long hair`. */
export const segmentName = (
  service: Pick<ServiceRow, 'name'>,
  variant: Pick<ServiceVariantRow, 'name'>,
): string => (variant.name.trim() === '' ? service.name : `${service.name} – ${variant.name}`);

/** A free service with a paid add-on is no longer free. */
const priceKindWith = (kind: PriceKind, extraCents: number): PriceKind =>
  kind === 'free' && extraCents > 0 ? 'fixed' : kind;
