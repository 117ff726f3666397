import type { Instant, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '#db/open.ts';
import { bestTimes } from '#db/queries/free-times.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import type { Proposal } from './free-times-list.tsx';

export type MoveProposal = Proposal & { startsAt: Instant };

/** The best other times for an appointment, in the wall clock of the business. */
export async function proposalsFor(db: DaybookDb, appointmentId: Uuid): Promise<MoveProposal[]> {
  const [times, business] = await Promise.all([
    bestTimes(db, appointmentId),
    db.rows('businesses').get(db.businessId),
  ]);
  return times.map(({ startsAt, staffId, reasons }) => ({
    key: `${startsAt} ${staffId}`,
    ...wallAt(business?.time_zone ?? 'UTC', startsAt),
    startsAt,
    staffId,
    reasons,
  }));
}
