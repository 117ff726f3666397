import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import { insertAll } from '#supabase/tests/database/setup.ts';
import { busyRanges, rangesMeet, workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import { makeSchedule } from '#domain/availability/schedule.ts';
import { findSlots } from '#domain/availability/slots.ts';
import { DEFAULT_RULES } from '#domain/business/default-rules.ts';
import { assignResources, takenBy } from '#domain/resources/assign.ts';
import type { AppointmentRow, Uuid } from '#domain/rows.ts';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import { EMPTY_STAFF } from '#domain/staff/schema.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { id } from './anything.ts';

type Work = { before?: number; after?: number; processing?: number; finishing?: number };
type Case = {
  name: string;
  first: Work;
  next: Work;
  /** Minutes from the end of the first, as its client sees it, to the start of the next. */
  gap: number;
  place?: AppointmentRow['location_type'];
  /** Whether the next one has room: where buffers are shared, and where they are not. */
  shared: boolean;
  apart: boolean;
};

/** Every visit lasts 60 minutes; the first begins at noon. Both sides are held to these. */
const CASES: Case[] = [
  {
    name: 'two buffers one on the other',
    first: { after: 15 },
    next: { before: 10 },
    gap: 15,
    shared: true,
    apart: false,
  },
  {
    name: 'as far apart as both together',
    first: { after: 15 },
    next: { before: 10 },
    gap: 25,
    shared: true,
    apart: true,
  },
  {
    name: 'a minute less than the longer one',
    first: { after: 15 },
    next: { before: 10 },
    gap: 14,
    shared: false,
    apart: false,
  },
  {
    name: 'the later one needs more',
    first: { after: 5 },
    next: { before: 20 },
    gap: 20,
    shared: true,
    apart: false,
  },
  {
    name: 'a buffer on work',
    first: { after: 15 },
    next: {},
    gap: 10,
    shared: false,
    apart: false,
  },
  {
    name: 'work on a buffer',
    first: {},
    next: { before: 15 },
    gap: 10,
    shared: false,
    apart: false,
  },
  { name: 'no buffers, side by side', first: {}, next: {}, gap: 0, shared: true, apart: true },
  {
    name: 'work on work',
    first: { after: 15 },
    next: { before: 15 },
    gap: -5,
    shared: false,
    apart: false,
  },
  {
    name: 'a visit at the client’s shares nothing',
    first: { after: 15 },
    next: { before: 10 },
    gap: 15,
    place: 'client',
    shared: false,
    apart: false,
  },
  {
    name: 'a buffer right after the colour works',
    first: { processing: 30, after: 15 },
    next: { before: 10 },
    gap: 15,
    shared: true,
    apart: false,
  },
];

/** Which buffers of neighbours may be the same minutes. */
export const sharedBuffers = (sql: Sql): void => {
  const ids = { business: id(900), ana: id(901), pool: id(902), room: id(903), ben: id(904) };
  const zone = zoneOf('UTC');
  const noon = dayStart(zone, dayNumber('2027-03-12')) + 720;

  beforeAll(async () => {
    const own = { business_id: ids.business };
    await insertAll(sql, 'businesses', [
      {
        ...SAMPLE_BUSINESS,
        ...own,
        id: ids.business,
        name: 'Buffers',
        slug: 'mirror-buffers',
        time_zone: 'UTC',
      },
    ]);
    await insertAll(sql, 'booking_rules', [{ ...DEFAULT_RULES, ...own, id: ids.business }]);
    await insertAll(sql, 'staff', [
      { ...EMPTY_STAFF, ...own, id: ids.ana, display_name: 'Ana', status: 'active' },
      { ...EMPTY_STAFF, ...own, id: ids.ben, display_name: 'Ben', status: 'active' },
    ]);
    const shelf = { ...own, name: 'Room', sort_key: 'a', status: 'active' };
    await insertAll(sql, 'resource_pools', [{ ...shelf, id: ids.pool }]);
    await insertAll(sql, 'resources', [
      {
        ...shelf,
        id: ids.room,
        pool_id: ids.pool,
        out_from: null,
        out_until: null,
        out_note: null,
      },
    ]);
    await insertAll(sql, 'work_patterns', [
      {
        ...own,
        id: id(905),
        staff_id: ids.ana,
        valid_from: '2027-01-01',
        weeks: [Array.from({ length: 7 }, () => [[0, 1440]])],
      },
    ]);
  });
  afterEach(() => sql('delete from public.appointments where business_id = $1', [ids.business]));

  const lengths = ({ before = 0, after = 0, processing = 0, finishing = 0 }: Work) => ({
    duration_min: 60,
    processing_min: processing,
    finishing_min: finishing,
    buffer_before_min: before,
    buffer_after_min: after,
    processing_bookable: true,
  });
  const minutesOf = ({ processing = 0, finishing = 0 }: Work) => 60 + processing + finishing;

  /** Stores a visit; answers whether it has no place. */
  const store = async (
    number: number,
    work: Work,
    start: number,
    {
      place = 'business',
      staff,
      needsRoom,
    }: { place?: string | undefined; staff: Uuid; needsRoom: boolean },
  ): Promise<boolean> => {
    const appointment = id(910 + number);
    const own = { business_id: ids.business };
    const when = { starts_at: instantOfMin(start), ends_at: instantOfMin(start + minutesOf(work)) };
    await sql('begin');
    await insertAll(sql, 'appointments', [
      {
        ...own,
        ...when,
        id: appointment,
        time_zone: 'UTC',
        status: 'booked',
        ical_uid: 'x',
        location_type: place,
      },
    ]);
    await insertAll(sql, 'appointment_segments', [
      {
        ...own,
        ...when,
        ...lengths(work),
        id: id(920 + number),
        appointment_id: appointment,
        service_name: 'Work',
        staff_id: staff,
        resource_needs: needsRoom ? [{ pool_id: ids.pool, qty: 1 }] : [],
        resource_ids: [],
        resource_fixed: false,
      },
    ]);
    await sql('commit');
    const [row] = await sql<{ conflict: boolean }>(
      'select conflict from public.appointments where id = $1',
      [appointment],
    );
    return row!.conflict;
  };

  describe.each([true, false])('shared: %s', (share_buffers) => {
    beforeAll(async () => {
      await sql('update public.booking_rules set share_buffers = $1 where business_id = $2', [
        share_buffers,
        ids.business,
      ]);
    });

    test.each(CASES)('$name', async ({ first, next, gap, place, shared, apart }) => {
      const fits = share_buffers ? shared : apart;
      const start = noon + minutesOf(first) + gap;
      const at = (work: Work, from: number) => ({
        ...sharingBuffers(workAt(lengths(work), place ?? 'business'), { share_buffers }),
        staff_id: ids.ana,
        starts_at: instantOfMin(from),
      });
      const [earlier, later] = [at(first, noon), at(next, start)];

      // On the device: what is put down, and what is offered.
      const meets = busyRanges(earlier).some((mine) =>
        busyRanges(later).some((other) => rangesMeet(mine, other)),
      );
      expect(!meets).toBe(fits);
      const schedule = makeSchedule({
        zone,
        from: noon - 600,
        to: noon + 600,
        staffIds: [ids.ana],
        patterns: [
          {
            staff_id: ids.ana,
            valid_from: '2027-01-01',
            weeks: [Array.from({ length: 7 }, () => [[0, 1440] as [number, number]])],
          },
        ],
        exceptions: [],
        timeOff: [],
        blocks: [],
        busy: [earlier],
        online: true,
        sharesBuffers: share_buffers,
      });
      const { starts } = findSlots({
        staff: schedule.free(noon - 600, noon + 600),
        needs: [{ by: [{ staffId: ids.ana, lengths: later }] }],
        zone,
        stepMin: 1 as never,
        maxGapMin: 0,
        from: start,
        to: start + 1,
      });
      expect(starts.length > 0).toBe(fits);

      // On the server: what gets a place, and what a booking page would be given.
      await store(0, first, noon, { place, staff: ids.ana, needsRoom: false });
      const [possible] = await sql<{ fits: boolean }>(
        `select $5::int <@ private.possible_starts(
           jsonb_populate_record(null::private.candidate, $1::jsonb), f.free, f.for_buffers) as fits
         from private.free_time($2, 'UTC', array[$3::uuid], $4, $4 + 1200, null, null) f`,
        [JSON.stringify(later), ids.business, ids.ana, noon - 600, start],
      );
      expect(possible!.fits).toBe(fits);
      expect(await store(1, next, start, { place, staff: ids.ana, needsRoom: false })).toBe(!fits);
    });

    // A colour works in the chair, so a room is taken meanwhile: nothing else differs from people.
    test.each(CASES)(
      'in the only room: $name',
      async ({ first, next, gap, place, shared, apart }) => {
        const fits = share_buffers ? shared : apart;
        const start = noon + minutesOf(first) + gap;
        const at = (work: Work, from: number, resource_ids: Uuid[]) => ({
          ...sharingBuffers(workAt(lengths(work), place ?? 'business'), { share_buffers }),
          starts_at: instantOfMin(from),
          resource_needs: [{ pool_id: ids.pool, qty: 1 }],
          resource_ids,
          resource_fixed: false,
        });
        const book = {
          zone,
          pools: [{ id: ids.pool, name: 'Room', status: 'active' as const }],
          resources: [
            {
              id: ids.room,
              business_id: ids.business,
              pool_id: ids.pool,
              name: 'Room',
              sort_key: 'a',
              status: 'active' as const,
              out_from: null,
              out_until: null,
              out_note: null,
              rev: 1,
              created_at: '',
              updated_at: '',
              created_by: null,
            },
          ],
        };
        const taken = takenBy(at(first, noon, [ids.room]), 'other', false);
        const [assigned] = assignResources([at(next, start, [])], book, taken);
        expect(assigned!.missing.length === 0).toBe(fits);

        await store(0, first, noon, { place, staff: ids.ana, needsRoom: true });
        expect(await store(1, next, start, { place, staff: ids.ben, needsRoom: true })).toBe(!fits);
      },
    );
  });
};
