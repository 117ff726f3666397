import type { Instant, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '#db/open.ts';
import { bestTimes } from '#db/queries/free-times.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { dayNumber } from '#domain/time/day.ts';
import type { Proposal } from './free-times-list.tsx';

export type MoveProposal = Proposal & { startsAt: Instant };

/** The best other times for an appointment, in the wall clock of the business. */
export async function proposalsFor(
  db: DaybookDb,
  appointmentId: Uuid,
  reach?: { days: number; limit: number },
): Promise<MoveProposal[]> {
  const [times, appointment, business] = await Promise.all([
    bestTimes(db, appointmentId, reach),
    db.rows('appointments').get(appointmentId),
    db.rows('businesses').get(db.businessId),
  ]);
  const zone = business?.time_zone ?? 'UTC';
  const old = dayNumber(wallAt(zone, appointment?.starts_at ?? '').day);
  return times.map(({ startsAt, staffId, reasons, distanceMin }) => {
    const wall = wallAt(zone, startsAt);
    const distance = { minutes: distanceMin, days: dayNumber(wall.day) - old };
    return { key: `${startsAt} ${staffId}`, ...wall, startsAt, staffId, reasons, distance };
  });
}
