// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { createProduct } from '#db/commands/products.ts';
import { completeSale } from '#db/commands/sales.ts';
import { setRecipe } from '#db/commands/used-products.ts';
import type { DaybookDb } from '#db/open.ts';
import { productDetail } from '#db/queries/inventory.ts';
import { saleDetail } from '#db/queries/sales.ts';
import { valueOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { showCheckout } from '#tests/setup/checkout.tsx';
import { place, renderScreen } from '#tests/setup/screen.tsx';
import { SaleScreen } from './sale-screen.tsx';

const BARCODE = '4006381333931';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});

const checkout = async () => {
  await showCheckout(db);
  return screen.findByLabelText<HTMLInputElement>(/^Add a product/);
};
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
/** The only sale, as it was rung up. */
const sold = async () => {
  const [sale] = await db.rows('sales').toArray();
  return must(await saleDetail(db, must(sale, 'a sale').id), 'its detail');
};
const clay = async () => {
  const id = valueOf(
    await createProduct(
      db,
      { name: 'Matte clay', barcode: BARCODE, sku: 'MC-1', price_cents: 1735 },
      5000,
    ),
  );
  return { id, left: async () => (await productDetail(db, id))?.stock.qty_milli };
};

test('products are found by name, by barcode and by a scanner, and leave the stock with the sale', async () => {
  const product = await clay();
  valueOf(await createProduct(db, { name: 'Oil', kind: 'professional' }));
  const field = await checkout();
  await userEvent.type(field, 'oil');
  expect(await screen.findByText('No product fits.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, 'clay');
  const fits = within(await screen.findByRole('list', { name: 'Products that fit' }));
  expect(fits.getByText('5 left')).toBeTruthy();
  await userEvent.click(fits.getByRole('button', { name: /Matte clay/ }));
  await userEvent.type(field, `${BARCODE}{Enter}`);
  expect(await screen.findByText('2 × Matte clay')).toBeTruthy();
  await userEvent.type(field, '96385074{Enter}');
  expect(await screen.findByText('No product has the barcode 96385074.')).toBeTruthy();
  await userEvent.clear(field);
  // Nothing has the focus: it is typed at the page, and does not mean what was searched for.
  await userEvent.type(field, 'clay');
  field.blur();
  await userEvent.keyboard('96385074{Enter}');
  expect(await screen.findByText('No product has the barcode 96385074.')).toBeTruthy();
  expect(screen.getByText('2 × Matte clay')).toBeTruthy();
  await userEvent.keyboard(`${BARCODE}{Enter}`);
  expect(await screen.findByText('3 × Matte clay')).toBeTruthy();

  await press(/^Complete sale · \$52\.05/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
  expect((await sold()).lines).toMatchObject([
    { kind: 'product', product_id: product.id, qty: 3, total_cents: 5205 },
  ]);
  expect(await product.left()).toBe(2000);
});

test('products that come back are put into stock again, unless they were opened', async () => {
  const product = await clay();
  const field = await checkout();
  await userEvent.type(field, 'mc-1{Enter}');
  await userEvent.type(field, 'mc-1{Enter}');
  await press(/^Complete sale · \$34\.70/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
  const { sale } = await sold();
  const giveBack = async (restocks: boolean) => {
    cleanup();
    renderScreen(db, {
      path: '/checkout/success',
      at: `/checkout/success?sale=${sale.id}`,
      screen: <SaleScreen />,
    });
    await press('Refund…');
    const sheet = within(await screen.findByRole('dialog'));
    const many = sheet.queryByLabelText(/^Matte clay, of 2/);
    if (many) await userEvent.type(many, '1');
    else await userEvent.click(sheet.getByRole('checkbox', { name: /^Matte clay/ }));
    const restock = sheet.getByRole('checkbox', { name: /^Put products back into stock/ });
    if (!restocks) await userEvent.click(restock);
    await userEvent.type(sheet.getByLabelText('Reason'), 'Not liked');
    await userEvent.click(sheet.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await giveBack(true);
  expect(await product.left()).toBe(4000);
  await giveBack(false);
  expect(await product.left()).toBe(4000);
});

test('what a visit used up is shown on its sale, and corrected', async () => {
  const colour = valueOf(
    await createProduct(
      db,
      { name: 'Colour', kind: 'professional', unit: 'ml', size_milli: 60_000 },
      600_000,
    ),
  );
  valueOf(await setRecipe(db, 'cut-variant', [{ product_id: colour, qty_milli: 30_000 }]));
  const line = {
    kind: 'service' as const,
    name: 'Cut and finish',
    qty: 1,
    unit_price_cents: 6500,
    discount: null,
    tax: null,
    staff_id: 'mia',
    appointment_id: null,
    variant_id: 'cut-variant',
  };
  const { id } = valueOf(
    await completeSale(db, {
      client_id: 'ann',
      lines: [line],
      discount: null,
      discount_reason: null,
      tips: [],
      payments: [{ method: 'cash', label: null, amount_cents: 6500, tendered_cents: 6500 }],
    }),
  );
  renderScreen(db, {
    path: '/checkout/success',
    at: `/checkout/success?sale=${id}`,
    screen: <SaleScreen />,
  });
  const card = within(await screen.findByRole('region', { name: 'Products used' }));
  expect(card.getByText('30 ml')).toBeTruthy();
  await press('Correct');
  const sheet = within(await screen.findByRole('dialog'));
  const field = await sheet.findByLabelText('Colour, Cut and finish');
  await userEvent.clear(field);
  await userEvent.type(field, '45');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await card.findByText('45 ml')).toBeTruthy();
});

test('which of several products with one barcode is meant is asked, and the next one can be typed', async () => {
  await clay();
  const strong = valueOf(await createProduct(db, { name: 'Strong clay', price_cents: 1900 }));
  // Two devices that did not know of each other.
  await db.rows('products').update(strong, { barcode: BARCODE });
  const field = await checkout();
  await userEvent.type(field, `${BARCODE}{Enter}`);
  expect(await screen.findByText('2 products have this code. Choose one of them.')).toBeTruthy();
  const fits = within(screen.getByRole('list', { name: 'Products that fit' }));
  await userEvent.click(fits.getByRole('button', { name: /Strong clay/ }));
  expect(await screen.findByRole('button', { name: 'Change Strong clay' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change Matte clay' })).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('');
});

test('a list of many products says how many more there are', async () => {
  for (let n = 1; n <= 8; n += 1) valueOf(await createProduct(db, { name: `Brush ${n}` }));
  const field = await checkout();
  await userEvent.type(field, 'brush');
  expect(await screen.findByText('2 more. Type more of the name.')).toBeTruthy();
  await userEvent.type(field, ' 8');
  await waitFor(() => expect(screen.queryByText(/ more\. Type/)).toBeNull());
  expect(screen.getByRole('button', { name: /^Brush 8/ })).toBeTruthy();
});
