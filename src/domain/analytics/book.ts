import { depositsByVisit, voidedSales } from '#domain/checkout/deposits.ts';
import { lostOfSale, movedBy } from '#domain/checkout/disputes.ts';
import { movementsOf } from '#domain/checkout/movements.ts';
import { isPrepaidLine } from '#domain/checkout/prepaid.ts';
import { refundTaxes } from '#domain/checkout/refund-tax.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import { rowKey } from '#domain/commands/op.ts';
import type { RowKey } from '#domain/commands/op.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { MINUTES_PER_DAY, epochMinOf } from '#domain/time/epoch.ts';
import type {
  Book,
  BookRow,
  BookRows,
  ClientFacts,
  LedgerFact,
  LineFact,
  Ref,
  RefundFact,
  SaleFact,
  VisitFact,
  VisitState,
  WorkFact,
} from './facts.ts';
import { stockFacts } from './stock.ts';

export type BookOptions = {
  rows: BookRows;
  /** By the id of a record that became part of another one: that one. */
  aliases: ReadonlyMap<Uuid, Uuid>;
  /** Rows with changes that the server has not confirmed. */
  waiting: ReadonlySet<RowKey>;
};

/** Rows made ready for counting: linked, in order, without what does not count. */
export const makeBook = ({ rows, aliases, waiting }: BookOptions): Book => {
  const refs = createRefs();
  const clientIds: Uuid[] = [];
  const clientOf = (id: Uuid | null): Ref => {
    if (id === null) return 0;
    const whole = aliases.get(id) ?? id;
    const ref = refs.of(whole, '');
    clientIds[ref] = whole;
    return ref;
  };
  const { lineById, ...money } = moneyFacts(rows, refs, clientOf, waiting);
  const stock = stockFacts(rows, (id, name) => refs.of(id, name), lineById, waiting);
  const { visits, work } = visitFacts(rows, refs, clientOf, waiting);
  const team = rows.staff.map(({ id, display_name }) => refs.of(id, display_name));
  const services = rows.services.map(({ id, name }) => refs.of(id, name));
  const clients = historyOf(visits);
  return {
    ...money,
    ...stock,
    gifts: ledgerFacts(rows.gift_activities),
    packages: ledgerFacts(rows.package_activities),
    visits,
    work,
    clients,
    clientIds,
    names: refs.names,
    team,
    services,
    rows,
  };
};

const createRefs = () => {
  const refById = new Map<string, Ref>();
  const names = [''];
  return {
    names,
    /** A later name holds when the earlier one was empty. */
    of: (id: string, name: string): Ref => {
      const known = refById.get(id);
      if (known !== undefined) {
        if (name !== '' && names[known] === '') names[known] = name;
        return known;
      }
      const made = names.length;
      refById.set(id, made);
      names.push(name);
      return made;
    },
  };
};
type Refs = ReturnType<typeof createRefs>;

const moneyFacts = (
  rows: BookRows,
  refs: Refs,
  clientOf: (id: Uuid | null) => Ref,
  waiting: ReadonlySet<RowKey>,
): Pick<Book, 'sales' | 'lines' | 'tips' | 'refunds' | 'money' | 'dues'> & {
  lineById: ReadonlyMap<Uuid, LineFact>;
} => {
  const refundsBySale = grouped(rows.refunds);
  const paymentsBySale = grouped(rows.payments);
  const deposits = depositsByVisit(
    rows.payments,
    rows.refunds,
    voidedSales(rows.refunds),
    rows.dispute_entries,
  );
  const sales: SaleFact[] = [];
  const saleById = new Map<Uuid, SaleFact>();
  const book: Pick<Book, 'refunds' | 'money' | 'dues'> = { refunds: [], money: [], dues: [] };
  for (const row of rows.sales) {
    const back = refundsBySale.get(row.id) ?? NONE;
    const sale: SaleFact = {
      at: epochMinOf(row.occurred_at),
      place: sales.length,
      client: clientOf(row.client_id),
      tax: row.tax_cents,
      total: row.total_cents - row.tip_cents,
      orderDiscount: 0,
      reason: row.discount_reason,
      isVoid: back.some(({ kind }) => kind === 'void'),
      waiting: waiting.has(rowKey('sales', row.id)),
    };
    sales.push(sale);
    saleById.set(row.id, sale);
    const paid = paymentsBySale.get(row.id) ?? NONE;
    for (const { at, method, cents, table, id } of movementsOf(paid, back)) {
      const isWaiting = waiting.size > 0 && waiting.has(rowKey(table, id));
      book.money.push({ at: epochMinOf(at), method, cents, waiting: isWaiting });
    }
    const { due_cents } = standingOf(paid, back, lostOfSale(paid, deposits));
    if (due_cents > 0) {
      book.dues.push({ at: sale.at, client: sale.client, cents: due_cents, isFee: false });
    }
  }

  // Paid online before visits, and gone back: the server alone writes that down.
  for (const { at, method, cents } of movementsOf(
    rows.payments.filter(({ sale_id }) => sale_id === null),
    rows.refunds.filter(({ sale_id }) => sale_id === null),
  )) {
    book.money.push({ at: epochMinOf(at), method, cents, waiting: false });
  }
  for (const entry of rows.dispute_entries) {
    const cents = movedBy(entry);
    if (cents === 0) continue;
    const at = epochMinOf(entry.occurred_at);
    book.money.push({ at, method: 'card_online', cents, waiting: false });
  }

  const serviceOf = new Map(rows.service_variants.map(({ id, service_id }) => [id, service_id]));
  for (const { id, name } of rows.services) refs.of(id, name);
  const lines: LineFact[] = [];
  const lineById = new Map<Uuid, LineFact>();
  const feesInSales = new Set<Uuid>();
  for (const row of rows.sale_lines) {
    const sale = saleById.get(row.sale_id);
    if (!sale) continue;
    const service = row.kind === 'service' ? serviceOf.get(row.variant_id ?? '') : undefined;
    const line: LineFact = {
      at: sale.at,
      sale,
      kind: row.kind,
      item: service === undefined ? itemOf(row, refs) : refs.of(service, row.name),
      staff: row.staff_id === null ? 0 : refs.of(row.staff_id, ''),
      qty: row.qty,
      gross: row.qty * row.unit_price_cents,
      discount: row.discount_cents + row.order_discount_cents,
      ownDiscount: row.discount_cents,
      reason: row.discount_reason ?? null,
      rate: row.tax_name === null ? '' : `${row.tax_milli_percent} ${row.tax_name}`,
      tax: row.tax_cents,
      total: row.total_cents,
    };
    if (isPrepaidLine(row.kind)) sale.total -= row.total_cents;
    sale.orderDiscount += row.order_discount_cents;
    lines.push(line);
    lineById.set(row.id, line);
    if (row.kind === 'fee' && row.appointment_id !== null && !sale.isVoid) {
      feesInSales.add(row.appointment_id);
    }
  }
  for (const [saleId, back] of refundsBySale) {
    const sale = saleById.get(saleId);
    if (sale) book.refunds.push(...refundFacts(sale, back, lineById, waiting));
  }
  for (const row of rows.appointments) {
    if (row.fee_state !== 'owed' || !row.fee_cents || feesInSales.has(row.id)) continue;
    const client = clientOf(row.client_id);
    // What was kept of a deposit is not owed any more; what a bank took of one is not owed as a fee.
    const cents = row.fee_cents - Math.max(0, deposits.get(row.id)?.left ?? 0);
    if (cents > 0) book.dues.push({ at: epochMinOf(row.starts_at), client, cents, isFee: true });
  }
  return {
    sales: inOrder(sales),
    lines: lines.toSorted((a, b) => a.at - b.at || a.sale.place - b.sale.place),
    tips: inOrder(
      rows.tips.flatMap(({ sale_id, staff_id, occurred_at, amount_cents: cents }) => {
        const sale = saleById.get(sale_id);
        const staff = staff_id === null ? 0 : refs.of(staff_id, '');
        // It may have come after the sale.
        return sale ? [{ at: epochMinOf(occurred_at), sale, staff, cents }] : [];
      }),
    ),
    refunds: inOrder(book.refunds),
    money: inOrder(book.money),
    dues: inOrder(book.dues),
    lineById,
  };
};

const itemOf = ({ kind, name }: BookRow<'sale_lines'>, refs: Refs): Ref =>
  kind === 'fee'
    ? refs.of('fee', 'Fees for late cancelling and no-shows')
    : refs.of(`${kind}:${name}`, name);

const refundFacts = (
  sale: SaleFact,
  back: readonly BookRow<'refunds'>[],
  lineById: ReadonlyMap<Uuid, LineFact>,
  waiting: ReadonlySet<RowKey>,
): RefundFact[] =>
  refundTaxes(
    sale,
    back,
    ({ sale_line_id }) => (sale_line_id !== null && lineById.get(sale_line_id)) || null,
  ).map(({ refund, line, tax }) => ({
    at: epochMinOf(refund.occurred_at),
    line,
    qty: refund.qty ?? 0,
    cents: refund.amount_cents,
    tax,
    waiting: waiting.has(rowKey('refunds', refund.id)),
  }));

const ledgerFacts = (
  rows: readonly { occurred_at: Instant; amount_cents: number }[],
): LedgerFact[] =>
  inOrder(rows.map((row) => ({ at: epochMinOf(row.occurred_at), cents: row.amount_cents })));

const STATES: Partial<Record<BookRow<'appointments'>['status'], VisitState>> = {
  booked: 'active',
  arrived: 'active',
  in_service: 'active',
  completed: 'active',
  cancelled: 'cancelled',
  no_show: 'no_show',
};

const visitFacts = (
  rows: BookRows,
  refs: Refs,
  clientOf: (id: Uuid | null) => Ref,
  waiting: ReadonlySet<RowKey>,
): { visits: VisitFact[]; work: WorkFact[] } => {
  const seats = new Map<Uuid, BookRow<'attendees'>[]>();
  for (const row of rows.attendees) push(seats, row.appointment_id, row);
  const segments = new Map<Uuid, BookRow<'appointment_segments'>[]>();
  for (const row of rows.appointment_segments) push(segments, row.appointment_id, row);
  const visits: VisitFact[] = [];
  const work: WorkFact[] = [];
  for (const row of rows.appointments) {
    const state = STATES[row.status];
    if (state === undefined) continue;
    const at = epochMinOf(row.starts_at);
    const own = segments.get(row.id) ?? NONE;
    const cents = own.reduce((sum, { price_cents }) => sum + price_cents, 0);
    const isWaiting = waiting.has(rowKey('appointments', row.id));
    const isOnline = row.source === 'online' || row.source === 'waitlist';
    const byClient = row.cancel_by === 'client';
    const staff = [...new Set(own.map(({ staff_id }) => refs.of(staff_id, '')))];
    if (!row.capacity) {
      const client = clientOf(row.client_id);
      const isLate = row.cancel_late;
      visits.push({
        at,
        client,
        state,
        isLate,
        byClient,
        isOnline,
        staff,
        cents,
        waiting: isWaiting,
      });
    }
    for (const seat of row.capacity ? (seats.get(row.id) ?? NONE) : NONE) {
      visits.push({
        at,
        client: clientOf(seat.client_id),
        state: seat.state === 'attended' || seat.state === 'booked' ? state : seat.state,
        isLate: false,
        byClient: false,
        isOnline: false,
        staff,
        cents: cents * seat.seats,
        waiting: isWaiting || waiting.has(rowKey('attendees', seat.id)),
      });
    }
    if (state !== 'active') continue;
    own.forEach((segment, place) => {
      work.push({
        at: epochMinOf(segment.starts_at),
        staff: refs.of(segment.staff_id, ''),
        minutes: segment.duration_min + segment.finishing_min,
        processing: segment.processing_min,
        isFirst: own.findIndex(({ staff_id }) => staff_id === segment.staff_id) === place,
      });
    });
  }
  return { visits: inOrder(visits), work: inOrder(work) };
};

/** Two visits on one day are one coming: somebody came again half a day later at the earliest. */
const AGAIN_AFTER_MIN = MINUTES_PER_DAY / 2;

/** First, second and last visit of everybody, by ref. Visits are in order. */
const historyOf = (visits: readonly VisitFact[]): ClientFacts[] => {
  const clients: ClientFacts[] = [];
  for (const { at, client, state } of visits) {
    if (client === 0 || state !== 'active') continue;
    const known = clients[client];
    if (!known) clients[client] = { first: at, second: 0, last: at };
    else {
      if (known.second === 0 && at >= known.first + AGAIN_AFTER_MIN) known.second = at;
      known.last = at;
    }
  }
  return clients;
};

const NONE: readonly never[] = [];

const grouped = <R extends { sale_id: Uuid | null }>(rows: readonly R[]): Map<Uuid, R[]> => {
  const groups = new Map<Uuid, R[]>();
  for (const row of rows) if (row.sale_id !== null) push(groups, row.sale_id, row);
  return groups;
};

const push = <R>(groups: Map<Uuid, R[]>, key: Uuid, row: R): void => {
  const group = groups.get(key);
  if (group) group.push(row);
  else groups.set(key, [row]);
};

const inOrder = <F extends { at: number }>(facts: F[]): F[] =>
  facts.toSorted((a, b) => a.at - b.at);
