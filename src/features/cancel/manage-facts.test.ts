import { describe, expect, test } from 'vitest';
import { epochMinOf } from '#domain/time/epoch.ts';
import { freeForMove, needsOf, placeLines, staffNamesOf, standingOf } from './manage-facts.ts';
import { statusFixture } from './status-fixture.ts';
import type { AppointmentStatus } from '#domain/rows.ts';

const withStatus = (status: AppointmentStatus, startsAt?: string) => {
  const made = statusFixture({}, startsAt);
  return { ...made, appointment: { ...made.appointment, status } };
};

describe('where an appointment stands', () => {
  test.each([
    ['booked', undefined, 'booked'],
    ['pending', undefined, 'requested'],
    ['cancelled', undefined, 'cancelled'],
    ['declined', undefined, 'declined'],
    ['expired', undefined, 'declined'],
    ['completed', '2026-11-20T15:00:00+00:00', 'past'],
    ['no_show', '2026-11-20T15:00:00+00:00', 'past'],
    ['arrived', '2026-11-21T12:30:00+00:00', 'past'],
    ['booked', '2026-11-21T12:00:00+00:00', 'past'],
    ['pending', '2026-11-21T11:00:00+00:00', 'past'],
  ] as const)('%s at %s is %s by the clock of the server', (status, startsAt, standing) => {
    expect(standingOf(withStatus(status, startsAt))).toBe(standing);
  });
});

test('its own time, with its buffers, counts as free for moving it', () => {
  const status = statusFixture();
  const start = epochMinOf(status.appointment.starts_at);
  const staff = [
    { id: 'mara', free: [start + 75, start + 200] },
    { id: 'theo', free: [start, start + 60] },
  ];
  const known = {
    staff,
    resources: [{ id: 'chair', pool_id: 'chairs', free: [start + 75, start + 200] }],
  };
  expect(freeForMove(known, status)).toEqual({
    staff: [
      { id: 'mara', free: [start - 10, start + 200] },
      { id: 'theo', free: [start, start + 60] },
    ],
    resources: known.resources,
  });
  const inChair: typeof status = {
    ...status,
    resources: [{ id: 'chair', free: [start - 10, start + 75] }],
  };
  expect(freeForMove(known, inChair).resources).toEqual([
    { id: 'chair', pool_id: 'chairs', free: [start - 10, start + 200] },
  ]);
});

test('where neighbours share their buffers, its own are free for buffers alone', () => {
  const made = statusFixture();
  const status: typeof made = {
    ...made,
    needs: made.needs.map((by) => by.map((one) => ({ ...one, shares_buffers: true }))),
    resources: [
      { id: 'chair', free: [0, 60] },
      { id: 'chair', free: [60, 75], is_shareable: true },
    ],
  };
  const start = epochMinOf(status.appointment.starts_at);
  const after = [start + 75, start + 200];
  const known = {
    staff: [{ id: 'mara', free: after, for_buffers: [start + 60, start + 200] }],
    resources: [{ id: 'chair', pool_id: 'chairs', free: [75, 200], for_buffers: [60, 200] }],
  };
  expect(freeForMove(known, status)).toEqual({
    staff: [
      {
        id: 'mara',
        free: [start, start + 60, ...after],
        for_buffers: [start - 10, start + 200],
      },
    ],
    resources: [{ id: 'chair', pool_id: 'chairs', free: [0, 60, 75, 200], for_buffers: [0, 200] }],
  });
});

test('what moving needs is who could do each part', () => {
  expect(needsOf(statusFixture())[0]?.by[0]).toMatchObject({
    staffId: 'mara',
    lengths: { duration_min: 60, buffer_after_min: 15 },
  });
});

test('a business that hides its people names nobody', () => {
  const hidden = statusFixture({ staff: [{ id: 'mara', display_name: '' }] });
  expect(staffNamesOf(hidden, { staff_id: 'mara' })).toBeNull();
  expect(staffNamesOf(statusFixture(), { staff_id: 'mara' })).toBe('Mara Lindqvist');
});

test.each([
  ['business', ['Studio Lumen', '214 Court Street', 'Brooklyn, NY 11201']],
  ['client', ['At your address']],
  ['remote', ['Online']],
  ['phone', ['By phone']],
] as const)('a place of kind %s reads %j', (location_type, lines) => {
  const status = statusFixture();
  expect(placeLines({ ...status, appointment: { ...status.appointment, location_type } })).toEqual(
    lines,
  );
});

test('the holder of the link of a visit reads where it is', () => {
  const status = statusFixture();
  const address = { line1: '12 Elm Street', city: 'Queens', postal_code: '11375' };
  const visit = { ...status.appointment, location_type: 'client' as const, address };
  expect(placeLines({ ...status, appointment: visit })).toEqual(['12 Elm Street', 'Queens, 11375']);
});

describe('a service that two people do at the same time', () => {
  const made = statusFixture({
    staff: [
      { id: 'mara', display_name: 'Mara Lindqvist' },
      { id: 'theo', display_name: 'Theo Okafor' },
    ],
  });
  const [segment] = made.appointment.segments;
  const status: typeof made = {
    ...made,
    appointment: { ...made.appointment, segments: [{ ...segment!, helper_ids: ['theo'] }] },
    needs: made.needs.map((by) =>
      by.map((one) => ({ ...one, people: 2, helpers: ['mara', 'theo'] })),
    ),
  };

  test('names both', () => {
    expect(staffNamesOf(status, status.appointment.segments[0]!)).toBe(
      'Mara Lindqvist and Theo Okafor',
    );
  });

  test('needs both at another time, and the time of both is its own', () => {
    expect(needsOf(status)).toMatchObject([{ people: 2, helpers: ['mara', 'theo'] }]);
    const start = epochMinOf(status.appointment.starts_at);
    const staff = ['mara', 'theo'].map((id) => ({ id, free: [] }));
    expect(freeForMove({ staff, resources: [] }, status).staff).toEqual([
      { id: 'mara', free: [start - 10, start + 75] },
      { id: 'theo', free: [start - 10, start + 75] },
    ]);
  });
});
