import * as v from 'valibot';
import {
  choice,
  day,
  flag,
  id,
  idSet,
  name,
  optionalId,
  optionalText,
  priceCents,
  requiredText,
  shortText,
  whole,
} from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { readGiftCode } from './gift-code.ts';
import { PACKAGE_MAX_CREDITS, PACKAGE_MAX_SERVICES } from './package-schema.ts';

const discount = v.nullable(
  v.union([v.object({ bp: whole(0, 10_000) }), v.object({ cents: priceCents })]),
);

const MAX_LINES = 100;
const MAX_TENDERS = 20;
const MAX_PAID_CENTS = 10_000_000_000;

export const REASON_MAX = 200;
export const LABEL_MAX = 60;

export const TENDERS = ['cash', 'card_terminal', 'bank_transfer', 'other'] as const;

/** What is promised instead of paid. */
export const LATER = ['card', 'owed'] as const;

const method = choice([...TENDERS, 'gift_card', ...LATER, 'deposit']);

const amount = whole(1, MAX_PAID_CENTS);

export const GIFT_MESSAGE_MAX = 500;

/** A card that a line of a sale sells. */
const giftCard = v.object({
  code: v.pipe(
    v.string('required' satisfies Rule),
    v.check((code) => readGiftCode(code) === code, 'not_a_choice' satisfies Rule),
  ),
  recipient_name: shortText,
  message: optionalText(GIFT_MESSAGE_MAX),
  deliver_on: v.nullable(day),
  expires_on: v.nullable(day),
});

/** A package that a line of a sale sells. */
const newPackage = v.object({
  package_id: id,
  credits: whole(1, PACKAGE_MAX_CREDITS),
  service_ids: idSet(PACKAGE_MAX_SERVICES),
  expires_on: v.nullable(day),
});

/** A sale as it is rung up. Whether everything adds up is the command's question. */
export const saleSchema = v.object({
  /** Of whoever may ask twice: the same sale is rung up once. */
  id: v.optional(id),
  client_id: optionalId,
  /** null = the client; not said = as it is usual in their family. */
  payer_id: v.optional(optionalId),
  lines: v.pipe(
    v.array(
      v.object({
        kind: choice(['service', 'add_on', 'product', 'custom', 'fee', 'gift_card', 'package']),
        // A service, its variant, and what is between them.
        name: requiredText(260),
        qty: whole(1, 999),
        unit_price_cents: priceCents,
        discount,
        discount_reason: v.optional(optionalText(REASON_MAX), null),
        tax: v.nullable(
          v.object({
            name,
            milli_percent: whole(0, 100_000),
            inclusive: flag,
            before_discount: v.optional(flag, false),
          }),
        ),
        staff_id: optionalId,
        appointment_id: optionalId,
        variant_id: optionalId,
        product_id: v.optional(optionalId, null),
        gift_card: v.optional(v.nullable(giftCard)),
        new_package: v.optional(v.nullable(newPackage)),
        /** A credit of this pays the line: nothing is paid for it. */
        package_use: v.optional(v.nullable(v.object({ holding_id: id }))),
      }),
    ),
    v.minLength(1, 'required'),
    v.maxLength(MAX_LINES, 'too_large'),
  ),
  discount,
  discount_reason: optionalText(REASON_MAX),
  tips: v.array(v.object({ staff_id: optionalId, amount_cents: whole(1, 10_000_000) })),
  payments: v.pipe(
    v.array(
      v.object({
        method,
        label: optionalText(LABEL_MAX),
        amount_cents: amount,
        tendered_cents: v.nullable(whole(1, 10 * MAX_PAID_CENTS)),
        appointment_id: v.optional(id),
        /** The gift card that pays, and the lease that keeps the amount for this device. */
        card_id: v.optional(optionalId),
        lease_id: v.optional(optionalId),
      }),
    ),
    v.maxLength(MAX_TENDERS, 'too_large'),
  ),
});

export type SaleInput = v.InferInput<typeof saleSchema>;

/** What was paid by a gift card or a package may go back to it. */
const backBy = choice([...TENDERS, 'gift_card', 'package']);

export const refundSchema = v.object({
  sale_id: id,
  method: backBy,
  amount_cents: amount,
  reason: requiredText(500),
});

export type RefundInput = v.InferOutput<typeof refundSchema>;

export const lineRefundSchema = v.object({
  sale_id: id,
  method: backBy,
  reason: requiredText(500),
  lines: v.pipe(
    v.array(
      v.object({
        sale_line_id: id,
        qty: whole(1, 999),
        /** A product that can be sold again. */
        restock: v.optional(flag, false),
      }),
    ),
    v.minLength(1, 'required'),
    v.maxLength(MAX_LINES, 'too_large'),
  ),
});

export type LineRefundInput = v.InferInput<typeof lineRefundSchema>;

export const drawerSchema = v.pipe(
  v.object({
    kind: choice(['open', 'paid_in', 'paid_out', 'no_sale', 'close']),
    amount_cents: whole(0, MAX_PAID_CENTS),
    note: optionalText(500),
  }),
  v.forward(
    v.partialCheck(
      [['kind'], ['amount_cents']],
      ({ kind, amount_cents }) => amount_cents > 0 || !isMoved(kind),
      'too_small' satisfies Rule,
    ),
    ['amount_cents'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['amount_cents']],
      ({ kind, amount_cents }) => amount_cents === 0 || kind !== 'no_sale',
      'too_large' satisfies Rule,
    ),
    ['amount_cents'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['note']],
      ({ kind, note }) => note !== null || !isMoved(kind),
      'required' satisfies Rule,
    ),
    ['note'],
  ),
);

/** Somebody wants to know later why. */
const isMoved = (kind: string): boolean => kind === 'paid_in' || kind === 'paid_out';

export type DrawerInput = v.InferOutput<typeof drawerSchema>;

/** What a day came to, as a person has seen it. */
export const dayCloseSchema = v.object({
  on_day: day,
  sales: whole(0, 1_000_000),
  taken_cents: whole(0, 10 * MAX_PAID_CENTS),
  back_cents: whole(0, 10 * MAX_PAID_CENTS),
  tip_cents: whole(0, 10 * MAX_PAID_CENTS),
  due_cents: whole(0, 10 * MAX_PAID_CENTS),
  waiting_for: v.pipe(v.array(requiredText(5)), v.maxLength(100, 'too_many' satisfies Rule)),
  note: optionalText(500),
});

export type DayCloseInput = v.InferOutput<typeof dayCloseSchema>;

export const collectSchema = v.object({
  sale_id: id,
  method: choice(TENDERS),
  label: optionalText(LABEL_MAX),
  amount_cents: amount,
  tendered_cents: v.nullable(whole(1, 10 * MAX_PAID_CENTS)),
});

export type CollectInput = v.InferOutput<typeof collectSchema>;

/** A tip after the sale: that much for one person, or for the house. */
export const addTipSchema = v.object({
  sale_id: id,
  staff_id: optionalId,
  method: choice(TENDERS),
  label: optionalText(LABEL_MAX),
  amount_cents: whole(1, 10_000_000),
});

export type AddTipInput = v.InferOutput<typeof addTipSchema>;
