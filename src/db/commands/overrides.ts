import { deleteOp, patchOp, putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { overrideSchema } from '#domain/services/schema.ts';
import type { OverrideInput } from '#domain/services/schema.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Undo } from './edit-row.ts';

const isUsual = ({ offered, price_cents, duration_min }: OverrideInput): boolean =>
  offered && price_cents === null && duration_min === null;

/**
 * Whether and how people do variants, as one mutation. Offered with the variant's own values needs
 * no row, so an existing one goes. Codes: invalid (fields as `0.price_cents`, by place in the list).
 */
export const setOverrides = async (
  db: DaybookDb,
  inputs: readonly OverrideInput[],
  name = 'override.set',
): Promise<Result<{ undo: Undo }>> => {
  const wanted: OverrideInput[] = [];
  for (const [index, input] of inputs.entries()) {
    const checked = validate(overrideSchema, input);
    if (!checked.ok) {
      const issues = (checked.error.issues ?? []).map((issue) => ({
        ...issue,
        field: `${index}.${issue.field}`,
      }));
      return fail('invalid', { ...issues[0], issues });
    }
    wanted.push(checked.value);
  }
  const written = await write(db, name, async (scope) => {
    const rows = await scope.all('staff_service_overrides');
    const before: OverrideInput[] = [];
    const ops = wanted.flatMap((one): Op[] => {
      const { staff_id, variant_id } = one;
      const known = rows.find((row) => row.staff_id === staff_id && row.variant_id === variant_id);
      const { offered = true, price_cents = null, duration_min = null } = known ?? {};
      before.push({ staff_id, variant_id, offered, price_cents, duration_min });
      if (isUsual(one)) return known ? [deleteOp('staff_service_overrides', known.id)] : [];
      if (known) return [patchOp('staff_service_overrides', known.id, one)];
      const row = { ...one, id: scope.newId(), business_id: scope.businessId };
      return [putOp('staff_service_overrides', row)];
    });
    return { ops, value: before };
  });
  if (!written.ok) return written;
  const before = written.value;
  return ok({
    undo: async () => {
      const undone = await setOverrides(db, before, `${name}.undo`);
      return undone.ok ? ok('') : undone;
    },
  });
};
