import { busyRanges, workAt } from '#domain/appointments/busy.ts';
import type { BusyRange } from '#domain/appointments/busy.ts';
import { takesTime } from '#domain/availability/schedule.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { clientName } from '#domain/clients/name.ts';
import type { Instant, TimeBlockRow, Uuid } from '#domain/rows.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import type { DaybookDb } from '../open.ts';

export type WantedBlock = Pick<TimeBlockRow, 'staff_id' | 'starts_at' | 'ends_at'>;

/** An appointment that stands in time that is to be blocked. */
export type BlockClash = {
  id: Uuid;
  name: string;
  startsAt: Instant;
  endsAt: Instant;
  staffIds: Uuid[];
};

/** A segment with its buffers is never longer: how far back something can begin that still lasts. */
const LONGEST_MIN = 3 * 1440;
/** Buffers reach back before the start of a segment. */
const BUFFER_MAX_MIN = 480;

/**
 * The appointments to come that these blocks would lie over, in order of time. Blocks do not move
 * them: whoever blocks the time has to know and to decide.
 */
export const blockClashes = async (
  db: DaybookDb,
  wanted: readonly WantedBlock[],
): Promise<BlockClash[]> => {
  const now = epochMinOf(db.now());
  const blocks = wanted
    .map(({ staff_id, starts_at, ends_at }) => ({
      staffId: staff_id,
      range: [epochMinOf(starts_at), epochMinOf(ends_at)] as BusyRange,
    }))
    .filter(({ range }) => range[1] > now && range[0] < range[1])
    .toSorted((a, b) => a.range[0] - b.range[0]);
  const [first] = blocks;
  if (!first) return [];
  const last = Math.max(...blocks.map(({ range }) => range[1]));
  const near = await db
    .rows('appointment_segments')
    .where('starts_at')
    .between(
      instantOfMin(Math.max(first.range[0], now) - LONGEST_MIN),
      instantOfMin(last + BUFFER_MAX_MIN + 1),
      true,
      false,
    )
    .toArray();

  const ids = [...new Set(near.map(({ appointment_id }) => appointment_id))];
  const appointments = await db.rows('appointments').bulkGet(ids);
  const rowOf = new Map(appointments.flatMap((row) => (row ? [[row.id, row]] : [])));
  const staffOf = new Map<Uuid, Set<Uuid>>();
  for (const segment of near) {
    const place = rowOf.get(segment.appointment_id)?.location_type ?? 'business';
    const meets = busyRanges(workAt(segment, place)).some(
      ([from, to]) =>
        to > now &&
        blocks.some(
          ({ staffId, range }) =>
            (staffId === null || staffId === segment.staff_id) && range[0] < to && from < range[1],
        ),
    );
    if (!meets) continue;
    const found = staffOf.get(segment.appointment_id) ?? new Set();
    staffOf.set(segment.appointment_id, found.add(segment.staff_id));
  }
  return named(db, staffOf);
};

const named = async (
  db: DaybookDb,
  staffOf: ReadonlyMap<Uuid, ReadonlySet<Uuid>>,
): Promise<BlockClash[]> => {
  const rules = await db.rows('booking_rules').get(db.businessId);
  const rows = (await db.rows('appointments').bulkGet([...staffOf.keys()])).filter(
    (row) => row !== undefined && takesTime(row, rules),
  );
  const clients = await db.rows('clients').bulkGet(rows.map((row) => row?.client_id ?? ''));
  return rows
    .flatMap((row, index): BlockClash[] => {
      const client = clients[index];
      if (!row) return [];
      return [
        {
          id: row.id,
          name: client ? clientName(client) : isClass(row) ? 'A class' : 'A walk-in',
          startsAt: row.starts_at,
          endsAt: row.ends_at,
          staffIds: [...(staffOf.get(row.id) ?? [])],
        },
      ];
    })
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
};
