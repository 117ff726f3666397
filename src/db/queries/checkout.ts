import { lineTax } from '#domain/checkout/cart.ts';
import type { CartLine, LineTax } from '#domain/checkout/cart.ts';
import { clientName } from '#domain/clients/name.ts';
import { NO_STOCK, stockByProduct } from '#domain/inventory/stock.ts';
import type { Stock } from '#domain/inventory/stock.ts';
import type {
  AppointmentRow,
  BundleRow,
  BusinessRow,
  ProductRow,
  ServiceRow,
  StaffRow,
  TaxRateRow,
  Uuid,
} from '#domain/rows.ts';
import { segmentName } from '#domain/services/offer.ts';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';
import { bundles } from './bundles.ts';
import { clientWithAlerts } from './client-alerts.ts';
import { depositsOf } from './deposits.ts';
import { serviceTree } from './services.ts';
import { settledVisits } from './settled-visits.ts';

/** What the till offers: things to sell, people who did them, taxes. */
export type Till = {
  business: BusinessRow;
  services: { group: string; options: (CartLine & { id: Uuid })[] }[];
  /** Services that are sold together. */
  bundles: BundleRow[];
  /** What is sold over the counter, with what is left of it. */
  products: { product: ProductRow; stock: Stock; line: CartLine }[];
  staff: StaffRow[];
  taxes: TaxRateRow[];
};

/** undefined until the first sync. */
export const till = async (db: DaybookDb): Promise<Till | undefined> => {
  const [business, categories, sets, products, movements, staff, taxes] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    serviceTree(db),
    bundles(db),
    db.rows('products').toArray(),
    db.rows('stock_movements').toArray(),
    db.rows('staff').toArray(),
    db.rows('tax_rates').toArray(),
  ]);
  if (!business) return undefined;
  const rates = new Map(taxes.map((rate) => [rate.id, rate]));
  const stocks = stockByProduct(movements);
  return {
    business,
    services: categories.flatMap(({ category, services }) => {
      const options = services.flatMap(({ service, variants }) =>
        variants.map((variant) => ({
          id: variant.id,
          kind: 'service' as const,
          name: segmentName(service, variant),
          qty: 1,
          unit_price_cents: variant.price_cents,
          discount: null,
          tax: taxOf(service, rates, business),
          staff_id: null,
          appointment_id: null,
          variant_id: variant.id,
        })),
      );
      return options.length > 0 ? [{ group: category?.name ?? 'More services', options }] : [];
    }),
    bundles: sets.filter(({ status }) => status === 'active'),
    products: products
      .filter(({ kind, status }) => kind !== 'professional' && status === 'active')
      .map((product) => ({
        product,
        stock: stocks.get(product.id) ?? NO_STOCK,
        line: {
          kind: 'product' as const,
          name: product.name,
          qty: 1,
          unit_price_cents: product.price_cents,
          discount: null,
          tax: taxOf(product, rates, business),
          staff_id: null,
          appointment_id: null,
          variant_id: null,
          product_id: product.id,
        },
      })),
    staff: staff
      .filter(({ status }) => status === 'active')
      .toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1)),
    taxes: taxes.filter(({ active }) => active).toSorted(bySortKey),
  };
};

export type VisitToCheckOut = {
  appointment: AppointmentRow;
  clientName: string | null;
  /** What is to be minded about the client. */
  alertNote: string | null;
  /** What was done, at the prices that were agreed. */
  lines: CartLine[];
  /** What is left of what was paid before. */
  depositCents: number;
  /** It is checked out already. */
  settledBy: Uuid | null;
};

/** null = there is no such visit here. */
export const visitToCheckOut = async (db: DaybookDb, id: Uuid): Promise<VisitToCheckOut | null> => {
  const appointment = await db.rows('appointments').get(id);
  if (!appointment) return null;
  const [client, lines, settled, deposits] = await Promise.all([
    appointment.client_id ? clientWithAlerts(db, appointment.client_id) : undefined,
    linesOfVisit(db, id),
    settledVisits(db, [id]),
    depositsOf(db, [id]),
  ]);
  return {
    appointment,
    clientName: client ? clientName(client) : null,
    alertNote: client?.alert_note || null,
    lines,
    depositCents: deposits.get(id)?.left ?? 0,
    settledBy: settled.get(id) ?? null,
  };
};

/** Services, and the add-ons that came with them. Together they are the price that was agreed. */
const linesOfVisit = async (db: DaybookDb, appointmentId: Uuid): Promise<CartLine[]> => {
  const segments = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .equals(appointmentId)
    .sortBy('position');
  const addOnIds = [...new Set(segments.flatMap(({ add_on_ids }) => add_on_ids))];
  const [business, variants, addOns, taxes] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('service_variants').bulkGet(segments.map(({ variant_id }) => variant_id ?? '')),
    db.rows('add_ons').bulkGet(addOnIds),
    db.rows('tax_rates').toArray(),
  ]);
  const services = await db
    .rows('services')
    .bulkGet(variants.map((variant) => variant?.service_id ?? ''));
  const rates = new Map(taxes.map((rate) => [rate.id, rate]));
  const addOnById = new Map(addOns.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  return segments.flatMap((segment, place): CartLine[] => {
    const common = {
      qty: 1,
      discount: null,
      tax: taxOf(services[place], rates, business),
      staff_id: segment.staff_id,
      appointment_id: appointmentId,
      variant_id: segment.variant_id,
    };
    const extras = segment.add_on_ids.flatMap((id) => addOnById.get(id) ?? []);
    const extraCents = extras.reduce((sum, { price_cents }) => sum + price_cents, 0);
    const rest = segment.price_cents - extraCents;
    // Prices of add-ons may have changed since: what was agreed is the price of the whole.
    const isApart = rest >= 0;
    return [
      {
        ...common,
        kind: 'service',
        name: segment.service_name,
        unit_price_cents: isApart ? rest : segment.price_cents,
      },
      ...extras.map((addOn): CartLine => ({
        ...common,
        kind: 'add_on',
        name: addOn.name,
        unit_price_cents: isApart ? addOn.price_cents : 0,
      })),
    ];
  });
};

const taxOf = (
  sold: Pick<ServiceRow | ProductRow, 'tax_rate_id'> | undefined,
  rates: ReadonlyMap<Uuid, TaxRateRow>,
  business: BusinessRow | undefined,
): LineTax | null => {
  const rate = rates.get(sold?.tax_rate_id ?? '');
  return rate ? lineTax(rate, business) : null;
};

export type OpenVisit = {
  appointment: AppointmentRow;
  clientName: string | null;
  services: string;
  cents: number;
};

/** Visits that have begun in [from, now] and are not checked out, the last one first. */
export const visitsToCheckOut = async (db: DaybookDb, from: string): Promise<OpenVisit[]> => {
  const begun = await db
    .rows('appointments')
    .where('starts_at')
    .between(from, db.now(), true, true)
    .filter(
      ({ status, capacity }) =>
        !capacity && ['booked', 'arrived', 'in_service', 'completed'].includes(status),
    )
    .toArray();
  const ids = begun.map(({ id }) => id);
  const [clients, segments, settled] = await Promise.all([
    db.rows('clients').bulkGet(begun.map(({ client_id }) => client_id ?? '')),
    db.rows('appointment_segments').where('appointment_id').anyOf(ids).toArray(),
    settledVisits(db, ids),
  ]);
  return begun
    .flatMap((appointment, place): OpenVisit[] => {
      if (settled.has(appointment.id)) return [];
      const client = clients[place];
      const own = segments
        .filter(({ appointment_id }) => appointment_id === appointment.id)
        .toSorted((a, b) => a.position - b.position);
      return [
        {
          appointment,
          clientName: client ? clientName(client) : null,
          services: own.map(({ service_name }) => service_name).join(', '),
          cents: own.reduce((sum, { price_cents }) => sum + price_cents, 0),
        },
      ];
    })
    .toSorted((a, b) => (a.appointment.starts_at < b.appointment.starts_at ? 1 : -1));
};
