import * as v from 'valibot';
import { flag, name, whole } from '#domain/validation/fields.ts';

/** Thousandths of a percent in a whole price. */
const WHOLE = 100_000;

export const taxRateSchema = v.object({
  name,
  milli_percent: whole(0, WHOLE),
  inclusive: flag,
});

export type TaxRateInput = v.InferOutput<typeof taxRateSchema>;
