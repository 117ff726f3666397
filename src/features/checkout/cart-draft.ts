import { countCart } from '#domain/checkout/cart.ts';
import type { CartLine, Counted, Discount } from '#domain/checkout/cart.ts';
import type { CartDraft } from '#domain/checkout/draft.ts';
import { payableByGift } from '#domain/checkout/gift-cards.ts';
import { coveredCents } from '#domain/checkout/packages.ts';
import { isPrepaidLine } from '#domain/checkout/prepaid.ts';
import { LATER } from '#domain/checkout/schema.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { dueOf, isPromise } from '#domain/checkout/tenders.ts';
import type { TenderInput } from '#domain/checkout/tenders.ts';
import { kept, splitTip, tipBase, tipOf, undivided } from '#domain/checkout/tips.ts';
import type { TipShare } from '#domain/checkout/tips.ts';
import type { TipBase, Uuid } from '#domain/rows.ts';

/** `deposit`: what was paid before the visit counts at once, as far as the visit costs so much. */
export const emptyCart = (
  clientId: Uuid | null,
  lines: CartLine[],
  deposit: { appointmentId: Uuid; cents: number } | null = null,
): CartDraft => {
  const credit = Math.min(deposit?.cents ?? 0, countCart({ lines, discount: null }).total_cents);
  return {
    id: null,
    clientId,
    lines,
    discount: null,
    reason: '',
    tip: null,
    shares: null,
    tenders:
      deposit && credit > 0
        ? [
            {
              method: 'deposit',
              label: null,
              amount_cents: credit,
              tendered_cents: null,
              appointment_id: deposit.appointmentId,
            },
          ]
        : [],
  };
};

/** What was typed as a percentage and is none: nothing is completed with it. */
export const WRONG_PERCENT: Discount = { bp: -1 };

export const isWrongDiscount = (discount: Discount | null): boolean =>
  discount !== null && 'bp' in discount && discount.bp < 0;

export const MAX_QTY = 999;

export const NEW_LINE: CartLine = {
  kind: 'custom',
  name: '',
  qty: 1,
  unit_price_cents: 0,
  discount: null,
  tax: null,
  staff_id: null,
  appointment_id: null,
  variant_id: null,
};

/** The same thing again is one more of it, unless something was changed about it. */
export const withProduct = (lines: readonly CartLine[], added: CartLine): CartLine[] => {
  const place = lines.findIndex(
    (line) =>
      line.product_id === added.product_id &&
      line.unit_price_cents === added.unit_price_cents &&
      line.staff_id === added.staff_id &&
      line.discount === null &&
      line.qty < MAX_QTY,
  );
  return place < 0
    ? [...lines, added]
    : lines.map((line, at) => (at === place ? { ...line, qty: line.qty + 1 } : line));
};

export type CountedDraft = {
  counted: Counted;
  tipBaseCents: number;
  tipCents: number;
  /** Who gets how much of it. */
  tipShares: TipShare[];
  /** What of a tip that is divided by hand nobody has yet. */
  undividedCents: number;
  totalCents: number;
  /** What gift cards may still pay of it: no card is bought with a card. */
  giftCents: number;
  /** What credits of packages pay of it. */
  coveredCents: number;
  /** Below zero when more was entered than is due any more. */
  dueCents: number;
};

export const countDraft = (draft: CartDraft, tipsOf: TipBase): CountedDraft => {
  const { lines: items, discount } = draft;
  const counted = countCart({
    lines: items,
    discount: isWrongDiscount(discount) ? null : discount,
  });
  const base = tipBase(draft.lines, counted, tipsOf);
  const { tip } = draft;
  const tipCents = tip === null ? 0 : 'bp' in tip ? tipOf(base, tip.bp) : tip.cents;
  const tipShares = draft.shares ? kept(draft.shares) : splitTip(tipCents, draft.lines, counted);
  const totalCents = counted.total_cents + tipCents;
  const covered = coveredCents(items);
  const dueCents = dueOf(totalCents, draft.tenders) - covered;
  const byCard = draft.tenders.filter(({ method }) => method === 'gift_card');
  const lines = draft.lines.map(({ kind }, place) => ({ kind, ...counted.lines[place]! }));
  return {
    counted,
    giftCents: Math.min(dueCents, dueOf(payableByGift(totalCents, lines), byCard)),
    coveredCents: covered,
    tipBaseCents: base,
    tipCents,
    tipShares,
    undividedCents: undivided(tipCents, tipShares),
    totalCents,
    dueCents,
  };
};

export const saleInputOf = (
  draft: CartDraft,
  tips: TipShare[],
  tenders: readonly TenderInput[],
): SaleInput => ({
  id: draft.id ?? undefined,
  client_id: draft.clientId,
  ...(draft.payerId === undefined ? {} : { payer_id: draft.payerId }),
  lines: draft.lines,
  discount: draft.discount,
  discount_reason: draft.discount === null ? null : draft.reason,
  tips,
  payments: [...tenders],
});

/** One part may be promised; somebody has to owe it. */
export const laterOf = ({ tenders, clientId, lines }: CartDraft): (typeof LATER)[number][] =>
  // A gift card or a package is paid when it is sold.
  lines.some(({ kind }) => isPrepaidLine(kind)) || tenders.some(({ method }) => isPromise(method))
    ? []
    : LATER.filter((method) => method === 'card' || clientId !== null);

export const taxName = (lines: readonly CartLine[]): string =>
  lines.every(({ tax }) => tax === null || tax.inclusive) ? 'Tax, contained' : 'Tax';
