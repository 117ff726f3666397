// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { OwnStatement } from '#remote/own-pay.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { OwnPay } from './own-pay.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});

const october: OwnStatement = {
  id: 'run',
  from_day: '2026-10-01',
  to_day: '2026-10-31',
  entry: {
    staff_id: 'mia',
    name: 'Mia',
    services_cents: 6000,
    products_cents: 0,
    service_bp: 4000,
    product_bp: 0,
    service_pay_cents: 2400,
    product_pay_cents: 0,
    tips_cents: 500,
    extra_cents: 0,
    off_cents: 0,
    note: '',
    total_cents: 2900,
  },
  paid_on: '2026-11-03',
  paid_note: null,
};
const show = (...statements: OwnStatement[]) =>
  renderScreen(db, {
    path: '/staff/pay',
    screen: <OwnPay server={() => Promise.resolve(ok({ statements }))} />,
  });

test('says what one is paid, and shows the statement of it', async () => {
  show(october);
  const list = within(await screen.findByRole('list', { name: 'My pay' }));
  expect(list.getByText('Paid on November 3, 2026')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: /October/ }));
  const statement = within(screen.getByRole('region', { name: 'Statement for Mia' }));
  expect(statement.getByText('$29.00')).toBeTruthy();
});

test('of nobody’s says so', async () => {
  show();
  expect(await screen.findByText('No pay yet')).toBeTruthy();
});

test('without an answer it can be asked again', async () => {
  const server = () => Promise.resolve(fail('rate_limited'));
  renderScreen(db, { path: '/staff/pay', screen: <OwnPay server={server} /> });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
