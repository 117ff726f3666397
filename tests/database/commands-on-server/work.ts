import type { Uuid } from '#domain/rows.ts';

/** Who comes, who works, and what is done. */
export type Booked = { ada: Uuid; ben: Uuid; variant: Uuid; mask: Uuid };

/** One piece of work of a visit. */
export const workOf =
  ({ variant, mask }: Booked) =>
  (staffId: Uuid, startsAt: string) => ({
    variant_id: variant,
    service_name: 'Cut',
    add_on_ids: [mask],
    staff_id: staffId,
    any_staff: false,
    starts_at: startsAt,
    duration_min: 55,
    processing_min: 20,
    finishing_min: 10,
    buffer_before_min: 0,
    buffer_after_min: 5,
    travel_before_min: 0,
    travel_after_min: 0,
    processing_bookable: true,
    price_kind: 'fixed' as const,
    price_cents: 7500,
  });
