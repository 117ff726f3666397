// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { must } from '#domain/errors/assert.ts';
import type { BundleRow } from '#domain/rows.ts';
import { openSalon, put } from '#tests/fixtures/salon.ts';
import { showCheckout } from '#tests/setup/checkout.tsx';
import { place, renderScreen } from '#tests/setup/screen.tsx';
import { TransactionsScreen } from './transactions-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});

const checkout = (at?: string) => showCheckout(db, at);
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

test('a sale that was completed when nobody heard of it and changed since: says so and leads to it', async () => {
  await checkout('/checkout/visit');
  await press(/^Complete sale · \$65\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  const [sale] = await db.rows('sales').toArray();
  cleanup();
  await checkout();
  await press('Choose Bob');
  const kept = Object.keys(sessionStorage).find((key) => key.endsWith('.checkout.new'));
  const draft = must(sessionStorage.getItem(must(kept, 'a key')), 'a draft');
  // As after a crash between the sale and what the screen heard of it.
  sessionStorage.setItem(kept!, draft.replace(/"id":"[^"]+"/, `"id":"${sale?.id}"`));
  cleanup();
  await checkout();
  await userEvent.selectOptions(
    await screen.findByLabelText('Add a service'),
    'Cut and finish · $65.00',
  );
  await press(/^Complete sale/);
  expect(await screen.findByText('This sale was completed before')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Open the sale' }));
  expect(place()).toBe(`/checkout/success?sale=${sale?.id}`);
  expect(await db.rows('sales').count()).toBe(1);
});

test.each(['150', 'ten', '12.345', '-5'])(
  'a sale with %s percent off is not completed without it',
  async (typed) => {
    await checkout('/checkout/visit');
    const all = within(await screen.findByRole('group', { name: 'Discount on everything' }));
    await userEvent.click(all.getByRole('radio', { name: 'Percent' }));
    const field = await screen.findByLabelText('Discount on everything in percent');
    await userEvent.type(field, typed);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(await screen.findByText('The discount is no percentage up to 100')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Complete sale/ })).toBeNull();
    await userEvent.clear(field);
    await userEvent.type(field, '10');
    expect(await screen.findByRole('button', { name: 'Complete sale · $58.50' })).toBeTruthy();

    await press('Change Cut and finish');
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.click(sheet.getByRole('radio', { name: 'Percent' }));
    await userEvent.type(sheet.getByLabelText('Discount in percent'), typed);
    await userEvent.click(sheet.getByRole('button', { name: 'Done' }));
    expect(sheet.getByText(/^Enter a percentage up to 100/)).toBeTruthy();
  },
);

test('a day is closed with the devices that may still have sales, and says what came since', async () => {
  await checkout('/checkout/visit');
  await press(/^Complete sale · \$65\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  const [own] = await db.rows('sales').toArray();
  const other = { ...must(own, 'a sale'), receipt_prefix: 'OTHER', rev: 7 };
  await db.rows('sales').put({ ...other, id: 'other', receipt_no: 1 });
  cleanup();
  const open = async () => {
    renderScreen(db, {
      path: '/transactions',
      at: '/transactions?do=day',
      screen: <TransactionsScreen />,
    });
    return within(await screen.findByRole('dialog'));
  };
  const sheet = await open();
  expect(await sheet.findByText(/1 sale of this device is not synced yet/)).toBeTruthy();
  expect(sheet.getByRole('checkbox', { name: /^Receipts OTHER/ })).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Close the day' }));
  await waitFor(async () => expect(await db.rows('day_closes').count()).toBe(1));
  const [closed] = await db.rows('day_closes').toArray();
  expect(closed).toMatchObject({
    on_day: '2026-11-24',
    sales: 2,
    taken_cents: 6500,
    waiting_for: [own?.receipt_prefix, 'OTHER'],
  });
  await db.rows('sales').put({ ...other, id: 'late', receipt_no: 2 });
  cleanup();
  const again = await open();
  expect(await again.findByText(/^Changed since: 1 in the number of sales/)).toBeTruthy();
});

test('tips are offered as the business says, and divided by hand among whom they are for', async () => {
  await db.rows('businesses').update(db.businessId, {
    tip_choices_bp: [1000],
    tip_base: 'full_with_tax',
  });
  await checkout('/checkout/visit');
  await press('10 % · $6.50');
  expect(screen.queryByRole('button', { name: /^20 %/ })).toBeNull();
  expect(await screen.findByText('Mia $6.50')).toBeTruthy();
  await press('Divide by hand');
  await userEvent.selectOptions(await screen.findByLabelText('Somebody else'), 'Leo');
  const mia = screen.getByLabelText('Tip for Mia');
  await userEvent.clear(mia);
  await userEvent.type(mia, '4');
  expect(await screen.findByText('$2.50 of it is nobody’s yet.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Complete sale/ })).toBeNull();
  await userEvent.type(screen.getByLabelText('Tip for Leo'), '3');
  expect(await screen.findByText('$0.50 more is given than there is.')).toBeTruthy();
  await press('The same for each');
  await press(/^Complete sale · \$71\.50/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  const tips = await db.rows('tips').toArray();
  expect(tips.map(({ staff_id, amount_cents }) => [staff_id, amount_cents]).toSorted()).toEqual([
    ['leo', 325],
    ['mia', 325],
  ]);
});

test('nobody is asked for a tip where the business does not', async () => {
  await db.rows('businesses').update(db.businessId, { takes_tips: false });
  await checkout('/checkout/visit');
  await screen.findByRole('button', { name: /^Complete sale/ });
  expect(screen.queryByRole('group', { name: 'Tip' })).toBeNull();
});

const GROOMS_DAY: Partial<BundleRow> & { id: string } = {
  id: 'groom',
  name: 'Groom’s day',
  description: null,
  visibility: 'public',
  variant_ids: ['cut-variant', 'beard-variant'],
  price_mode: 'percent',
  price_cents: 0,
  percent_bp: 1000,
  sort_key: 'V',
  status: 'active',
};

test('what stands above the buttons is there before them: nothing moves under a finger', async () => {
  await put(db, 'bundles', GROOMS_DAY);
  await checkout();
  await screen.findByRole('button', { name: 'Add another item' });
  expect(screen.getByRole('region', { name: 'Visits to check out' })).toBeTruthy();
  expect(screen.queryByLabelText('Add a bundle') ?? screen.getByText(/^Bundles/)).toBeTruthy();
});

test('a bundle is rung up as its services, each for its share of the price', async () => {
  await put(db, 'bundles', GROOMS_DAY);
  await checkout();
  await press('Choose Bob');
  await userEvent.selectOptions(
    await screen.findByLabelText('Add a bundle'),
    'Groom’s day · $81.00',
  );
  await press('Complete sale · $81.00');
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  const lines = await db.rows('sale_lines').toArray();
  expect(lines.toSorted((a, b) => a.position - b.position)).toMatchObject([
    { variant_id: 'cut-variant', unit_price_cents: 5850 },
    { variant_id: 'beard-variant', unit_price_cents: 2250 },
  ]);
});

test('a way of paying of the business is paid by with its name, a discount has its reason', async () => {
  await db.rows('businesses').update(db.businessId, { other_methods: ['Twint'] });
  await checkout('/checkout/visit');
  await press('Change Cut and finish');
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.queryByLabelText(/^Reason/)).toBeNull();
  await userEvent.click(sheet.getByRole('radio', { name: 'Amount' }));
  await userEvent.type(sheet.getByLabelText('Discount as an amount'), '5');
  await userEvent.type(sheet.getByLabelText(/^Reason/), 'Waited long');
  await userEvent.click(sheet.getByRole('button', { name: 'Done' }));
  await press('Twint');
  // It has its name already.
  expect(screen.queryByLabelText(/^What it is/)).toBeNull();
  await press(/^Complete sale · \$60\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  expect(await db.rows('payments').toArray()).toMatchObject([{ method: 'other', label: 'Twint' }]);
  expect(await db.rows('sale_lines').toArray()).toMatchObject([{ discount_reason: 'Waited long' }]);
});

test('what is due is split into equal parts that add up to it to the cent', async () => {
  await checkout('/checkout/visit');
  const split = () => screen.findByLabelText('Split into equal parts');
  await userEvent.selectOptions(await split(), '3 parts');
  expect(await screen.findByText('Still to pay: $21.67, $21.66, $21.67')).toBeTruthy();
  await press('Add payment of $21.67');
  await waitFor(async () => expect(await split()).toHaveProperty('value', '2'));
  await press('Card terminal');
  await press('Add payment of $21.67');
  await waitFor(async () => expect(await split()).toHaveProperty('value', '1'));
  await press('Complete sale · $21.66');
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
  const paid = await db.rows('payments').toArray();
  expect(paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(6500);
  expect(paid).toHaveLength(3);
});

test('splitting takes away neither the focus nor how it is paid', async () => {
  await checkout('/checkout/visit');
  await press('Card terminal');
  const split = await screen.findByLabelText('Split into equal parts');
  await userEvent.selectOptions(split, '2 parts');
  expect(await screen.findByRole('button', { name: 'Add payment of $32.50' })).toBeTruthy();
  expect(document.activeElement).toBe(split);
  expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '32.50');
  const chip = screen.getByRole('button', { name: 'Card terminal' });
  expect(chip.getAttribute('aria-pressed')).toBe('true');
});
