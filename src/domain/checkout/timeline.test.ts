import { expect, test } from 'vitest';
import type { PaymentRow, ReceiptMailRow, RefundRow, SaleRow, TipRow } from '#domain/rows.ts';
import { timelineOf } from './timeline.ts';

const NOON = '2026-11-24T12:00:00.000Z';
const EVENING = '2026-11-24T18:00:00.000Z';

/** Rows say more than that; the timeline asks for nothing else. */
const row = <R>(fields: Partial<R>, at = NOON): R =>
  ({
    occurred_at: at,
    // As PostgreSQL writes it.
    created_at: at.replace('.000Z', '+00:00'),
    created_by: 'mia',
    rev: 5,
    ...fields,
  }) as R;

const sale = row<SaleRow>({});
const none = { tips: [], payments: [], refunds: [], mails: [] };

test('everything that happened stands in the order in which it did', () => {
  const events = timelineOf({
    sale,
    tips: [row<TipRow>({})],
    payments: [
      row<PaymentRow>({ state: 'captured', collects: false }),
      row<PaymentRow>({ state: 'to_collect', collects: false }),
      row<PaymentRow>({ state: 'captured', collects: true }, EVENING),
    ],
    refunds: [row<RefundRow>({ kind: 'refund' }, '2026-11-25T09:00:00.000Z')],
    mails: [row<ReceiptMailRow>({ asked_at: '2026-11-24T12:01:00.000Z' })],
  });
  expect(events.map(({ kind }) => kind)).toEqual([
    'rung_up',
    'tip',
    'paid',
    'promised',
    'mail',
    'collected',
    'refund',
  ]);
});

test('says who did it, and whether the server heard of it late or not yet', () => {
  const only = (fields: Partial<SaleRow>) => timelineOf({ sale: row<SaleRow>(fields), ...none })[0];
  expect(only({})).toMatchObject({
    by: 'mia',
    isLate: false,
    reachedAt: '2026-11-24T12:00:00+00:00',
  });
  expect(only({ created_at: EVENING })).toMatchObject({ isLate: true, reachedAt: EVENING });
  // On this device alone: its own clock is no word of the server.
  expect(only({ created_at: EVENING, rev: 0 })).toMatchObject({ isLate: false, reachedAt: null });
});
