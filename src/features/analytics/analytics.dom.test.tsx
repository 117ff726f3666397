// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { createProduct } from '#db/commands/products.ts';
import { completeSale } from '#db/commands/sales.ts';
import { valueOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { addVisit, openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { AnalyticsScreen } from './analytics-screen.tsx';
import { openReports } from './ask-reports.ts';

let db: DaybookDb;
let saved: Blob[];
beforeEach(async () => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

/** A cut that was rung up on a day, as a device that has synced has it. */
const sell = async (id: string, day: string, cents: number, tip = 0) => {
  const occurred_at = `${day}T17:00:00+00:00`;
  const common = { sale_id: id, occurred_at, rev: 5 };
  await put(db, 'sales', {
    id,
    rev: 5,
    occurred_at,
    client_id: 'ann',
    currency: 'USD',
    discount_reason: null,
    tax_cents: 0,
    tip_cents: tip,
    total_cents: cents + tip,
  });
  await put(db, 'sale_lines', {
    id: `${id}-line`,
    ...common,
    kind: 'service',
    variant_id: 'cut-variant',
    staff_id: 'mia',
    name: 'Cut and finish',
    qty: 1,
    unit_price_cents: cents,
    discount_cents: 0,
    order_discount_cents: 0,
    tax_name: null,
    tax_milli_percent: 0,
    tax_cents: 0,
    total_cents: cents,
  });
  if (tip > 0) {
    await put(db, 'tips', { id: `${id}-tip`, ...common, staff_id: 'mia', amount_cents: tip });
  }
  await put(db, 'payments', {
    id: `${id}-payment`,
    ...common,
    method: 'cash',
    state: 'captured',
    collects: false,
    amount_cents: cents + tip,
  });
};
const open = () => renderScreen(db, { path: '/analytics', screen: <AnalyticsScreen /> });
const figure = async (name: string) => {
  const term = await screen.findByText(name, { selector: 'dt' });
  return must(term.nextElementSibling, 'its number').textContent;
};
const choose = async (field: string, name: string) => {
  const option = await screen.findByRole('option', { name });
  await userEvent.selectOptions(screen.getByLabelText(field), option);
};
const role = (custom_permissions: object) =>
  db.rows('memberships').update('membership', { role: 'manager', custom_permissions } as never);

test('last month beside the month before, in numbers, a picture, tables and a file', async () => {
  await sell('sale-1', '2026-10-05', 6500, 1000);
  await sell('sale-2', '2026-10-20', 5500);
  await sell('sale-3', '2026-09-10', 10_000);
  open();
  expect(await figure('Net sales')).toMatch(/^\$120\.00\+20%, was \$100\.00What was charged/);
  expect(await figure('Tips')).toContain('$10.00');
  expect((await screen.findByRole('status')).textContent).toBe(
    'October 1, 2026 to October 31, 2026, compared with September 1, 2026 to September 30, 2026. Days in the time zone America/New_York.',
  );
  const table = within(screen.getByRole('table', { name: 'Net sales' }));
  expect(table.getAllByRole('row')).toHaveLength(32);
  expect(table.getByRole('row', { name: /^Oct 5/ }).textContent).toBe('Oct 5$65.00$0.00');

  await choose('Report', 'Services and items');
  const items = within(await screen.findByRole('table', { name: 'By service and item' }));
  expect(items.getAllByRole('row')[0]!.textContent).toBe(
    'NameNumberGross salesDiscountsRefundsTaxNet sales',
  );
  expect(items.getAllByRole('row').at(-1)!.textContent).toBe(
    'Cut and finish2$120.00$0.00$0.00$0.00$120.00',
  );
  await choose('Report', 'Payments');
  expect(await figure('Taken')).toContain('$130.00');
  expect(await figure('Net payments')).toContain('$130.00');
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
  const file = await must(saved[0], 'a file').text();
  expect(file).toContain('Cash,2,130.00,0.00,130.00');
  expect(file).toContain('Compared with,2026-09-01,To,2026-09-30');
  expect(file).toContain('Not synced yet,0,Of,2,payments and refunds');

  await choose('Compare with', 'Nothing');
  await waitFor(async () => expect(await figure('Taken')).not.toContain('was'));
});

test('days on which nothing was sold are said in words, not drawn as an empty picture', async () => {
  await sell('sale-1', '2026-09-10', 10_000);
  open();
  const picture = async () => screen.findByRole('figure');
  expect((await picture()).textContent).toContain('Highest: $100.00');
  await choose('Compare with', 'Nothing');
  await waitFor(async () =>
    expect((await picture()).textContent).toBe('Net salesNothing in this period.'),
  );
});

test('until the figures are there the choice of reports says that they are being counted', async () => {
  open();
  const field = await screen.findByLabelText<HTMLSelectElement>('Report');
  const shown = (): string[] => [...field.options].map(({ text }) => text);
  expect([field.disabled, shown()]).toEqual([true, ['Being counted …']]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV' }).disabled).toBe(true);
  await waitFor(() => expect(field.disabled).toBe(false));
  expect(shown()).not.toContain('Being counted …');
});

test('a sale that is rung up now is counted at once, and said to be unknown to the server', async () => {
  open();
  await choose('Period', 'This month so far');
  expect(await figure('Sales')).toMatch(/^0/);
  const made = await completeSale(db, {
    client_id: null,
    lines: [
      {
        kind: 'custom',
        name: 'Matte clay',
        qty: 1,
        unit_price_cents: 1700,
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
    payments: [{ method: 'cash', label: null, amount_cents: 1700, tendered_cents: 2000 }],
  });
  expect(made.ok).toBe(true);
  await screen.findByText(/1 of 1 sales and refunds not synced yet/);
  expect(await figure('Net sales')).toContain('$17.00');
});

test('days may be chosen freely, but only in order and ten years apart at most', async () => {
  await sell('sale-1', '2026-10-05', 6500);
  open();
  await choose('Period', 'Other days');
  const from = await screen.findByLabelText<HTMLInputElement>('From');
  const to = await screen.findByLabelText<HTMLInputElement>('To');
  await userEvent.clear(to);
  await userEvent.type(to, '2026-10-04');
  await waitFor(async () => expect(await figure('Net sales')).toMatch(/^\$0\.00/));
  const report = () => screen.getByRole('region', { name: 'Sales' }).parentElement!;
  // As a year that is being typed: nothing is counted, and what was counted stays as it is.
  for (const [field, day] of [
    [to, '2026-09-04'],
    [from, '0002-10-01'],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, day);
    expect(field.value).toBe(day);
    expect(
      await screen.findByText('Choose two days in order, ten years apart at most.'),
    ).toBeTruthy();
    expect(report().getAttribute('aria-busy')).toBe('false');
    expect(screen.getByRole('status').textContent).toContain('October 1, 2026 to October 4, 2026');
  }
  await userEvent.clear(from);
  await userEvent.type(from, '2026-09-01');
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toContain(
      'September 1, 2026 to September 4, 2026',
    ),
  );
});

test('a screen that stays open overnight moves on to the new day', async () => {
  open();
  await choose('Period', 'Today');
  const status = await screen.findByRole('status');
  await waitFor(() =>
    expect(status.textContent).toContain('November 24, 2026, compared with November 23, 2026'),
  );
  vi.spyOn(db, 'now').mockReturnValue('2026-11-25T15:30:00+00:00');
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await waitFor(() =>
    expect(status.textContent).toContain('November 25, 2026, compared with November 24, 2026'),
  );
});

describe('who sees what', () => {
  test('without the right to figures there are none', async () => {
    await role({ analytics: 'none' });
    open();
    expect(await screen.findByText('Not part of your role')).toBeTruthy();
  });

  test('without the right to sales there are visits and hours, and no money', async () => {
    await role({ transactions: 'none', checkout: 'none' });
    open();
    await choose('Period', 'This month so far');
    await waitFor(async () => expect(await figure('Kept')).toMatch(/^1/));
    const options = within(screen.getByLabelText('Report')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Visits',
      'Clients',
      'Team',
      'Clients who stay away',
    ]);
    await choose('Report', 'Team');
    await screen.findByRole('table', { name: 'By person' });
    expect(document.body.textContent).not.toContain('$');
  });

  test('with the right to own sales it says that these are not all', async () => {
    await role({ transactions: 'own', checkout: 'own' });
    open();
    expect(await screen.findByText(/not the whole business/)).toBeTruthy();
  });
});

test('visits, clients and the team of the month', async () => {
  open();
  await choose('Period', 'This month so far');
  await choose('Report', 'Team');
  await waitFor(async () => expect(await figure('Booked hours')).toMatch(/^0\.8 h/));
  // The visit is one of 45 minutes without anything that takes effect.
  expect(await figure('Booked with processing')).toMatch(/^0\.8 h/);
  const people = within(await screen.findByRole('table', { name: 'By person' }));
  // 24 days of eight hours each.
  expect(people.getByRole('row', { name: /^Mia/ }).textContent).toBe(
    'Mia10.8 h192 h0.4%$0.00$0.00',
  );
  await choose('Report', 'Clients');
  expect(await figure('New')).toMatch(/^1/);
});

test('says when older rows are not on this device yet', async () => {
  await db.meta.put({
    key: 'coverage',
    v: 1,
    from: '2026-11-17T00:00:00+00:00',
    to: '2027-01-24T00:00:00+00:00',
    months: [],
    missing: [{ month: '2026-10', rows: 5 }],
    clients: 'all',
    clients_after: null,
    total_rows: 10,
    clients_left: 0,
    dropped: [],
  });
  open();
  expect(await screen.findByText(/These figures may be incomplete/)).toBeTruthy();
});

test('a worker that dies leaves the counting to the window', async () => {
  const worker = new EventTarget() as Worker;
  Object.assign(worker, { postMessage: () => undefined, terminate: () => undefined });
  const reports = openReports(
    db,
    () => undefined,
    () => worker,
  );
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const asked = reports.ask({
    period: days,
    before: null,
    timeZone: 'America/New_York',
    weekStart: 1,
    now: Date.parse('2026-11-24T15:30:00Z') / 60_000,
  });
  worker.dispatchEvent(new Event('error'));
  expect((await asked).now.visits.kept).toBe(1);
  reports.stop();
});

test('products with what they brought and cost, for whoever may know what things cost', async () => {
  const fields = { name: 'Matte clay', price_cents: 1735, cost_cents: 700 };
  valueOf(await createProduct(db, fields, 5000));
  open();
  await choose('Report', 'Products');
  const table = within(await screen.findByRole('table', { name: 'By product' }));
  expect(table.getByRole('row', { name: /^Matte clay/ }).textContent).toBe(
    'Matte clay0$0.00$0.00$0.00–0$0.005$35.00',
  );
  expect(await figure('In stock at cost')).toContain('$35.00');
  await role({ 'inventory.cost': 'none' });
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Products' })).toBeNull());
});

test('who stays away leads to their page, what is booked has a value, and cards are open', async () => {
  const [starts_at, ends_at] = ['2026-05-01T14:00:00+00:00', '2026-05-01T14:45:00+00:00'];
  const common = { clientId: 'bob', staffId: 'leo', minute: 600, minutes: 45 };
  await addVisit(db, 'old', { ...common, row: { starts_at, ends_at, status: 'completed' } });
  await addVisit(db, 'coming', { ...common, clientId: 'ann', minute: 900 });
  await put(db, 'gift_activities', {
    id: 'put-on',
    card_id: 'card',
    occurred_at: salonTime(540),
    kind: 'activate',
    amount_cents: 5000,
  });
  open();
  await choose('Report', 'Clients who stay away');
  expect(await figure('Clients')).toMatch(/^1/);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Bob Ray' });
  expect(link.getAttribute('href')).toBe('/clients/bob?write=rebook');
  await choose('Report', 'Forecast');
  expect(await figure('Booked')).toMatch(/^\$65\.00/);
  await choose('Report', 'Gift cards and packages');
  await choose('Period', 'This month so far');
  await waitFor(async () => expect(await figure('Open on gift cards')).toMatch(/^\$50\.00/));
});
