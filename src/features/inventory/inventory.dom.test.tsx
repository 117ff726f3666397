// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProduct } from '#db/commands/products.ts';
import type { DaybookDb } from '#db/open.ts';
import { inventory } from '#db/queries/inventory.ts';
import { valueOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { place, pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { CountScreen } from './count-screen.tsx';
import { InventoryScreen } from './inventory-screen.tsx';
import { ProductScreen } from './product-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});

const list = async (at = '/inventory') => {
  renderScreen(db, { path: '/inventory', at, screen: <InventoryScreen /> });
  await screen.findByRole('heading', { name: 'Inventory' });
};
const page = async (id: string) => {
  renderScreen(db, {
    path: '/inventory/:productId',
    at: `/inventory/${id}`,
    screen: <ProductScreen />,
  });
  await screen.findByRole('heading', { name: 'Movements' });
};
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const sheet = async () => within(await screen.findByRole('dialog'));
const product = async (name: string) =>
  must(
    (await inventory(db))?.products.find((view) => view.product.name === name),
    name,
  );
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

const shelf = async () => ({
  clay: valueOf(
    await createProduct(
      db,
      { name: 'Matte clay', category: 'Styling', barcode: '4006381333931', price_cents: 1735 },
      5000,
    ),
  ),
  comb: valueOf(await createProduct(db, { name: 'Comb', category: 'Tools', sku: 'C-1' }, 2000)),
  colour: valueOf(
    await createProduct(db, {
      name: 'Colour',
      kind: 'professional',
      unit: 'ml',
      size_milli: 60_000,
    }),
  ),
});

describe('the inventory', () => {
  test('begins with the first product, and what is there of it', async () => {
    await list();
    await press('Add the first product');
    const form = await sheet();
    await userEvent.type(form.getByLabelText('Name'), 'Matte clay');
    await userEvent.type(form.getByLabelText(/^Barcode/), '4006381333932');
    expect(form.getByText(/The last digit does not fit/)).toBeTruthy();
    await userEvent.clear(form.getByLabelText(/^Barcode/));
    await userEvent.type(form.getByLabelText(/^Barcode/), '4006381333931');
    await userEvent.clear(form.getByLabelText('Price'));
    await userEvent.type(form.getByLabelText('Price'), '17.35');
    await userEvent.type(form.getByLabelText(/^Cost of a piece/), '7');
    await userEvent.type(form.getByLabelText(/^There now/), '6');
    await userEvent.click(form.getByRole('button', { name: 'Add product' }));
    await waitFor(() => expect(place()).toMatch(/^\/inventory\/.+/));
    expect(await product('Matte clay')).toMatchObject({
      product: { barcode: '4006381333931', price_cents: 1735, low_stock_milli: 2000 },
      stock: { qty_milli: 6000, isKnown: true },
      costCents: 700,
      isLow: false,
    });
  });

  test('refuses a barcode that another product has', async () => {
    await shelf();
    await list('/inventory?add=4006381333931');
    const form = await sheet();
    await userEvent.type(form.getByLabelText('Name'), 'Another clay');
    await userEvent.click(form.getByRole('button', { name: 'Add product' }));
    expect(await form.findByText('This is already there.')).toBeTruthy();
  });

  test('does not ask for the price of what is only used at work', async () => {
    await list();
    await press('Add the first product');
    const form = await sheet();
    await userEvent.type(form.getByLabelText('Name'), 'Developer');
    await userEvent.clear(form.getByLabelText('Price'));
    await userEvent.selectOptions(form.getByLabelText('What it is for'), 'Used at work');
    await userEvent.click(form.getByRole('button', { name: 'Add product' }));
    await waitFor(() => expect(place()).toMatch(/^\/inventory\/.+/));
    expect((await product('Developer')).product).toMatchObject({ price_cents: 0 });
  });

  test('keeps what was typed about one new product apart from the next one', async () => {
    await shelf();
    await list('/inventory?add=96385074');
    await userEvent.type((await sheet()).getByLabelText('Name'), 'Oil');
    cleanup();
    await list('/inventory?add=036000291452');
    const form = await sheet();
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(form.getByLabelText<HTMLInputElement>(/^Barcode/).value).toBe('036000291452');
    cleanup();
    await list('/inventory?add=96385074');
    expect((await sheet()).getByLabelText<HTMLInputElement>('Name').value).toBe('Oil');
  });

  test('is searched by code too, and shows what is low', async () => {
    await shelf();
    await list();
    const shown = () =>
      within(screen.getByRole('list', { name: 'Products' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    await screen.findByRole('list', { name: 'Products' });
    expect(shown()).toHaveLength(3);
    const field = screen.getByLabelText('Search');
    await userEvent.type(field, '40063813');
    expect(shown()).toHaveLength(1);
    await userEvent.clear(field);
    await press('Low (1)');
    expect(shown()[0]).toMatch(/^Comb.*2 left$/);
    await userEvent.type(field, 'clay');
    expect(screen.getByText('Nothing found')).toBeTruthy();
    await press('Show all');
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Styling');
    expect(shown()[0]).toMatch(/^Matte clay.*5 left$/);
  });
});

test('whom to order from is kept beside the products', async () => {
  const { clay } = await shelf();
  await list();
  await press('Add supplier');
  const form = await sheet();
  await userEvent.type(form.getByLabelText('Name'), 'Wholesale');
  await userEvent.type(form.getByLabelText(/^E-mail/), 'nonsense');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/name@example.com/)).toBeTruthy();
  await userEvent.clear(form.getByLabelText(/^E-mail/));
  await userEvent.type(form.getByLabelText(/^Phone/), '555 0100');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: /^Wholesale.*555 0100/ })).toBeTruthy();
  cleanup();
  await page(clay);
  await press('Edit');
  const edited = await sheet();
  await userEvent.selectOptions(await edited.findByLabelText('Supplier'), 'Wholesale');
  await userEvent.click(edited.getByRole('button', { name: 'Save' }));
  await gone();
  expect(await screen.findByText('Wholesale')).toBeTruthy();
});

describe('a product', () => {
  test('is changed, received and adjusted with a reason, which can be taken back', async () => {
    const { clay } = await shelf();
    await page(clay);
    await press('Edit');
    const form = await sheet();
    await userEvent.clear(form.getByLabelText('Price'));
    await userEvent.type(form.getByLabelText('Price'), '18');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await gone();
    expect((await product('Matte clay')).product).toMatchObject({
      price_cents: 1800,
      category: 'Styling',
    });

    await press('Change stock');
    const more = await sheet();
    await userEvent.type(more.getByLabelText('How much'), '12');
    await userEvent.click(more.getByRole('button', { name: 'Save' }));
    await gone();
    expect((await product('Matte clay')).stock.qty_milli).toBe(17_000);

    await press('Change stock');
    const less = await sheet();
    await userEvent.click(less.getByRole('radio', { name: /^There is less/ }));
    await userEvent.type(less.getByLabelText('How much'), '2');
    await userEvent.click(less.getByRole('button', { name: 'Save' }));
    expect(await less.findByText('Please fill this in.')).toBeTruthy();
    await userEvent.click(less.getByRole('button', { name: 'Damaged' }));
    await userEvent.click(less.getByRole('button', { name: 'Save' }));
    await gone();
    const movements = within(screen.getByRole('region', { name: 'Movements' }));
    expect(await movements.findByText('Damaged')).toBeTruthy();
    expect(movements.getByText('−2')).toBeTruthy();
    expect(toasts()).toContain('Stock changed');
    pressToast();
    expect(await movements.findByText('Taken back')).toBeTruthy();
    expect((await product('Matte clay')).stock.qty_milli).toBe(17_000);
  });

  test('is not changed by what is no number', async () => {
    const { clay } = await shelf();
    await page(clay);
    await press('Change stock');
    const form = await sheet();
    const field = form.getByLabelText('How much');
    await userEvent.type(field, '1,000');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(await form.findByText('Please enter a number.')).toBeTruthy();
    expect((await product('Matte clay')).stock.qty_milli).toBe(5000);
    await userEvent.clear(field);
    await userEvent.type(field, '10');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await gone();
    expect((await product('Matte clay')).stock.qty_milli).toBe(15_000);
  });

  test('that is measured is entered in pieces', async () => {
    const { colour } = await shelf();
    await page(colour);
    expect(screen.getByText('Not counted yet')).toBeTruthy();
    await press('Change stock');
    const form = await sheet();
    expect(form.getByText('Pieces of 60 ml')).toBeTruthy();
    await userEvent.click(form.getByRole('radio', { name: 'I counted it' }));
    await userEvent.type(form.getByLabelText('There now'), '2.5');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await gone();
    expect(await screen.findByText('2.5 (150 ml)')).toBeTruthy();
    expect(await screen.findByText('2.5 (150 ml) left')).toBeTruthy();
  });

  test('that is not there says so', async () => {
    renderScreen(db, {
      path: '/inventory/:productId',
      at: '/inventory/nothing',
      screen: <ProductScreen />,
    });
    expect(await screen.findByText('This product is not on this device')).toBeTruthy();
  });
});

describe('a count', () => {
  const count = async () => {
    renderScreen(db, { path: '/inventory/count', screen: <CountScreen /> });
    await screen.findByRole('heading', { name: 'Count' });
  };

  test('of products with one barcode is entered, not scanned', async () => {
    const { comb } = await shelf();
    await db.rows('products').update(comb, { barcode: '4006381333931' });
    await count();
    await userEvent.type(await screen.findByLabelText(/^Search or scan/), '4006381333931{Enter}');
    expect(
      await screen.findByText('2 products have this code. Enter each of them below.'),
    ).toBeTruthy();
    await userEvent.type(await screen.findByLabelText('Comb, counted'), '3');
    expect(await screen.findByRole('button', { name: 'Save count of 1' })).toBeTruthy();
  });

  test('takes several products, by scans and by typing, over a reload, and can be taken back', async () => {
    await shelf();
    await count();
    const field = await screen.findByLabelText(/^Search or scan/);
    await userEvent.type(field, '4006381333931{Enter}');
    await userEvent.type(field, '4006381333931{Enter}');
    expect(await screen.findByText('Matte clay: 2')).toBeTruthy();
    expect(screen.getByText('−3 against that')).toBeTruthy();
    await userEvent.type(field, '96385074{Enter}');
    expect(await screen.findByText('No product has 96385074.')).toBeTruthy();
    cleanup();
    await count();
    await userEvent.type(await screen.findByLabelText('Comb, counted'), '0');
    await press('Save count of 2');
    await waitFor(() => expect(place()).toBe('/inventory'));
    const left = async () =>
      (await inventory(db))?.products.map(({ product: { name }, stock }) => [
        name,
        stock.isKnown ? stock.qty_milli : null,
      ]);
    expect(await left()).toEqual([
      ['Colour', null],
      ['Comb', 0],
      ['Matte clay', 2000],
    ]);
    expect(toasts()).toContain('2 products counted');
    pressToast();
    await waitFor(async () =>
      expect(await left()).toEqual([
        ['Colour', null],
        ['Comb', 2000],
        ['Matte clay', 5000],
      ]),
    );
  });
});
