import { addedTips } from '#domain/checkout/added-tips.ts';
import type { Reach } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import { disputesOf, lostOfSale } from '#domain/checkout/disputes.ts';
import type { DisputeStanding } from '#domain/checkout/disputes.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import type { Standing } from '#domain/checkout/standing.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import { rowKey } from '#domain/commands/op.ts';
import type {
  BusinessRow,
  ClientRow,
  DisputeEntryRow,
  Instant,
  PaymentRow,
  RefundRow,
  SaleLineRow,
  SaleRow,
  TipRow,
  Uuid,
} from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { depositsOf } from './deposits.ts';
import { reachOfClient } from './family.ts';

/** One sale with everything that it is made of, and how it stands. */
export type SaleView = {
  sale: SaleRow;
  /** In order. */
  lines: SaleLineRow[];
  tips: TipRow[];
  /** In the order in which they were made, like the refunds. */
  payments: (PaymentRow & {
    /** It brought a tip, after the sale. */
    is_tip?: boolean;
  })[];
  refunds: RefundRow[];
  standing: Standing;
  client: ClientRow | null;
  clientName: string | null;
  /** Who pays for the client; null = the client does. */
  payer: ClientRow | null;
  /** Of what was paid online for its visits. */
  disputes: DisputeStanding[];
  /** Some row of it is not known to the server yet. */
  pending: boolean;
};

export type SaleDetail = SaleView & {
  /** As the receipt says it. */
  paid_by: string | null;
  /** How its client is reached, perhaps by their guardian. */
  reach: Reach | null;
  business: BusinessRow;
  staffNames: ReadonlyMap<Uuid, string>;
};

/** null = there is none here. */
export const saleDetail = async (db: DaybookDb, id: Uuid): Promise<SaleDetail | null> => {
  const [sale, business, staff] = await Promise.all([
    db.rows('sales').get(id),
    db.rows('businesses').get(db.businessId),
    db.rows('staff').toArray(),
  ]);
  if (!sale || !business) return null;
  const [view] = await saleViews(db, [sale]);
  // The receipt goes to who pays.
  const reader = view!.payer ?? view!.client;
  return {
    ...view!,
    paid_by: view!.payer && clientName(view!.payer),
    reach: reader && (await reachOfClient(db, reader)),
    business,
    staffNames: new Map(staff.map((one) => [one.id, one.display_name])),
  };
};

const visitsPaidBefore = (payments: readonly PaymentRow[]): Uuid[] => [
  ...new Set(payments.flatMap(({ appointment_id }) => appointment_id ?? [])),
];

export type SalesPeriod = {
  business: BusinessRow;
  /** The newest first. */
  views: SaleView[];
  staffNames: ReadonlyMap<Uuid, string>;
};

/**
 * The sales in which something happened in [from, to): rung up, collected or given back. undefined
 * until the first sync.
 */
export const salesBetween = async (
  db: DaybookDb,
  from: Instant,
  to: Instant,
): Promise<SalesPeriod | undefined> => {
  const within = <T extends 'sales' | 'payments' | 'refunds'>(table: T) =>
    db.rows(table).where('occurred_at').between(from, to, true, false).toArray();
  const [business, staff, sales, payments, refunds] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('staff').toArray(),
    within('sales'),
    within('payments'),
    within('refunds'),
  ]);
  if (!business) return undefined;
  const known = new Set(sales.map(({ id }) => id));
  const older = new Set([...payments, ...refunds].flatMap(({ sale_id }) => sale_id ?? []));
  const others = await db.rows('sales').bulkGet([...older].filter((id) => !known.has(id)));
  const views = await saleViews(db, [...sales, ...others.flatMap((sale) => sale ?? [])]);
  return {
    business,
    views: views.toSorted((a, b) => (a.sale.occurred_at < b.sale.occurred_at ? 1 : -1)),
    staffNames: new Map(staff.map((one) => [one.id, one.display_name])),
  };
};

/** What this device puts on its receipts; null = it has written nothing. */
export const ownReceiptPrefix = async (db: DaybookDb): Promise<string | null> => {
  const device = await db.meta.get('device');
  return device?.key === 'device' ? receiptPrefix(device.client_id) : null;
};

/** What a client bought or paid for, the newest first, with the sales of records that became part of theirs. */
export const salesOfClient = async (db: DaybookDb, clientId: Uuid): Promise<SaleView[]> => {
  const aliases = await db.rows('clients').where('merged_into').equals(clientId).primaryKeys();
  const ids = [clientId, ...aliases];
  const [own, paid] = await Promise.all([
    db.rows('sales').where('client_id').anyOf(ids).toArray(),
    db.rows('sales').where('payer_id').anyOf(ids).toArray(),
  ]);
  const sales = [...own, ...paid.filter(({ client_id: other }) => !ids.includes(other ?? ''))];
  const views = await saleViews(db, sales);
  return views.toSorted((a, b) => (a.sale.occurred_at < b.sale.occurred_at ? 1 : -1));
};

const saleViews = async (db: DaybookDb, sales: readonly SaleRow[]): Promise<SaleView[]> => {
  const ids = sales.map(({ id }) => id);
  const partsOf = <T extends 'sale_lines' | 'tips' | 'payments' | 'refunds'>(table: T) =>
    db.rows(table).where('sale_id').anyOf(ids).toArray();
  const [lines, tips, payments, refunds, clients, payers] = await Promise.all([
    partsOf('sale_lines'),
    partsOf('tips'),
    partsOf('payments'),
    partsOf('refunds'),
    db.rows('clients').bulkGet(sales.map(({ client_id }) => client_id ?? '')),
    db.rows('clients').bulkGet(sales.map(({ payer_id }) => payer_id ?? '')),
  ]);
  const visits = visitsPaidBefore(payments);
  const [deposits, disputeEntries] = await Promise.all([
    depositsOf(db, visits),
    db.rows('dispute_entries').where('appointment_id').anyOf(visits).toArray(),
  ]);
  const keys = [
    ...ids.map((id) => rowKey('sales', id)),
    ...payments.map(({ id }) => rowKey('payments', id)),
    ...refunds.map(({ id }) => rowKey('refunds', id)),
  ];
  const waiting = new Set(
    (await db.shadows.where('key').anyOf(keys).primaryKeys()) as readonly string[],
  );
  const disputeEntriesOf = (paid: readonly PaymentRow[]): DisputeEntryRow[] => {
    const own = new Set(visitsPaidBefore(paid));
    return disputeEntries.filter(({ appointment_id }) => own.has(appointment_id ?? ''));
  };
  const bySale = {
    lines: grouped(lines),
    tips: grouped(tips),
    payments: grouped(payments),
    refunds: grouped(refunds),
  };
  return sales.map((sale, place) => {
    const of = <T>(parts: Map<Uuid, T[]>): T[] => parts.get(sale.id) ?? [];
    const client = clients[place] ?? null;
    const paid = of(bySale.payments).toSorted(inTime);
    const back = of(bySale.refunds).toSorted(inTime);
    const tips = of(bySale.tips);
    const added = new Set(addedTips(tips, paid).map(({ id }) => id));
    return {
      sale,
      lines: of(bySale.lines).toSorted((a, b) => a.position - b.position),
      tips,
      payments: paid.map((payment) =>
        added.has(payment.id) ? { ...payment, is_tip: true } : payment,
      ),
      refunds: back,
      standing: standingOf(paid, back, lostOfSale(paid, deposits)),
      client,
      clientName: client ? clientName(client) : null,
      payer: payers[place] ?? null,
      disputes: disputesOf(disputeEntriesOf(paid)),
      pending:
        waiting.has(rowKey('sales', sale.id)) ||
        paid.some(({ id }) => waiting.has(rowKey('payments', id))) ||
        back.some(({ id }) => waiting.has(rowKey('refunds', id))),
    };
  });
};

const grouped = <T extends { sale_id: Uuid | null }>(rows: readonly T[]): Map<Uuid, T[]> => {
  const groups = new Map<Uuid, T[]>();
  for (const row of rows) {
    if (row.sale_id === null) continue;
    const group = groups.get(row.sale_id);
    if (group) group.push(row);
    else groups.set(row.sale_id, [row]);
  }
  return groups;
};

const inTime = (a: PaymentRow | RefundRow, b: PaymentRow | RefundRow): number =>
  a.occurred_at === b.occurred_at ? (a.id < b.id ? -1 : 1) : a.occurred_at < b.occurred_at ? -1 : 1;
