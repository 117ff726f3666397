// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { balanceOf } from '#db/queries/balance.ts';
import { depositsOf } from '#db/queries/deposits.ts';
import { saleDetail } from '#db/queries/sales.ts';
import { receiptText } from '#domain/checkout/receipt-lines.ts';
import { must } from '#domain/errors/assert.ts';
import { addVisit, openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { showCheckout } from '#tests/setup/checkout.tsx';
import { place, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { SaleScreen } from './sale-screen.tsx';
import { transactionsCsv } from './transactions-csv.ts';
import { TransactionsScreen } from './transactions-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});

const checkout = (at?: string) => showCheckout(db, at);
const payment = async () => within(await screen.findByRole('region', { name: 'Payment' }));
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
/** Into a field of the payment: a discount may be an amount too. */
const type = async (label: string | RegExp, text: string) => {
  const field = (await payment()).getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
/** The only sale, as it was rung up. */
const sold = async () => {
  const [sale] = await db.rows('sales').toArray();
  return must(await saleDetail(db, must(sale, 'a sale').id), 'its detail');
};
/** A cut for 65.00, paid in cash. */
const ringUp = async () => {
  await checkout('/checkout/visit');
  await press(/^Complete sale · \$65\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  return sold();
};

describe('the checkout of a visit', () => {
  test('takes what was done, a discount, a tip and two ways of paying, and completes the visit', async () => {
    await db.rows('appointments').update('visit', { status: 'in_service' });
    await checkout('/checkout/visit');
    await press('Change Cut and finish');
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.click(sheet.getByRole('radio', { name: 'Amount' }));
    await userEvent.type(sheet.getByLabelText('Discount as an amount'), '5');
    await userEvent.click(sheet.getByRole('button', { name: 'Done' }));
    await press(/^20 % · \$12\.00/);

    await type('Amount', '30');
    await press('Card terminal');
    await press('Add payment of $30.00');
    await press(/^Cash$/);
    expect((await payment()).getByText('Still due')).toBeTruthy();
    await press('$50.00');
    expect((await screen.findByText(/^Change due/)).textContent).toBe('Change due $8.00');
    await press('Complete sale · $42.00');

    await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
    const { sale, tips, payments } = await sold();
    expect(sale).toMatchObject({ client_id: 'ann', total_cents: 7200, discount_cents: 500 });
    expect(tips).toMatchObject([{ staff_id: 'mia', amount_cents: 1200 }]);
    expect(payments).toMatchObject([
      { method: 'card_terminal', amount_cents: 3000, tendered_cents: null },
      { method: 'cash', amount_cents: 4200, tendered_cents: 5000 },
    ]);
    expect(await db.rows('appointments').get('visit')).toMatchObject({ status: 'completed' });
  });

  test('counts what was paid before at once', async () => {
    await put(db, 'payments', {
      id: 'online',
      sale_id: null,
      appointment_id: 'visit',
      occurred_at: salonTime(540),
      method: 'card_online',
      label: null,
      state: 'captured',
      collects: false,
      amount_cents: 2000,
      tendered_cents: null,
    });
    await checkout('/checkout/visit');
    expect((await payment()).getByText('Deposit, paid online')).toBeTruthy();
    await press('Complete sale · $45.00');
    await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
    expect((await sold()).payments).toMatchObject([
      { method: 'deposit', amount_cents: 2000, appointment_id: 'visit' },
      { method: 'cash', amount_cents: 4500 },
    ]);
    expect((await depositsOf(db, ['visit'])).get('visit')?.left).toBe(0);
  });

  test('says what has to be minded about the client', async () => {
    await put(db, 'client_notes', {
      id: 'faints',
      client_id: 'ann',
      kind: 'alert',
      body: 'Faints easily',
      noted_at: salonTime(540),
    });
    await checkout('/checkout/visit');
    expect((await screen.findByText(/^Allergic to ammonia/)).textContent).toBe(
      'Allergic to ammonia\nFaints easily',
    );
  });

  test('says that it was checked out already', async () => {
    await ringUp();
    cleanup();
    await checkout('/checkout/visit');
    expect(await screen.findByText('This visit is checked out already')).toBeTruthy();
    // What was paid is not asked for again.
    expect(screen.queryByRole('button', { name: 'Change Cut and finish' })).toBeNull();
  });

  test('keeps a payment that was taken when the items change, and says when it is too much', async () => {
    await checkout('/checkout/visit');
    await type('Amount', '30');
    await press('Card terminal');
    await press('Add payment of $30.00');
    const discount = within(await screen.findByRole('group', { name: 'Discount on everything' }));
    await userEvent.click(discount.getByRole('radio', { name: 'Amount' }));
    const off = await screen.findByLabelText('Discount on everything as an amount');
    await userEvent.type(off, '40');
    expect(await screen.findByText('$5.00 too much')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Complete sale/ })).toBeNull();
    await userEvent.clear(off);
    await userEvent.type(off, '35');
    await press('Complete sale · $30.00');
    await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
    expect((await sold()).payments).toMatchObject([
      { method: 'card_terminal', amount_cents: 3000 },
    ]);
  });

  test('does not take less cash than is due, or more than the total', async () => {
    await checkout('/checkout/visit');
    await type(/^Received/, '60');
    await press(/^Complete sale/);
    expect(await screen.findByText('That is less than $65.00.')).toBeTruthy();
    await type('Amount', '70');
    await press(/^Complete sale/);
    expect(await screen.findByText('That is more than the $65.00 that are due.')).toBeTruthy();
    expect(await db.outbox.count()).toBe(0);
  });

  test('of a visit that is not here says so', async () => {
    await checkout('/checkout/gone');
    expect(await screen.findByText('This visit is not on this device')).toBeTruthy();
  });
});

test('of a child is paid by who answers for them, when that is said', async () => {
  await db.rows('clients').update('ann', { guardian_id: 'bob' });
  await checkout('/checkout/visit');
  const field = within(await screen.findByRole('group', { name: 'Who pays' }));
  const [ann, bob] = field.getAllByRole<HTMLInputElement>('radio');
  expect([ann?.checked, bob?.checked]).toEqual([true, false]);
  await userEvent.click(bob!);
  await press('Pays later');
  await press('Complete sale · $65.00');
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
  expect((await sold()).sale).toMatchObject({ client_id: 'ann', payer_id: 'bob' });
});

test('what a client owes from before is said; a fee joins the sale, which may be owed in turn', async () => {
  await addVisit(db, 'missed', {
    clientId: 'ann',
    staffId: 'mia',
    minute: 540,
    minutes: 45,
    row: { status: 'no_show', fee_kind: 'no_show', fee_cents: 4000, fee_state: 'owed' },
  });
  await checkout('/checkout/visit');
  expect(await screen.findByText('Owes $40.00')).toBeTruthy();
  await press(/^Add to this sale: No-show fee/);
  expect(await screen.findByText('In this sale')).toBeTruthy();
  await press('Pays later');
  await press('Complete sale · $105.00');
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
  const { sale, lines } = await sold();
  expect(lines).toMatchObject([
    { kind: 'service', appointment_id: 'visit' },
    { kind: 'fee', appointment_id: 'missed', total_cents: 4000 },
  ]);
  expect(await balanceOf(db, 'ann')).toMatchObject({
    sales: [{ sale: { id: sale.id }, due_cents: 10_500 }],
    fees: [],
    cents: 10_500,
  });
  cleanup();
  await checkout('/checkout?client=ann');
  expect(await screen.findByText('Owes $105.00')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Collect' }).getAttribute('href')).toMatch(
    /\?sale=.+&do=collect$/,
  );
});

test('who was here last stands above the till, the others are asked for', async () => {
  for (const minute of [500, 510, 520, 530, 540, 550]) {
    await addVisit(db, `at-${minute}`, { clientId: 'bob', staffId: 'mia', minute, minutes: 10 });
  }
  await checkout();
  const visits = within(await screen.findByRole('region', { name: 'Visits to check out' }));
  const rows = () => visits.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(rows()).toEqual(['visit', 'at-550', 'at-540', 'at-530'].map((id) => `/checkout/${id}`));
  await userEvent.click(visits.getByRole('button', { name: '3 more' }));
  expect(rows()).toHaveLength(7);
  // The button is gone: on with the first that it brought.
  expect(document.activeElement).toBe(visits.getAllByRole('link')[4]);
  expect(visits.queryByRole('button')).toBeNull();
});

test('a sale over the counter: a service, something else, for somebody, and kept over a reload', async () => {
  await checkout();
  await press('Choose Bob');
  const services = await screen.findByLabelText('Add a service');
  await userEvent.selectOptions(services, within(services).getByRole('option', { name: /Beard/ }));
  await press('Add another item');
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  expect(await sheet.findByText('Enter what it is.')).toBeTruthy();
  await userEvent.type(sheet.getByLabelText('Name'), 'Wax');
  await userEvent.type(sheet.getByLabelText('Price of one'), '12.50');
  await userEvent.click(sheet.getByRole('button', { name: 'Add' }));
  await screen.findByRole('button', { name: 'Change Wax' });
  cleanup();
  await checkout();
  expect(await screen.findByRole('button', { name: 'Change Wax' })).toBeTruthy();
  await press(/^Complete sale/);
  await waitFor(async () => expect(await db.rows('sales').count()).toBe(1));
  expect(await sold()).toMatchObject({ sale: { client_id: 'bob' }, lines: [{}, { name: 'Wax' }] });
});

describe('a sale', () => {
  const open = async () => {
    const detail = await ringUp();
    cleanup();
    renderScreen(db, {
      path: '/checkout/success',
      at: `/checkout/success?sale=${detail.sale.id}`,
      screen: <SaleScreen />,
    });
    await screen.findByText('Paid');
    return detail;
  };

  test('of a child goes by mail to who answers for them, and says to which address', async () => {
    await db.rows('clients').update('bob', { email: 'bob@mail.example' });
    await db.rows('clients').update('ann', { guardian_id: 'bob', email: null });
    const { sale } = await open();
    await press('Mail');
    await waitFor(() => expect(toasts()).toEqual(['The receipt goes to bob@mail.example']));
    expect(await db.rows('receipt_mails').toArray()).toMatchObject([{ sale_id: sale.id }]);
  });

  test('is given back in part, with a reason', async () => {
    const { sale } = await open();
    await press('Refund…');
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.click(await sheet.findByRole('radio', { name: 'An amount' }));
    const amount = await sheet.findByLabelText('Amount');
    await userEvent.clear(amount);
    await userEvent.type(amount, '15');
    await userEvent.click(sheet.getByRole('button', { name: 'Refund' }));
    const reason = sheet.getByLabelText('Reason');
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    await userEvent.type(reason, 'Too short');
    await userEvent.click(sheet.getByRole('button', { name: 'Refund' }));
    expect(await screen.findByText('Partly refunded')).toBeTruthy();
    expect((await saleDetail(db, sale.id))?.standing.refundable_cents).toBe(5000);
  });

  test('is given back by what was sold', async () => {
    const { sale } = await open();
    await press('Refund…');
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.type(await sheet.findByLabelText('Reason'), 'Not done');
    await userEvent.click(sheet.getByRole('button', { name: 'Refund' }));
    expect(await sheet.findByText('Choose what goes back.')).toBeTruthy();
    await userEvent.click(sheet.getByRole('checkbox', { name: 'Cut and finish' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Refund' }));
    expect(await screen.findByText('Refunded')).toBeTruthy();
    expect((await saleDetail(db, sale.id))?.refunds).toMatchObject([
      { qty: 1, amount_cents: 6500, reason: 'Not done', method: 'cash' },
    ]);
  });

  test('is taken back as a whole', async () => {
    await open();
    await press('Take back…');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }),
    );
    expect((await screen.findAllByText('Taken back')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
  });

  test('leads to the next visit while the client is here', async () => {
    await open();
    const again = within(await screen.findByRole('region', { name: 'Same again?' }));
    const links = again.getAllByRole<HTMLAnchorElement>('link');
    expect(links).toHaveLength(3);
    expect(Object.fromEntries(new URL(links[0]!.href).searchParams)).toEqual({
      date: '2026-12-22',
      new: 'appointment',
      on: '2026-12-22',
      at: '10:00',
      client: 'ann',
      again: 'visit',
    });
  });

  test('asks once whether the client wants news', async () => {
    await open();
    const card = within(await screen.findByRole('region', { name: 'News and offers?' }));
    await userEvent.click(card.getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'News and offers?' })).toBeNull(),
    );
    const events = await db.rows('consent_events').toArray();
    expect(events.map(({ client_id, state }) => [client_id, state])).toContainEqual([
      'ann',
      'granted',
    ]);
    expect(new Set(events.map(({ state }) => state))).toEqual(new Set(['granted']));
  });

  test('has a receipt that can be sent as text', async () => {
    const detail = await open();
    expect(receiptText(detail)).toMatch(
      /Receipt [0-9A-Z]{5}-1, .*\n\nCut and finish: \$65\.00\n\nTotal: \$65\.00\n\nCash: \$65\.00$/s,
    );
  });
});

describe('transactions', () => {
  const NO_DEPOSITS = {
    payments: [],
    refunds: [],
    disputes: [],
    clientNames: new Map<string, string>(),
  };
  const open = async () => {
    cleanup();
    renderScreen(db, { path: '/transactions', screen: <TransactionsScreen /> });
    await screen.findByRole('heading', { name: 'Transactions' });
  };

  test('of a day without any say so', async () => {
    await open();
    expect(await screen.findByText('Nothing sold on these days')).toBeTruthy();
  });

  test('are found by state, by how they were paid, and by their words', async () => {
    await ringUp();
    await open();
    const list = await screen.findByRole('list', { name: 'Transactions' });
    expect(within(list).getByText('Ann Lee')).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'Together' })).getByText('$65.00'),
    ).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Paid by'), 'Bank transfer');
    expect(await screen.findByText('Nothing found')).toBeTruthy();
    await press('Show all');
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Not synced yet');
    await userEvent.type(screen.getByLabelText('Search'), 'finish');
    expect(await screen.findByText('Ann Lee')).toBeTruthy();
  });

  test('as a file say every movement, and no formula', async () => {
    const { business, staffNames, ...view } = await ringUp();
    const named = { ...view, clientName: '=Ann' };
    const file = (from: string, to: string): string[] =>
      transactionsCsv([named], business, staffNames, { from, to }, NO_DEPOSITS)
        .trim()
        .split('\r\n');
    const lines = file('2026-11-24', '2026-11-25');
    // Nothing of it moved in another period.
    expect(file('2026-11-25', '2026-11-26')).toEqual([lines[0]]);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(
      `,2026-11-24,10:30,,'=Ann,Paid,Item,Cut and finish,Mia,1,65.00,0.00,`,
    );
    expect(lines[2]).toMatch(/,Payment,Cash,.*,65\.00,USD$/);
  });
});

test('the drawer says what should be in it, and what was missing when it was counted', async () => {
  await put(db, 'drawer_events', {
    id: 'opened',
    kind: 'open',
    occurred_at: salonTime(540),
    amount_cents: 10_000,
    note: null,
  });
  await ringUp();
  await db
    .rows('payments')
    .toCollection()
    .modify({ occurred_at: salonTime(600) });
  cleanup();
  const at = '/transactions?do=drawer';
  renderScreen(db, { path: '/transactions', at, screen: <TransactionsScreen /> });
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('$165.00')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Count and close' }));
  const counted = sheet.getByLabelText('Counted');
  await waitFor(() => expect(counted.getAttribute('aria-invalid')).toBe('true'));
  await userEvent.type(counted, '160');
  await userEvent.type(sheet.getByLabelText(/^Reason/), 'Blown away');
  await userEvent.click(sheet.getByRole('button', { name: 'Count and close' }));
  await waitFor(async () => expect(await db.rows('drawer_events').count()).toBe(2));
  await press('Cash drawer');
  expect(await screen.findByText('$5.00 missing: Blown away')).toBeTruthy();

  // As long as older sales still come, nobody is told that cash is missing or too much.
  await db.meta.put({
    key: 'coverage',
    v: 1,
    from: salonTime(600),
    to: salonTime(700),
    months: [],
    missing: [{ month: '2026-10', rows: 5 }],
    clients: 'all',
    clients_after: null,
    total_rows: 10,
    clients_left: 0,
    dropped: [],
  });
  const notice = /^Sales before .* are not all on this device yet/;
  expect(await within(await screen.findByRole('dialog')).findByText(notice)).toBeTruthy();
  expect(screen.queryByText('$5.00 missing: Blown away')).toBeNull();
});

test('who may not check anybody out reads why', async () => {
  await put(db, 'memberships', {
    ...must(await db.rows('memberships').get('membership'), 'a membership'),
    role: 'assistant',
  });
  await checkout();
  expect(await screen.findByText('Not part of your role')).toBeTruthy();
});
