import type { MoneyWay, RowOf, SaleLineKind, TableName, Uuid } from '#domain/rows.ts';
import type { EpochMin } from '#domain/time/epoch.ts';

/** What reports need of the rows: a device with 150,000 visits keeps nothing else of them in memory. */
export const COLUMNS = {
  sales: [
    'id',
    'occurred_at',
    'client_id',
    'discount_reason',
    'tax_cents',
    'tip_cents',
    'total_cents',
  ],
  sale_lines: [
    'id',
    'sale_id',
    'kind',
    'appointment_id',
    'variant_id',
    'staff_id',
    'name',
    'qty',
    'unit_price_cents',
    'discount_cents',
    'order_discount_cents',
    'discount_reason',
    'tax_name',
    'tax_milli_percent',
    'tax_cents',
    'total_cents',
  ],
  tips: ['sale_id', 'staff_id', 'amount_cents', 'occurred_at'],
  payments: [
    'id',
    'sale_id',
    'appointment_id',
    'occurred_at',
    'method',
    'state',
    'collects',
    'amount_cents',
  ],
  refunds: [
    'id',
    'sale_id',
    'appointment_id',
    'occurred_at',
    'kind',
    'method',
    'amount_cents',
    'sale_line_id',
    'qty',
  ],
  dispute_entries: [
    'id',
    'dispute_id',
    'appointment_id',
    'occurred_at',
    'state',
    'amount_cents',
    'fee_cents',
  ],
  appointments: [
    'id',
    'client_id',
    'starts_at',
    'status',
    'source',
    'cancel_by',
    'cancel_late',
    'capacity',
    'fee_state',
    'fee_cents',
  ],
  appointment_segments: [
    'appointment_id',
    'staff_id',
    'starts_at',
    'duration_min',
    'processing_min',
    'finishing_min',
    'price_cents',
  ],
  attendees: ['id', 'appointment_id', 'client_id', 'seats', 'state'],
  service_variants: ['id', 'service_id'],
  services: ['id', 'name', 'no_commission'],
  staff: ['id', 'display_name', 'status', 'bookable', 'travel', 'employed_from', 'employed_until'],
  work_patterns: ['id', 'staff_id', 'valid_from', 'weeks'],
  date_exceptions: ['id', 'staff_id', 'on_day', 'kind', 'ranges'],
  time_off: ['staff_id', 'starts_at', 'ends_at', 'status'],
  time_blocks: ['staff_id', 'starts_at', 'ends_at'],
  products: ['id', 'name', 'unit', 'size_milli'],
  product_costs: ['id', 'cost_cents'],
  stock_movements: [
    'id',
    'product_id',
    'occurred_at',
    'kind',
    'qty_milli',
    'sale_line_id',
    'undoes_id',
  ],
  stock_costs: ['id', 'cost_cents'],
  gift_activities: ['occurred_at', 'amount_cents'],
  package_activities: ['occurred_at', 'amount_cents'],
  commission_rules: [
    'id',
    'service_bp',
    'product_bp',
    'service_steps',
    'service_cents',
    'own_rates',
  ],
} as const satisfies { [T in TableName]?: readonly (keyof RowOf<T>)[] };

export type BookTable = keyof typeof COLUMNS;
export const BOOK_TABLES = Object.keys(COLUMNS) as BookTable[];
export type BookRow<T extends BookTable> = Pick<
  RowOf<T>,
  (typeof COLUMNS)[T][number] & keyof RowOf<T>
>;
export type BookRows = { [T in BookTable]: readonly BookRow<T>[] };

/** A person or thing by a number: numbers are quicker to count by than ids. 0 = nobody. */
export type Ref = number;

/** Amounts are cents, moments epoch minutes. `waiting`: the server does not know it yet. */
export type SaleFact = {
  at: EpochMin;
  /** Tells the sales of one moment apart: the lines of one stand together. */
  place: number;
  client: Ref;
  tax: number;
  /** Of its items: without tips, and without what was put on gift cards or into packages. */
  total: number;
  orderDiscount: number;
  reason: string | null;
  /** It was taken back as a whole: nothing was sold. */
  isVoid: boolean;
  waiting: boolean;
};

/** `at` is that of its sale. */
export type LineFact = {
  at: EpochMin;
  sale: SaleFact;
  kind: SaleLineKind;
  /** The service, or whatever else has this name. */
  item: Ref;
  staff: Ref;
  qty: number;
  gross: number;
  discount: number;
  /** Of the discount: off this line alone, and why. */
  ownDiscount: number;
  reason: string | null;
  /** Its name and percentage, as a key; '' = none. */
  rate: string;
  tax: number;
  total: number;
};

export type TipFact = { at: EpochMin; sale: SaleFact; staff: Ref; cents: number };

/** Money that went back of a sale; of a void there is none, because nothing was sold. */
export type RefundFact = {
  at: EpochMin;
  /** null = an amount, not an item. */
  line: LineFact | null;
  /** Of the line. */
  qty: number;
  cents: number;
  /** How much of it is tax. */
  tax: number;
  waiting: boolean;
};

/** Money that came in, or went back (below zero). */
export type MoneyFact = { at: EpochMin; method: MoneyWay; cents: number; waiting: boolean };

/** What is still to be paid of a sale, or of a fee. `at`: since when. */
export type DueFact = { at: EpochMin; client: Ref; cents: number; isFee: boolean };

export type VisitState = 'active' | 'cancelled' | 'no_show';

/** One client's visit: an appointment, or a seat in a class. Requests and declined ones are none. */
export type VisitFact = {
  at: EpochMin;
  /** 0 = a walk-in. */
  client: Ref;
  state: VisitState;
  isLate: boolean;
  byClient: boolean;
  isOnline: boolean;
  /** Who serves them, each once. */
  staff: readonly Ref[];
  /** As it was agreed. */
  cents: number;
  waiting: boolean;
};

/** What one person does in a visit or class that takes place. */
export type WorkFact = {
  at: EpochMin;
  staff: Ref;
  /** With their hands; not while something takes effect. */
  minutes: number;
  /** In which something takes effect and their hands may be free. */
  processing: number;
  /** The first of theirs in this visit. */
  isFirst: boolean;
};

/** What left the stock by a sale or by use; below zero what came back. */
export type StockMove = {
  at: EpochMin;
  product: Ref;
  isUse: boolean;
  /** The line that sold it, or for which it was used. */
  line: LineFact | null;
  pieces: number;
  /** At the moving average of then; null = nobody said what it costs. */
  cents: number | null;
  waiting: boolean;
};

/** What was put on gift cards or into packages, and used or taken off again (below zero). */
export type LedgerFact = { at: EpochMin; cents: number };

/** What is there of a product now, and what it is worth. */
export type ShelfFact = { product: Ref; pieces: number; cents: number | null };

/** The history of a client: 0 = there is none. `second`: when they came again. */
export type ClientFacts = { first: EpochMin; second: EpochMin; last: EpochMin };

/** Everything that reports are counted from. Lists are in the order of their moments. */
export type Book = {
  sales: SaleFact[];
  lines: LineFact[];
  tips: TipFact[];
  refunds: RefundFact[];
  money: MoneyFact[];
  dues: DueFact[];
  visits: VisitFact[];
  work: WorkFact[];
  stock: StockMove[];
  shelf: ShelfFact[];
  /** The product that a line sold. */
  productOf: ReadonlyMap<LineFact, Ref>;
  gifts: LedgerFact[];
  packages: LedgerFact[];
  /** By ref: visits that were not cancelled or missed, also those that are still to come. */
  clients: ClientFacts[];
  /** By ref, of clients alone. */
  clientIds: Uuid[];
  /** By ref. */
  names: string[];
  /** The refs of the rows of staff, in their order. */
  team: Ref[];
  /** … and of the rows of services. */
  services: Ref[];
  rows: BookRows;
};

/** The part of a list in [from, to). */
export const within = <F extends { at: EpochMin }>(
  facts: readonly F[],
  from: EpochMin,
  to: EpochMin,
): readonly F[] => facts.slice(firstFrom(facts, from), firstFrom(facts, to));

const firstFrom = (facts: readonly { at: EpochMin }[], at: EpochMin): number => {
  let [low, high] = [0, facts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (facts[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The group with this key; a new one where there is none yet. */
export const groupOf = <K, G>(groups: Map<K, G>, key: K, make: () => G): G => {
  const known = groups.get(key);
  if (known !== undefined) return known;
  const made = make();
  groups.set(key, made);
  return made;
};
