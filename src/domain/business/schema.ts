import * as v from 'valibot';
import {
  choice,
  day,
  depositRule,
  feeRule,
  flag,
  instant,
  name,
  optionalAddress,
  optionalEmail,
  optionalPicture,
  optionalText,
  priceCents,
  requiredText,
  timeZone,
  whole,
} from '#domain/validation/fields.ts';
import { NO_FEES } from '#domain/appointments/fee-terms.ts';
import { USUAL_TRAVEL } from '#domain/appointments/travel.ts';
import { MOST_POSTAL_CODES } from '#domain/appointments/visit-area.ts';
import { MOST_TIP_CHOICES, TIP_BASES, USUAL_TIPS } from '#domain/checkout/tip-offer.ts';
import { checkCurrency } from '#domain/money/currency.ts';
import { slugFault } from '#domain/text/slug.ts';
import type { Rule } from '#domain/validation/rules.ts';

const slug = v.pipe(
  v.string('required' satisfies Rule),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? slugFault(dataset.value) : null;
    if (fault !== null) addIssue({ message: fault satisfies Rule });
  }),
);

/** For how long a rule of the business lets gift cards be used at most. */
const GIFT_YEARS_MAX = 20;

/** Federal law of the United States: what is on a gift card can be used for so long at least. */
const GIFT_YEARS_US = 5;

/** Whether gift cards of a business in this country may be over after so many years. */
const areGiftYearsLawful = (country: string, years: number | null): boolean =>
  country !== 'US' || years === null || years >= GIFT_YEARS_US;

const fields = v.object({
  name,
  slug,
  logo_path: optionalPicture,
  brand_colour: v.pipe(
    v.string(),
    v.regex(/^(#[0-9a-fA-F]{6}|[a-z]{3,20})$/, 'not_a_colour' satisfies Rule),
  ),
  email: optionalEmail,
  phone: optionalText(40),
  address: optionalAddress,
  country_code: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'not_a_choice' satisfies Rule)),
  currency: v.pipe(
    v.string(),
    v.check((code) => checkCurrency(code).ok, 'not_a_choice' satisfies Rule),
  ),
  time_zone: timeZone,
  locale: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'not_a_choice' satisfies Rule),
  ),
  week_start: whole(1, 7),
  time_format: choice(['h12', 'h23']),
  onboarding_state: choice(['new', 'in_progress', 'done']),
  trade: v.optional(optionalText(40), null),
  booking_enabled: flag,
  paused_message: optionalText(500),
  paused_until: v.optional(v.nullable(day), null),
  privacy_text: optionalText(20_000),
  // Rows from before there was such a number keep everybody.
  retention_years: v.optional(v.nullable(whole(1, 20)), null),
  discount_caps: v.optional(
    v.object({
      manager: v.optional(whole(0, 100)),
      front_desk: v.optional(whole(0, 100)),
      practitioner: v.optional(whole(0, 100)),
      assistant: v.optional(whole(0, 100)),
    }),
    {},
  ),
  gift_card_years: v.optional(v.nullable(whole(1, GIFT_YEARS_MAX)), null),
  sells_gift_cards: v.optional(flag, true),
  other_methods: v.optional(
    v.pipe(
      v.array(v.pipe(v.string('wrong_type' satisfies Rule), v.trim())),
      v.transform((names) => [...new Set(names.filter((one) => one !== ''))]),
      v.maxLength(12, 'too_many' satisfies Rule),
      v.check((names) => names.every(({ length }) => length <= 60), 'too_long' satisfies Rule),
    ),
    [],
  ),
  tax_before_discount: v.optional(flag, false),
  takes_tips: v.optional(flag, true),
  tip_choices_bp: v.optional(
    v.pipe(
      v.array(whole(1, 10_000)),
      v.transform((all) => [...new Set(all)]),
      v.maxLength(MOST_TIP_CHOICES, 'too_many' satisfies Rule),
    ),
    [...USUAL_TIPS.choices],
  ),
  tip_base: v.optional(v.picklist(TIP_BASES, 'not_a_choice' satisfies Rule), USUAL_TIPS.base),
  receipt_text: v.optional(optionalText(500), null),
  tax_number: v.optional(optionalText(40), null),
  imports_told_at: v.optional(v.nullable(instant), null),
});

export const businessSchema = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [['country_code'], ['gift_card_years']],
      ({ country_code, gift_card_years }) => areGiftYearsLawful(country_code, gift_card_years),
      'gift_years_us' satisfies Rule,
    ),
    ['gift_card_years'],
  ),
);

export const MOST_DEPOSIT_RULES = 20;

/** Steps of the slot grid; 0 = the length of the service. */
export const SLOT_STEPS = [0, 5, 10, 15, 20, 30, 45, 60] as const;

export const rulesSchema = v.pipe(
  v.object({
    slot_step_min: v.picklist(SLOT_STEPS, 'not_a_choice' satisfies Rule),
    min_notice_min: whole(0, 20_160),
    window_days: whole(1, 730),
    cancel_notice_min: whole(0, 43_200),
    reschedule_notice_min: whole(0, 43_200),
    allow_cancel: flag,
    allow_reschedule: flag,
    max_reschedules: whole(0, 99),
    hold_min: whole(1, 60),
    approval_mode: choice(['auto', 'all', 'new_clients', 'rules']),
    pending_blocks_slot: flag,
    pending_expiry_min: whole(5, 43_200),
    staff_choice: choice(['client', 'any_only', 'hidden']),
    assign_rule: choice(['least_busy', 'rank', 'first_free']),
    multi_service: flag,
    max_services: whole(1, 10),
    max_gap_min: whole(0, 240),
    share_buffers: v.optional(flag, false),
    gap_mode: choice(['off', 'prefer', 'strict']),
    gap_mode_returning: v.optional(v.nullable(choice(['off', 'prefer', 'strict'])), null),
    audience: choice(['all', 'existing', 'new']),
    allow_waitlist: flag,
    // Rows from before there were offers offer nothing.
    waitlist_mode: v.optional(
      choice(['manual', 'first_in_line', 'highest_value', 'everyone']),
      'manual',
    ),
    waitlist_respond_min: v.optional(whole(15, 1440), 120),
    quiet_from_min: v.optional(whole(0, 1439), 1260),
    quiet_to_min: v.optional(whole(0, 1439), 480),
    require_phone: flag,
    require_email: flag,
    max_per_day_per_staff: v.nullable(whole(1, 200)),
    max_open_per_client: v.optional(v.nullable(whole(1, 50)), null),
    zone_mode: choice(['business', 'client']),
    group_max: whole(1, 6),
    approve_after_no_shows: v.nullable(whole(1, 50)),
    // Rows that a device stored before there was travel have none.
    travel_before_min: v.optional(whole(0, 480), USUAL_TRAVEL.before),
    travel_after_min: v.optional(whole(0, 480), USUAL_TRAVEL.after),
    visit_postal_codes: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,10}$/, 'wrong_type' satisfies Rule))),
        v.maxLength(MOST_POSTAL_CODES, 'too_many' satisfies Rule),
        v.transform((codes) => [...new Set(codes)]),
      ),
      [],
    ),
    deposit_rule: v.optional(feeRule, null),
    deposit_rules: v.optional(
      v.pipe(
        v.array(
          v.object({
            client: choice(['any', 'new', 'returning']),
            min_total_cents: v.nullable(
              v.pipe(priceCents, v.minValue(1, 'too_small' satisfies Rule)),
            ),
            no_shows: v.nullable(whole(1, 50)),
            source: choice(['any', 'online', 'waitlist']),
            rule: depositRule,
          }),
        ),
        v.maxLength(MOST_DEPOSIT_RULES, 'too_many' satisfies Rule),
      ),
      [],
    ),
    asks_card: v.optional(flag, false),
    // … and rows from before there were fees cost nothing.
    fee_terms: v.optional(
      v.object({ late_cancel: feeRule, no_show: feeRule, grace_min: whole(0, 1440) }),
      NO_FEES,
    ),
  }),
  v.forward(
    v.partialCheck(
      [['min_notice_min'], ['window_days']],
      ({ min_notice_min, window_days }) => min_notice_min < window_days * 1440,
      'notice_beyond_window' satisfies Rule,
    ),
    ['min_notice_min'],
  ),
);

export const policySchema = v.object({ body: requiredText(20_000) });

export type BusinessInput = v.InferOutput<typeof businessSchema>;
export type RulesInput = v.InferOutput<typeof rulesSchema>;
