import * as v from 'valibot';
import { idSet, name, whole } from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';

export const PACKAGE_MAX_CREDITS = 100;
export const PACKAGE_MAX_SERVICES = 500;

/** Less than this cards cannot be charged for. */
const LEAST_CHARGE_CENTS = 50;

/** A package as it is offered. Every credit is worth something. */
export const packageSchema = v.pipe(
  v.object({
    name,
    price_cents: whole(1, 10_000_000),
    credits: whole(1, PACKAGE_MAX_CREDITS),
    service_ids: v.pipe(idSet(PACKAGE_MAX_SERVICES), v.minLength(1, 'required' satisfies Rule)),
    valid_days: v.nullable(whole(1, 3650)),
    /** Every so many months it is charged again; a period is as long as it is. */
    renews_months: v.optional(v.nullable(whole(1, 12)), null),
  }),
  v.forward(
    v.partialCheck(
      [['price_cents'], ['credits']],
      ({ price_cents, credits }) => price_cents >= credits,
      'too_small' satisfies Rule,
    ),
    ['price_cents'],
  ),
  v.forward(
    v.partialCheck(
      [['price_cents'], ['renews_months']],
      ({ price_cents, renews_months }) =>
        renews_months === null || price_cents >= LEAST_CHARGE_CENTS,
      'too_small' satisfies Rule,
    ),
    ['price_cents'],
  ),
  v.forward(
    v.partialCheck(
      [['valid_days'], ['renews_months']],
      ({ valid_days, renews_months }) => valid_days === null || renews_months === null,
      'not_a_choice' satisfies Rule,
    ),
    ['valid_days'],
  ),
);

export type PackageInput = v.InferOutput<typeof packageSchema>;
