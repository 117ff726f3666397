/**
 * Money as people at the counters of a salon take it and give it back: sales of everything there is, gift
 * cards, packages, stock. Two devices that do not know of each other may give back, collect or use up too
 * much: the real SQL refuses one of them, or keeps it and asks.
 */
import { adjustGiftCard, blockGiftCard, returnGiftLease } from '#db/commands/gift-cards.ts';
import { collectDue, refundLines, refundSale, voidSale } from '#db/commands/refunds.ts';
import { completeSale } from '#db/commands/sales.ts';
import { changeStock, countStock } from '#db/commands/stock.ts';
import { countCart } from '#domain/checkout/cart.ts';
import type { LineTax } from '#domain/checkout/cart.ts';
import { giftBalance, isGiftBlocked, liveLeases } from '#domain/checkout/gift-cards.ts';
import { giftCode } from '#domain/checkout/gift-code.ts';
import { coveredCents, creditCents, packageLeft } from '#domain/checkout/packages.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import type { GiftCardRow, Instant, SaleRow, Uuid } from '#domain/rows.ts';
import type { Salon } from '#supabase/tests/database/salon.ts';
import type { Dice } from './random.ts';
import type { Made, Till } from './till.ts';

/** What a counter needs beside its rows. */
export type Counter = {
  till: Till;
  salon: Salon;
  now: Instant;
  /** Keeps so much of a card for this device; null = refused, or there is no connection. */
  keep: ((cardId: Uuid, cents: number) => Promise<Uuid | null>) | null;
};
type Line = SaleInput['lines'][number];
type Payment = SaleInput['payments'][number];

const TAXES: readonly (LineTax | null)[] = [
  null,
  { name: 'City', milli_percent: 8875, inclusive: true },
  { name: 'State', milli_percent: 7000, inclusive: false },
];

/**
 * What somebody wants who is not alone with it: to have a card kept, to pay by it, to stop it; the last visit of
 * a package; clay; the newest sale undone. Null = anything.
 */
export type Wanted = 'keep' | 'pay' | 'stop' | 'package' | 'clay' | 'back' | null;

/** A sale, or what happens to one that this device shows, to a card or to a shelf; or why not, in a word. */
export const someMoney = async (
  dice: Dice,
  counter: Counter,
  wanted: Wanted = null,
): Promise<Made | string> => {
  const { till } = counter;
  const kind = dice.next();
  const sales = till.shown('sales');
  if (wanted === 'stop') return stopCard(dice, counter);
  if (wanted === 'clay' && kind < 0.4) return someStock(dice, counter);
  if (wanted === 'keep' && (await keepCard(counter))) return 'kept';
  if (wanted === 'back' && sales.length > 0) {
    return someBack(dice, counter, saleToUndo(dice, till, sales));
  }
  if (sales.length === 0 || wanted !== null || kind < 0.35) return ringUp(dice, counter, wanted);
  if (kind < 0.45) return someStock(dice, counter);
  if (kind < 0.55) return someCard(dice, counter);
  return someBack(dice, counter, saleToUndo(dice, till, sales));
};

const LINE = {
  qty: 1,
  discount: null,
  tax: null,
  staff_id: null,
  appointment_id: null,
  variant_id: null,
} as const;

/** Mostly several things at once: custom amounts, clay, cuts, cards, packages, and cuts that a package pays. */
const ringUp = async (
  dice: Dice,
  counter: Counter,
  wanted: Wanted = null,
): Promise<Made | string> => {
  const { till, salon } = counter;
  const lines: Line[] = Array.from({ length: 1 + dice.below(2) }, () => {
    const kind = wanted === null ? dice.next() : LINE_OF[wanted];
    if (kind < 0.15) return newCard(dice);
    if (kind < 0.3) return newPackage(dice, salon);
    if (kind < 0.5) return coveredCut(dice, counter) ?? newPackage(dice, salon);
    const sold = {
      ...LINE,
      qty: 1 + dice.below(3),
      unit_price_cents: 100 + dice.below(9000),
      discount: dice.chance(0.3) ? { bp: dice.below(4000) } : null,
      tax: dice.pick(TAXES),
    };
    if (kind < 0.75) {
      return { ...sold, kind: 'product', name: 'Matte clay', product_id: salon.rows.products };
    }
    return kind < 0.85
      ? { ...sold, kind: 'service', name: 'Cut', variant_id: salon.cut, staff_id: salon.ann }
      : { ...sold, kind: 'custom', name: 'Something' };
  });
  // A credit is asked for once: the second line would need another one.
  const uses = lines.filter(({ package_use }) => package_use).slice(1);
  const cart = {
    lines: lines.filter((line) => !uses.includes(line)),
    discount: dice.chance(0.3) ? { cents: dice.below(90) } : null,
  };
  const tip = dice.chance(0.4) ? 1 + dice.below(900) : 0;
  const counted = countCart(cart);
  const total = counted.total_cents + tip - coveredCents(cart.lines);
  const isPrepaid = cart.lines.some(({ kind }) => kind === 'gift_card' || kind === 'package');
  const payments: Payment[] = [];
  let open = total;
  const byCard = isPrepaid ? null : await cardThatPays(dice, counter, open);
  if (byCard) {
    payments.push(byCard);
    open -= byCard.amount_cents;
  }
  const now = isPrepaid || dice.chance(0.5) ? open : dice.below(open + 1);
  if (now > 0) payments.push(paid('cash', now));
  if (now < open) payments.push(paid(dice.pick(['card', 'owed'] as const), open - now));
  return till.ask((db) =>
    completeSale(db, {
      client_id: salon.client,
      ...cart,
      discount_reason: null,
      tips: tip > 0 ? [{ staff_id: null, amount_cents: tip }] : [],
      payments,
    }),
  );
};

/** Which of the lines above it is about. */
const LINE_OF = { keep: 0.1, stop: 0.1, back: 0.2, package: 0.4, clay: 0.7, pay: 0.9 } as const;

const paid = (method: Payment['method'], amount_cents: number): Payment => ({
  method,
  label: null,
  amount_cents,
  tendered_cents: method === 'cash' ? amount_cents : null,
});

const newCard = (dice: Dice): Line => ({
  ...LINE,
  kind: 'gift_card',
  name: 'Gift card',
  unit_price_cents: 500 + 100 * dice.below(30),
  gift_card: {
    code: giftCode(Uint8Array.from({ length: 11 }, () => dice.below(256))),
    recipient_name: null,
    message: null,
    deliver_on: null,
    expires_on: null,
  },
});

/** Of few visits: the last one is soon wanted twice. */
const newPackage = (dice: Dice, salon: Salon): Line => ({
  ...LINE,
  kind: 'package',
  name: 'Cuts',
  unit_price_cents: 1000 + dice.below(500),
  new_package: {
    package_id: salon.rows.packages,
    credits: dice.chance(0.7) ? 1 : 2,
    service_ids: [salon.service],
    expires_on: null,
  },
});

const coveredCut = (dice: Dice, { till, salon }: Counter): Line | null => {
  const ledger = till.shown('package_activities');
  const holdings = till.shown('package_holdings').flatMap(({ id, client_id }) => {
    const left = packageLeft(ledger.filter(({ holding_id }) => holding_id === id));
    return client_id === salon.client && left.credits > 0 ? { id, left } : [];
  });
  if (holdings.length === 0) return null;
  // Mostly the newest: whose last visit it is, two will want it.
  const { id: holding_id, left } = dice.chance(0.9) ? holdings.at(-1)! : dice.pick(holdings);
  return {
    ...LINE,
    kind: 'service',
    name: 'Cut',
    unit_price_cents: creditCents(left),
    staff_id: salon.ann,
    variant_id: salon.cut,
    package_use: { holding_id },
  };
};

/** By what is kept for this device already, or by what it asks to be kept now. */
const cardThatPays = async (
  dice: Dice,
  counter: Counter,
  cents: number,
): Promise<Payment | null> => {
  const { till, now, keep } = counter;
  const cards = cardsOf(till);
  if (till.kept) {
    const { card_id, lease_id, cents: left } = till.kept;
    till.kept = null;
    return { ...paid('gift_card', Math.min(left, cents)), card_id, lease_id };
  }
  const kept = cards.flatMap(({ card, ledger }) => {
    const mine = liveLeases(ledger, now).find(({ device_id }) => device_id === till.deviceId);
    const left = Math.min(mine?.cents ?? 0, giftBalance(ledger), cents);
    return mine && left > 0 ? { card_id: card.id, lease_id: mine.lease_id, left } : [];
  });
  if (kept.length > 0) {
    const { card_id, lease_id, left } = dice.pick(kept);
    return { ...paid('gift_card', left), card_id, lease_id };
  }
  // One that it has just sold, and that nobody has heard of yet.
  const own = cards.filter(({ card, ledger }) => card.rev === 0 && giftBalance(ledger) > 0);
  if (own.length > 0) {
    const { card, ledger } = dice.pick(own);
    const left = Math.min(giftBalance(ledger), cents);
    return left > 0 ? { ...paid('gift_card', left), card_id: card.id } : null;
  }
  const open = cards.filter(({ card, ledger }) => card.rev > 0 && giftBalance(ledger) > 0);
  if (!keep || open.length === 0) return null;
  const { card, ledger } = dice.pick(open);
  const left = Math.min(giftBalance(ledger), cents);
  const lease_id = left > 0 ? await keep(card.id, left) : null;
  return lease_id ? { ...paid('gift_card', left), card_id: card.id, lease_id } : null;
};

const cardsOf = (till: Till): { card: GiftCardRow; ledger: ReturnType<typeof ledgerOf> }[] =>
  till.shown('gift_cards').map((card) => ({ card, ledger: ledgerOf(till, card.id) }));
const ledgerOf = (till: Till, cardId: Uuid) =>
  till.shown('gift_activities').filter(({ card_id }) => card_id === cardId);

/** The newest that anybody could pay with. */
const openCard = (till: Till) =>
  cardsOf(till).findLast(
    ({ card, ledger }) => card.rev > 0 && giftBalance(ledger) > 0 && !isGiftBlocked(ledger),
  );

const keepCard = async ({ till, keep }: Counter): Promise<boolean> => {
  const open = openCard(till);
  if (!keep || !open) return false;
  const [card_id, cents] = [open.card.id, giftBalance(open.ledger)];
  const lease_id = await keep(card_id, cents);
  if (lease_id) till.kept = { card_id, lease_id, cents };
  return lease_id !== null;
};

/** Blocked, or taken back for money, whoever may be paying with it. */
const stopCard = (dice: Dice, { till }: Counter): Promise<Made | string> => {
  const open = openCard(till);
  if (!open) return Promise.resolve('nothing');
  const sold = open.ledger.find(({ kind }) => kind === 'activate');
  // The activation has the id of the line.
  const line = till.shown('sale_lines').find(({ id }) => id === sold?.id);
  if (!line || dice.chance(0.5)) return till.ask((db) => blockGiftCard(db, open.card.id, true));
  return till.ask((db) =>
    refundLines(db, {
      sale_id: line.sale_id,
      method: 'cash',
      reason: 'r',
      lines: [{ sale_line_id: line.id, qty: 1 }],
    }),
  );
};

/** Kept for this device, given back, blocked and opened again, put right. */
const someCard = async (dice: Dice, counter: Counter): Promise<Made | string> => {
  const { till, now } = counter;
  const cards = cardsOf(till).filter(({ ledger }) => giftBalance(ledger) > 0);
  if (cards.length === 0) return ringUp(dice, counter, 'keep');
  const { card, ledger } = dice.pick(cards);
  const mine = liveLeases(ledger, now).find(({ device_id }) => device_id === till.deviceId);
  const kind = dice.next();
  if (mine && kind < 0.5) return till.ask((db) => returnGiftLease(db, card.id, mine.lease_id));
  if (kind < 0.3 && (await keepCard(counter))) return 'kept';
  if (kind < 0.8) return till.ask((db) => blockGiftCard(db, card.id, !isGiftBlocked(ledger)));
  return till.ask((db) => adjustGiftCard(db, card.id, dice.pick([-100, 100]), 'r'));
};

/** Few pieces: what is sold by two at once is less than nothing. */
const someStock = (dice: Dice, { till, salon }: Counter): Promise<Made | string> => {
  const product_id = salon.rows.products;
  const qty_milli = 1000 * (1 + dice.below(3));
  const kind = dice.next();
  if (kind < 0.4) {
    return till.ask((db) =>
      changeStock(db, { kind: 'receive', product_id, qty_milli, cost_cents: 650 }),
    );
  }
  if (kind < 0.8) return till.ask((db) => countStock(db, [{ product_id, qty_milli }]));
  return till.ask((db) =>
    changeStock(db, { kind: 'adjust', product_id, qty_milli: -qty_milli, reason: 'Damaged' }),
  );
};

/** Mostly one of the last: of all, or of those that sold a package, or that one or a gift card has paid. */
const saleToUndo = (dice: Dice, till: Till, sales: readonly SaleRow[]): SaleRow => {
  const [ledger, what] = dice.pick([
    ['package_activities', 'sell'],
    ['package_activities', 'redeem'],
    ['gift_activities', 'redeem'],
    ['gift_activities', null],
  ] as const);
  const moved = till
    .shown(ledger)
    .findLast(({ kind, amount_cents }) => kind === what && amount_cents !== 0);
  return (
    sales.find(({ id }) => id === moved?.sale_id) ??
    (dice.chance(0.5) ? sales.at(-1)! : dice.pick(sales))
  );
};

/** Collected, given back in money or in kind, taken back. */
const someBack = (dice: Dice, { till }: Counter, sale: SaleRow): Promise<Made | string> => {
  const payments = till.shown('payments').filter(({ sale_id }) => sale_id === sale.id);
  const { due_cents, refundable_cents } = standingOf(
    payments,
    till.shown('refunds').filter(({ sale_id }) => sale_id === sale.id),
  );
  const kind = dice.next();
  if (kind < 0.35 && due_cents > 0) {
    const amount_cents = 1 + dice.below(due_cents);
    return till.ask((db) =>
      collectDue(db, {
        sale_id: sale.id,
        method: 'cash',
        label: null,
        amount_cents,
        tendered_cents: amount_cents,
      }),
    );
  }
  if (kind < 0.5) return till.ask((db) => voidSale(db, sale.id));
  const isByCard = payments.some(({ method }) => method === 'gift_card');
  if (kind < 0.65 && refundable_cents > 0) {
    // Mostly much of it: two who do so at once give back too much.
    const amount_cents = Math.ceil(refundable_cents / (1 + dice.below(3)));
    const method = isByCard && dice.chance(0.7) ? 'gift_card' : 'cash';
    return till.ask((db) =>
      refundSale(db, { sale_id: sale.id, method, amount_cents, reason: 'r' }),
    );
  }
  const lines = till.shown('sale_lines').filter(({ sale_id }) => sale_id === sale.id);
  if (lines.length === 0) return Promise.resolve('nothing');
  const covered = new Set(
    till
      .shown('package_activities')
      .flatMap(({ kind, sale_line_id }) => (kind === 'redeem' ? sale_line_id : [])),
  );
  const line = lines.find(({ id }) => covered.has(id)) ?? dice.pick(lines);
  const isCovered = covered.has(line.id);
  return till.ask((db) =>
    refundLines(db, {
      sale_id: sale.id,
      method: isCovered ? 'package' : isByCard && dice.chance(0.7) ? 'gift_card' : 'cash',
      reason: 'r',
      lines: [{ sale_line_id: line.id, qty: 1 + dice.below(line.qty), restock: true }],
    }),
  );
};
