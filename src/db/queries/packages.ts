import { clientName } from '#domain/clients/name.ts';
import { packageLeft, packageState } from '#domain/checkout/packages.ts';
import type { PackageLeft, PackageState } from '#domain/checkout/packages.ts';
import type {
  ClientMembershipRow,
  Day,
  PackageHoldingRow,
  PackageRow,
  Uuid,
} from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { addDays } from '#domain/time/day.ts';
import type { DaybookDb } from '../open.ts';

/** What is offered as a package, by name; what is not any more comes last. */
export const packages = async (db: DaybookDb): Promise<PackageRow[]> => {
  const rows = await db.rows('packages').toArray();
  return rows.toSorted(
    (a, b) =>
      a.status.localeCompare(b.status) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
  );
};

export type HeldPackage = {
  holding: PackageHoldingRow;
  left: PackageLeft;
  state: PackageState;
};

/**
 * The packages that a client may use, the oldest first: their own, those of records that became part of
 * theirs, and those of who answers for them.
 */
export const packagesOfClient = async (db: DaybookDb, clientId: Uuid): Promise<HeldPackage[]> => {
  const [client, business] = await Promise.all([
    db.rows('clients').get(clientId),
    db.rows('businesses').get(db.businessId),
  ]);
  if (!business) return [];
  const holders = [clientId, ...(client?.guardian_id ? [client.guardian_id] : [])];
  const merged = await db.rows('clients').where('merged_into').anyOf(holders).primaryKeys();
  const holdings = await db
    .rows('package_holdings')
    .where('client_id')
    .anyOf([...holders, ...merged])
    .toArray();
  const activities = await db
    .rows('package_activities')
    .where('holding_id')
    .anyOf(holdings.map(({ id }) => id))
    .toArray();
  const today = wallAt(business.time_zone, db.now()).day;
  return holdings
    .map((holding) => {
      const left = packageLeft(activities.filter(({ holding_id }) => holding_id === holding.id));
      return { holding, left, state: packageState(holding, left, today) };
    })
    .toSorted((a, b) => (a.holding.id < b.holding.id ? -1 : 1));
};

/** What a checkout needs to know about packages. */
export type PackagesAtTill = {
  /** What can be sold. */
  offered: PackageRow[];
  /** What whoever it is for can use now. */
  held: HeldPackage[];
  /** What of theirs runs out soon, or has, and can be bought again; `from`: when that begins. */
  renewable: { offer: PackageRow; from: Day }[];
  /** By variant: its service. */
  serviceOf: ReadonlyMap<Uuid, Uuid>;
};

export const packagesAtTill = async (
  db: DaybookDb,
  clientId: Uuid | null,
): Promise<PackagesAtTill> => {
  const [all, held, memberships, variants, business] = await Promise.all([
    packages(db),
    clientId ? packagesOfClient(db, clientId) : [],
    clientId ? membershipsOfClient(db, clientId) : [],
    db.rows('service_variants').toArray(),
    db.rows('businesses').get(db.businessId),
  ]);
  const today = wallAt(business?.time_zone ?? 'UTC', db.now()).day;
  // What a card pays by itself is not paid at the desk as well.
  const byCard = new Set(
    memberships.flatMap(({ state, cancel_at_end, package_id }) =>
      state === 'active' && !cancel_at_end ? package_id : [],
    ),
  );
  const offered = all.filter(({ id, status }) => status === 'active' && !byCard.has(id));
  const own = held.filter(({ holding }) => holding.client_id === clientId);
  return {
    offered,
    renewable: offered.flatMap((offer) => renewal(offer, own, today)),
    held: held.filter(({ state }) => state === 'active'),
    serviceOf: new Map(variants.map(({ id, service_id }) => [id, service_id])),
  };
};

/** So long before its last day, and after it, a package is offered to be bought again. */
const RENEW_BEFORE_DAYS = 14;
const RENEW_AFTER_DAYS = 60;

const renewal = (
  offer: PackageRow,
  own: readonly HeldPackage[],
  today: Day,
): PackagesAtTill['renewable'] => {
  const ends = own
    .flatMap(({ holding }) => (holding.package_id === offer.id ? (holding.expires_on ?? []) : []))
    .toSorted();
  const last = ends.at(-1);
  if ((offer.valid_days === null && !offer.renews_months) || last === undefined) return [];
  if (last > addDays(today, RENEW_BEFORE_DAYS) || last < addDays(today, -RENEW_AFTER_DAYS)) {
    return [];
  }
  // A membership's next period begins when the one before is over, a package on its last day.
  const next = offer.renews_months ? addDays(last, 1) : last;
  return [{ offer, from: next > today ? next : today }];
};

/** By the line that sold it: what is left of each package of a sale, in cents. */
export const packageCentsOfSale = async (
  db: DaybookDb,
  saleId: Uuid,
): Promise<ReadonlyMap<Uuid, number>> => {
  const sold = await db
    .rows('package_activities')
    .where('sale_id')
    .equals(saleId)
    .filter(({ kind }) => kind === 'sell')
    .toArray();
  const ledger = await db
    .rows('package_activities')
    .where('holding_id')
    .anyOf(sold.map(({ holding_id }) => holding_id))
    .toArray();
  return new Map(
    sold.map(({ sale_line_id, holding_id }) => [
      sale_line_id,
      packageLeft(ledger.filter((row) => row.holding_id === holding_id)).cents,
    ]),
  );
};

/** What was paid for visits that nobody has used yet, in cents: what is owed to those who have packages. */
export const packagesOpenCents = async (db: DaybookDb): Promise<number> =>
  packageLeft(await db.rows('package_activities').toArray()).cents;

/** The memberships of a client and of records that became part of theirs; what goes on comes first. */
export const membershipsOfClient = async (
  db: DaybookDb,
  clientId: Uuid,
): Promise<ClientMembershipRow[]> => {
  const merged = await db.rows('clients').where('merged_into').equals(clientId).primaryKeys();
  const rows = await db
    .rows('client_memberships')
    .where('client_id')
    .anyOf([clientId, ...merged])
    .toArray();
  return rows.toSorted(
    (a, b) => Number(a.state === 'ended') - Number(b.state === 'ended') || (a.id < b.id ? 1 : -1),
  );
};

/** Who has a membership that is not over, with their name; those whose payment failed come first. */
export const members = async (
  db: DaybookDb,
): Promise<{ membership: ClientMembershipRow; client: string }[]> => {
  const rows = (await db.rows('client_memberships').toArray()).filter(
    ({ state }) => state !== 'ended',
  );
  const clients = await db.rows('clients').bulkGet(rows.map(({ client_id }) => client_id ?? ''));
  return rows
    .map((membership, place) => {
      const client = clients[place];
      return { membership, client: client ? clientName(client) : '' };
    })
    .toSorted(
      (a, b) =>
        Number(b.membership.state === 'past_due') - Number(a.membership.state === 'past_due') ||
        a.client.localeCompare(b.client),
    );
};
