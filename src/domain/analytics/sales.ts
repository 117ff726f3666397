import type { Parts } from './period.ts';
import { groupOf, within } from './facts.ts';
import type { Book, LineFact, Ref, RefundFact, SaleFact } from './facts.ts';

/** Part of what was sold; amounts in cents. `net`: without tax, less what went back. */
export type SoldGroup = {
  /** 0 in lists of items: what went back as an amount, not as an item. In lists of staff: nobody. */
  ref: Ref;
  qty: number;
  gross: number;
  discount: number;
  tax: number;
  back: number;
  net: number;
};

export type TaxGroup = {
  /** Name and percentage of the rate; '' = without tax. */
  rate: string;
  /** What was sold without its tax, less what went back. */
  net: number;
  /** Less what went back. */
  tax: number;
};

/** What was rung up in a period, by the clock of the device; a sale that was taken back is none. */
export type SalesFigures = {
  sales: number;
  /** Price times number, as on the price list. */
  gross: number;
  discount: number;
  /** What was charged for items after discounts, with all taxes, without tips. */
  charged: number;
  /** What went back in the period, whenever it was sold, with its tax. */
  back: number;
  /** Less what went back. */
  tax: number;
  /** Charged less what went back, without tax. */
  net: number;
  /** Of it fees for cancelling late and for no-shows. */
  fees: number;
  /** Put on gift cards, less what went back of it: what they pay for later is sold then. */
  gifts: number;
  /** Put into packages, less what went back of it: what their credits pay for is sold then. */
  packages: number;
  tips: number;
  /** Charged for one sale of items on average; null = none was sold. */
  ticket: number | null;
  /** Net, part of the period by part. */
  parts: number[];
  /** Largest net first, like all groups. */
  items: SoldGroup[];
  staff: SoldGroup[];
  taxes: TaxGroup[];
  discounts: { reason: string | null; sales: number; cents: number }[];
  /** Off single items, beside those off whole sales. */
  itemDiscount: number;
  /** The same by why; null = nobody has said. */
  lineDiscounts: { reason: string | null; lines: number; cents: number }[];
  tipsOf: { staff: Ref; tips: number; cents: number }[];
  /** Sales and refunds that were counted, and those of them that the server does not know. */
  rows: number;
  waiting: number;
};

export const salesFigures = (book: Book, { edges }: Parts): SalesFigures => {
  const [from, to] = [edges[0]!, edges.at(-1)!];
  const figures: SalesFigures = {
    sales: 0,
    gross: 0,
    discount: 0,
    charged: 0,
    back: 0,
    tax: 0,
    net: 0,
    fees: 0,
    gifts: 0,
    packages: 0,
    tips: 0,
    ticket: null,
    parts: edges.slice(1).map(() => 0),
    items: [],
    staff: [],
    taxes: [],
    discounts: [],
    itemDiscount: 0,
    lineDiscounts: [],
    tipsOf: [],
    rows: 0,
    waiting: 0,
  };
  const items = new Map<Ref, SoldGroup>();
  const staff = new Map<Ref, SoldGroup>();
  const taxes = new Map<string, TaxGroup>();
  const discounts = new Map<string | null, SalesFigures['discounts'][number]>();
  const lineDiscounts = new Map<string | null, SalesFigures['lineDiscounts'][number]>();
  const tips = new Map<Ref, SalesFigures['tipsOf'][number]>();
  let orderDiscount = 0;

  for (const sale of within(book.sales, from, to)) {
    if (sale.isVoid) continue;
    figures.sales += 1;
    figures.rows += 1;
    if (sale.waiting) figures.waiting += 1;
    if (sale.orderDiscount === 0) continue;
    orderDiscount += sale.orderDiscount;
    const reason = groupOf(discounts, sale.reason, () => ({
      reason: sale.reason,
      sales: 0,
      cents: 0,
    }));
    reason.sales += 1;
    reason.cents += sale.orderDiscount;
  }
  let withItems = 0;
  let last: SaleFact | null = null;
  let part = 0;
  for (const line of within(book.lines, from, to)) {
    if (line.sale.isVoid) continue;
    if (line.kind === 'gift_card') {
      figures.gifts += line.total;
      continue;
    }
    if (line.kind === 'package') {
      figures.packages += line.total;
      continue;
    }
    while (line.at >= edges[part + 1]!) part += 1;
    const net = line.total - line.tax;
    if (line.sale !== last) withItems += 1;
    last = line.sale;
    figures.gross += line.gross;
    figures.discount += line.discount;
    if (line.ownDiscount > 0) {
      const { reason } = line;
      const off = groupOf(lineDiscounts, reason, () => ({ reason, lines: 0, cents: 0 }));
      off.lines += 1;
      off.cents += line.ownDiscount;
    }
    figures.charged += line.total;
    figures.tax += line.tax;
    figures.parts[part]! += net;
    if (line.kind === 'fee') figures.fees += net;
    sold(items, line.item, line);
    sold(staff, line.staff, line);
    const rate = groupOf(taxes, line.rate, () => ({ rate: line.rate, net: 0, tax: 0 }));
    rate.net += net;
    rate.tax += line.tax;
  }
  part = 0;
  for (const refund of within(book.refunds, from, to)) {
    while (refund.at >= edges[part + 1]!) part += 1;
    const { line } = refund;
    const net = refund.cents - refund.tax;
    figures.rows += 1;
    if (refund.waiting) figures.waiting += 1;
    if (line?.kind === 'gift_card') {
      figures.gifts -= refund.cents;
      continue;
    }
    if (line?.kind === 'package') {
      figures.packages -= refund.cents;
      continue;
    }
    figures.back += refund.cents;
    figures.tax -= refund.tax;
    figures.parts[part]! -= net;
    if (line?.kind === 'fee') figures.fees -= net;
    wentBack(items, line?.item ?? 0, refund);
    wentBack(staff, line?.staff ?? 0, refund);
    const key = line ? line.rate : BY_AMOUNT;
    const rate = groupOf(taxes, key, () => ({ rate: key, net: 0, tax: 0 }));
    rate.net -= net;
    rate.tax -= refund.tax;
  }
  for (const { sale, staff: who, cents } of within(book.tips, from, to)) {
    if (sale.isVoid) continue;
    figures.tips += cents;
    const group = groupOf(tips, who, () => ({ staff: who, tips: 0, cents: 0 }));
    group.tips += 1;
    group.cents += cents;
  }
  return {
    ...figures,
    net: figures.charged - figures.back - figures.tax,
    ticket: withItems === 0 ? null : Math.round(figures.charged / withItems),
    items: byNet(items),
    staff: byNet(staff),
    taxes: [...taxes.values()].toSorted((a, b) => b.tax - a.tax || b.net - a.net),
    discounts: [...discounts.values()].toSorted((a, b) => b.cents - a.cents),
    itemDiscount: figures.discount - orderDiscount,
    lineDiscounts: [...lineDiscounts.values()].toSorted((a, b) => b.cents - a.cents),
    tipsOf: [...tips.values()].toSorted((a, b) => b.cents - a.cents),
  };
};

/** The key of refunds of an amount among taxes: their tax is a share of that of all items. */
export const BY_AMOUNT = 'amount';

const emptyGroup = (ref: Ref) => (): SoldGroup => ({
  ref,
  qty: 0,
  gross: 0,
  discount: 0,
  tax: 0,
  back: 0,
  net: 0,
});

const sold = (groups: Map<Ref, SoldGroup>, ref: Ref, line: LineFact): void => {
  const group = groupOf(groups, ref, emptyGroup(ref));
  group.qty += line.qty;
  group.gross += line.gross;
  group.discount += line.discount;
  group.tax += line.tax;
  group.net += line.total - line.tax;
};

const wentBack = (groups: Map<Ref, SoldGroup>, ref: Ref, { cents, tax }: RefundFact): void => {
  const group = groupOf(groups, ref, emptyGroup(ref));
  group.back += cents;
  group.tax -= tax;
  group.net -= cents - tax;
};

const byNet = (groups: ReadonlyMap<Ref, SoldGroup>): SoldGroup[] =>
  [...groups.values()].toSorted((a, b) => b.net - a.net || b.gross - a.gross);
