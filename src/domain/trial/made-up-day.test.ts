import { expect, test } from 'vitest';
import type { ServiceRow, ServiceVariantRow, StaffRow } from '#domain/rows.ts';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { EMPTY_STAFF } from '#domain/staff/schema.ts';
import { madeUpDay } from './made-up-day.ts';

const BORN = {
  business_id: 'salon',
  rev: 1,
  created_at: '2027-01-01T00:00:00+00:00',
  updated_at: '2027-01-01T00:00:00+00:00',
  created_by: 'me',
};
const service = (id: string, more: Partial<ServiceRow> = {}): ServiceRow => ({
  ...BORN,
  ...EMPTY_SERVICE,
  id,
  name: `Service ${id}`,
  sort_key: id,
  status: 'active',
  ...more,
});
const variant = (id: string, more: Partial<ServiceVariantRow> = {}): ServiceVariantRow => ({
  ...BORN,
  ...EMPTY_VARIANT,
  id: `${id}-variant`,
  service_id: id,
  sort_key: id,
  status: 'active',
  ...more,
});
const person = (id: string, more: Partial<StaffRow> = {}): StaffRow => ({
  ...BORN,
  ...EMPTY_STAFF,
  id,
  membership_id: null,
  display_name: id,
  rank: 0,
  status: 'active',
  ...more,
});

const BOOK = {
  business: { ...BORN, ...SAMPLE_BUSINESS, id: 'salon' },
  staff: [person('ana'), person('ben'), person('gone', { status: 'archived' })],
  services: [
    service('cut'),
    service('class', { capacity: 8 }),
    service('old', { status: 'archived' }),
  ],
  variants: [
    variant('cut', { duration_min: 45, price_cents: 6000 }),
    variant('class'),
    variant('old'),
  ],
};
/** Noon in New York. */
const NOON = '2027-03-09T17:00:00+00:00';

const made = (book: Parameters<typeof madeUpDay>[0] = BOOK) => {
  let count = 0;
  return madeUpDay(book, { now: NOON, userId: 'me', newId: () => `made-${(count += 1)}` });
};

test('everybody who works has a full day on the business’s own menu, and nobody is real', () => {
  const { clients, appointments, appointment_segments: segments } = made();
  expect(new Set(segments.map(({ staff_id }) => staff_id))).toEqual(new Set(['ana', 'ben']));
  expect(new Set(segments.map(({ variant_id }) => variant_id))).toEqual(new Set(['cut-variant']));
  expect(appointments.length).toBeGreaterThan(10);
  expect(clients.every(({ last_name }) => last_name === 'Sample')).toBe(true);
  expect(clients.every(({ email, phone }) => email === null && phone === null)).toBe(true);
  const known = new Set(clients.map(({ id }) => id));
  expect(appointments.every(({ client_id }) => known.has(client_id ?? ''))).toBe(true);
});

test('nobody is in two places, and the day is today by the business’s clock', () => {
  const { appointment_segments: segments } = made();
  for (const who of ['ana', 'ben']) {
    const own = segments
      .filter(({ staff_id }) => staff_id === who)
      .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
    for (const [at, segment] of own.entries()) {
      const next = own[at + 1];
      if (next) expect(segment.ends_at <= next.starts_at).toBe(true);
    }
    // Nine to six in New York.
    expect(own[0]?.starts_at).toBe('2027-03-09T14:00:00+00:00');
    expect(own.at(-1)!.ends_at <= '2027-03-09T23:00:00+00:00').toBe(true);
  }
});

test('what is over is done, what is to come is booked', () => {
  const { appointments } = made();
  for (const { starts_at, ends_at, status } of appointments) {
    const wanted = ends_at <= NOON ? 'completed' : starts_at <= NOON ? 'in_service' : 'booked';
    expect([starts_at, status]).toEqual([starts_at, wanted]);
  }
  expect(new Set(appointments.map(({ status }) => status)).size).toBeGreaterThan(1);
});

test('a service that takes all day does not take the day from the others', () => {
  const book = {
    ...BOOK,
    services: [service('all-day'), ...BOOK.services],
    variants: [variant('all-day', { duration_min: 480 }), ...BOOK.variants],
  };
  expect(made(book).appointments).toHaveLength(made().appointments.length);
});

test('without a menu there is nothing to show', () => {
  expect(made({ ...BOOK, variants: [] }).appointments).toEqual([]);
});
