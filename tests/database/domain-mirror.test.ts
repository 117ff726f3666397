import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { busyRanges, resourceRange } from '#domain/appointments/busy.ts';
import { APPOINTMENT_STATUSES, TRANSITIONS, blocksTime } from '#domain/appointments/status.ts';
import { makeSchedule } from '#domain/availability/schedule.ts';
import { resourceStarts } from '#domain/availability/pools.ts';
import { planAt } from '#domain/availability/slots.ts';
import { pairsOf, windowsOf } from '#domain/availability/windows.ts';
import { DEFAULT_RULES } from '#domain/business/schema.ts';
import { PERMISSIONS, PRESETS } from '#domain/permissions/presets.ts';
import type { MinuteRange, Rows, SyncedRow, TableName, Uuid } from '#domain/rows.ts';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import { EMPTY_STAFF } from '#domain/staff/schema.ts';
import { TIME_OFF_STEPS } from '#domain/staff/time-off.ts';
import { RESERVED_SLUGS } from '#domain/text/slug.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { dayStart, wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { assignResources } from '#domain/resources/assign.ts';
import { freeResources } from '#domain/resources/free.ts';
import { BOOT_TIMEOUT_MS, startTestBackend } from '../harness/backend.ts';
import type { TestBackend } from '../harness/backend.ts';

/**
 * Rules that exist twice, because devices must know them offline and the server must not trust
 * devices: whoever changes one side hears of the other here.
 */
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
}, BOOT_TIMEOUT_MS);
afterAll(() => backend.stop());

const sql = <Row extends Record<string, unknown>>(text: string, params: unknown[] = []) =>
  backend.sql<Row>(text, params);

describe('tables of rules', () => {
  test('the life of an appointment', async () => {
    const rows = await sql<{ from_status: string; to_status: string }>(
      'select from_status, to_status from private.appointment_transitions',
    );
    const ours = APPOINTMENT_STATUSES.flatMap((from) =>
      TRANSITIONS[from].map((to) => `${from} ${to}`),
    );
    expect(
      rows.map(({ from_status, to_status }) => `${from_status} ${to_status}`).toSorted(),
    ).toEqual(ours.toSorted());
  });

  test('the life of time off', async () => {
    const rows = await sql<{ from_status: string; to_status: string }>(
      'select from_status, to_status from private.time_off_transitions',
    );
    const ours = Object.entries(TIME_OFF_STEPS).flatMap(([from, steps]) =>
      steps.map((to) => `${from} ${to}`),
    );
    expect(
      rows.map(({ from_status, to_status }) => `${from_status} ${to_status}`).toSorted(),
    ).toEqual(ours.toSorted());
  });

  test('which statuses take time', async () => {
    for (const status of APPOINTMENT_STATUSES) {
      for (const pendingBlocks of [true, false]) {
        const [row] = await sql<{ kind: string }>('select private.place_kind($1) as kind', [
          status,
        ]);
        const blocks = row?.kind === 'taken' || (row?.kind === 'asked' && pendingBlocks);
        expect(`${status} ${blocks}`).toBe(`${status} ${blocksTime(status, pendingBlocks)}`);
      }
    }
  });

  test('what roles may do', async () => {
    const rows = await sql<{ role: string; permission: string; scope: string }>(
      'select role, permission, scope from private.role_permissions',
    );
    const ours = Object.entries(PRESETS).flatMap(([role, preset]) =>
      PERMISSIONS.flatMap((name) => (preset[name] ? [`${role} ${name} ${preset[name]}`] : [])),
    );
    expect(
      rows.map(({ role, permission, scope }) => `${role} ${permission} ${scope}`).toSorted(),
    ).toEqual(ours.toSorted());
  });
});

describe('names of booking pages', () => {
  test('the same words are reserved', async () => {
    const [row] = await sql<{ prosrc: string }>(
      `select prosrc from pg_proc where proname = 'is_reserved_slug'`,
    );
    const theirs = [...(row?.prosrc ?? '').matchAll(/'([a-z-]+)'/g)].map((match) => match[1]);
    expect(theirs.toSorted()).toEqual([...RESERVED_SLUGS].toSorted());
  });
});

describe('local time', () => {
  const zones = [
    'America/New_York',
    'Europe/London',
    'Europe/Dublin',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'America/Santiago',
    'Africa/Cairo',
    'America/Havana',
    'Antarctica/Troll',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
  ];
  const changes = [
    '2027-03-14',
    '2027-11-07',
    '2027-03-28',
    '2027-10-31',
    '2027-10-03',
    '2027-04-04',
    '2027-09-26',
    '2027-09-05',
    '2027-04-03',
    '2027-04-30',
    '2027-10-28',
    '2027-06-01',
  ];

  test('becomes the same instants around every change of the clocks', async () => {
    const cases = zones.flatMap((zone) =>
      changes.flatMap((day) =>
        [0, 15, 90, 105, 120, 135, 150, 165, 180, 225, 1410, 1440].map((minute) => ({
          zone,
          day,
          minute,
        })),
      ),
    );
    const rows = await sql<{ at: number }>(
      `select private.epoch_min(private.local_to_instant(c.day, c.minute, c.zone)) as at
       from jsonb_to_recordset($1::jsonb) c (zone text, day date, minute int, place int)
       order by c.place`,
      [JSON.stringify(cases.map((one, place) => ({ ...one, place })))],
    );
    const ours = cases.map(
      ({ zone, day, minute }) =>
        `${zone} ${day} ${minute} ${wallToEpoch(zoneOf(zone), dayNumber(day), minute)}`,
    );
    expect(
      cases.map(({ zone, day, minute }, place) => `${zone} ${day} ${minute} ${rows[place]?.at}`),
    ).toEqual(ours);
  });
});

describe('free time', () => {
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
    if (full.length === 0) return;
    const columns = Object.keys(full[0]!)
      .map((name) => `"${name}"`)
      .join(', ');
    await sql(
      `insert into public.${table} (${columns})
       select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
      [JSON.stringify(full)],
    );
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
  const lengths = fc.record({
    duration_min: fc.integer({ min: 1, max: 12 }).map((n) => n * 5),
    processing_min: fc.constantFrom(0, 0, 20, 35),
    finishing_min: fc.constantFrom(0, 10),
    buffer_before_min: fc.constantFrom(0, 5),
    buffer_after_min: fc.constantFrom(0, 10),
    processing_bookable: fc.boolean(),
  });
  const anyBook = fc.record({
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
        work: lengths,
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
      fc.asyncProperty(anyBook, async ({ patterns, exceptions, timeOff, blocks, visits }) => {
        for (const table of [
          'appointments',
          'time_blocks',
          'time_off',
          'date_exceptions',
          'work_patterns',
        ]) {
          await sql(`delete from public.${table} where business_id = $1`, [ids.business]);
        }
        await put('work_patterns', patterns);
        await put('date_exceptions', exceptions);
        await put('time_off', timeOff);
        await put('time_blocks', blocks);
        const segments = visits.map(({ staff_id, start, work }, index) => ({
          ...work,
          staff_id,
          starts_at: instantOfMin(from + start * 15),
          index,
        }));
        for (const segment of segments) await putVisit(segment, visits[segment.index]!.status);

        const conflicts = await sql<{ id: Uuid }>(
          'select id from public.appointments where conflict',
        );
        const homeless = new Set(conflicts.map((row) => row.id));
        const taking = segments.filter(
          ({ index }) => visits[index]!.status !== 'cancelled' && !homeless.has(visitId(index)),
        );
        const rows = await sql<{ staff_id: Uuid; free: [number, number][] }>(
          `select f.staff_id, coalesce((
             select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r) from unnest(f.free) r
           ), '[]') as free
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
          timeOff,
          blocks,
          busy: taking,
          online: true,
        });
        expect(rows.map(({ staff_id, free }) => ({ id: staff_id, free }))).toEqual(
          schedule.free(from, to).map((one) => ({ id: one.id, free: pairsOf(one.free) })),
        );

        const busy = await sql<{ owner_id: Uuid; start: number; end: number }>(
          `select owner_id, private.epoch_min(lower(during)) as start, private.epoch_min(upper(during)) as end
           from private.busy_segments order by owner_id, 2`,
        );
        const expected = taking
          .flatMap((segment) =>
            busyRanges(segment).map(([start, end]) => ({ owner_id: segment.staff_id, start, end })),
          )
          .toSorted((a, b) =>
            a.owner_id < b.owner_id ? -1 : a.owner_id > b.owner_id ? 1 : a.start - b.start,
          );
        expect(busy).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  const visitId = (index: number): Uuid => id(200 + index, 'appointments');
  const putVisit = async (
    {
      index,
      ...segment
    }: {
      index: number;
      staff_id: Uuid;
      starts_at: string;
      duration_min: number;
      processing_min: number;
      finishing_min: number;
      buffer_before_min: number;
      buffer_after_min: number;
      processing_bookable: boolean;
    },
    status: string,
  ) => {
    const ends = instantOfMin(epochMinOf(segment.starts_at) + segment.duration_min);
    await sql(
      `with made as (
         insert into public.appointments (id, business_id, time_zone, starts_at, ends_at, status, ical_uid)
         values ($1, $2, 'America/New_York', $3::timestamptz, $4::timestamptz, $5, 'x@x') returning id
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
      ],
    );
  };
});

describe('plans of several services', () => {
  const staffIds = [id(1), id(2), id(3)];
  const lengths = fc.record({
    duration_min: fc.integer({ min: 1, max: 12 }).map((n) => n * 5),
    processing_min: fc.constantFrom(0, 0, 20),
    finishing_min: fc.constantFrom(0, 10),
    buffer_before_min: fc.constantFrom(0, 5),
    buffer_after_min: fc.constantFrom(0, 10),
    processing_bookable: fc.boolean(),
  });
  const windows = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 2, max: 40 })),
    { minLength: 1, maxLength: 4 },
  );
  const anyRequest = fc.record({
    free: fc.array(windows, { minLength: 3, maxLength: 3 }),
    needs: fc.array(fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    }),
    work: fc.array(lengths, { minLength: 9, maxLength: 9 }),
    maxGapMin: fc.constantFrom(0, 5, 15),
  });

  test('are the same wherever they are made', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ free, needs, work, maxGapMin }) => {
        const staff = staffIds.map((staffId, index) => ({
          id: staffId,
          free: windowsOf(free[index]!.map(([start, size]) => [start * 5, (start + size) * 5])),
        }));
        const request = needs.map((people, item) => ({
          by: people.map((person) => ({
            staffId: staffIds[person]!,
            lengths: work[item * 3 + person]!,
          })),
        }));
        const candidates = request.flatMap(({ by }, item) =>
          by.map((one) => ({ item: item + 1, staff_id: one.staffId, ...one.lengths })),
        );
        const starts = Array.from({ length: 80 }, (_, index) => index * 5);
        const rows = await sql<{ plan: { staffId: Uuid; start: number }[] | null }>(
          `select (
             select jsonb_agg(jsonb_build_object('staffId', (p.candidate).staff_id, 'start', p.start_min))
             from unnest(private.plan_items(
               (select array_agg(c) from jsonb_populate_recordset(null::private.candidate, $1::jsonb) c),
               $2::uuid[], $3::text[]::int4multirange[], $4, t.start)) p
           ) as plan
           from unnest($5::int[]) with ordinality t (start, place) order by place`,
          [
            JSON.stringify(candidates),
            staffIds,
            staff.map(
              (one) =>
                `{${pairsOf(one.free)
                  .map(([a, b]) => `[${a},${b})`)
                  .join()}}`,
            ),
            maxGapMin,
            starts,
          ],
        );
        const ours = starts.map((start) => planAt({ staff, needs: request, maxGapMin }, start));
        expect(rows.map(({ plan }) => plan)).toEqual(ours);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

describe('rooms and chairs', () => {
  const zoneName = 'America/New_York';
  const zone = zoneOf(zoneName);
  const firstDay = '2027-03-12';
  const from = dayStart(zone, dayNumber(firstDay));
  const to = dayStart(zone, dayNumber('2027-03-16'));
  const business = id(50);
  const staff = [1, 2, 3, 4].map((number) => id(50 + number));
  const pools = [id(61), id(62)];
  const resourceIds = [71, 72, 73, 74].map((number) => id(number));
  const poolOf = (index: number) => pools[index < 3 ? 0 : 1]!;

  beforeAll(async () => {
    await sql(
      `insert into public.businesses (id, business_id, name, slug, time_zone)
       values ($1, $1, 'Rooms', 'mirror-rooms', $2)`,
      [business, zoneName],
    );
    await sql('insert into public.booking_rules (id, business_id) values ($1, $1)', [business]);
    await sql(
      `insert into public.staff (id, business_id, display_name, colour)
       select s, $1, 'Somebody', 'teal' from unnest($2::uuid[]) s`,
      [business, staff],
    );
    await sql(
      `insert into public.resource_pools (id, business_id, name, sort_key)
       select p, $1, 'Pool', 'a' from unnest($2::uuid[]) p`,
      [business, pools],
    );
  });

  const lengths = fc.record({
    duration_min: fc.integer({ min: 1, max: 12 }).map((n) => n * 5),
    processing_min: fc.constantFrom(0, 0, 20, 35),
    finishing_min: fc.constantFrom(0, 10),
    buffer_before_min: fc.constantFrom(0, 5),
    buffer_after_min: fc.constantFrom(0, 10),
    processing_bookable: fc.boolean(),
  });
  const someNeeds = fc
    .tuple(fc.constantFrom(0, 1, 1, 2), fc.constantFrom(0, 0, 1))
    .map((counts) =>
      counts.flatMap((qty, index) => (qty > 0 ? [{ pool_id: pools[index]!, qty }] : [])),
    );
  const offset = fc.option(fc.integer({ min: -1, max: 4 }));
  const anyRooms = fc.record({
    rooms: fc.array(
      fc.record({
        out: fc.tuple(offset, fc.option(fc.nat(2))),
        status: fc.constantFrom('active' as const, 'active' as const, 'archived' as const),
        sort: fc.constantFrom('a', 'B', 'b'),
      }),
      { minLength: 4, maxLength: 4 },
    ),
    visits: fc.array(
      fc.record({
        start: fc.integer({ min: 0, max: 60 }),
        work: lengths,
        needs: someNeeds,
        wish: fc.subarray(resourceIds, { maxLength: 2 }),
        fixed: fc.boolean(),
        accepted: fc.constantFrom(false, false, true),
      }),
      { maxLength: 5 },
    ),
    asked: fc.tuple(lengths, someNeeds),
  });

  test('are given out, missed and offered the same by device and server', async () => {
    await fc.assert(
      fc.asyncProperty(anyRooms, async ({ rooms, visits, asked }) => {
        await sql('delete from public.appointments where business_id = $1', [business]);
        await sql('delete from public.resources where business_id = $1', [business]);
        const rows = rooms.map(({ out: [start, days], status, sort }, index) => {
          const out_from = start === null ? null : addDays(firstDay, start);
          return {
            id: resourceIds[index]!,
            business_id: business,
            pool_id: poolOf(index),
            name: `Room ${index}`,
            out_from,
            out_until: out_from === null || days === null ? null : addDays(out_from, days),
            out_note: null,
            sort_key: sort,
            status,
            rev: 1,
            created_at: '',
            updated_at: '',
            created_by: null,
          };
        });
        await sql(
          `insert into public.resources (id, business_id, pool_id, name, out_from, out_until, sort_key, status)
           select r.id, r.business_id, r.pool_id, r.name, r.out_from, r.out_until, r.sort_key, r.status
           from jsonb_to_recordset($1::jsonb) r (id uuid, business_id uuid, pool_id uuid, name text,
             out_from date, out_until date, sort_key text, status text)`,
          [JSON.stringify(rows)],
        );
        const book = {
          zone,
          pools: pools.map((pool) => ({ id: pool, name: 'Pool', status: 'active' as const })),
          resources: rows.toSorted((a, b) =>
            a.sort_key === b.sort_key ? (a.id < b.id ? -1 : 1) : a.sort_key < b.sort_key ? -1 : 1,
          ),
        };

        // One visit after the other, each by somebody else: only rooms can be in the way.
        const placed: {
          appointmentId: Uuid;
          overlap: boolean;
          segment: Parameters<typeof resourceRange>[0] & { resource_ids: Uuid[] };
        }[] = [];
        for (const [index, visit] of visits.slice(0, staff.length).entries()) {
          const segment = {
            ...visit.work,
            starts_at: instantOfMin(from + 480 + visit.start * 15),
            resource_needs: visit.needs,
            resource_ids: visit.wish,
            resource_fixed: visit.fixed,
          };
          const appointmentId = id(500 + index);
          await sql(
            `with made as (
               insert into public.appointments
                 (id, business_id, time_zone, starts_at, ends_at, ical_uid, overlap_accepted)
               values ($1, $2, 'UTC', $3::timestamptz, $3::timestamptz + interval '1 hour', 'x', $4)
               returning id
             )
             insert into public.appointment_segments
               (id, business_id, appointment_id, service_name, staff_id, starts_at, ends_at,
                duration_min, processing_min, finishing_min, buffer_before_min, buffer_after_min,
                processing_bookable, resource_needs, resource_ids, resource_fixed)
             select $5, $2, made.id, 'Work', $6, $3::timestamptz, $3::timestamptz + interval '1 hour',
               s.duration_min, s.processing_min, s.finishing_min, s.buffer_before_min,
               s.buffer_after_min, s.processing_bookable, s.resource_needs, s.resource_ids,
               s.resource_fixed
             from made, jsonb_populate_record(null::public.appointment_segments, $7::jsonb) s`,
            [
              appointmentId,
              business,
              segment.starts_at,
              visit.accepted,
              id(600 + index),
              staff[index],
              JSON.stringify(segment),
            ],
          );
          const taken = placed.flatMap((one) =>
            one.segment.resource_ids.map((resourceId) => ({
              resourceId,
              range: resourceRange(one.segment),
              appointmentId: one.appointmentId,
              overlap: one.overlap,
            })),
          );
          const [ours] = assignResources([segment], book, taken);
          const [theirs] = await sql<{ conflict: boolean; resource_ids: Uuid[] }>(
            `select a.conflict, s.resource_ids from public.appointments a
             join public.appointment_segments s on s.appointment_id = a.id where a.id = $1`,
            [appointmentId],
          );
          const isMissing = ours!.missing.length > 0;
          if (visit.accepted) {
            // What a person accepted stands as it is; the device may leave to the server what is free.
            expect(theirs!.conflict).toBe(false);
            if (!isMissing)
              expect(theirs!.resource_ids).toEqual(
                expect.arrayContaining(visit.fixed ? visit.wish : []),
              );
          } else {
            expect(theirs).toEqual({ conflict: isMissing, resource_ids: ours!.resourceIds });
          }
          if (!theirs!.conflict) {
            placed.push({
              appointmentId,
              overlap: visit.accepted,
              segment: { ...segment, resource_ids: theirs!.resource_ids },
            });
          }
        }

        const [work, needs] = asked;
        const free = freeResources(
          book,
          placed.map(({ segment }) => segment),
          from,
          to,
        );
        const told = await sql<{ resource_id: Uuid; free: [number, number][] }>(
          `select f.resource_id, coalesce((
             select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r) from unnest(f.free) r
           ), '[]') as free
           from private.free_resources($1, $2, $3::uuid[], $4, $5, null, null) f
           order by f.resource_id`,
          [business, zoneName, pools, from, to],
        );
        expect(told).toEqual(
          free
            .toSorted((a, b) => (a.id < b.id ? -1 : 1))
            .map((one) => ({ resource_id: one.id, free: pairsOf(one.free) })),
        );
        const [starts] = await sql<{ starts: [number, number][] | null }>(
          `select (
             select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r)
             from unnest(private.resource_starts(
               jsonb_populate_record(null::private.candidate, $1::jsonb),
               $2::uuid[], $3::text[]::int4multirange[])) r
           ) as starts`,
          [
            JSON.stringify({ ...work, resource_needs: needs }),
            free.map((one) => one.pool_id),
            free.map(
              (one) =>
                `{${pairsOf(one.free)
                  .map(([a, b]) => `[${a},${b})`)
                  .join()}}`,
            ),
          ],
        );
        if (needs.length > 0) {
          expect(starts!.starts ?? []).toEqual(pairsOf(resourceStarts(needs, work, free)));
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

/** Ids that sort in the order of their numbers. */
function id(number: number, table = ''): Uuid {
  const group = String(table.length).padStart(4, '0');
  return `018f0000-${group}-7000-8000-${String(number).padStart(12, '0')}`;
}
