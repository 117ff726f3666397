import { allocate, basisPointsOf } from '#domain/money/allocate.ts';
import type { BusinessRow, Day, SaleLineKind, TaxRateRow, Uuid } from '#domain/rows.ts';
import { isPrepaidLine } from './prepaid.ts';

/** Basis points of what it is off (100 = 1 %), or an amount; never more than there is. */
export type Discount = { bp: number } | { cents: number };

/**
 * A tax as it is frozen on a line: thousandths of a percent, in the price or on top of it; of what is
 * left after discounts, or of the full price.
 */
export type LineTax = {
  name: string;
  milli_percent: number;
  inclusive: boolean;
  before_discount?: boolean | undefined;
};

/** A rate as a business has it frozen on a line. */
export const lineTax = (
  { name, milli_percent, inclusive }: Pick<TaxRateRow, 'name' | 'milli_percent' | 'inclusive'>,
  business: Pick<BusinessRow, 'tax_before_discount'> | undefined,
): LineTax => ({
  name,
  milli_percent,
  inclusive,
  ...(business?.tax_before_discount ? { before_discount: true } : {}),
});

/** What is sold, before anything is counted. */
export type CartLine = {
  kind: SaleLineKind;
  name: string;
  qty: number;
  unit_price_cents: number;
  discount: Discount | null;
  /** Why something is off this line. */
  discount_reason?: string | null | undefined;
  tax: LineTax | null;
  staff_id: Uuid | null;
  appointment_id: Uuid | null;
  variant_id: Uuid | null;
  /** Absent in carts that were begun before there were products, and where nothing is handed over. */
  product_id?: Uuid | null | undefined;
  /** Of a line that puts money on a card. */
  gift_card?: NewGiftCard | null | undefined;
  /** Of a line that sells a package. */
  new_package?: NewPackage | null | undefined;
  /** Of a line of a visit that a credit of a package pays. */
  package_use?: PackageUse | null | undefined;
};

/** A card as it is sold: the code for its holder, and for whom it is. */
export type NewGiftCard = {
  code: string;
  recipient_name: string | null;
  message: string | null;
  deliver_on: Day | null;
  expires_on: Day | null;
};

/** A package as it is sold; its name and price are those of the line. */
export type NewPackage = {
  package_id: Uuid;
  credits: number;
  service_ids: Uuid[];
  expires_on: Day | null;
};

/** Which package pays a line, and what the line was before. */
export type PackageUse = {
  holding_id: Uuid;
  before?: Pick<CartLine, 'unit_price_cents' | 'discount' | 'tax'> | undefined;
};

export type Cart = { lines: readonly CartLine[]; discount: Discount | null };

/**
 * A line counted out, in cents. `net_cents` is what is left without any tax: below zero where the tax of
 * the full price is more than that.
 */
export type CountedLine = {
  gross_cents: number;
  discount_cents: number;
  order_discount_cents: number;
  tax_cents: number;
  total_cents: number;
  net_cents: number;
};

/** `total_cents` is the lines' total: tips come on top of it. */
export type Counted = {
  lines: CountedLine[];
  subtotal_cents: number;
  discount_cents: number;
  tax_cents: number;
  total_cents: number;
};

/** A whole price in thousandths of a percent. */
const WHOLE = 100_000;

/**
 * Counts a cart out: each line, then what is off the whole, spread over the lines by their value, then
 * the tax of each line, rounded half up: of what is left, or of the full price where the line says so.
 * The parts always add up to the total. SQL counts the same (sales.sql), and a test compares the two.
 */
export const countCart = ({ lines, discount }: Cart): Counted => {
  const firsts = lines.map((line) => {
    const gross = line.qty * line.unit_price_cents;
    return { gross, off: discountOf(gross, line.discount) };
  });
  // Money for later is money, and what a credit pays is paid: nothing comes off them.
  const left = firsts.map(({ gross, off }, place) =>
    isPrepaidLine(lines[place]!.kind) || lines[place]!.package_use ? 0 : gross - off,
  );
  const shares = allocate(discountOf(sum(left), discount), left);
  const counted = lines.map((line, place): CountedLine => {
    const { gross, off } = firsts[place]!;
    const share = shares[place]!;
    const amount = gross - off - share;
    const tax = line.tax ? taxOf(line.tax.before_discount ? gross : amount, line.tax) : 0;
    const isAdded = line.tax !== null && !line.tax.inclusive;
    return {
      gross_cents: gross,
      discount_cents: off,
      order_discount_cents: share,
      tax_cents: tax,
      total_cents: isAdded ? amount + tax : amount,
      net_cents: isAdded ? amount : amount - tax,
    };
  });
  return {
    lines: counted,
    subtotal_cents: sum(counted.map((line) => line.gross_cents)),
    discount_cents: sum(counted.map((line) => line.discount_cents + line.order_discount_cents)),
    tax_cents: sum(counted.map((line) => line.tax_cents)),
    total_cents: sum(counted.map((line) => line.total_cents)),
  };
};

/** What of an amount is tax, or comes on top as tax, in cents. */
export const taxOf = (
  amountCents: number,
  { milli_percent, inclusive }: Pick<LineTax, 'milli_percent' | 'inclusive'>,
): number => {
  const by = BigInt(inclusive ? WHOLE + milli_percent : WHOLE);
  return Number((2n * BigInt(amountCents) * BigInt(milli_percent) + by) / (2n * by));
};

/** What a discount takes off an amount: nothing below zero is left. */
export const discountOf = (cents: number, discount: Discount | null): number => {
  if (discount === null) return 0;
  return 'bp' in discount ? basisPointsOf(cents, discount.bp) : Math.min(cents, discount.cents);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
