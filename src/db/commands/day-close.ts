import { dayCloseSchema } from '#domain/checkout/schema.ts';
import type { DayCloseInput } from '#domain/checkout/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import type { NewRow } from '#domain/commands/op.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';

/** Notes what a day came to, as a person has seen it, and whose sales may still come. Codes: invalid. */
export const closeDay = (db: DaybookDb, input: DayCloseInput): Promise<Result<Uuid>> => {
  const checked = validate(dayCloseSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  return write(db, 'day.finish', (scope): Decision<Uuid> => {
    const row: NewRow<'day_closes'> = {
      ...checked.value,
      id: scope.newId(),
      business_id: scope.businessId,
      occurred_at: scope.now,
    };
    return { ops: [putOp('day_closes', row)], value: row.id };
  });
};
