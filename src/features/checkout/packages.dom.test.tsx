// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { createPackage } from '#db/commands/packages.ts';
import type { DaybookDb } from '#db/open.ts';
import { packagesOfClient } from '#db/queries/packages.ts';
import { valueOf } from '#db/test-rows.ts';
import { fail } from '#domain/errors/result.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { addDays, addMonths } from '#domain/time/day.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { place, renderScreen } from '#tests/setup/screen.tsx';
import { CheckoutScreen } from './checkout-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
  await createPackage(db, {
    name: 'Three cuts',
    price_cents: 15_000,
    credits: 3,
    service_ids: ['cut'],
    valid_days: null,
  });
});

const NO_SERVER = { lease: () => Promise.resolve(fail('offline')) };
const Picker = ({ onChange }: { onChange: (id: string | null) => void }) => (
  <>
    <button type="button" onClick={() => onChange('bob')}>
      Choose Bob
    </button>
    <button type="button" onClick={() => onChange('ann')}>
      Choose Ann
    </button>
  </>
);
const checkout = async () => {
  cleanup();
  renderScreen(db, {
    path: '/checkout',
    at: '/checkout',
    screen: <CheckoutScreen clientPicker={Picker} giftServer={NO_SERVER} />,
  });
  await screen.findByRole('heading', { name: /^Checkout/ });
};
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const isDone = () => waitFor(() => expect(place()).toMatch(/^\/checkout\/success\?sale=/));
const leftOf = async (client: string) =>
  (await packagesOfClient(db, client)).map(({ left }) => left.credits);

test('a package is sold to a client, and its visits pay what it is for', async () => {
  await checkout();
  expect(await screen.findByText('Choose a client to sell or use a package.')).toBeTruthy();
  await press('Choose Bob');
  await userEvent.selectOptions(
    await screen.findByLabelText('Sell a package or a membership'),
    'Three cuts · $150.00',
  );
  // It is paid when it is sold.
  expect(screen.queryByRole('button', { name: 'Pays later' })).toBeNull();
  await press('Complete sale · $150.00');
  await isDone();
  expect(await leftOf('bob')).toEqual([3]);

  await checkout();
  await press('Choose Bob');
  await userEvent.selectOptions(
    await screen.findByLabelText('Add a service'),
    'Cut and finish · $65.00',
  );
  expect(await screen.findByText('3 of 3 visits left')).toBeTruthy();
  await press('Use a visit for Cut and finish');
  expect(await screen.findByText('2 of 3 visits left')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Complete sale · $50.00' })).toBeTruthy();

  // Auto-suggested, never forced.
  await press('Change Cut and finish');
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Not with the package' }));
  expect(await screen.findByRole('button', { name: 'Complete sale · $65.00' })).toBeTruthy();
  await press('Use a visit for Cut and finish');

  // Nobody pays with what somebody else has.
  await press('Choose Ann');
  expect(await screen.findByRole('button', { name: 'Complete sale · $65.00' })).toBeTruthy();
  expect(screen.queryByText('3 of 3 visits left')).toBeNull();
  await press('Choose Bob');
  await press('Use a visit for Cut and finish');
  await press('Complete sale · $50.00');
  await isDone();
  expect(await leftOf('bob')).toEqual([2]);
});

test('a membership is paid at the desk for one period, and again for the next; not where a card pays it', async () => {
  const made = valueOf(
    await createPackage(db, {
      name: 'Club',
      price_cents: 8000,
      credits: 2,
      service_ids: ['cut'],
      valid_days: null,
      renews_months: 1,
    }),
  );
  await checkout();
  await press('Choose Bob');
  await userEvent.selectOptions(
    await screen.findByLabelText('Sell a package or a membership'),
    'Club · $80.00 every month',
  );
  expect(screen.getByText(/is for one period/)).toBeTruthy();
  await press('Complete sale · $80.00');
  await isDone();
  const ends = async () =>
    (await db.rows('package_holdings').toArray()).map(({ expires_on }) => expires_on).toSorted();
  const [last] = await ends();
  const { day } = wallAt('America/New_York', db.now());
  expect(last).toBe(addDays(addMonths(day, 1), -1));

  // Soon it is over: the next period begins on the day after.
  const holding = (await db.rows('package_holdings').toArray())[0]!;
  await db.rows('package_holdings').update(holding.id, { expires_on: addDays(day, 3) });
  await checkout();
  await press('Choose Bob');
  await press('Renew Club · $80.00');
  await press('Complete sale · $80.00');
  await isDone();
  expect(await ends()).toEqual([addDays(day, 3), addDays(addMonths(addDays(day, 4), 1), -1)]);

  await db.table('client_memberships').put({
    id: 'm1',
    client_id: 'bob',
    package_id: made,
    state: 'active',
    cancel_at_end: false,
  });
  await db.rows('package_holdings').update(holding.id, { expires_on: addDays(day, 5) });
  await checkout();
  await press('Choose Bob');
  const offers = await screen.findByLabelText<HTMLSelectElement>('Sell a package or a membership');
  await waitFor(() =>
    expect([...offers.options].map(({ text }) => text)).toEqual([
      'Choose a package',
      'Three cuts · $150.00',
    ]),
  );
  expect(screen.queryByRole('button', { name: /^Renew Club/ })).toBeNull();
});
