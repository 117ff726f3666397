// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPackage } from '#db/commands/packages.ts';
import type { DaybookDb } from '#db/open.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { ClientMembershipRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { ClientMemberships } from './client-memberships.tsx';

let db: DaybookDb;
let asked: unknown[][];
let isReachable: boolean;
beforeEach(async () => {
  db = await openSalon();
  [asked, isReachable] = [[], true];
  const call =
    (name: string) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args]);
      return isReachable ? ok({ slug: 'studio-lumen', token: 'tok' }) : fail('offline');
    };
  const server = { offer: call('offer'), link: call('link'), change: call('change') };
  db.memberships = async () => server;
});
afterEach(() => vi.unstubAllGlobals());

const put = async (more: Partial<ClientMembershipRow> = {}) => {
  const at = '2027-01-01T09:00:00+00:00';
  await db.rows('client_memberships').put({
    id: 'm1',
    business_id: db.businessId,
    rev: 1,
    created_at: at,
    updated_at: at,
    created_by: null,
    client_id: 'bob',
    package_id: null,
    name: 'Two cuts',
    price_cents: 8000,
    credits: 2,
    service_ids: ['cut'],
    renews_months: 1,
    state: 'active',
    cancel_at_end: false,
    period_no: 1,
    paid_until: '2027-01-31',
    anchor_on: '2027-01-01',
    anchor_no: 1,
    card_brand: 'visa',
    card_last4: '4242',
    decline: null,
    past_due_on: null,
    tries: 0,
    next_try_at: null,
    ...more,
  });
};
const open = async (isActive = true) => {
  const business = (await db.rows('businesses').get(db.businessId))!;
  renderScreen(db, {
    path: '/',
    screen: (
      <ClientMemberships
        clientId="bob"
        isActive={isActive}
        business={business}
        formats={businessFormats(business)}
      />
    ),
  });
  return userEvent.setup();
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the memberships of a client', () => {
  test('stand as the rows of this device say, also without a connection', async () => {
    await put();
    await open();
    await screen.findByText(
      /^Paid until January 31, 2027, then charged to the card ending in 4242/,
    );
    expect(screen.getByText('Active')).toBeTruthy();
    expect(screen.getByText('$80.00 every month')).toBeTruthy();
  });

  test('paid at the desk one is not renewed, until its client leaves a card by the link', async () => {
    await put({ cancel_at_end: true, card_brand: null, card_last4: null });
    await open();
    await screen.findByText('Not renewed');
    screen.getByText(/^Ends after January 31, 2027, unless it is paid again/);
    expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull();
    await press('Link to renew by card…');
    await screen.findByText(/They agree there that it renews/);
  });

  test('are paused, and ended after a question', async () => {
    await put();
    await open();
    await press('Pause');
    await waitFor(() => expect(toasts()).toEqual(['Paused']));
    await press('End…');
    await screen.findByText(/until the end of what is paid/);
    await press('End it');
    await waitFor(() =>
      expect(asked).toEqual([
        ['change', 'm1', 'pause'],
        ['change', 'm1', 'end'],
      ]),
    );
  });

  test('can be pressed again when what they need did not come', async () => {
    await put();
    const reach = db.memberships;
    db.memberships = async () => Promise.reject(new TypeError('Failed to fetch'));
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await open();
    await press('Pause');
    await waitFor(() => expect(toasts()).toEqual(['This is not on this device yet']));
    const again = screen.getByRole('button', { name: 'Pause' });
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull());
    db.memberships = reach;
    await userEvent.click(again);
    await waitFor(() => expect(asked).toEqual([['change', 'm1', 'pause']]));
  });

  test('that are not paid say why, and are charged when somebody says so', async () => {
    await put({ state: 'past_due', decline: 'insufficient_funds', past_due_on: '2027-02-01' });
    await open();
    await screen.findByText(/not enough money on the card/);
    isReachable = false;
    await press('Charge it now');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(asked).toEqual([['change', 'm1', 'retry']]);
  });

  test('are offered by a link, the same one however often it is asked for', async () => {
    const made = await createPackage(db, {
      name: 'Two cuts',
      price_cents: 8000,
      credits: 2,
      service_ids: ['cut'],
      valid_days: null,
      renews_months: 1,
    });
    expect(made.ok).toBe(true);
    await open();
    await userEvent.selectOptions(
      await screen.findByLabelText('Offer a membership'),
      'Two cuts · $80.00 every month',
    );
    isReachable = false;
    await press('Make the link');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    isReachable = true;
    await press('Make the link');
    await screen.findByText(/\/book\/studio-lumen\/membership\?token=tok$/);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toEqual(asked[1]);
  });

  test('are not offered to who was archived, but those they have still stand there', async () => {
    await put();
    const made = await createPackage(db, {
      name: 'Four cuts',
      price_cents: 15_000,
      credits: 4,
      service_ids: ['cut'],
      valid_days: null,
      renews_months: 1,
    });
    expect(made.ok).toBe(true);
    await open();
    await screen.findByLabelText('Offer a membership');
    cleanup();
    await open(false);
    await screen.findByRole('button', { name: 'Pause' });
    expect(screen.queryByLabelText('Offer a membership')).toBeNull();
  });
});
