// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProduct } from '#db/commands/products.ts';
import { createOrder, placeOrder, receiveOrder } from '#db/commands/purchase-orders.ts';
import { archiveSupplier, createSupplier } from '#db/commands/suppliers.ts';
import type { DaybookDb } from '#db/open.ts';
import { purchaseOrders } from '#db/queries/purchase-orders.ts';
import { valueOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import type { Uuid } from '#domain/rows.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { place, renderScreen } from '#tests/setup/screen.tsx';
import { InventoryScreen } from './inventory-screen.tsx';
import { OrderScreen } from './order-screen.tsx';

let db: DaybookDb;
let supplier: Uuid;
let clay: Uuid;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
  supplier = valueOf(await createSupplier(db, { name: 'Wholesale', email: 'to@example.com' }));
  clay = valueOf(
    await createProduct(
      db,
      { name: 'Matte clay', supplier_id: supplier, reorder_qty: 6, cost_cents: 700 },
      1000,
    ),
  );
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const page = async (id: Uuid) => {
  renderScreen(db, {
    path: '/inventory/orders/:orderId',
    at: `/inventory/orders/${id}`,
    screen: <OrderScreen />,
  });
  await screen.findByRole('heading', { name: 'Order from Wholesale' });
};
const onlyOrder = async () => must((await purchaseOrders(db))?.orders[0], 'the order');
const ordered = async (): Promise<Uuid> => {
  const lines = [{ product_id: clay, qty: 6, cost_cents: 650 }];
  const id = valueOf(await createOrder(db, { supplier_id: supplier, lines, note: null }));
  valueOf(await placeOrder(db, id));
  return id;
};

describe('an order', () => {
  test('begins with what is low, and is changed until it is sent', async () => {
    renderScreen(db, { path: '/inventory', screen: <InventoryScreen /> });
    await press('Order what is low');
    await waitFor(() => expect(place()).toMatch(/^\/inventory\/orders\/.+/));
    const { order } = await onlyOrder();
    cleanup();
    await page(order.id);
    const pieces = await screen.findByLabelText('Pieces');
    expect((pieces as HTMLInputElement).value).toBe('6');
    await userEvent.clear(pieces);
    await userEvent.type(pieces, '8');
    await press('Save order');
    await press('Mark as ordered');
    await waitFor(async () =>
      expect(await onlyOrder()).toMatchObject({
        standing: 'ordered',
        order: { lines: [{ product_id: clay, qty: 8, cost_cents: 700 }] },
      }),
    );
    expect(await screen.findByText('Ordered')).toBeTruthy();
    const mail = screen.getByRole('link', { name: 'Mail' });
    expect(decodeURIComponent(mail.getAttribute('href') ?? '')).toContain('8 × Matte clay');
  });

  test('is begun once, however often that is pressed', async () => {
    renderScreen(db, { path: '/inventory', screen: <InventoryScreen /> });
    const button = await screen.findByRole('button', { name: 'Order what is low' });
    await userEvent.dblClick(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(place()).toMatch(/^\/inventory\/orders\/.+/));
    expect((await purchaseOrders(db))?.orders).toHaveLength(1);
  });

  test('is still there when nothing is ordered from its supplier any more', async () => {
    await ordered();
    valueOf(await archiveSupplier(db, supplier));
    renderScreen(db, { path: '/inventory', screen: <InventoryScreen /> });
    const orders = within(await screen.findByRole('region', { name: 'Orders' }));
    expect(orders.getByRole('link', { name: /Wholesale/ })).toBeTruthy();
    expect(orders.queryByRole('combobox', { name: 'Order from' })).toBeNull();
  });

  test('with nothing on it is not marked as ordered, and says where to begin', async () => {
    await page(valueOf(await createOrder(db, { supplier_id: supplier, lines: [], note: null })));
    await press('Mark as ordered');
    const field = screen.getByLabelText(/^Add a product/);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getByText('Add a product first.')).toBeTruthy();
    expect((await onlyOrder()).order.state).toBe('draft');
    await userEvent.selectOptions(field, 'Matte clay');
    expect(screen.queryByText('Add a product first.')).toBeNull();
    await press('Save order');
    await press('Mark as ordered');
    await waitFor(async () => expect((await onlyOrder()).standing).toBe('ordered'));
  });

  test('where there is no product to order says so', async () => {
    await db.rows('products').update(clay, { status: 'archived' });
    await page(valueOf(await createOrder(db, { supplier_id: supplier, lines: [], note: null })));
    expect(screen.getByText(/^There is no product to order\./)).toBeTruthy();
  });

  test('refuses a line of nothing where it stands', async () => {
    const lines = [{ product_id: clay, qty: 6, cost_cents: null }];
    await page(valueOf(await createOrder(db, { supplier_id: supplier, lines, note: null })));
    await userEvent.clear(await screen.findByLabelText('Pieces'));
    await press('Save order');
    const field = screen.getByLabelText('Pieces');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect((await onlyOrder()).order.lines).toEqual(lines);
  });

  test('is received in parts, and the rest of it is given up', async () => {
    await page(await ordered());
    await press('Receive');
    const sheet = within(await screen.findByRole('dialog'));
    const field = await sheet.findByLabelText(/^Matte clay/);
    expect((field as HTMLInputElement).value).toBe('6');
    await userEvent.clear(field);
    await userEvent.type(field, '4');
    await userEvent.click(sheet.getByRole('button', { name: 'Put in stock' }));
    expect(await screen.findByText('Partly received')).toBeTruthy();
    expect((await onlyOrder()).lines).toMatchObject([{ came: 4, left: 2 }]);
    await press('The rest will not come');
    expect(await screen.findByText('Received')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Receive' })).toBeNull();
  });

  test('of which too much came says so', async () => {
    const id = await ordered();
    valueOf(await receiveOrder(db, id, [{ product_id: clay, qty_milli: 7000 }]));
    await page(id);
    expect(await screen.findByText(/Matte clay: 7 of 6/)).toBeTruthy();
  });

  test('that is not there says so', async () => {
    renderScreen(db, {
      path: '/inventory/orders/:orderId',
      at: '/inventory/orders/nothing',
      screen: <OrderScreen />,
    });
    expect(await screen.findByText('This order is not on this device')).toBeTruthy();
  });
});
