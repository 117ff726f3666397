import { earnedBetween, payEntry } from '#domain/staff/pay.ts';
import type { Adjustment, Earned } from '#domain/staff/pay.ts';
import type {
  BusinessRow,
  CommissionRuleRow,
  Day,
  PayEntry,
  PayRunRow,
  ServiceRow,
  StaffRow,
  Uuid,
} from '#domain/rows.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { salesBetween } from './sales.ts';

export type Pay = {
  business: BusinessRow;
  /** Who is in the team or has earned something, by rank. */
  people: { staff: StaffRow; earned: Earned | undefined; rule: CommissionRuleRow | undefined }[];
  /** Closed runs, the newest first. */
  runs: PayRunRow[];
  services: ReadonlyMap<Uuid, ServiceRow>;
  /** Sales among them that the server does not know yet. */
  waiting: number;
};

/** From the start of one day to the end of another, on the clock of the business. */
export const spanOf = (
  { time_zone }: Pick<BusinessRow, 'time_zone'>,
  from: Day,
  to: Day,
): { from: string; to: string } => {
  const zone = zoneOf(time_zone);
  const startOf = (day: Day): string => instantOfMin(dayStart(zone, dayNumber(day)));
  return { from: startOf(from), to: startOf(addDays(to, 1)) };
};

/** What everybody earned on these days; undefined until the first sync. */
export const payOf = async (db: DaybookDb, from: Day, to: Day): Promise<Pay | undefined> => {
  const business = await db.rows('businesses').get(db.businessId);
  if (!business) return undefined;
  const span = spanOf(business, from, to);
  const [period, staff, rules, runs, services, variants] = await Promise.all([
    salesBetween(db, span.from, span.to),
    db.rows('staff').toArray(),
    db.rows('commission_rules').toArray(),
    db.rows('pay_runs').toArray(),
    db.rows('services').toArray(),
    db.rows('service_variants').toArray(),
  ]);
  const views = period?.views ?? [];
  const serviceOf = new Map(variants.map(({ id, service_id }) => [id, service_id]));
  const earned = earnedBetween(views, span.from, span.to, (id) => serviceOf.get(id));
  return {
    business,
    people: staff
      .filter(({ id, status }) => status === 'active' || earned.has(id))
      .toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
      .map((one) => ({
        staff: one,
        earned: earned.get(one.id),
        rule: rules.find(({ id }) => id === one.id),
      })),
    runs: runs.toSorted(newestFirst),
    services: new Map(services.map((one) => [one.id, one])),
    waiting: views.filter(({ pending }) => pending).length,
  };
};

const newestFirst = (a: PayRunRow, b: PayRunRow): number =>
  a.to_day === b.to_day ? (a.id < b.id ? 1 : -1) : a.to_day < b.to_day ? 1 : -1;

/** The lines of a run, with what was decided by hand; those of nothing are left out. */
export const entriesOf = (
  { people, services }: Pick<Pay, 'people' | 'services'>,
  adjustments: ReadonlyMap<Uuid, Adjustment>,
): PayEntry[] =>
  people
    .map(({ staff, earned, rule }) =>
      payEntry(staff, earned, rule, adjustments.get(staff.id), services),
    )
    .filter(
      ({
        services_cents,
        services_count = 0,
        own_rates = [],
        products_cents,
        tips_cents,
        extra_cents,
        off_cents,
      }) =>
        services_cents !== 0 ||
        services_count !== 0 ||
        own_rates.length > 0 ||
        products_cents !== 0 ||
        tips_cents !== 0 ||
        extra_cents !== 0 ||
        off_cents !== 0,
    );
