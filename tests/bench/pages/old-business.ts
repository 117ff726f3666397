// A business that has been at work for years: what an export has to carry away.
import { DEFAULT_RULES } from '#domain/business/default-rules.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type { Rows, SyncedRow, Uuid } from '#domain/rows.ts';
import { SAMPLE_BUSINESS, SAMPLE_SEGMENT, sampleAppointment } from '#domain/sample-rows.ts';
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
        ...SAMPLE_BUSINESS,
        name: 'Old Salon',
        slug: 'old-salon',
        address: { line1: '1 Main Street', city: 'New York' },
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
      ...NEW_CLIENT,
      first_name: `First${(n * 7919) % clients}`,
      last_name: `Last${(n * 104_729) % clients}`,
      email: `client${n}@mail.example`,
      phone: `+1212555${String(n % 10_000).padStart(4, '0')}`,
      phone_raw: `(212) 555-${String(n % 10_000).padStart(4, '0')}`,
      tags: n % 5 === 0 ? ['regular', 'colour'] : [],
      note: n % 3 === 0 ? 'Likes tea, no small talk, comes by bike when the sun shines.' : null,
    })),
    appointments: many(visits, (n) => ({
      ...base(id(6, n), 5 + n),
      ...sampleAppointment(id(6, n), {
        starts_at: instant(startsAt(n)),
        ends_at: instant(startsAt(n) + 5_400_000),
      }),
      client_id: id(5, n % clients),
      status: n < visits * AHEAD ? 'booked' : 'completed',
      client_note:
        n % 4 === 0 ? 'Could we do it a little shorter than the last time, please?' : null,
    })),
    appointment_segments: many(visits * 2, (n) => {
      const visit = n >> 1;
      const from = startsAt(visit) + (n % 2) * 2_700_000;
      return {
        ...base(id(7, n), 5 + visit),
        ...SAMPLE_SEGMENT,
        appointment_id: id(6, visit),
        position: n % 2,
        variant_id: id(4, n % 20),
        service_name: `Service ${n % 20}`,
        staff_id: id(2, visit % PEOPLE),
        starts_at: instant(from),
        ends_at: instant(from + 2_700_000),
      };
    }),
  };
};
