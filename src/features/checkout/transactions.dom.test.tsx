// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { refundSale } from '#db/commands/refunds.ts';
import { completeSale } from '#db/commands/sales.ts';
import type { DaybookDb } from '#db/open.ts';
import { clientNamesOfVisits } from '#db/queries/client-names.ts';
import { onlineBetween } from '#db/queries/deposits.ts';
import { saleDetail } from '#db/queries/sales.ts';
import { must } from '#domain/errors/assert.ts';
import { csvRows } from '#domain/text/csv.ts';
import { openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { accountantCsv } from './accountant-csv.ts';
import { SaleScreen } from './sale-screen.tsx';
import { transactionsCsv } from './transactions-csv.ts';
import { TransactionsScreen } from './transactions-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});

const DAY = { from: '2026-11-24', to: '2026-11-25' };
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const list = async () => within(await screen.findByRole('list', { name: 'Transactions' }));
const choose = async (label: string, option: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), option);

/** Ann's cut for 65.00: in cash, as far as it was not paid before. */
const ringUp = async (depositCents = 0) => {
  const made = await completeSale(db, {
    client_id: 'ann',
    lines: [
      {
        kind: 'service',
        name: 'Cut and finish',
        qty: 1,
        unit_price_cents: 6500,
        discount: null,
        tax: null,
        staff_id: 'mia',
        appointment_id: 'visit',
        variant_id: 'cut-variant',
      },
    ],
    discount: null,
    discount_reason: null,
    tips: [],
    payments: [
      ...(depositCents > 0
        ? [
            {
              method: 'deposit' as const,
              label: null,
              amount_cents: depositCents,
              tendered_cents: null,
              appointment_id: 'visit',
            },
          ]
        : []),
      {
        method: 'cash',
        label: null,
        amount_cents: 6500 - depositCents,
        tendered_cents: 6500 - depositCents,
      },
    ],
  });
  if (!made.ok) throw new Error(made.error.code);
  return must(await saleDetail(db, made.value.id), 'the sale');
};

test('are found by the device that rang them up, and by who did them', async () => {
  const { sale } = await ringUp();
  await put(db, 'sales', { ...sale, id: 'theirs', receipt_prefix: '0AAAA', client_id: 'bob' });
  renderScreen(db, { path: '/transactions', screen: <TransactionsScreen /> });
  expect(await (await list()).findByText('Bob Ray')).toBeTruthy();
  await choose('Device', 'Receipts 0AAAA-…');
  await waitFor(async () => expect((await list()).queryByText('Ann Lee')).toBeNull());
  expect((await list()).getByText('Bob Ray')).toBeTruthy();
  await choose('Device', `This device, ${sale.receipt_prefix}`);
  expect(await (await list()).findByText('Ann Lee')).toBeTruthy();
  await choose('Staff', 'Leo');
  expect(await screen.findByText('Nothing found')).toBeTruthy();
  await press('Show all');
  await choose('Staff', 'Mia');
  expect(await (await list()).findByText('Ann Lee')).toBeTruthy();
  await press('CSV…');
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText(/Only what you have filtered/)).toBeTruthy();
  expect(sheet.getByRole('button', { name: 'Save accounts' })).toBeTruthy();
});

test('a device stays chosen on a day on which it rang up nothing', async () => {
  const { sale } = await ringUp();
  await put(db, 'sales', { ...sale, id: 'theirs', receipt_prefix: '0AAAA', client_id: 'bob' });
  renderScreen(db, { path: '/transactions', screen: <TransactionsScreen /> });
  await (await list()).findByText('Bob Ray');
  await choose('Device', 'Receipts 0AAAA-…');
  for (const field of ['From', 'To']) {
    fireEvent.change(screen.getByLabelText(field), { target: { value: '2026-11-20' } });
  }
  expect(await screen.findByText('Nothing found')).toBeTruthy();
  expect(screen.getByLabelText('Device')).toHaveProperty('value', '0AAAA');
});

test('deposits stand in both files, and the accounts of a day add up', async () => {
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
  const { business, staffNames, ...view } = await ringUp(2000);
  const online = await onlineBetween(db, DAY.from, DAY.to);
  const clientNames = await clientNamesOfVisits(db, ['visit']);
  const rows = (text: string): string[][] => [...csvRows(text, ',')];

  const movements = rows(
    transactionsCsv([view], business, staffNames, DAY, { ...online, clientNames }),
  );
  const last = movements.at(-1) ?? [];
  const inMovements = (name: string) => last[movements[0]?.indexOf(name) ?? -1];
  expect(['Date', 'Time', 'Client', 'What', 'Amount'].map(inMovements)).toEqual([
    '2026-11-24',
    '09:00',
    'Ann Lee',
    'Deposit',
    '20.00',
  ]);

  const [head = [], day = [], ...more] = rows(accountantCsv([view], online, business, DAY));
  const inAccounts = (name: string) => day[head.indexOf(name)];
  expect(more).toEqual([]);
  expect(
    ['Date', 'Sold together', 'Paid together', 'Deposits paid online'].map(inAccounts),
  ).toEqual(['2026-11-24', '65.00', '65.00', '20.00']);
  expect(inAccounts('Paid: Deposit, paid online')).toBe('20.00');
  expect(inAccounts('Paid: Cash')).toBe('45.00');
});

test('a sale says what happened to it, by whom and where, and what the server does not know', async () => {
  const { sale, payments } = await ringUp();
  const [payment] = payments;
  await put(db, 'sales', { ...sale, rev: 3, created_by: db.userId, created_at: salonTime(720) });
  await put(db, 'payments', {
    ...must(payment, 'its payment'),
    id: 'later',
    occurred_at: salonTime(780),
    collects: true,
    method: 'other',
    label: 'Voucher',
    tendered_cents: null,
  });
  await put(db, 'payments', {
    ...must(payment, 'its payment'),
    id: 'promised',
    occurred_at: salonTime(790),
    method: 'card',
    state: 'to_collect',
    tendered_cents: null,
  });
  renderScreen(db, {
    path: '/checkout/success',
    at: `/checkout/success?sale=${sale.id}`,
    screen: <SaleScreen />,
  });
  const steps = within(await screen.findByRole('list', { name: 'What happened' }));
  const said = steps.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said).toHaveLength(4);
  expect(said[0]).toMatch(/^Rung up \$65\.00.* · Mia · This device, .* · Without a connection, /);
  expect(said[1]).toMatch(/^Paid \$65\.00: Cash.* · Not synced yet$/);
  expect(said[2]).toMatch(/^Collected \$65\.00: Voucher/);
  expect(said[3]).toMatch(/^Card, to be collected: \$65\.00/);
});

test('sums say what is left after refunds, on the list and when the day is closed', async () => {
  const { sale } = await ringUp();
  const given = { method: 'cash' as const, amount_cents: 1500, reason: 'Too short' };
  await refundSale(db, { ...given, sale_id: sale.id });
  renderScreen(db, {
    path: '/transactions',
    at: '/transactions?do=day',
    screen: <TransactionsScreen />,
  });
  const sums = 'Taken$65.00Given back−$15.00Taken, less refunds$50.00';
  const together = await screen.findByRole('region', { name: 'Together' });
  expect(together.textContent).toContain(sums);
  const sheet = await screen.findByRole('dialog', { name: /^Close / });
  await waitFor(() => expect(sheet.textContent).toContain(sums));
});

test('a sale from before the drawer was counted is refunded, not taken back', async () => {
  const { sale } = await ringUp();
  await put(db, 'sales', { ...sale, occurred_at: salonTime(600) });
  await put(db, 'drawer_events', {
    id: 'counted',
    kind: 'close',
    occurred_at: salonTime(620),
    amount_cents: 6500,
    note: null,
  });
  renderScreen(db, {
    path: '/checkout/success',
    at: `/checkout/success?sale=${sale.id}`,
    screen: <SaleScreen />,
  });
  expect(await screen.findByText(/^The drawer was counted since/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take back…' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Refund…' })).toBeTruthy();
});

test('a receipt is shown as a code with its words', async () => {
  const { sale } = await ringUp();
  renderScreen(db, {
    path: '/checkout/success',
    at: `/checkout/success?sale=${sale.id}`,
    screen: <SaleScreen />,
  });
  await press('QR code');
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByRole('img', { name: 'QR code with the receipt' })).toBeTruthy();
  expect(sheet.getByText(/Cut and finish: \$65\.00/)).toBeTruthy();
});
