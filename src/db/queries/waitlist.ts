import type { Reach } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import { rowKey } from '#domain/commands/op.ts';
import type {
  BusinessRow,
  ClientRow,
  Uuid,
  WaitlistEntryRow,
  WaitlistItem,
  WaitlistState,
} from '#domain/rows.ts';
import { segmentName } from '#domain/services/offer.ts';
import { fold, foldedWords } from '#domain/text/fold.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { byTurn, stateAt } from '#domain/waitlist/windows.ts';
import type { DaybookDb } from '../open.ts';
import { reachOfClients } from './family.ts';
import { pendingKeys } from './pending.ts';

/** `open`: who waits, or has been offered a time. */
export type WaitlistFilter = 'open' | 'booked' | 'closed';

export type WaitlistItemView = {
  /** `Colour – long hair, toner` */
  service: string;
  /** By whom; none = by anybody. */
  staff: string[];
  /** The bundle that it is a part of: `Bridal day`. */
  bundle?: string;
};

export type WaitlistView = {
  entry: WaitlistEntryRow;
  client: ClientRow | null;
  /** How the client is reached, perhaps by their guardian. */
  reach: Reach | null;
  name: string;
  items: WaitlistItemView[];
  /** As it is now: the last window may be over without the server having said so. */
  state: WaitlistState;
  /** Changed here, not yet confirmed by the server. */
  pending: boolean;
};

export type Waitlist = {
  business: BusinessRow;
  /** Those of the filter, whose name or service has every word that is searched for. */
  views: WaitlistView[];
  /** Of the filter, before anything is searched. */
  total: number;
  /** There is or was anybody at all. */
  isEmpty: boolean;
};

const STATES: Record<WaitlistFilter, WaitlistState[]> = {
  // Whose time ran out is among them until the server has said so.
  open: ['waiting', 'offered'],
  booked: ['booked'],
  closed: ['cancelled', 'expired', 'waiting', 'offered'],
};

const isIn = (filter: WaitlistFilter, state: WaitlistState): boolean =>
  filter === 'closed'
    ? state === 'cancelled' || state === 'expired'
    : STATES[filter].includes(state);

/** Who waits, in turn; who was booked or is off the list, the latest first. */
export const waitlist = async (
  db: DaybookDb,
  filter: WaitlistFilter,
  search = '',
): Promise<Waitlist | null> => {
  const [business, rows, count, pending] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('waitlist_entries').where('state').anyOf(STATES[filter]).toArray(),
    db.rows('waitlist_entries').count(),
    pendingKeys(db),
  ]);
  if (!business) return null;
  const zone = zoneOf(business.time_zone);
  const now = epochMinOf(db.now());
  const own = rows.filter((row) => isIn(filter, stateAt(row, zone, now)));
  const sorted =
    filter === 'open'
      ? own.toSorted(byTurn)
      : own.toSorted((a, b) => (a.updated_at > b.updated_at ? -1 : 1));
  const names = await readNames(db, own);
  const reaches = await reachOfClients(db, [...names.clients.values()]);
  const words = foldedWords(search);
  const views = sorted
    .map((entry): WaitlistView => {
      const client = names.clients.get(entry.client_id) ?? null;
      return {
        entry,
        client,
        reach: reaches.get(entry.client_id) ?? null,
        name: client ? clientName(client) : 'A client',
        items: entry.items.map((item) => itemView(item, names)),
        state: stateAt(entry, zone, now),
        pending: pending.has(rowKey('waitlist_entries', entry.id)),
      };
    })
    .filter((view) => {
      const text = fold([view.name, ...view.items.map(({ service }) => service)].join(' '));
      return words.every((word) => text.includes(word));
    });
  return { business, views, total: own.length, isEmpty: count === 0 };
};

/** What a client waited or waits for, the newest first. */
export const waitsOfClient = async (
  db: DaybookDb,
  clientId: Uuid,
): Promise<{ entry: WaitlistEntryRow; items: WaitlistItemView[] }[]> => {
  const rows = await db.rows('waitlist_entries').where('client_id').equals(clientId).toArray();
  const names = await readNames(db, rows);
  return rows
    .toSorted((a, b) => (a.created_at > b.created_at ? -1 : 1))
    .map((entry) => ({ entry, items: entry.items.map((item) => itemView(item, names)) }));
};

const itemView = (
  { variant_id, add_on_ids, staff_ids, bundle_id }: WaitlistItem,
  { variants, addOns, staff, bundles }: Awaited<ReturnType<typeof readNames>>,
): WaitlistItemView => {
  const bundle = bundles.get(bundle_id ?? '');
  return {
    service: [
      variants.get(variant_id) ?? 'A service that is not offered any more',
      ...add_on_ids.flatMap((id) => addOns.get(id) ?? []),
    ].join(', '),
    staff: staff_ids.flatMap((id) => staff.get(id) ?? []),
    ...(bundle !== undefined && { bundle }),
  };
};

const readNames = async (db: DaybookDb, entries: readonly WaitlistEntryRow[]) => {
  const [clients, variants, services, staff, addOns, bundles] = await Promise.all([
    db.rows('clients').bulkGet([...new Set(entries.map(({ client_id }) => client_id))]),
    db.rows('service_variants').toArray(),
    db.rows('services').toArray(),
    db.rows('staff').toArray(),
    db.rows('add_ons').toArray(),
    db.rows('bundles').toArray(),
  ]);
  const serviceOf = new Map(services.map((service) => [service.id, service]));
  return {
    clients: new Map(clients.flatMap((client) => (client ? [[client.id, client] as const] : []))),
    variants: new Map<Uuid, string>(
      variants.flatMap((variant) => {
        const service = serviceOf.get(variant.service_id);
        return service ? [[variant.id, segmentName(service, variant)] as const] : [];
      }),
    ),
    staff: new Map(staff.map(({ id, display_name }) => [id, display_name])),
    addOns: new Map(addOns.map(({ id, name }) => [id, name])),
    bundles: new Map(bundles.map(({ id, name }) => [id, name])),
  };
};
