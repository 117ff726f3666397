import { putOp } from '#domain/commands/op.ts';
import type { NewRow } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';

/**
 * Asks the server to mail the receipt of a sale to its client, which it does when it hears of it. Codes:
 * not_found.
 */
export const mailReceipt = (db: DaybookDb, saleId: Uuid): Promise<Result<Uuid>> =>
  write(db, 'sale.mail_receipt', async (scope): Promise<Decision<Uuid>> => {
    if (!(await scope.get('sales', saleId))) {
      return fail('not_found', { rows: [`sales:${saleId}`] });
    }
    const row: NewRow<'receipt_mails'> = {
      id: scope.newId(),
      business_id: scope.businessId,
      sale_id: saleId,
      asked_at: scope.now,
    };
    return { ops: [putOp('receipt_mails', row)], value: row.id };
  });
