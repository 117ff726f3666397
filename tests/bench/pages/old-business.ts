// A business that has been at work for years: what an export has to carry away.
import { DEFAULT_RULES } from '#domain/business/schema.ts';
import { EMPTY_CLIENT } from '#domain/clients/schema.ts';
import type { Rows, SyncedRow, Uuid } from '#domain/rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { EMPTY_STAFF } from '#domain/staff/schema.ts';

const DAY_MS = 86_400_000;
const PEOPLE = 8;
/** Of ten visits so many lie ahead, as in a business that is booked for some weeks. */
const AHEAD = 0.04;

const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
const id = (kind: number, n: number): Uuid =>
  `018f0000-0000-7${String(kind).padStart(3, '0')}-8000-${String(n).padStart(12, '0')}`;

/** Clients, 1.7 visits for each with two pieces of work, and the little that goes with them. */
export const oldBusiness = (
  userId: Uuid,
  businessId: Uuid,
  clients: number,
): { [T in keyof Rows]?: Rows[T][] } => {
  const now = Date.now();
  const base = (rowId: Uuid, rev: number): SyncedRow => ({
    id: rowId,
    business_id: businessId,
    rev,
    created_at: instant(now - 900 * DAY_MS),
    updated_at: instant(now - 30 * DAY_MS),
    created_by: userId,
  });
  const many = <T>(count: number, make: (n: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const visits = Math.round(clients * 1.7);
  const startsAt = (n: number): number => {
    const day = n < visits * AHEAD ? 1 + (n % 60) : -1 - (n % 900);
    const today = now - (now % DAY_MS);
    return today + day * DAY_MS + (9 * 4 + (n % 36)) * 900_000;
  };
  return {
    businesses: [
      {
        ...base(businessId, 1),
        name: 'Old Salon',
        slug: 'old-salon',
        logo_path: null,
        brand_colour: '#0f766e',
        email: null,
        phone: null,
        address: { line1: '1 Main Street', city: 'New York' },
        country_code: 'US',
        currency: 'USD',
        time_zone: 'America/New_York',
        locale: 'en-US',
        week_start: 1,
        time_format: 'h12',
        onboarding_state: 'done',
        booking_enabled: true,
        paused_message: null,
        privacy_text: null,
      },
    ],
    booking_rules: [{ ...base(businessId, 1), ...DEFAULT_RULES }],
    memberships: [
      {
        ...base(id(1, 1), 1),
        user_id: userId,
        email: 'owner@salon.example',
        role: 'owner',
        custom_permissions: {},
        status: 'active',
        invitation_expires_at: null,
        ownership_offered_until: null,
      },
    ],
    staff: many(PEOPLE, (n) => ({
      ...base(id(2, n), 2),
      ...EMPTY_STAFF,
      display_name: `Person ${n}`,
      rank: n,
      status: 'active',
    })),
    services: many(20, (n) => ({
      ...base(id(3, n), 3),
      ...EMPTY_SERVICE,
      name: `Service ${n}`,
      sort_key: `a${n}`,
      status: 'active',
    })),
    service_variants: many(20, (n) => ({
      ...base(id(4, n), 3),
      ...EMPTY_VARIANT,
      service_id: id(3, n),
      price_cents: 1_000 * (n + 1),
      sort_key: 'V',
      status: 'active',
    })),
    clients: many(clients, (n) => ({
      ...base(id(5, n), 4),
      ...EMPTY_CLIENT,
      first_name: `First${(n * 7919) % clients}`,
      last_name: `Last${(n * 104_729) % clients}`,
      email: `client${n}@mail.example`,
      phone: `+1212555${String(n % 10_000).padStart(4, '0')}`,
      phone_raw: `(212) 555-${String(n % 10_000).padStart(4, '0')}`,
      tags: n % 5 === 0 ? ['regular', 'colour'] : [],
      note: n % 3 === 0 ? 'Likes tea, no small talk, comes by bike when the sun shines.' : null,
      merged_into: null,
      status: 'active',
    })),
    appointments: many(visits, (n) => ({
      ...base(id(6, n), 5 + n),
      client_id: id(5, n % clients),
      source: 'staff',
      location_type: 'business',
      address: null,
      time_zone: 'America/New_York',
      starts_at: instant(startsAt(n)),
      ends_at: instant(startsAt(n) + 5_400_000),
      status: n < visits * AHEAD ? 'booked' : 'completed',
      confirmation: 'none',
      client_note:
        n % 4 === 0 ? 'Could we do it a little shorter than the last time, please?' : null,
      staff_note: null,
      policy_version: null,
      reschedule_count: 0,
      cancel_by: null,
      cancel_reason: null,
      cancelled_at: null,
      cancel_late: false,
      ical_uid: `${id(6, n)}@daybook.app`,
      ical_sequence: 0,
      arrived_at: null,
      started_at: null,
      finished_at: null,
      conflict: false,
      overlap_accepted: false,
      series_id: null,
      series_index: null,
      series_detached: false,
    })),
    appointment_segments: many(visits * 2, (n) => {
      const visit = n >> 1;
      const from = startsAt(visit) + (n % 2) * 2_700_000;
      return {
        ...base(id(7, n), 5 + visit),
        appointment_id: id(6, visit),
        position: n % 2,
        variant_id: id(4, n % 20),
        service_name: `Service ${n % 20}`,
        add_on_ids: [],
        staff_id: id(2, visit % PEOPLE),
        any_staff: false,
        starts_at: instant(from),
        ends_at: instant(from + 2_700_000),
        duration_min: 45,
        processing_min: 0,
        finishing_min: 0,
        buffer_before_min: 0,
        buffer_after_min: 0,
        travel_before_min: 0,
        travel_after_min: 0,
        processing_bookable: true,
        price_kind: 'fixed',
        price_cents: 6_000,
      };
    }),
  };
};
