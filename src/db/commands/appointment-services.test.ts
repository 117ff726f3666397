import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { AppointmentSegmentRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import {
  at,
  errorOf,
  openSalon,
  putAppointment,
  putRows,
  segmentOf,
  valueOf,
} from '../test-rows.ts';
import { changeServices, type WantedSegment } from './appointment-services.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await putAppointment(db, 'a1', [
    segmentOf('g1', 'ana', at('18:00')),
    segmentOf('g2', 'ben', at('18:45')),
  ]);
});
afterEach(() => db.close());

const parts = async () =>
  (
    await db.rows('appointment_segments').where('appointment_id').equals('a1').sortBy('position')
  ).map(
    ({ service_name, staff_id, starts_at, ends_at, price_cents }) =>
      [service_name, staff_id, starts_at, ends_at, price_cents] as const,
  );
const visit = async () => must(await db.rows('appointments').get('a1'), 'the visit');
const wantedOf = async (): Promise<WantedSegment[]> => {
  const rows = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .equals('a1')
    .sortBy('position');
  return rows.map(inputOf);
};
const inputOf = (row: AppointmentSegmentRow): WantedSegment => ({
  id: row.id,
  variant_id: row.variant_id,
  service_name: row.service_name,
  add_on_ids: row.add_on_ids,
  staff_id: row.staff_id,
  any_staff: row.any_staff,
  starts_at: row.starts_at,
  duration_min: row.duration_min,
  processing_min: row.processing_min,
  finishing_min: row.finishing_min,
  buffer_before_min: row.buffer_before_min,
  buffer_after_min: row.buffer_after_min,
  travel_before_min: 0,
  travel_after_min: 0,
  processing_bookable: row.processing_bookable,
  price_kind: row.price_kind,
  price_cents: row.price_cents,
});

describe('what is done in a visit that is booked', () => {
  test('grows by a service, loses one and changes another as one change, and comes back', async () => {
    const before = await parts();
    const [first, second] = await wantedOf();
    const added = { ...first!, id: null, service_name: 'Beard', starts_at: at('19:30') };
    const done = valueOf(
      await changeServices(db, 'a1', [
        { ...second!, staff_id: 'ana', price_cents: 100 },
        { ...added, starts_at: at('19:30') },
      ]),
    );
    expect(await db.outbox.count()).toBe(1);
    expect(await parts()).toEqual([
      ['Haircut', 'ana', at('18:45'), at('19:30'), 100],
      ['Beard', 'ana', at('19:30'), at('20:15'), before[0]![4]],
    ]);
    expect(await visit()).toMatchObject({
      starts_at: at('18:45'),
      ends_at: at('20:15'),
      ical_sequence: 1,
      reschedule_count: 0,
    });
    valueOf(await done.undo());
    expect(await parts()).toEqual(before);
    expect(await visit()).toMatchObject({ starts_at: at('18:00'), ends_at: at('19:30') });
    // What was deleted comes back under another name.
    expect(await db.rows('appointment_segments').get('g1')).toBeUndefined();
  });

  test('sends only what differs', async () => {
    const [first, second] = await wantedOf();
    valueOf(await changeServices(db, 'a1', [first!, { ...second!, price_cents: 1 }]));
    const [entry] = await db.outbox.toArray();
    expect(entry?.ops).toEqual([
      { table: 'appointment_segments', id: 'g2', op: 'patch', value: { price_cents: 1 } },
    ]);
  });

  test('does not grow over somebody else unless that is meant', async () => {
    await putAppointment(db, 'a2', [segmentOf('g3', 'ben', at('19:30'))]);
    const all = await wantedOf();
    const more = [...all, { ...all[1]!, id: null, starts_at: at('19:30') }];
    expect(await changeServices(db, 'a1', more)).toMatchObject({
      error: { code: 'overlap', rows: ['appointments:a2'] },
    });
    const done = valueOf(await changeServices(db, 'a1', more, { acceptOverlap: true }));
    expect(await visit()).toMatchObject({ overlap_accepted: true });
    valueOf(await done.undo());
    expect(await visit()).toMatchObject({ overlap_accepted: false });
  });

  test('is not undone into a place that somebody else has by now', async () => {
    const [first] = await wantedOf();
    const done = valueOf(await changeServices(db, 'a1', [first!]));
    await putAppointment(db, 'a2', [segmentOf('g3', 'ben', at('19:00'))]);
    expect(errorOf(await done.undo())?.code).toBe('overlap');
  });

  test('is not nothing, and not changed once it is over', async () => {
    expect(errorOf(await changeServices(db, 'a1', []))?.code).toBe('invalid');
    const all = await wantedOf();
    await db.rows('appointments').update('a1', { status: 'completed' });
    expect(errorOf(await changeServices(db, 'a1', all))?.code).toBe('illegal_transition');
    expect(errorOf(await changeServices(db, 'nowhere', all))?.code).toBe('not_found');
  });

  test('what joins gets a room, what was there keeps its own and what it needed then', async () => {
    await putRows(db, 'resource_pools', [
      { id: 'rooms', name: 'Rooms', sort_key: 'a', status: 'active' },
    ]);
    for (const [id, sort_key] of [
      ['r1', 'a'],
      ['r2', 'b'],
    ] as const) {
      const free = { out_from: null, out_until: null, out_note: null };
      await putRows(db, 'resources', [
        { id, pool_id: 'rooms', name: id, sort_key, status: 'active', ...free },
      ]);
    }
    await db.rows('services').update('s-cut', { resource_needs: [{ pool_id: 'rooms', qty: 1 }] });
    const all = await wantedOf();
    valueOf(
      await changeServices(db, 'a1', [...all, { ...all[0]!, id: null, starts_at: at('19:30') }]),
    );
    const rows = await db
      .rows('appointment_segments')
      .where('appointment_id')
      .equals('a1')
      .sortBy('position');
    expect(rows.map(({ resource_ids }) => resource_ids ?? [])).toEqual([[], [], ['r1']]);
  });
});
