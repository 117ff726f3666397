import { expect, test } from 'vitest';
import type { PaymentRow } from '#domain/rows.ts';
import { depositsByVisit, voidedSales } from './deposits.ts';

const payment = (
  method: PaymentRow['method'],
  amount_cents: number,
  sale_id: string | null,
  appointment_id: string | null = 'visit',
) => ({ method, amount_cents, sale_id, appointment_id });

test('what sales have taken up, and what went back, is not left', () => {
  const found = depositsByVisit(
    [
      payment('card_online', 1500, null),
      payment('deposit', 900, 'sale'),
      payment('card_online', 700, null, 'other'),
      // A visit that was erased is nobody's.
      payment('card_online', 99, null, null),
    ],
    [{ appointment_id: 'visit', amount_cents: 100 }],
    new Set(),
    [],
  );
  expect(found).toEqual(
    new Map([
      ['visit', { paid: 1500, returned: 100, disputed: 0, lost: 0, left: 500 }],
      ['other', { paid: 700, returned: 0, disputed: 0, lost: 0, left: 700 }],
    ]),
  );
});

test('a sale that was taken back has taken up nothing', () => {
  const refunds = [
    { kind: 'void' as const, sale_id: 'sale' },
    { kind: 'refund' as const, sale_id: 'next' },
  ];
  const payments = [
    payment('card_online', 1500, null),
    payment('deposit', 900, 'sale'),
    payment('deposit', 400, 'next'),
  ];
  expect(depositsByVisit(payments, [], voidedSales(refunds), []).get('visit')?.left).toBe(1100);
});
