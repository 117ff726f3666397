import * as v from 'valibot';
import { COLOURS } from '#domain/colours.ts';
import { readPicturePath } from '#domain/pictures/path.ts';
import { isDay } from '#domain/time/day.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { isZone } from '#domain/time/zone.ts';
import type { Rule } from './rules.ts';

const NAME_MAX = 120;
const NOTE_MAX = 5000;

const rule = (name: Rule): Rule => name;

/** A name: 1–120 characters without spaces around it. */
export const name = v.pipe(
  v.string(rule('required')),
  v.trim(),
  v.minLength(1, rule('required')),
  v.maxLength(NAME_MAX, rule('too_long')),
);

/** A part of a name that may be empty. */
export const optionalName = v.pipe(
  v.string(rule('wrong_type')),
  v.trim(),
  v.maxLength(NAME_MAX, rule('too_long')),
);

/** Free text up to a length; nothing but spaces counts as nothing. */
export const optionalText = (max: number) =>
  v.nullable(
    v.pipe(
      v.string(rule('wrong_type')),
      v.trim(),
      v.maxLength(max, rule('too_long')),
      v.transform((text) => (text === '' ? null : text)),
    ),
  );

/** Where the picture of a row lies; null = it has none. */
export const optionalPicture = v.nullable(
  v.pipe(
    v.string(rule('wrong_type')),
    v.check((path) => readPicturePath(path) !== null, rule('wrong_type')),
  ),
);

export const note = optionalText(NOTE_MAX);
export const shortText = optionalText(NAME_MAX);

export const requiredText = (max: number) =>
  v.pipe(
    v.string(rule('required')),
    v.trim(),
    v.minLength(1, rule('required')),
    v.maxLength(max, rule('too_long')),
  );

export const whole = (min: number, max: number) =>
  v.pipe(
    v.number(rule('not_a_number')),
    v.integer(rule('not_whole')),
    v.minValue(min, rule(min === 0 ? 'negative' : 'too_small')),
    v.maxValue(max, rule('too_large')),
  );

/** Minutes that a service takes: 5–1,440 in steps of five. */
export const durationMin = v.pipe(whole(5, 1440), v.multipleOf(5, rule('step')));
export const extraMin = whole(0, 480);
export const priceCents = whole(0, 10_000_000);

/** An amount as large as a price may be; a percentage of the price. */
const partOrAmount = v.union([
  v.strictObject({ percent: whole(1, 100) }),
  v.strictObject({ cents: v.pipe(priceCents, v.minValue(1, rule('too_small'))) }),
]);
export const feeRule = v.nullable(partOrAmount);

/** Nothing, where something is asked of everybody else, is 0 percent. */
export const depositRule = v.union([partOrAmount, v.strictObject({ percent: v.literal(0) })]);

export const choice = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, rule('not_a_choice'));

export const colour = v.picklist(COLOURS, rule('not_a_colour'));
export const flag = v.boolean(rule('wrong_type'));
export const id = v.pipe(v.string(rule('required')), v.minLength(1, rule('required')));
export const optionalId = v.nullable(id);

export const day = v.pipe(v.string(rule('not_a_day')), v.check(isDay, rule('not_a_day')));
export const instant = v.pipe(
  v.string(rule('not_a_time')),
  v.check((text) => !Number.isNaN(epochMinOf(text)), rule('not_a_time')),
);
export const timeZone = v.pipe(v.string(rule('not_a_zone')), v.check(isZone, rule('not_a_zone')));

/** Trimmed and lower-case, as the database keeps it; empty is none. */
export const optionalEmail = v.nullable(
  v.pipe(
    v.string(rule('not_an_email')),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(254, rule('too_long')),
    v.check((text) => text === '' || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text), rule('not_an_email')),
    v.transform((text) => (text === '' ? null : text)),
  ),
);

/** E.164, as toE164 makes it. */
export const optionalPhone = v.nullable(
  v.pipe(v.string(rule('not_a_phone')), v.regex(/^\+\d{8,15}$/, rule('not_a_phone'))),
);

const addressLines = {
  line1: requiredText(200),
  line2: v.exactOptional(requiredText(200)),
  city: v.exactOptional(requiredText(120)),
  region: v.exactOptional(requiredText(120)),
  postal_code: v.exactOptional(requiredText(20)),
  country_code: v.exactOptional(requiredText(2)),
};

export const optionalAddress = v.nullable(v.object(addressLines));

/** An address among others of one person. */
export const labelledAddress = v.object({
  label: v.exactOptional(requiredText(60)),
  ...addressLines,
});

/** Elements of a set: no one twice, names of 1–60 characters. */
export const tags = v.pipe(
  v.array(requiredText(60)),
  v.maxLength(50, rule('too_many')),
  v.transform((list) => [...new Set(list)]),
);

export const idSet = (max: number) =>
  v.pipe(
    v.array(id),
    v.maxLength(max, rule('too_many')),
    v.transform((list) => [...new Set(list)]),
  );

/** Half-open minute ranges of a day: sorted, apart, none empty. */
export const minuteRanges = v.pipe(
  v.array(v.tuple([whole(0, 1440), whole(0, 1440)])),
  v.maxLength(24, rule('too_many')),
  v.check((ranges) => ranges.every(([start, end]) => start < end), rule('order')),
  v.check(
    (ranges) => ranges.every(([start], index) => index === 0 || start >= ranges[index - 1]![1]),
    rule('overlap'),
  ),
);

const contactText = (max: number) =>
  v.pipe(v.string(rule('wrong_type')), v.trim(), v.maxLength(max, rule('too_long')));

/** Whom to call when something happens to somebody; nobody where both are empty. */
export const emergencyContact = v.nullable(
  v.pipe(
    v.object({ name: contactText(120), phone: contactText(60) }),
    v.transform((contact) => (contact.name || contact.phone ? contact : null)),
  ),
);
