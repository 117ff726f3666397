import { must } from '#domain/errors/assert.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { DemoRows } from './rows.ts';

/** Whole days on which somebody does not work. */
export type Absence = { staffIndex: number; from: Day; days: number };

const PLAN = [
  { staffIndex: 2, startsIn: 17, days: 5, reason: 'Holiday', note: 'Cape Cod' },
  { staffIndex: 3, startsIn: -9, days: 2, reason: 'Sick', note: null },
  { staffIndex: 1, startsIn: -160, days: 12, reason: 'Holiday', note: null },
  { staffIndex: 5, startsIn: -75, days: 3, reason: 'Training', note: 'Colour course' },
];

/** Approved time off, past and to come; the diary leaves these days empty. */
export const addAbsences = (
  rows: DemoRows,
  options: {
    newId: () => Uuid;
    zone: Zone;
    today: Day;
    staffIds: readonly Uuid[];
    reasonId: (name: string) => Uuid;
  },
): Absence[] => {
  const { newId, zone, today, staffIds, reasonId } = options;
  return PLAN.map(({ staffIndex, startsIn, days, reason, note }) => {
    const from = addDays(today, startsIn);
    rows.add('time_off', {
      id: newId(),
      staff_id: must(staffIds[staffIndex], 'a staff id'),
      starts_at: instantOfMin(dayStart(zone, dayNumber(from))),
      ends_at: instantOfMin(dayStart(zone, dayNumber(from) + days)),
      reason_id: reasonId(reason),
      note,
      status: 'approved',
    });
    return { staffIndex, from, days };
  });
};
