// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { completeSale } from '#db/commands/sales.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { addVisit, openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { showCheckout } from '#tests/setup/checkout.tsx';
import { place, toasts } from '#tests/setup/screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const addService = async (option: RegExp) => {
  const services = await screen.findByLabelText('Add a service');
  await userEvent.selectOptions(services, within(services).getByRole('option', { name: option }));
};

test('several sales are set aside by name and gone on with, each as its own', async () => {
  await showCheckout(db);
  await press('Choose Bob');
  await addService(/^Beard/);
  await press('Set this sale aside…');
  const name = await screen.findByLabelText('Name of this sale');
  await waitFor(() => expect(name).toHaveProperty('value', 'Bob Ray'));
  // However often it is pressed, it is one sale.
  await userEvent.dblClick(screen.getByRole('button', { name: 'Set aside' }));
  expect(await screen.findByRole('button', { name: 'Go on with Bob Ray' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change Beard trim' })).toBeNull();

  // The next one, while Bob makes up his mind.
  await addService(/^Cut/);
  const goOn = await screen.findByRole('button', { name: 'Go on with Bob Ray' });
  expect(goOn).toHaveProperty('disabled', true);
  await press(/^Complete sale · \$65\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));

  // Also when the app was closed meanwhile.
  cleanup();
  sessionStorage.clear();
  await showCheckout(db);
  await press('Go on with Bob Ray');
  expect(await screen.findByRole('button', { name: 'Change Beard trim' })).toBeTruthy();
  await press(/^Complete sale · \$25\.00/);
  await waitFor(async () => expect(await db.rows('sales').count()).toBe(2));
  const clients = (await db.rows('sales').toArray()).map(({ client_id }) => client_id);
  expect(new Set(clients)).toEqual(new Set([null, 'bob']));
});

test('the sale of a visit is set aside, and the counter begins with nothing of it', async () => {
  // Both addresses are one screen, as in the app.
  await showCheckout(db, '/checkout/visit', '/checkout/:appointmentId?');
  await press('Set this sale aside…');
  const name = await screen.findByLabelText('Name of this sale');
  expect(document.activeElement).toBe(name);
  await waitFor(() => expect(name).toHaveProperty('value', 'Ann Lee'));
  await press('Set aside');
  const goOn = await screen.findByRole('button', { name: 'Go on with Ann Lee' });
  expect(place()).toBe('/checkout');
  expect(screen.queryByRole('button', { name: 'Change Cut and finish' })).toBeNull();
  expect(goOn).toHaveProperty('disabled', false);

  // Somebody checks the visit out by itself.
  valueOf(
    await completeSale(db, {
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
      payments: [{ method: 'cash', label: null, amount_cents: 6500, tendered_cents: 6500 }],
    }),
  );
  await userEvent.click(goOn);
  expect(await screen.findByRole('button', { name: 'Change Cut and finish' })).toBeTruthy();
  await waitFor(() => expect(toasts()).toContain('A visit in this sale was checked out meanwhile'));
});

test('a group pays one bill: everybody’s visit, with what each has paid before', async () => {
  await db.rows('appointments').update('visit', { group_id: 'visit', status: 'in_service' });
  await addVisit(db, 'friend', {
    clientId: 'bob',
    staffId: 'leo',
    minute: 600,
    minutes: 20,
    row: { group_id: 'visit', status: 'in_service' },
    segment: { service_name: 'Beard trim', variant_id: 'beard-variant', price_cents: 2500 },
  });
  await put(db, 'payments', {
    id: 'online',
    sale_id: null,
    appointment_id: 'friend',
    occurred_at: salonTime(540),
    method: 'card_online',
    label: null,
    state: 'captured',
    collects: false,
    amount_cents: 1000,
    tendered_cents: null,
  });
  await showCheckout(db, '/checkout/visit');
  await press('Add Bob Ray · $25.00');
  expect(await screen.findByRole('button', { name: 'Change Beard trim' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Add Bob Ray/ })).toBeNull();
  await press(/^Complete sale · \$80\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
  expect(await db.rows('sales').count()).toBe(1);
  expect(await db.rows('sale_lines').toArray()).toMatchObject([
    { appointment_id: 'visit', total_cents: 6500 },
    { appointment_id: 'friend', total_cents: 2500 },
  ]);
  for (const id of ['visit', 'friend']) {
    expect(await db.rows('appointments').get(id)).toMatchObject({ status: 'completed' });
  }
});

test('two clients who came by themselves pay one bill, and both visits are done', async () => {
  await db.rows('appointments').update('visit', { status: 'in_service' });
  const beard = { service_name: 'Beard trim', variant_id: 'beard-variant', price_cents: 2500 };
  const common = { staffId: 'leo', minute: 540, minutes: 20, segment: beard };
  await addVisit(db, 'neighbour', { ...common, clientId: 'bob', row: { status: 'completed' } });
  await addVisit(db, 'away', { ...common, clientId: 'bob', row: { status: 'cancelled' } });
  await put(db, 'payments', {
    id: 'online',
    sale_id: null,
    appointment_id: 'neighbour',
    occurred_at: salonTime(540),
    method: 'card_online',
    label: null,
    state: 'captured',
    collects: false,
    amount_cents: 1000,
    tendered_cents: null,
  });
  await showCheckout(db, '/checkout/visit');
  await press('Add another visit…');
  await press('Add Bob Ray · $25.00');
  expect(await screen.findByRole('button', { name: 'Change Beard trim' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add another visit…' })).toBeNull();
  await press(/^Complete sale · \$80\.00/);
  await waitFor(() => expect(place()).toMatch(/^\/checkout\/success/));
  expect(await db.rows('sale_lines').toArray()).toMatchObject([
    { appointment_id: 'visit', total_cents: 6500 },
    { appointment_id: 'neighbour', total_cents: 2500 },
  ]);
  for (const id of ['visit', 'neighbour']) {
    expect(await db.rows('appointments').get(id)).toMatchObject({ status: 'completed' });
  }
});
