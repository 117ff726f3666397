import type { DaybookDb } from '#db/open.ts';
import { eachClient } from '#db/queries/every-client.ts';
import { newsOfEach } from '#db/queries/news.ts';
import { dayOrderOf } from '#domain/clients/import-day.ts';
import type { DayOrder } from '#domain/clients/import-day.ts';
import type { Mapping } from '#domain/clients/import-fields.ts';
import { createPlanner } from '#domain/clients/import-plan.ts';
import type { ImportPlan } from '#domain/clients/import-plan.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { createBreather } from '#platform/breathe.ts';
import type { ClientFile } from './file.ts';

/** The order that the file's own dates tell, else that of the business's country. */
export const guessDayOrder = (file: ClientFile, mapping: Mapping, country: string): DayOrder => {
  const columns = [...mapping.keys()].filter((column) =>
    ['birthday', 'client_since'].includes(mapping[column] ?? ''),
  );
  const cells = columns.flatMap((column) => file.rows.map((row) => row.cells[column] ?? ''));
  return dayOrderOf(cells) ?? (country === 'US' ? 'month_first' : 'day_first');
};

/** Tries the whole import without changing anything, resting between rows. */
export const dryRun = async (
  db: DaybookDb,
  file: ClientFile,
  how: {
    mapping: Mapping;
    dayOrder: DayOrder;
    business: Pick<BusinessRow, 'country_code' | 'time_zone'>;
  },
): Promise<ImportPlan> => {
  const { business, mapping, dayOrder } = how;
  const today = epochToWall(zoneOf(business.time_zone), epochMinOf(db.now())).day;
  const countryCode = business.country_code;
  const planner = createPlanner({ mapping, dayOrder, countryCode, today }, business.time_zone);
  await eachClient(db, planner.addExisting);
  const breathe = createBreather();
  for (const { line, cells } of file.rows) {
    planner.addRow(line, cells);
    await breathe();
  }
  await addAsked(db, planner.plan);
  return planner.plan;
};

/** What known clients have said about news: the import leaves that as it is, and does not count it. */
const addAsked = async (db: DaybookDb, { groups }: ImportPlan): Promise<void> => {
  const withNews = groups.filter(
    ({ existing, rows }) => existing && rows.some(({ client }) => client.news),
  );
  const asked = await newsOfEach(
    db,
    withNews.map(({ id }) => id),
  );
  for (const group of withNews) group.asked = asked(group.id);
};
