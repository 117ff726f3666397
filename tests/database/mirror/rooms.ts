import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import { type WorkLengths } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import { resourceStarts, type ResourceFree } from '#domain/availability/pools.ts';
import { pairsOf } from '#domain/availability/windows.ts';
import {
  assignResources,
  takenBy,
  type ResourceBook,
  type ResourcePart,
} from '#domain/resources/assign.ts';
import { freeResources } from '#domain/resources/free.ts';
import type { ResourceNeed, ResourceRow, Uuid } from '#domain/rows.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { anyLengths, id, multirange } from './anything.ts';

const ZONE_NAME = 'America/New_York';
const zone = zoneOf(ZONE_NAME);
const FIRST_DAY = '2027-03-12';
const from = dayStart(zone, dayNumber(FIRST_DAY));
const to = dayStart(zone, dayNumber('2027-03-16'));
const business = id(50);
const staff = [1, 2, 3, 4].map((number) => id(50 + number));
const pools = [id(61), id(62)];
const resourceIds = [71, 72, 73, 74].map((number) => id(number));

const someNeeds = fc
  .tuple(fc.constantFrom(0, 1, 1, 2), fc.constantFrom(0, 0, 1))
  .map((counts) =>
    counts.flatMap((qty, index) => (qty > 0 ? [{ pool_id: pools[index]!, qty }] : [])),
  );
const offset = fc.option(fc.integer({ min: -1, max: 4 }));
const anyRoom = fc.record({
  out: fc.tuple(offset, fc.option(fc.nat(2))),
  status: fc.constantFrom('active' as const, 'active' as const, 'archived' as const),
  sort: fc.constantFrom('a', 'B', 'b'),
});
const anyVisit = fc.record({
  start: fc.integer({ min: 0, max: 60 }),
  work: anyLengths,
  needs: someNeeds,
  wish: fc.subarray(resourceIds, { maxLength: 2 }),
  fixed: fc.boolean(),
  accepted: fc.constantFrom(false, false, true),
});
type Room = typeof anyRoom extends fc.Arbitrary<infer T> ? T : never;
type Visit = typeof anyVisit extends fc.Arbitrary<infer T> ? T : never;
/** What a visit has got; one that waits for a person has nothing. */
type Placed = {
  appointmentId: Uuid;
  overlap: boolean;
  segment: ResourcePart & { resource_ids: Uuid[] };
};

/** The first three stand in one pool, the last one in the other. */
const roomRow = ({ out: [start, days], status, sort }: Room, index: number): ResourceRow => {
  const out_from = start === null ? null : addDays(FIRST_DAY, start);
  return {
    id: resourceIds[index]!,
    business_id: business,
    pool_id: pools[index < 3 ? 0 : 1]!,
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
};
const bookOf = (rows: ResourceRow[]): ResourceBook => ({
  zone,
  pools: pools.map((pool) => ({ id: pool, name: 'Pool', status: 'active' as const })),
  resources: rows.toSorted((a, b) =>
    a.sort_key === b.sort_key ? (a.id < b.id ? -1 : 1) : a.sort_key < b.sort_key ? -1 : 1,
  ),
});
const segmentOf = (
  { work, start, needs, wish, fixed }: Visit,
  share_buffers: boolean,
): Placed['segment'] => ({
  ...sharingBuffers(work, { share_buffers }),
  starts_at: instantOfMin(from + 480 + start * 15),
  resource_needs: needs,
  resource_ids: wish,
  resource_fixed: fixed,
});
const takenByAll = (placed: readonly Placed[]) =>
  placed.flatMap(({ segment, appointmentId, overlap }) => takenBy(segment, appointmentId, overlap));

/** Who gets which room, who waits for one, and what is left for others. */
export const roomsAndChairs = (sql: Sql): void => {
  beforeAll(async () => {
    await sql(
      `insert into public.businesses (id, business_id, name, slug, time_zone)
       values ($1, $1, 'Rooms', 'mirror-rooms', $2)`,
      [business, ZONE_NAME],
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

  const anyRooms = fc.record({
    shares: fc.boolean(),
    rooms: fc.array(anyRoom, { minLength: 4, maxLength: 4 }),
    visits: fc.array(anyVisit, { maxLength: 5 }),
    asked: fc.tuple(anyLengths, someNeeds),
  });

  test('are given out, missed and offered the same by device and server', async () => {
    await fc.assert(
      fc.asyncProperty(anyRooms, async ({ shares, rooms, visits, asked: [work, needs] }) => {
        const rows = rooms.map(roomRow);
        await startOver(rows, shares);
        const book = bookOf(rows);
        // One visit after the other, each by somebody else: only rooms can be in the way.
        const placed: Placed[] = [];
        for (const [index, visit] of visits.slice(0, staff.length).entries()) {
          const one = await expectSameRooms(index, visit, shares, book, placed);
          if (one) placed.push(one);
        }
        const free = freeResources(
          book,
          placed.map(({ segment }) => segment),
          from,
          to,
        );
        await expectSameFreeRooms(free);
        await expectSameStarts(sharingBuffers(work, { share_buffers: shares }), needs, free);
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  const startOver = async (rows: ResourceRow[], shares: boolean) => {
    await sql('delete from public.appointments where business_id = $1', [business]);
    await sql('update public.booking_rules set share_buffers = $1 where business_id = $2', [
      shares,
      business,
    ]);
    await sql('delete from public.resources where business_id = $1', [business]);
    await sql(
      `insert into public.resources (id, business_id, pool_id, name, out_from, out_until, sort_key, status)
       select r.id, r.business_id, r.pool_id, r.name, r.out_from, r.out_until, r.sort_key, r.status
       from jsonb_to_recordset($1::jsonb) r (id uuid, business_id uuid, pool_id uuid, name text,
         out_from date, out_until date, sort_key text, status text)`,
      [JSON.stringify(rows)],
    );
  };

  const storeVisit = async (index: number, visit: Visit, shares: boolean) => {
    const appointmentId = id(500 + index);
    const segment = segmentOf(visit, shares);
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
    const [row] = await sql<{ conflict: boolean; resource_ids: Uuid[] }>(
      `select a.conflict, s.resource_ids from public.appointments a
       join public.appointment_segments s on s.appointment_id = a.id where a.id = $1`,
      [appointmentId],
    );
    return { appointmentId, segment, ...row! };
  };

  /** Answers what the visit has got, or null when it waits for a person. */
  const expectSameRooms = async (
    index: number,
    visit: Visit,
    shares: boolean,
    book: ResourceBook,
    placed: readonly Placed[],
  ): Promise<Placed | null> => {
    const { appointmentId, segment, ...theirs } = await storeVisit(index, visit, shares);
    const [ours] = assignResources([segment], book, takenByAll(placed));
    const isMissing = ours!.missing.length > 0;
    if (visit.accepted) {
      // What a person accepted stands as it is; the device may leave to the server what is free.
      expect(theirs.conflict).toBe(false);
      if (!isMissing) {
        expect(theirs.resource_ids).toEqual(expect.arrayContaining(visit.fixed ? visit.wish : []));
      }
    } else {
      expect(theirs).toEqual({ conflict: isMissing, resource_ids: ours!.resourceIds });
    }
    if (theirs.conflict) return null;
    return {
      appointmentId,
      overlap: visit.accepted,
      segment: { ...segment, resource_ids: theirs.resource_ids },
    };
  };

  const expectSameFreeRooms = async (ours: readonly ResourceFree[]) => {
    const theirs = await sql<{
      resource_id: Uuid;
      free: [number, number][];
      buffers: [number, number][];
    }>(
      `select f.resource_id, coalesce((
         select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r) from unnest(f.free) r
       ), '[]') as free, coalesce((
         select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r)
         from unnest(f.for_buffers) r
       ), '[]') as buffers
       from private.free_resources($1, $2, $3::uuid[], $4, $5, null, null) f
       order by f.resource_id`,
      [business, ZONE_NAME, pools, from, to],
    );
    expect(theirs).toEqual(
      ours
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id: resource_id, free, for_buffers = free }) => ({
          resource_id,
          free: pairsOf(free),
          buffers: pairsOf(for_buffers),
        })),
    );
  };

  const expectSameStarts = async (
    work: WorkLengths,
    needs: ResourceNeed[],
    free: readonly ResourceFree[],
  ) => {
    // The server does not ask for a service that needs nothing.
    if (needs.length === 0) return;
    const [theirs] = await sql<{ starts: [number, number][] | null }>(
      `select (
         select jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r)
         from unnest(private.resource_starts(
           jsonb_populate_record(null::private.candidate, $1::jsonb),
           $2::uuid[], $3::text[]::int4multirange[], $4::text[]::int4multirange[])) r
       ) as starts`,
      [
        JSON.stringify({ ...work, resource_needs: needs }),
        free.map((one) => one.pool_id),
        free.map((one) => multirange(pairsOf(one.free))),
        free.map((one) => multirange(pairsOf(one.for_buffers ?? one.free))),
      ],
    );
    expect(theirs!.starts ?? []).toEqual(pairsOf(resourceStarts(needs, work, free)));
  };
};
