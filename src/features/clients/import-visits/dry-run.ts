import type { DaybookDb } from '#db/open.ts';
import { dateChecker } from '#db/queries/date-clashes.ts';
import type { Clash } from '#db/queries/planned-work.ts';
import { eachClient } from '#db/queries/every-client.ts';
import { BookIndex } from '#domain/appointments/import-book.ts';
import type { VisitField } from '#domain/appointments/import-fields.ts';
import { dayFrom } from '#domain/appointments/import-moment.ts';
import { createVisitPlanner } from '#domain/appointments/import-plan.ts';
import type { VisitReading } from '#domain/appointments/import-cells.ts';
import type { PlannedVisit, VisitPlan } from '#domain/appointments/import-plan.ts';
import type { DayOrder } from '#domain/clients/import-day.ts';
import { createBreather } from '#platform/breathe.ts';
import type { ListFile } from '../import/file.ts';

export type VisitFile = ListFile<VisitField>;

export type VisitDryRun = {
  plan: VisitPlan;
  /** By line: who or what is in the way of a visit. */
  clashes: ReadonlyMap<number, Clash[]>;
};

/** What is said about a day when nothing is written in the file that tells. */
export const guessVisitDayOrder = (
  file: VisitFile,
  mapping: readonly (VisitField | null)[],
  country: string,
): DayOrder => {
  const column = mapping.findIndex((field) => field === 'start' || field === 'day');
  const cells = column < 0 ? [] : file.rows.map((row) => row.cells[column] ?? '');
  for (const cell of cells) {
    const [date = ''] = cell.trim().split(/[\sT,]/);
    const [dayFirst, monthFirst] = [dayFrom(date, 'day_first'), dayFrom(date, 'month_first')];
    if (dayFirst && !monthFirst) return 'day_first';
    if (monthFirst && !dayFirst) return 'month_first';
  }
  return country === 'US' ? 'month_first' : 'day_first';
};

/** Tries the whole import without changing anything, resting between rows. */
export const dryRunVisits = async (
  db: DaybookDb,
  file: VisitFile,
  reading: VisitReading,
): Promise<VisitDryRun> => {
  const [services, variants, overrides, staff, appointments] = await Promise.all([
    db.rows('services').toArray(),
    db.rows('service_variants').toArray(),
    db.rows('staff_service_overrides').toArray(),
    db.rows('staff').toArray(),
    db.rows('appointments').where('starts_at').above(reading.now).toArray(),
  ]);
  const index = new BookIndex({ services, variants, overrides, staff, appointments });
  await eachClient(db, (client) => {
    if (client.status === 'active') index.addClient(client, { id: client.id });
  });
  const planner = createVisitPlanner(reading, index);
  const breathe = createBreather();
  for (const { line, cells } of file.rows) {
    planner.addRow(line, cells);
    await breathe();
  }
  return { plan: planner.plan, clashes: await clashesOf(db, planner.plan.visits, breathe) };
};

/** Day by day: of two rows that meet, the later one of the file is in the way. */
const clashesOf = async (
  db: DaybookDb,
  visits: readonly PlannedVisit[],
  breathe: () => Promise<void> | void,
): Promise<Map<number, Clash[]>> => {
  const checker = await dateChecker(db);
  const found = new Map<number, Clash[]>();
  for (const ofDay of byDay(visits).values()) {
    const dates = ofDay.map(({ line, segments }) => ({ key: String(line), segments }));
    for (const [key, clashes] of await checker.clashesOf(dates)) {
      const line = Number(key);
      const own = clashes.filter((clash) => clash.kind !== 'same_plan' || Number(clash.key) < line);
      if (own.length > 0) found.set(line, own);
    }
    await breathe();
  }
  return found;
};

const byDay = (visits: readonly PlannedVisit[]): Map<string, PlannedVisit[]> => {
  const days = new Map<string, PlannedVisit[]>();
  for (const visit of visits) {
    const day = visit.startsAt.slice(0, 10);
    const others = days.get(day);
    if (others) others.push(visit);
    else days.set(day, [visit]);
  }
  return days;
};

/** Two people at one time; everything else is only worth knowing. */
export const isTaken = (clashes: readonly Clash[] | undefined): boolean =>
  (clashes ?? []).some(({ kind }) => kind === 'appointment' || kind === 'same_plan');
