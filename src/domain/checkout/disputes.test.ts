import { expect, test } from 'vitest';
import type { DisputeEntryRow } from '#domain/rows.ts';
import { depositsByVisit } from './deposits.ts';
import { disputesOf, lostOfSale, movedBy } from './disputes.ts';
import { standingOf } from './standing.ts';

let ids = 0;
const entry = (
  state: DisputeEntryRow['state'],
  amount_cents: number,
  more: Partial<DisputeEntryRow> = {},
): DisputeEntryRow => {
  ids += 1;
  const at = new Date(Date.UTC(2027, 0, 4, 9, ids)).toISOString();
  return {
    id: `entry-${ids}`,
    business_id: 'salon',
    rev: ids,
    created_at: at,
    updated_at: at,
    created_by: null,
    dispute_id: 'dispute',
    payment_id: 'online',
    appointment_id: 'visit',
    occurred_at: at,
    state,
    amount_cents,
    fee_cents: 0,
    answer_by: null,
    ...more,
  };
};
const payment = (method: 'card_online' | 'deposit' | 'cash', amount_cents: number) => ({
  method,
  amount_cents,
  sale_id: method === 'card_online' ? null : 'sale',
  appointment_id: method === 'cash' ? null : 'visit',
  state: 'captured' as const,
  collects: false,
});
const paid = [payment('card_online', 1500), payment('deposit', 1500), payment('cash', 4000)];
const ofSale = paid.slice(1);

test('a dispute stands as its last entry says, and what is decided stays decided', () => {
  const open = entry('open', 1500, { fee_cents: 1500, answer_by: '2027-01-14T09:00:00+00:00' });
  const won = entry('won', -1500);
  expect(disputesOf([won, open])).toEqual([
    {
      id: 'dispute',
      paymentId: 'online',
      state: 'won',
      taken: 0,
      fees: 1500,
      answerBy: null,
      openedAt: open.occurred_at,
    },
  ]);
  expect(disputesOf([open])[0]).toMatchObject({ taken: 1500, answerBy: open.answer_by });
  const late = entry('open', 0, { answer_by: open.answer_by });
  expect(disputesOf([open, won, late])[0]).toMatchObject({ state: 'won', answerBy: null });
  expect(movedBy(open)).toBe(-3000);
  expect(movedBy(won)).toBe(1500);
});

test('a deposit that a bank keeps is not left; what is lost of a sale is to be collected', () => {
  const standing = (...entries: DisputeEntryRow[]) => {
    const deposits = depositsByVisit(paid, [], new Set(), entries);
    return {
      ...deposits.get('visit'),
      ...standingOf(ofSale, [], lostOfSale(ofSale, deposits)),
    };
  };
  const open = entry('open', 1500);
  expect(standing()).toMatchObject({ left: 0, disputed: 0, due_cents: 0, state: 'paid' });
  // Nobody knows yet whom it belongs to.
  expect(standing(open)).toMatchObject({ left: -1500, disputed: 1500, lost: 0, due_cents: 0 });
  expect(standing(open, entry('lost', 0))).toMatchObject({
    left: -1500,
    lost: 1500,
    due_cents: 1500,
    state: 'to_collect',
    refundable_cents: 4000,
  });
  expect(standing(open, entry('won', -1500))).toMatchObject({
    left: 0,
    disputed: 0,
    due_cents: 0,
    refundable_cents: 5500,
  });
});

test('as far as something else of the deposit was left, nothing is missing', () => {
  const more = [...paid, payment('card_online', 1000)];
  const deposits = depositsByVisit(more, [], new Set(), [entry('open', 1500), entry('lost', 0)]);
  expect(deposits.get('visit')?.left).toBe(-500);
  expect(lostOfSale(ofSale, deposits)).toBe(500);
});

test('what was collected again is not due twice', () => {
  const deposits = depositsByVisit(paid, [], new Set(), [entry('open', 1500), entry('lost', 0)]);
  const again = { ...payment('cash', 1500), collects: true };
  expect(standingOf([...ofSale, again], [], lostOfSale(ofSale, deposits))).toMatchObject({
    due_cents: 0,
    state: 'paid',
    refundable_cents: 5500,
  });
});
