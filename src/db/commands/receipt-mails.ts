import { putOp } from '#domain/commands/op.ts';
import type { NewRow } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';

/** A button that is pressed twice asks once. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Asks the server to mail the receipt of a sale to its client, which it does when it hears of it. Codes:
 * not_found.
 */
export const mailReceipt = (db: DaybookDb, saleId: Uuid): Promise<Result<Uuid>> =>
  write(db, 'sale.mail_receipt', async (scope): Promise<Decision<Uuid>> => {
    if (!(await scope.get('sales', saleId))) {
      return fail('not_found', { rows: [`sales:${saleId}`] });
    }
    const before = await scope.list('receipt_mails', 'sale_id', saleId);
    const justNow = before.find(
      ({ asked_at }) => Date.parse(scope.now) - Date.parse(asked_at) < AGAIN_AFTER_MS,
    );
    if (justNow) return { ops: [], value: justNow.id };
    const row: NewRow<'receipt_mails'> = {
      id: scope.newId(),
      business_id: scope.businessId,
      sale_id: saleId,
      asked_at: scope.now,
    };
    return { ops: [putOp('receipt_mails', row)], value: row.id };
  });
