import type { SaleInput } from '#domain/checkout/schema.ts';
import type { Uuid } from '#domain/rows.ts';

/** What one till has to do with: its client, who works there, and what is sold. */
export type Till = {
  clientId: Uuid;
  staffId: Uuid;
  colleagueId: Uuid;
  variantId: Uuid;
  productId: Uuid;
  /** A card with 50.00 on it, kept for this device. */
  cardId: Uuid;
  /** Three visits for 100.00. */
  holdingId: Uuid;
};

type Line = SaleInput['lines'][number];
type Payment = SaleInput['payments'][number];
type Checkout = Pick<SaleInput, 'lines' | 'payments'> & Partial<SaleInput>;

const cash = (amount_cents: number, tendered_cents = amount_cents): Payment => ({
  method: 'cash',
  label: null,
  amount_cents,
  tendered_cents,
});
const by = (
  method: 'card_terminal' | 'bank_transfer' | 'other' | 'owed',
  amount_cents: number,
): Payment => ({
  method,
  label: method === 'other' ? 'Voucher' : null,
  amount_cents,
  tendered_cents: null,
});

/**
 * Twenty visits of one till, one after the other. Every amount that is paid was counted by hand, and the
 * command refuses what is not the total. In cents.
 */
export const checkoutsOf = (
  { staffId, colleagueId, variantId, productId, cardId, holdingId }: Till,
  visitIds: readonly Uuid[],
): Checkout[] => {
  const cut = (visit: number, part: Partial<Line> = {}): Line => ({
    kind: 'service',
    name: 'Cut',
    qty: 1,
    unit_price_cents: 6000,
    discount: null,
    tax: null,
    staff_id: staffId,
    appointment_id: visitIds[visit]!,
    variant_id: variantId,
    ...part,
  });
  const clay = (qty: number): Line => ({
    ...cut(0, { kind: 'product', name: 'Matte clay', qty, unit_price_cents: 1735 }),
    appointment_id: null,
    variant_id: null,
    product_id: productId,
  });
  const added = { name: 'Sales tax', milli_percent: 8875, inclusive: false };
  const inside = { name: 'VAT', milli_percent: 7000, inclusive: true };
  const byCard = (amount_cents: number): Payment => ({
    method: 'gift_card',
    label: '7KQ2',
    amount_cents,
    tendered_cents: null,
    card_id: cardId,
    lease_id: null,
  });
  const onPackage = { unit_price_cents: 3333, package_use: { holding_id: holdingId } };
  const toUs = [{ staff_id: staffId, amount_cents: 900 }];
  return [
    { lines: [cut(0)], payments: [cash(6000, 10_000)] },
    { lines: [cut(1)], tips: toUs, payments: [by('card_terminal', 6900)] },
    // 8.875 % of 60.00 is 5.325.
    { lines: [cut(2, { tax: added })], payments: [cash(6533, 7000)] },
    { lines: [cut(3, { tax: inside })], payments: [by('bank_transfer', 6000)] },
    // 75.01 − 9.38 = 65.63; 3 × 4.99 = 14.97; 5.00 off both; 5.46 tax on 61.56; 10.00 for two people.
    {
      lines: [
        cut(4, { unit_price_cents: 7501, discount: { bp: 1250 }, tax: added }),
        cut(4, {
          kind: 'custom',
          name: 'Wax',
          qty: 3,
          unit_price_cents: 499,
          tax: inside,
          variant_id: null,
        }),
      ],
      discount: { cents: 500 },
      discount_reason: 'Waited long',
      tips: [
        { staff_id: staffId, amount_cents: 600 },
        { staff_id: colleagueId, amount_cents: 400 },
      ],
      payments: [cash(3000, 5000), by('card_terminal', 4000), by('other', 2106)],
    },
    { lines: [cut(5)], payments: [by('other', 6000)] },
    {
      lines: [cut(6)],
      payments: [
        cash(1500),
        by('card_terminal', 1500),
        by('bank_transfer', 1500),
        by('other', 1500),
      ],
    },
    { lines: [cut(7), clay(2)], payments: [cash(9470)] },
    { lines: [cut(8)], payments: [byCard(3000), cash(3000)] },
    { lines: [cut(9, onPackage)], payments: [] },
    {
      lines: [cut(10)],
      discount: { bp: 2000 },
      discount_reason: 'Birthday',
      tips: [{ staff_id: staffId, amount_cents: 720 }],
      payments: [by('card_terminal', 5520)],
    },
    // A tip for the house.
    {
      lines: [cut(11)],
      tips: [{ staff_id: null, amount_cents: 777 }],
      payments: [cash(6777, 7000)],
    },
    { lines: [cut(12)], payments: [by('owed', 6000)] },
    { lines: [cut(13)], payments: [byCard(2000), cash(4000, 5000)] },
    { lines: [cut(14, onPackage)], payments: [] },
    { lines: [cut(15)], discount: { bp: 10_000 }, discount_reason: 'Redone', payments: [] },
    { lines: [cut(16, { tax: { ...inside, milli_percent: 19_000 } })], payments: [cash(6000)] },
    {
      lines: [cut(17, { unit_price_cents: 10_001 })],
      payments: [cash(3333), by('card_terminal', 3334), by('bank_transfer', 3334)],
    },
    { lines: [cut(18), clay(1)], payments: [by('card_terminal', 7735)] },
    { lines: [cut(19)], payments: [cash(6000, 6000)] },
  ];
};

/** By the place in that list: who pays later, who brings the clay back, what was a slip. */
export const [OWED, RETURNED, SLIP] = [12, 18, 19] as const;

/** What all of it comes to on one till, counted by hand from the list, in cents. */
export const TILL = {
  sales: 20,
  /** Of everything that was rung up, with tips. */
  total: 122_708,
  /** What came in, also what went back later, without what was put on cards and into packages before. */
  taken: 111_042,
  /** The slip and the clay. */
  back: 7735,
  tips: 3397,
  /** What is in the drawer of it. */
  cash: 53_878,
  byCard: 5000,
  byPackage: 6666,
} as const;
