/**
 * Appointments as devices write them, and clients who book beside them: two devices, or a device and a
 * client, go for the same hours of the same two people.
 */
import { patchOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import type { MemoryDisk } from '#sync/fakes/memory-disk.ts';
import { at, FIRST_DAY, type Salon } from '#supabase/tests/database/salon.ts';
import { sentValue, visitRows } from '#supabase/tests/database/visits.ts';
import { fromAddress } from '#supabase/tests/database/setup.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Dice } from './random.ts';

export const VISIT_TABLES = ['appointments', 'appointment_segments'] as const;

/** Few hours for many: each seed has days of its own, so that a full one says nothing of the next. */
const HOURS = 4;
const someHour = (dice: Dice, seed: number): string =>
  at(FIRST_DAY + 2 + (seed % DAYS), 9 + dice.below(HOURS));
const DAYS = 20;

/** A new visit, or one of this seed's that moves, is cancelled, or changes hands. */
export const someVisit = (
  dice: Dice,
  { salon, disk, seed, ours }: { salon: Salon; disk: MemoryDisk; seed: number; ours: Set<string> },
): { name: string; ops: Op[] } => {
  const known = [...(disk.tables.get('appointments')?.values() ?? [])].filter(({ id }) =>
    ours.has(id),
  );
  if (known.length === 0 || dice.chance(0.4)) {
    const staff = dice.pick([salon.ann, salon.ben]);
    const rows = visitRows(salon, staff, someHour(dice, seed));
    const [id, segment] = [dice.newId(), dice.newId()];
    ours.add(id);
    return {
      name: 'appointment.create',
      ops: [
        {
          table: 'appointments',
          id,
          op: 'put',
          value: { ...sentValue(rows.appointment), ical_uid: id },
        },
        {
          table: 'appointment_segments',
          id: segment,
          op: 'put',
          value: { ...sentValue(rows.segment), appointment_id: id },
        },
      ] as Op[],
    };
  }
  const visit = dice.pick(known);
  if (dice.chance(0.3)) {
    const status = dice.pick(['cancelled', 'booked'] as const);
    return { name: 'appointment.status', ops: [patchOp('appointments', visit.id, { status })] };
  }
  const starts_at = someHour(dice, seed);
  const ends_at = new Date(Date.parse(starts_at) + 3_600_000).toISOString();
  const moved = { starts_at, ends_at };
  const segments = [...(disk.tables.get('appointment_segments')?.values() ?? [])].filter(
    (row) => 'appointment_id' in row && row.appointment_id === visit.id,
  );
  return {
    name: 'appointment.move',
    ops: [
      patchOp('appointments', visit.id, moved),
      ...segments.map(({ id }) => patchOp('appointment_segments', id, moved)),
    ],
  };
};

/** A client on the booking page, from a network of their own. */
export const someBooking = (
  dice: Dice,
  { salon, seed }: { salon: Salon; seed: number },
): { caller: Caller; name: 'book'; args: Record<string, unknown> } => ({
  caller: fromAddress(`10.7.${dice.below(250)}.${dice.below(250)}`),
  name: 'book',
  args: {
    slug: salon.slug,
    op_id: dice.newId(),
    request: {
      items: [
        {
          variant_id: salon.cut,
          staff_id: dice.pick<Uuid | null>([salon.ann, salon.ben, null]),
          add_on_ids: [],
        },
      ],
      starts_at: someHour(dice, seed),
      client: { first_name: 'Nia', email: `${dice.newId()}@example.com`, phone: '7185550199' },
      policy_version: 1,
    },
  },
});
