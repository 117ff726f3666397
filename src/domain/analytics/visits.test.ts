import { describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { BookRow, BookRows } from './facts.ts';
import type { Period } from './period.ts';
import { MARCH, NONE, NOON, ask, bookOf, sampleRows, visit, visits } from './test-rows.ts';

describe('visits', () => {
  test('what was cancelled, missed, asked for or is still to come was not kept', () => {
    const appointments = visits(
      {},
      { status: 'booked' },
      { status: 'cancelled', cancel_late: true, cancel_by: 'client' },
      { status: 'no_show' },
      { status: 'pending' },
      { status: 'declined' },
      { status: 'booked', starts_at: '2026-03-30T16:00:00+00:00' },
      { client_id: null },
    );
    expect(ask(bookOf({ ...NONE, appointments }), MARCH).now.visits).toMatchObject({
      booked: 6,
      kept: 3,
      coming: 1,
      cancelled: 1,
      late: 1,
      byClient: 1,
      noShows: 1,
      clients: 1,
      walkIns: 1,
    });
  });

  test('a client is new once, comes back by another visit, and is one person after a merge', () => {
    const appointments = visits(
      { client_id: 'ann', starts_at: '2026-01-10T16:00:00+00:00' },
      { client_id: 'ann' },
      { client_id: 'bob' },
      { client_id: 'bob', starts_at: '2026-04-20T16:00:00+00:00', status: 'booked' },
      { client_id: 'cleo' },
      { client_id: 'cleo', starts_at: '2026-04-20T16:00:00+00:00', status: 'cancelled' },
    );
    const before: Period = { from: '2026-01-01', to: '2026-01-31' };
    const rows = { ...NONE, appointments };
    expect(ask(bookOf(rows), MARCH, { before }).now.visits).toMatchObject({
      clients: 3,
      newClients: 2,
      rebooked: 1,
      before: 1,
      stayed: 1,
    });
    expect(ask(bookOf(rows, [['ann', 'cleo']]), MARCH).now.visits).toMatchObject({
      clients: 2,
      newClients: 1,
      stayed: null,
    });
  });

  test('a class counts its seats, and the work of who leads it once', () => {
    const appointments = [{ ...visit, client_id: null, capacity: 8 }];
    const seat = { appointment_id: 'visit', seats: 1 };
    const rows: BookRows = {
      ...NONE,
      appointments,
      attendees: [
        { ...seat, id: 'a', client_id: 'ann', seats: 2, state: 'attended' },
        { ...seat, id: 'b', client_id: 'bob', state: 'no_show' },
        { ...seat, id: 'c', client_id: 'cleo', state: 'cancelled' },
      ],
      appointment_segments: [
        {
          appointment_id: 'visit',
          staff_id: 'mia',
          starts_at: NOON,
          duration_min: 50,
          processing_min: 30,
          finishing_min: 10,
          price_cents: 1500,
        },
      ],
    };
    const { visits: kept, hours } = ask(bookOf(rows), MARCH).now;
    expect(kept).toMatchObject({ booked: 3, kept: 1, noShows: 1, cancelled: 1, keptCents: 3000 });
    expect(hours).toMatchObject([{ booked: 60, processing: 30, open: 0, visits: 1 }]);
  });

  test('hours are open unless somebody is away or blocked, also on the day the clocks change', () => {
    const rows = sampleRows(1);
    const day = { from: '2026-03-08', to: '2026-03-08' };
    const openOf = (more: Partial<BookRows>) =>
      ask(bookOf({ ...rows, ...more }), day).now.hours.map(({ open }) => open);
    expect(openOf({})).toEqual([600, 600]);
    const span = { starts_at: '2026-03-08T16:00:00+00:00', ends_at: '2026-03-08T18:00:00+00:00' };
    expect(
      openOf({
        time_blocks: [{ staff_id: null, ...span }],
        time_off: [{ staff_id: 'mia', ...span, status: 'requested' }],
      }),
    ).toEqual([480, 480]);
    expect(openOf({ time_off: [{ staff_id: 'mia', ...span, status: 'approved' }] })).toEqual([
      480, 600,
    ]);
  });

  test('who was archived had open hours to their last day, or until they last worked', () => {
    const rows = sampleRows(1);
    const appointments = visits({});
    const segment = {
      appointment_id: 'v0',
      starts_at: NOON,
      duration_min: 45,
      processing_min: 0,
      finishing_min: 0,
      price_cents: 6000,
    };
    const openOf = (leo: Partial<BookRow<'staff'>>, worker: Uuid) => {
      const staff = [rows.staff[0]!, { ...rows.staff[1]!, ...leo }];
      const appointment_segments = [{ ...segment, staff_id: worker }];
      const book = bookOf({ ...rows, staff, appointments, appointment_segments });
      return ask(book, MARCH).now.hours.map(({ open }) => open);
    };
    expect(openOf({}, 'mia')).toEqual([18_600, 18_600]);
    expect(openOf({ status: 'archived' }, 'mia')).toEqual([18_600]);
    expect(openOf({ status: 'archived' }, 'leo')).toEqual([18_600, 6000]);
    const employed_until = '2026-03-20';
    expect(openOf({ status: 'archived', employed_until }, 'leo')).toEqual([18_600, 12_000]);
  });

  test('who came first in a month, and who of them came again within 90 days', () => {
    const appointments = visits(
      { client_id: 'ann', starts_at: '2025-12-10T16:00:00+00:00' },
      { client_id: 'ann', starts_at: '2026-01-10T16:00:00+00:00' },
      { client_id: 'bob', starts_at: '2025-12-11T16:00:00+00:00' },
      { client_id: 'bob', starts_at: '2026-03-20T16:00:00+00:00' },
      { client_id: 'cleo', starts_at: '2026-03-01T16:00:00+00:00' },
      // Two services that were booked one by one: that is no coming again.
      { client_id: 'cleo', starts_at: '2026-03-01T18:00:00+00:00' },
      { client_id: 'old', starts_at: '2024-01-01T16:00:00+00:00' },
    );
    const { cohorts } = ask(bookOf({ ...NONE, appointments }), MARCH);
    expect(cohorts).toHaveLength(12);
    expect(cohorts.filter(({ clients }) => clients > 0)).toEqual([
      { month: '2025-12-01', clients: 2, again: 1, isOver: false },
      { month: '2026-03-01', clients: 1, again: 0, isOver: false },
    ]);
    expect(cohorts[0]).toMatchObject({ month: '2025-04-01', isOver: true });
  });
});
