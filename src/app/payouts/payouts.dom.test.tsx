// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import type { PaidOut, Payout, PayoutLine } from '#domain/checkout/payouts.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import type { PayoutServer } from '#remote/payouts.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { PayoutsCard } from './payouts-card.tsx';
import { payoutLinesCsv, payoutsCsv } from './payouts-csv.ts';

let db: DaybookDb;
let said: PaidOut;
let older: Payout[];
let lines: PayoutLine[];
let trouble: ErrorCode | null;
let asked: string[];

const server: PayoutServer = {
  list: async (_business, before) => {
    asked.push(`list ${before ?? 'newest'}`);
    if (trouble !== null) return fail(trouble);
    return ok(before === undefined ? said : { ...said, payouts: older, is_more: false });
  },
  lines: async (_business, { id }) => {
    asked.push(`lines ${id}`);
    return trouble !== null ? fail(trouble) : ok({ lines });
  },
};
const payout = (more: Partial<Payout> = {}): Payout => ({
  payee: 'acct_1',
  id: 'po_1',
  state: 'paid',
  parts: 'told',
  arrives_on: '2026-11-27',
  begun_at: '2026-11-25T00:00:00+00:00',
  amount_cents: 1352,
  currency: 'USD',
  is_listed: true,
  lines: 4,
  charges_cents: 5000,
  refunds_cents: -500,
  disputes_cents: -1500,
  fees_cents: -1648,
  other_cents: 0,
  differing: 0,
  off_cents: 0,
  gap_cents: 0,
  ...more,
});
const line = (more: Partial<PayoutLine> = {}): PayoutLine => ({
  id: 'txn_1',
  kind: 'charge',
  at: '2026-11-24T10:00:00+00:00',
  amount_cents: 5000,
  fee_cents: 175,
  paid_cents: 5000,
  paid_currency: 'USD',
  noted_cents: 5000,
  off_cents: 0,
  purpose: 'asked',
  appointment_id: 'visit',
  sale_id: null,
  title: null,
  ...more,
});

beforeEach(async () => {
  db = await openSalon();
  said = {
    currency: 'USD',
    locale: 'en-US',
    looked_at: '2026-11-27T03:00:00+00:00',
    is_more: false,
    waiting: 0,
    waiting_cents: 0,
    payouts: [payout()],
  };
  [older, lines, trouble, asked] = [[], [line()], null, []];
});
afterEach(() => vi.restoreAllMocks());

const show = (online = true) =>
  renderScreen(db, {
    path: '/settings/stripe/return',
    screen: <PayoutsCard server={server} online={online} />,
  });
const list = async () => within(await screen.findByRole('list', { name: 'Payouts' }));

test('says of each payout what it is made of and whether it is what was noted', async () => {
  said.payouts = [
    payout({
      id: 'po_3',
      differing: 1,
      off_cents: 900,
      arrives_on: '2026-11-29',
      state: 'pending',
    }),
    payout({ id: 'po_2', parts: 'never', is_listed: false, arrives_on: '2026-11-28' }),
    payout(),
  ];
  [said.waiting, said.waiting_cents] = [2, 4500];
  show();
  const rows = (await list()).getAllByRole('listitem');
  expect(rows[0]!.textContent).toContain('Differs by $9.00');
  expect(rows[0]!.textContent).toContain('On its way · November 29, 2026');
  expect(rows[1]!.textContent).toContain('Taken out by hand');
  expect(within(rows[1]!).queryByRole('button')).toBeNull();
  expect(rows[2]!.textContent).toContain('$13.52Matches');
  expect(rows[2]!.textContent).toContain(
    'Charges $50.00 · Refunds −$5.00 · Disputes −$15.00 · Fees −$16.48',
  );
  expect(screen.getByRole('status').textContent).toBe(
    '1 payout differs from what was noted. $45.00 of 2 payments are still to be paid out, before fees.',
  );
});

test('shows the payments behind one, and in words what differs', async () => {
  said.payouts = [payout({ differing: 2, off_cents: 400, gap_cents: -100 })];
  lines = [
    line({ id: 'txn_1', noted_cents: 0, off_cents: 900, purpose: null, appointment_id: null }),
    line({ id: 'txn_2', kind: 'refund', amount_cents: -500, paid_cents: -500, off_cents: -500 }),
    line({ id: 'txn_3', noted_cents: 4500, off_cents: 500 }),
    line({
      id: 'txn_4',
      purpose: 'sale',
      appointment_id: null,
      sale_id: 's1',
      title: 'Receipt A-7',
    }),
    line({ id: 'txn_5', noted_cents: null, off_cents: null, purpose: null, appointment_id: null }),
  ];
  show();
  await userEvent.click(
    (await list()).getByRole('button', { name: 'What is in the payout of November 27, 2026' }),
  );
  const sheet = within(await screen.findByRole('dialog', { name: 'Payout of November 27, 2026' }));
  const rows = within(await sheet.findByRole('list', { name: 'What is in it' })).getAllByRole(
    'listitem',
  );
  expect(rows[0]!.textContent).toContain('Your books know nothing of these $50.00.');
  expect(rows[1]!.textContent).toContain('Your books do not know of $5.00 of it.');
  expect(rows[2]!.textContent).toContain('Your books say $45.00, your provider paid out $50.00.');
  const visit = within(rows[2]!).getByRole('link', { name: 'Charge: deposit for a visit' });
  expect(visit.getAttribute('href')).toBe('/appointments/visit');
  const bill = within(rows[3]!).getByRole('link', { name: 'Charge: Receipt A-7' });
  expect(bill.getAttribute('href')).toBe('/checkout/success?sale=s1');
  expect(rows[4]!.textContent).toContain('not from here');
  expect(sheet.getByText('In no line of it').nextSibling?.textContent).toBe('−$1.00');
  expect(sheet.getByRole('status').textContent).toBe('Differs by $3.00');
});

test('offline shows what was told last, and says so', async () => {
  const online = show();
  await list();
  await waitFor(async () => expect(await db.meta.get('payouts')).toBeTruthy());
  online.unmount();
  asked = [];
  show(false);
  expect((await list()).getByText('Matches')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('You are offline.');
  await userEvent.click((await list()).getByRole('button', { name: /^What is in/ }));
  expect(await screen.findByText(/is seen with a connection\.$/)).toBeTruthy();
  expect(asked).toEqual([]);
});

test('offline and never told there is nothing to show', async () => {
  show(false);
  await waitFor(() => expect(screen.queryByText('Payouts')).toBeNull());
  expect(asked).toEqual([]);
});

test('without an answer it can be asked again, and what was there stays', async () => {
  trouble = 'server_unavailable';
  show();
  const again = await screen.findByRole('button', { name: 'Try again' });
  trouble = null;
  await userEvent.click(again);
  expect((await list()).getByText('Matches')).toBeTruthy();
});

test('there is nothing yet', async () => {
  said.payouts = [];
  show();
  expect(await screen.findByText('Nothing was paid out yet.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save as a file' })).toBeNull();
});

test('earlier ones come when they are asked for', async () => {
  said.is_more = true;
  older = [payout({ id: 'po_0', arrives_on: '2026-11-20', begun_at: '2026-11-18T00:00:00+00:00' })];
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier payouts' }));
  await waitFor(async () => expect((await list()).getAllByRole('listitem')).toHaveLength(2));
  expect(asked).toContain('list 2026-11-25T00:00:00+00:00');
  expect(screen.queryByRole('button', { name: 'Show earlier payouts' })).toBeNull();
});

test('whoever may not see it is asked for nothing, and whose right has ended keeps nothing', async () => {
  const first = show();
  await waitFor(async () => expect(await db.meta.get('payouts')).toBeTruthy());
  first.unmount();
  trouble = 'not_allowed';
  const second = show();
  await waitFor(async () => expect(await db.meta.get('payouts')).toBeUndefined());
  second.unmount();
  await db.rows('memberships').update('membership', { role: 'front_desk' });
  asked = [];
  show();
  await waitFor(() => expect(screen.queryByText('Payouts')).toBeNull());
  expect(asked).toEqual([]);
});

test('files say each payout and each line of one', () => {
  expect(payoutsCsv([payout({ differing: 1, off_cents: -900 })]).split('\r\n')[1]).toBe(
    'po_1,2026-11-25T00:00:00Z,2026-11-27,Arrived,13.52,50.00,-5.00,-15.00,-16.48,0.00,USD,Differs,-9.00',
  );
  expect(payoutLinesCsv(payout(), [line()]).split('\r\n')[1]).toBe(
    'po_1,txn_1,2026-11-24T10:00:00Z,Charge,Charge: deposit for a visit,50.00,1.75,48.25,USD,50.00,USD,50.00,0.00',
  );
});
