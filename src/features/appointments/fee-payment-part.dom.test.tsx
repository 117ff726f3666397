// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import type { CardCharge, CardCharges } from '#domain/checkout/card-charges.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { FeePaymentPart } from './fee-payment-part.tsx';

let db: DaybookDb;
let business: BusinessRow;
let seen: CardCharge;
let outcome: Awaited<ReturnType<CardCharges['charge']>>;
let charged: string[];

beforeEach(async () => {
  db = await openSalon();
  business = (await db.rows('businesses').get(db.businessId))!;
  seen = {
    card: { brand: 'visa', last4: '4242' },
    amount: 2500,
    state: null,
    decline: null,
  };
  outcome = ok({ state: 'paid' });
  charged = [];
  toastStore.set(() => ({ toasts: [], kept: [] }));
  db.feePayments = {
    look: async () => ok(seen),
    charge: async (_visit, opId) => {
      charged.push(opId);
      return outcome;
    },
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const open = () => {
  renderScreen(db, {
    path: '/calendar',
    screen: (
      <FeePaymentPart appointment={{ id: 'visit', fee_state: 'proposed' }} business={business} />
    ),
  });
  return userEvent.setup();
};
const charge = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Charge $25.00 now' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Charge $25.00 now?' }));
  expect(dialog.getByText(/Visa ending in 4242/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Charge $25.00' }));
};

describe('a fee', () => {
  it('is charged after a question, and then there is nothing to charge', async () => {
    const user = open();
    await screen.findByRole('button', { name: 'Charge $25.00 now' });
    seen = { ...seen, amount: 0, state: 'captured' };
    await charge(user);
    await waitFor(() => expect(toasts()).toEqual(['Fee charged']));
    await screen.findByText(/^Charged to the card/);
    expect(screen.queryByRole('button', { name: /^Charge/ })).toBeNull();
    expect(charged).toHaveLength(1);
  });

  it('that the bank refuses says so; the next press is another try', async () => {
    outcome = ok({ state: 'over' });
    const user = open();
    await screen.findByRole('button', { name: 'Charge $25.00 now' });
    seen = { ...seen, state: 'cancelled', decline: 'authentication_required' };
    await charge(user);
    await screen.findByText(/^Its bank wants to ask your client first/);
    await charge(user);
    await waitFor(() => expect(new Set(charged).size).toBe(2));
  });

  it('whose answer is lost is tried again as the same one', async () => {
    outcome = fail('timeout');
    const user = open();
    await charge(user);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    await charge(user);
    await waitFor(() => expect(charged).toHaveLength(2));
    expect(new Set(charged).size).toBe(1);
  });

  it('on its way elsewhere is waited for', async () => {
    seen = { ...seen, state: 'created' };
    open();
    await screen.findByText(/^The bank of your client is being asked/);
    expect(screen.queryByRole('button', { name: /^Charge/ })).toBeNull();
  });

  it.each([
    ['without a card', { card: null }],
    ['of nothing', { amount: 0 }],
  ])('%s is not charged', async (_what, change) => {
    seen = { ...seen, ...change };
    const look = vi.fn(db.feePayments!.look);
    db.feePayments = { ...db.feePayments!, look };
    open();
    await waitFor(() => expect(look).toHaveBeenCalled());
    await act(async () => {
      await look.mock.results[0]!.value;
    });
    expect(screen.queryByRole('button', { name: /^Charge/ })).toBeNull();
  });
});
