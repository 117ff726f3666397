// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import type { OnlineRefunds } from '#domain/checkout/online-refunds.ts';
import { fail, ok } from '#domain/errors/result.ts';
import { addVisit, openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { AppointmentScreen } from './appointment-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  const together = { group_id: 'visit', source: 'online' } as const;
  await db.rows('appointments').update('visit', together);
  await addVisit(db, 'friend', {
    clientId: 'bob',
    staffId: 'leo',
    minute: 600,
    minutes: 45,
    row: together,
  });
  // As much for each: the two deposits look the same.
  for (const appointment_id of ['visit', 'friend']) {
    await put(db, 'payments', {
      id: `paid-${appointment_id}`,
      sale_id: null,
      appointment_id,
      occurred_at: salonTime(540),
      method: 'card_online',
      label: null,
      state: 'captured',
      collects: false,
      amount_cents: 2000,
      tendered_cents: null,
    });
  }
});

test('what can go back of one deposit is not offered with the deposit of another visit', async () => {
  const payment = { id: 'paid-visit', amount: 2000, returned: 0, left: 2000, asked: null };
  const server: OnlineRefunds = {
    // About the other visit the server takes its time.
    look: (paidFor) =>
      'appointment_id' in paidFor && paidFor.appointment_id === 'visit'
        ? Promise.resolve(ok({ payments: [{ ...payment, card: null }] }))
        : new Promise(() => {}),
    ask: () => Promise.resolve(fail('offline')),
    takeBack: () => Promise.resolve(fail('offline')),
  };
  db.onlineRefunds = () => Promise.resolve(server);
  renderScreen(db, {
    path: '/appointments/:appointmentId',
    at: '/appointments/visit',
    screen: <AppointmentScreen />,
  });
  expect(await screen.findByRole('button', { name: 'Give back to the card…' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('link', { name: /^Bob Ray/ }));
  expect(await screen.findByRole('heading', { name: 'Bob Ray', level: 1 })).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Deposit' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Give back to the card…' })).toBeNull();
});
