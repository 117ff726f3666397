import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { errorOf, lastOps, openSalon, valueOf } from '../test-rows.ts';
import { mailReceipt } from './receipt-mails.ts';
import { completeSale } from './sales.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

test('a receipt is asked for by its sale alone: the server knows what it says and where it goes', async () => {
  const { id } = valueOf(
    await completeSale(db, {
      client_id: 'cleo',
      lines: [
        {
          kind: 'custom',
          name: 'Wax',
          qty: 1,
          unit_price_cents: 1000,
          discount: null,
          tax: null,
          staff_id: null,
          appointment_id: null,
          variant_id: null,
        },
      ],
      discount: null,
      discount_reason: null,
      tips: [],
      payments: [{ method: 'cash', label: null, amount_cents: 1000, tendered_cents: 1000 }],
    }),
  );
  const asked = valueOf(await mailReceipt(db, id));
  const [op] = (await lastOps(db))!;
  expect(op).toMatchObject({ table: 'receipt_mails', op: 'put', value: { sale_id: id } });
  expect(JSON.stringify(op)).not.toContain('@');
  expect(errorOf(await mailReceipt(db, 'none'))?.code).toBe('not_found');
  // Pressed twice.
  expect(valueOf(await mailReceipt(db, id))).toBe(asked);
  expect(await db.rows('receipt_mails').count()).toBe(1);
});
