import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import { insertAll } from '#supabase/tests/database/setup.ts';
import { busyRanges, workAt, type WorkLengths } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import { makeSchedule } from '#domain/availability/schedule.ts';
import { pairsOf } from '#domain/availability/windows.ts';
import { DEFAULT_RULES } from '#domain/business/default-rules.ts';
import type { MinuteRange, Rows, SyncedRow, TableName, Uuid } from '#domain/rows.ts';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import { EMPTY_STAFF } from '#domain/staff/schema.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { anyLengths, id } from './anything.ts';

type Taken = { owner_id: Uuid; start: number; end: number; shareable: boolean };

export const freeTime = (sql: Sql): void => {
  const ids = { business: id(1), ana: id(2), ben: id(3) };
  const zoneName = 'America/New_York';
  const zone = zoneOf(zoneName);
  const firstDay = '2027-03-12';
  const lastDay = '2027-03-16';
  const from = dayStart(zone, dayNumber(firstDay));
  const to = dayStart(zone, dayNumber(lastDay));

  const put = async <T extends TableName>(table: T, rows: Omit<Rows[T], keyof SyncedRow>[]) => {
    const full = rows.map((row, index) => ({
      id:
        table === 'businesses' || table === 'booking_rules' ? ids.business : id(100 + index, table),
      ...row,
      business_id: ids.business,
    }));
    if (full.length > 0) await insertAll(sql, table, full);
  };

  beforeAll(async () => {
    await put('businesses', [
      { ...SAMPLE_BUSINESS, name: 'Mirror', slug: 'mirror', time_zone: zoneName },
    ]);
    await put('booking_rules', [DEFAULT_RULES]);
    await put('staff', [
      { ...EMPTY_STAFF, id: ids.ana, display_name: 'Ana', status: 'active' },
      { ...EMPTY_STAFF, id: ids.ben, display_name: 'Ben', status: 'active' },
    ] as never);
  });

  const person = fc.constantFrom(ids.ana, ids.ben);
  const ranges = fc.uniqueArray(fc.nat(96), { minLength: 0, maxLength: 6 }).map((marks) => {
    const edges = marks.map((mark) => mark * 15).toSorted((a, b) => a - b);
    const pairs: MinuteRange[] = [];
    for (let i = 0; i + 1 < edges.length; i += 2) pairs.push([edges[i]!, edges[i + 1]!]);
    return pairs;
  });
  const week = fc.array(ranges, { minLength: 7, maxLength: 7 });
  const anyDay = fc.integer({ min: -1, max: 5 }).map((offset) => addDays(firstDay, offset));
  const span = fc
    .tuple(fc.integer({ min: -40, max: 400 }), fc.integer({ min: 1, max: 60 }))
    .map(([start, size]) => ({
      starts_at: instantOfMin(from + start * 15),
      ends_at: instantOfMin(from + (start + size) * 15),
    }));
  /** Far to both sides of New York, with clocks that change in these days and that never do. */
  const anyTravel = fc
    .tuple(
      fc.integer({ min: -3, max: 4 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 1, max: 2 }),
      fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Lisbon'),
      fc.constantFrom('America/Los_Angeles', 'Asia/Kolkata'),
      fc.integer({ min: 0, max: 2 }),
    )
    .map(([start, length, pause, first, second, count]) => {
      const last = addDays(firstDay, start + length);
      return [
        { time_zone: first, from_day: addDays(firstDay, start), to_day: last },
        { time_zone: second, from_day: addDays(last, pause), to_day: addDays(last, pause + 1) },
      ].slice(0, count);
    });
  const anyEmployment = fc.tuple(fc.option(anyDay), fc.option(fc.nat(3))).map(([from, length]) => ({
    employed_from: from,
    employed_until: length === null ? null : addDays(from ?? firstDay, length),
  }));
  const anyBook = fc.record({
    shares: fc.boolean(),
    patterns: fc.array(
      fc.record({
        staff_id: person,
        // Some have held for weeks, others begin in the very days that are asked about.
        valid_from: fc.oneof(
          anyDay.map((day) => addDays(day, -20)),
          anyDay,
        ),
        weeks: fc.array(week, { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    exceptions: fc.array(
      fc.record({
        staff_id: fc.option(person),
        on_day: anyDay,
        kind: fc.constantFrom('closed' as const, 'hours' as const),
        ranges,
        note: fc.constant(null),
      }),
      { maxLength: 4 },
    ),
    travel: fc.record({
      [ids.ana]: anyTravel,
      [ids.ben]: anyTravel,
    }),
    employment: fc.record({ [ids.ana]: anyEmployment, [ids.ben]: anyEmployment }),
    timeOff: fc.array(
      fc
        .record({
          staff_id: person,
          span,
          status: fc.constantFrom('approved' as const, 'requested' as const),
        })
        .map(({ span: when, ...rest }) => ({ ...rest, ...when, reason_id: null, note: null })),
      { maxLength: 2 },
    ),
    blocks: fc.array(
      fc
        .record({ staff_id: fc.option(person), span, blocks_online: fc.boolean() })
        .map(({ span: when, ...rest }) => ({
          ...rest,
          ...when,
          all_day: false,
          reason_id: null,
          note: null,
          repeat_id: null,
          repeat_rule: null,
          repeat_detached: false,
        })),
      { maxLength: 3 },
    ),
    visits: fc.array(
      fc.record({
        staff_id: person,
        start: fc.integer({ min: 0, max: 380 }),
        work: anyLengths,
        place: fc.constantFrom('business' as const, 'client' as const),
        status: fc.constantFrom(
          'booked' as const,
          'pending' as const,
          'completed' as const,
          'cancelled' as const,
        ),
      }),
      { maxLength: 6 },
    ),
  });

  test('is the same for the booking page and for the calendar offline', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, async (book) => {
        const { shares, patterns, exceptions, travel, employment, timeOff, blocks, visits } = book;
        for (const table of [
          'appointments',
          'time_blocks',
          'time_off',
          'date_exceptions',
          'work_patterns',
        ]) {
          await sql(`delete from public.${table} where business_id = $1`, [ids.business]);
        }
        await sql('update public.booking_rules set share_buffers = $1 where business_id = $2', [
          shares,
          ids.business,
        ]);
        await put('work_patterns', patterns);
        for (const [staff, trips] of Object.entries(travel)) {
          await sql('update public.staff set travel = $1::jsonb where id = $2', [
            JSON.stringify(trips),
            staff,
          ]);
        }
        for (const [staff, days] of Object.entries(employment)) {
          await sql(
            'update public.staff set employed_from = $1, employed_until = $2 where id = $3',
            [days.employed_from, days.employed_until, staff],
          );
        }
        await put('date_exceptions', exceptions);
        await put('time_off', timeOff);
        await put('time_blocks', blocks);
        const segments = visits.map(({ staff_id, start, work }, index) => ({
          ...work,
          staff_id,
          starts_at: instantOfMin(from + start * 15),
          index,
        }));
        for (const segment of segments) await putVisit(segment, visits[segment.index]!);

        const conflicts = await sql<{ id: Uuid }>(
          'select id from public.appointments where conflict',
        );
        const homeless = new Set(conflicts.map((row) => row.id));
        const taking = segments
          .filter(
            ({ index }) => visits[index]!.status !== 'cancelled' && !homeless.has(visitId(index)),
          )
          .map((segment) =>
            sharingBuffers(workAt(segment, visits[segment.index]!.place), {
              share_buffers: shares,
            }),
          );
        const rows = await sql<{ id: Uuid; free: [number, number][]; buffers: [number, number][] }>(
          `select f.staff_id as id, coalesce((
             select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r) from unnest(f.free) r
           ), '[]') as free, coalesce((
             select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r)
             from unnest(f.for_buffers) r
           ), '[]') as buffers
           from private.free_time($1, $2, $3::uuid[], $4, $5, null, null) f order by f.staff_id`,
          [ids.business, zoneName, [ids.ana, ids.ben], from, to],
        );
        const schedule = makeSchedule({
          zone,
          from,
          to,
          staffIds: [ids.ana, ids.ben],
          patterns,
          exceptions,
          travel: new Map(Object.entries(travel)),
          employment: new Map(Object.entries(employment)),
          timeOff,
          blocks,
          busy: taking,
          online: true,
          sharesBuffers: true,
        });
        expect(rows).toEqual(
          schedule.free(from, to).map((one) => ({
            id: one.id,
            free: pairsOf(one.free),
            buffers: pairsOf(one.for_buffers!),
          })),
        );

        const busy = await sql<Taken>(
          `select owner_id, private.epoch_min(lower(during)) as start,
             private.epoch_min(upper(during)) as end, shareable
           from private.busy_segments order by owner_id, 2, 3`,
        );
        const expected = taking
          .flatMap((segment) =>
            busyRanges(segment).map(([start, end, shareable = false]): Taken => ({
              owner_id: segment.staff_id,
              start,
              end,
              shareable,
            })),
          )
          .toSorted((a, b) =>
            a.owner_id < b.owner_id
              ? -1
              : a.owner_id > b.owner_id
                ? 1
                : a.start - b.start || a.end - b.end,
          );
        expect(busy).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  const visitId = (index: number): Uuid => id(200 + index, 'appointments');
  const putVisit = async (
    { index, ...segment }: WorkLengths & { index: number; staff_id: Uuid; starts_at: string },
    { status, place }: { status: string; place: string },
  ) => {
    const ends = instantOfMin(epochMinOf(segment.starts_at) + segment.duration_min);
    await sql(
      `with made as (
         insert into public.appointments
           (id, business_id, time_zone, starts_at, ends_at, status, ical_uid, location_type)
         values ($1, $2, 'America/New_York', $3::timestamptz, $4::timestamptz, $5, 'x@x', $14)
         returning id
       )
       insert into public.appointment_segments
         (id, business_id, appointment_id, service_name, staff_id, starts_at, ends_at, duration_min, processing_min,
          finishing_min, buffer_before_min, buffer_after_min, processing_bookable)
       select $6, $2, made.id, 'Work', $7, $3::timestamptz, $4::timestamptz, $8, $9, $10, $11, $12, $13 from made`,
      [
        visitId(index),
        ids.business,
        segment.starts_at,
        ends,
        status,
        id(300 + index, 'appointments'),
        segment.staff_id,
        segment.duration_min,
        segment.processing_min,
        segment.finishing_min,
        segment.buffer_before_min,
        segment.buffer_after_min,
        segment.processing_bookable,
        place,
      ],
    );
  };
};
