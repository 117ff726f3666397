/** What is done with the cash drawer beside sales: a ledger that only grows. */
import { drawerSchema } from '#domain/checkout/schema.ts';
import type { DrawerInput } from '#domain/checkout/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import type { NewRow } from '#domain/commands/op.ts';
import type { Result } from '#domain/errors/result.ts';
import type { DrawerEventRow, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';

const NAMES: Readonly<Record<DrawerEventRow['kind'], string>> = {
  open: 'drawer.open',
  paid_in: 'drawer.paid_in',
  paid_out: 'drawer.paid_out',
  no_sale: 'drawer.no_sale',
  close: 'drawer.count',
};

/** Notes one thing that was done with the drawer, now. Codes: invalid. */
export const noteDrawer = (db: DaybookDb, input: DrawerInput): Promise<Result<Uuid>> => {
  const checked = validate(drawerSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const event = checked.value;
  return write(db, NAMES[event.kind], (scope): Decision<Uuid> => {
    const row: NewRow<'drawer_events'> = {
      ...event,
      id: scope.newId(),
      business_id: scope.businessId,
      occurred_at: scope.now,
    };
    return { ops: [putOp('drawer_events', row)], value: row.id };
  });
};
