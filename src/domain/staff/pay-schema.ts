import * as v from 'valibot';
import { day, id, name, optionalText, whole } from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { MOST_RATES, MOST_STEPS } from './commission.ts';
import { countedPay } from './pay.ts';

const rateBp = whole(0, 10_000);

const MOST_CENTS = 10_000_000_000;

/** The lowest first, and no two from the same amount. */
const stepsSchema = v.pipe(
  v.array(v.object({ from_cents: whole(1, MOST_CENTS), bp: rateBp })),
  v.maxLength(MOST_STEPS, 'too_many' satisfies Rule),
  v.check(
    (steps) => steps.every(({ from_cents }, at) => from_cents > (steps[at - 1]?.from_cents ?? 0)),
    'order' satisfies Rule,
  ),
);

/** The most that one service earns beside its percentage, in cents. */
export const EACH_MAX_CENTS = 10_000_000;
const each = whole(0, EACH_MAX_CENTS);

/** No service twice. */
const ratesSchema = v.pipe(
  v.array(v.object({ service_id: id, bp: rateBp, cents: each })),
  v.maxLength(MOST_RATES, 'too_many' satisfies Rule),
  v.check(
    (rates) => new Set(rates.map(({ service_id }) => service_id)).size === rates.length,
    'duplicate' satisfies Rule,
  ),
);

/** Percent in basis points. */
export const commissionSchema = v.object({
  service_bp: rateBp,
  product_bp: rateBp,
  service_steps: v.optional(stepsSchema, []),
  service_cents: v.optional(each, 0),
  own_rates: v.optional(ratesSchema, []),
});

export type CommissionInput = v.InferInput<typeof commissionSchema>;

const cents = whole(-MOST_CENTS, MOST_CENTS);
const byHand = whole(0, MOST_CENTS);

const count = whole(-1_000_000, 1_000_000);

const paidRates = v.pipe(
  v.array(
    v.object({
      service_id: id,
      name,
      count,
      net_cents: cents,
      bp: rateBp,
      cents: each,
      pay_cents: cents,
    }),
  ),
  v.maxLength(500, 'too_many' satisfies Rule),
);

const entrySchema = v.pipe(
  v.object({
    staff_id: id,
    name,
    services_cents: cents,
    products_cents: cents,
    service_bp: rateBp,
    product_bp: rateBp,
    service_steps: v.exactOptional(stepsSchema),
    services_count: v.exactOptional(count),
    service_cents: v.exactOptional(each),
    own_rates: v.exactOptional(paidRates),
    service_pay_cents: cents,
    product_pay_cents: cents,
    tips_cents: cents,
    extra_cents: byHand,
    off_cents: byHand,
    note: v.pipe(
      v.string('wrong_type' satisfies Rule),
      v.trim(),
      v.maxLength(500, 'too_long' satisfies Rule),
    ),
    total_cents: cents,
  }),
  v.check(
    (entry) =>
      countedPay(entry) === entry.service_pay_cents + entry.product_pay_cents + entry.tips_cents,
    'order' satisfies Rule,
  ),
);

/** A run of days, both included, as a person has seen it. */
export const payRunSchema = v.pipe(
  v.object({
    from_day: day,
    to_day: day,
    entries: v.pipe(
      v.array(entrySchema),
      v.minLength(1, 'required' satisfies Rule),
      v.maxLength(500, 'too_many' satisfies Rule),
    ),
  }),
  v.check(({ from_day, to_day }) => from_day <= to_day, 'order' satisfies Rule),
);

export type PayRunInput = v.InferOutput<typeof payRunSchema>;

/** That a run was paid out. */
export const paidSchema = v.pipe(
  v.object({
    paid_on: v.optional(v.nullable(day), null),
    paid_note: v.optional(optionalText(200), null),
  }),
  v.forward(
    v.check(
      ({ paid_on, paid_note }) => paid_on !== null || paid_note === null,
      'required' satisfies Rule,
    ),
    ['paid_on'],
  ),
);

export type PaidInput = v.InferOutput<typeof paidSchema>;
