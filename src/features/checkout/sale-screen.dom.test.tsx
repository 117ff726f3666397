// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import type { Bills } from '#domain/checkout/bills.ts';
import type { CardCharge } from '#domain/checkout/card-charges.ts';
import type { PaidFor } from '#domain/checkout/online-refunds.ts';
import { fail, ok } from '#domain/errors/result.ts';
import { openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { press } from '#tests/setup/salon-screen.tsx';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { SaleScreen } from './sale-screen.tsx';
import { TransactionsScreen } from './transactions-screen.tsx';

it.each(['?sale=018f0000-0000-7000-8000-000000000001', '?sale=paid', ''])(
  '[P9] the address of a sale that is not here (%s) does not say that anything was paid',
  async (search) => {
    const db = await openSalon();
    renderScreen(db, {
      path: '/checkout/success',
      at: `/checkout/success${search}`,
      screen: <SaleScreen />,
    });
    await screen.findByText('This sale is not on this device');
    expect(screen.queryByText('Paid')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open transactions' })).toBeTruthy();
    db.close();
  },
);

/** A cut that was paid online before the visit, which a bank wants back. */
const putDisputedSale = async (db: DaybookDb, takenCents = 6500): Promise<void> => {
  const common = { sale_id: 'sale', occurred_at: salonTime(600) };
  await put(db, 'sales', {
    id: 'sale',
    client_id: 'ann',
    device_id: 'till',
    receipt_prefix: 'AAAAA',
    receipt_no: 7,
    occurred_at: common.occurred_at,
    currency: 'USD',
    subtotal_cents: 6500,
    discount_cents: 0,
    discount_reason: null,
    tax_cents: 0,
    tip_cents: 0,
    total_cents: 6500,
  });
  await put(db, 'payments', {
    id: 'deposit',
    ...common,
    method: 'deposit',
    state: 'captured',
    collects: false,
    amount_cents: 6500,
    appointment_id: 'visit',
  });
  await put(db, 'payments', {
    id: 'online',
    occurred_at: salonTime(500),
    sale_id: null,
    method: 'card_online',
    state: 'captured',
    collects: false,
    amount_cents: 6500,
    appointment_id: 'visit',
  });
  await putDispute(db, 'open', takenCents);
};

const putDispute = (db: DaybookDb, state: 'open' | 'won', cents: number) =>
  put(db, 'dispute_entries', {
    id: `entry-${state}`,
    dispute_id: 'dispute',
    payment_id: 'online',
    appointment_id: 'visit',
    occurred_at: salonTime(state === 'open' ? 600 : 610),
    state,
    amount_cents: cents,
    fee_cents: state === 'open' ? 1500 : 0,
    answer_by: null,
  });

it('has what a bank is shown of a disputed visit, from what is written down', async () => {
  const db = await openSalon();
  await db.rows('appointments').update('visit', { policy_version: 3, source: 'online' });
  const published_at = '2026-10-01T14:00:00+00:00';
  await put(db, 'policy_texts', {
    id: 'policy',
    version: 3,
    body: 'Be on time.',
    hash: 'x',
    published_at,
  });
  await putDisputedSale(db);
  db.fetchMessages = async () =>
    ok([
      {
        id: 'mail',
        kind: 'booking_confirmed',
        state: 'sent',
        at: salonTime(540),
        reason: null,
        to: 'ann@example.com',
      },
    ]);
  renderScreen(db, {
    path: '/checkout/success',
    at: '/checkout/success?sale=sale',
    screen: <SaleScreen />,
  });
  const evidence = await screen.findByRole('button', { name: 'Evidence for the bank' });
  // It is paid, but nobody is to think that it is safe.
  expect(screen.getAllByRole('status').some((one) => one.textContent === 'PaidDisputed')).toBe(
    true,
  );
  await userEvent.click(evidence);
  const paper = within(await screen.findByRole('article', { name: 'Evidence' }));
  expect(await paper.findByText('Client: Ann Lee')).toBeTruthy();
  expect(paper.getByText(/^Version 3, agreed to with the booking/)).toBeTruthy();
  expect(paper.getByText('Be on time.')).toBeTruthy();
  expect(await paper.findByText(/^Booked: Sent · .* · ann@example\.com$/)).toBeTruthy();
  expect(paper.getByText(/^Receipt AAAAA-7/)).toBeTruthy();
  const sheet = within(screen.getByRole('dialog', { name: 'Evidence for the bank' }));
  expect(sheet.getByRole('button', { name: 'Print' })).toBeTruthy();
  db.close();
});

it.each([
  ['and its money is back', 6500, -6500, 'What was paid online is yours again.'],
  ['before its money is back', 6500, 0, 'The bank gives $65.00 back.'],
  ['and nothing was ever taken', 0, 0, 'What was paid online is yours again.'],
])('is disputed until that is decided, %s', async (_, takenCents, wonCents, words) => {
  const db = await openSalon();
  await putDisputedSale(db, takenCents);
  const list = { path: '/transactions', screen: <TransactionsScreen /> };
  renderScreen(db, list);
  expect((await screen.findByRole('link', { name: /AAAAA-7/ })).textContent).toContain('Disputed');
  await putDispute(db, 'won', wonCents);
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /AAAAA-7/ }).textContent).not.toContain('Disputed'),
  );
  cleanup();
  renderScreen(db, {
    path: '/checkout/success',
    at: '/checkout/success?sale=sale',
    screen: <SaleScreen />,
  });
  expect(await screen.findByText('Dispute won')).toBeTruthy();
  expect(screen.getByText(new RegExp(words.replaceAll(/[$.]/g, String.raw`\$&`)))).toBeTruthy();
  // Nobody can answer what is decided.
  expect(screen.queryByText('Disputed')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Evidence for the bank' })).toBeNull();
  db.close();
});

describe('what is to be collected', () => {
  let db: DaybookDb;
  let answer: Awaited<ReturnType<Bills['ask']>>;
  let asked: { saleId: string; opId: string; byMail: boolean }[];
  let seen: CardCharge;
  let outcome: Awaited<ReturnType<Bills['chargeCard']>>;
  let charged: { opId: string; agreed: number }[];
  const NO_CARD: CardCharge = { card: null, amount: 6500, state: null, decline: null };
  const VISA: CardCharge = { ...NO_CARD, card: { brand: 'visa', last4: '4242' } };
  const payment = {
    sale_id: 'sale',
    occurred_at: salonTime(600),
    method: 'card',
    state: 'to_collect',
    collects: false,
    label: null,
    amount_cents: 6500,
    tendered_cents: null,
  } as const;

  beforeEach(async () => {
    db = await openSalon();
    answer = ok({ token: 'tok', slug: 'salon', amount: 6500, mailed: false });
    asked = [];
    [seen, outcome, charged] = [NO_CARD, ok({ state: 'paid' }), []];
    db.bills = async () => ({
      ask: async (saleId, opId, byMail) => {
        asked.push({ saleId, opId, byMail });
        return answer;
      },
      lookAtCard: async () => ok(seen),
      chargeCard: async (_sale, opId, agreed) => {
        charged.push({ opId, agreed });
        return outcome;
      },
    });
    await db.rows('clients').update('ann', { email: 'ann@example.com', phone: '+17185550199' });
    await put(db, 'sales', {
      id: 'sale',
      client_id: 'ann',
      device_id: 'till',
      receipt_prefix: 'AAAAA',
      receipt_no: 7,
      occurred_at: payment.occurred_at,
      currency: 'USD',
      subtotal_cents: 6500,
      discount_cents: 0,
      discount_reason: null,
      tax_cents: 0,
      tip_cents: 0,
      total_cents: 6500,
    });
    await put(db, 'payments', { id: 'promise', ...payment });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    db.close();
  });
  const open = async (): Promise<void> => {
    renderScreen(db, {
      path: '/checkout/success',
      at: '/checkout/success?sale=sale',
      screen: <SaleScreen />,
    });
    await press('Payment link or QR code…');
  };
  /** As sync brings it. */
  const paidByLink = () =>
    put(db, 'payments', {
      id: 'paid',
      ...payment,
      method: 'deposit',
      state: 'captured',
      collects: true,
    });

  it('is paid by a link, as a QR code or sent, and says when it is', async () => {
    await open();
    await press('Make the link');
    const sheet = within(await screen.findByRole('dialog', { name: 'Pay by card online' }));
    const link = `${location.origin}/book/salon/bill?token=tok`;
    expect(await sheet.findByText(link)).toBeTruthy();
    expect(sheet.getByRole('img', { name: 'QR code of the bill' })).toBeTruthy();
    const text = sheet.getByRole('link', { name: 'Text' }).getAttribute('href') ?? '';
    expect(text).toContain('sms:+17185550199');
    expect(decodeURIComponent(text)).toContain(link);
    // Nothing is paid before the server says so.
    expect(screen.getAllByText('To be collected').length).toBeGreaterThan(0);
    await paidByLink();
    await sheet.findByText('This is paid');
    await screen.findByText('Paid', { exact: true });
  });

  it('goes by mail with the bill in it when that is wanted, and says when it does not', async () => {
    await open();
    await press('Make the link');
    await screen.findByText('A mail goes to ann@example.com, with the bill in it.');
    expect(asked.map(({ byMail }) => byMail)).toEqual([false]);
    await press('Mail the bill');
    await waitFor(() =>
      expect(toasts()).toEqual([expect.stringMatching(/^It could not be mailed/)]),
    );
    answer = fail('timeout');
    await press('Mail the bill');
    await waitFor(() => expect(toasts()).toHaveLength(2));
    answer = ok({ token: 'tok', slug: 'salon', amount: 6500, mailed: true });
    await press('Mail the bill');
    await screen.findByText('Mailed to ann@example.com.');
    expect(screen.queryByRole('button', { name: 'Mail the bill' })).toBeNull();
    // However often it is pressed it is one mail.
    expect(asked.map(({ byMail }) => byMail)).toEqual([false, true, true, true]);
    expect(new Set(asked.map(({ opId }) => opId)).size).toBe(1);
  });

  describe('with the card that was left for the visit', () => {
    const ofVisit = () =>
      put(db, 'sale_lines', {
        id: 'line',
        sale_id: 'sale',
        kind: 'service',
        name: 'Cut',
        appointment_id: 'visit',
        total_cents: 6500,
        position: 0,
      });
    const collect = async (): Promise<void> => {
      renderScreen(db, {
        path: '/checkout/success',
        at: '/checkout/success?sale=sale',
        screen: <SaleScreen />,
      });
      await press('Collect $65.00');
    };
    const charge = async (): Promise<void> => {
      await press('Charge the card ending 4242');
      const dialog = await screen.findByRole('dialog', {
        name: 'Does your client agree to $65.00?',
      });
      expect(within(dialog).getByText(/Visa ending in 4242/)).toBeTruthy();
      await press('They agree: charge $65.00');
    };

    it('is charged after a question, and paid when the server says so', async () => {
      seen = VISA;
      await ofVisit();
      await collect();
      await charge();
      await waitFor(() => expect(charged).toMatchObject([{ agreed: 6500 }]));
      await waitFor(() => expect(toasts()).toEqual(['Card charged']));
      expect(screen.getAllByText('To be collected').length).toBeGreaterThan(0);
      seen = { ...NO_CARD, amount: 0, state: 'captured' };
      await paidByLink();
      await screen.findByText('Paid', { exact: true });
    });

    it('that is refused says so and offers the link; the next press is another try', async () => {
      [seen, outcome] = [VISA, ok({ state: 'over' })];
      await ofVisit();
      await collect();
      await screen.findByRole('button', { name: 'Charge the card ending 4242' });
      seen = { ...VISA, state: 'cancelled', decline: 'authentication_required' };
      await charge();
      await screen.findByText(/^Its bank wants to ask your client first/);
      await charge();
      await waitFor(() => expect(new Set(charged.map(({ opId }) => opId)).size).toBe(2));
      await press('Send a link');
      await screen.findByRole('dialog', { name: 'Pay by card online' });
    });

    it('whose answer is lost is tried again as the same one, or waited for', async () => {
      [seen, outcome] = [VISA, fail('timeout')];
      await ofVisit();
      await collect();
      await charge();
      await waitFor(() => expect(toasts()).toHaveLength(1));
      seen = { ...VISA, state: 'created' };
      await charge();
      await screen.findByText('The bank of your client is being asked');
      expect(new Set(charged.map(({ opId }) => opId)).size).toBe(1);
      expect(screen.queryByRole('button', { name: /^Charge the card/ })).toBeNull();
      // Its answer comes while the sheet is open.
      seen = { ...VISA, state: 'cancelled', decline: 'card_declined' };
      await press('Look again');
      await screen.findByText(/^Its bank refused/);
    });

    it('of a sale that was collected meanwhile is not charged, and says so', async () => {
      [seen, outcome] = [VISA, fail('nothing_due')];
      await ofVisit();
      await collect();
      await charge();
      await waitFor(() =>
        expect(toasts()).toEqual([expect.stringMatching(/^Nothing can be charged/)]),
      );
    });

    it('offline says that it needs a connection', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      seen = VISA;
      await ofVisit();
      await collect();
      await screen.findByText(/can be charged with a connection\.$/);
      expect(screen.queryByRole('button', { name: /^Charge the card/ })).toBeNull();
    });

    it('is not asked about where nobody can have left one', async () => {
      seen = VISA;
      await collect();
      await screen.findByRole('dialog', { name: 'Collect' });
      expect(screen.queryByRole('button', { name: /^Charge the card/ })).toBeNull();
    });
  });

  it('is one link, however often its answer is lost, and a refusal is told', async () => {
    answer = fail('timeout');
    await open();
    await press('Make the link');
    await screen.findByText(/did not answer|took too long/i);
    answer = fail('not_found');
    await press('Make the link');
    await screen.findByText(/^The server does not know this sale yet/);
    answer = ok({ token: 'tok', slug: 'salon', amount: 6500, mailed: false });
    await press('Make the link');
    await screen.findByRole('img', { name: 'QR code of the bill' });
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ opId }) => opId)).size).toBe(1);
  });

  it('stays to be collected without a connection, and says so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open();
    await screen.findByText('This needs a connection');
    expect(screen.getByText(/^Nothing is paid yet: \$65\.00 stays to be collected/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Make the link' }).hasAttribute('disabled')).toBe(
      true,
    );
    expect(asked).toEqual([]);
  });

  it('and was paid by a link goes back to its card', async () => {
    await paidByLink();
    const looked: PaidFor[] = [];
    db.onlineRefunds = async () => ({
      look: async (paidFor) => {
        looked.push(paidFor);
        return ok({
          payments: [
            { id: 'intent', amount: 6500, returned: 0, left: 6500, asked: null, card: null },
          ],
        });
      },
      ask: async () => ok({ due_at: salonTime(700) }),
      takeBack: async () => ok(null),
    });
    renderScreen(db, {
      path: '/checkout/success',
      at: '/checkout/success?sale=sale',
      screen: <SaleScreen />,
    });
    await screen.findByRole('button', { name: 'Give back to the card…' });
    expect(looked).toEqual([{ sale_id: 'sale' }]);
    expect(screen.queryByRole('button', { name: 'Payment link or QR code…' })).toBeNull();
    await press('Refund…');
    await screen.findByText(/choose “Give back to the card…”/);
  });
});
