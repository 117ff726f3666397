// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ok } from '#domain/errors/result.ts';
import { openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { SaleScreen } from './sale-screen.tsx';

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
  await put(db, 'dispute_entries', {
    id: 'entry',
    dispute_id: 'dispute',
    payment_id: 'online',
    appointment_id: 'visit',
    occurred_at: common.occurred_at,
    state: 'open',
    amount_cents: 6500,
    fee_cents: 1500,
    answer_by: null,
  });
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
  await userEvent.click(await screen.findByRole('button', { name: 'Evidence for the bank' }));
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
