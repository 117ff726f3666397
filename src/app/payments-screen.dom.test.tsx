// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type {
  AccountState,
  PaymentFindings,
  PaymentMode,
  PaymentServer,
} from '#remote/payments.ts';
import type { PayoutServer } from '#remote/payouts.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { toasts } from '#tests/setup/screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { PaymentsScreen } from './payments-screen.tsx';
import { WorkspaceContext, type OpenWorkspace } from './workspace-context.ts';

let db: DaybookDb;
let mode: PaymentMode;
let found: PaymentFindings;
let isReachable: boolean;
let page: string | null;
let asked: string[];
let went: string[];
let online: boolean;

const server: PaymentServer = {
  mode: async (business) => {
    asked.push(business);
    return isReachable ? ok(mode) : fail('server_unavailable');
  },
  connect: async () => {
    if (!isReachable) return fail('server_unavailable');
    mode = { ...mode, account: page === null ? 'ready' : 'incomplete' };
    return ok({ state: mode.account as AccountState, url: page });
  },
  findings: async () => (isReachable ? ok(found) : fail('server_unavailable')),
};

const payouts: PayoutServer = {
  list: async () => fail('server_unavailable'),
  lines: async () => fail('server_unavailable'),
};

beforeEach(async () => {
  db = await openSalon();
  mode = { mode: 'stripe', account: null, may_connect: true };
  found = { currency: 'USD', locale: 'en-US', compared_until: null, findings: [] };
  [isReachable, online] = [true, true];
  [asked, went] = [[], []];
  page = 'https://connect.stripe.example/setup';
  toastStore.set(() => ({ toasts: [], kept: [] }));
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => vi.restoreAllMocks());

const open = () => {
  render(
    <DbProvider db={db}>
      <MemoryRouter>
        <WorkspaceContext value={{ business: { id: 'b1' } } as OpenWorkspace}>
          <PaymentsScreen server={server} payouts={payouts} goTo={(url) => went.push(url)} />
        </WorkspaceContext>
      </MemoryRouter>
    </DbProvider>,
  );
  return userEvent.setup();
};
const button = (name: string) => screen.findByRole('button', { name });

describe('payments of clients', () => {
  it('are connected on a page of Stripe', async () => {
    const user = open();
    await user.click(await button('Connect with Stripe'));
    await waitFor(() => expect(went).toEqual([page]));
    expect(asked).toEqual(['b1']);
  });

  it.each([
    ['incomplete', 'Stripe needs to know more', 'Continue with Stripe'],
    ['review', 'Stripe is looking at your details', 'Look again'],
    ['ended', 'Stripe is not connected any more', 'Connect with Stripe'],
  ] as const)('are gone on with when the account is %s', async (account, title, action) => {
    mode = { ...mode, account };
    open();
    await screen.findByRole('heading', { name: title });
    await button(action);
  });

  it.each([
    ['ready', 'Clients can pay online'],
    ['refused', 'Stripe does not take payments for you'],
  ] as const)('need nothing more when the account is %s', async (account, title) => {
    mode = { ...mode, account };
    open();
    await screen.findByRole('heading', { name: title });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are ready when Stripe has nothing to ask any more', async () => {
    [mode, page] = [{ ...mode, account: 'incomplete' }, null];
    const user = open();
    await user.click(await button('Continue with Stripe'));
    await screen.findByRole('heading', { name: 'Clients can pay online' });
    expect(went).toEqual([]);
  });

  it('are connected by an owner alone', async () => {
    mode = { ...mode, may_connect: false };
    open();
    await screen.findByText(/Only an owner can do that\.$/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are looked at again after a failure, and a press that fails says so', async () => {
    isReachable = false;
    const user = open();
    const again = await button('Try again');
    expect(screen.queryByText('Asking the server…')).toBeNull();
    isReachable = true;
    await user.click(again);
    const connect = await button('Connect with Stripe');
    isReachable = false;
    await user.click(connect);
    await waitFor(() => expect(toasts()).toHaveLength(1));
  });

  it('offline nobody knows', async () => {
    online = false;
    open();
    await screen.findByText(/^You are offline\./);
    expect(asked).toEqual([]);
  });

  it.each([
    [null, 'Clients cannot pay online yet'],
    ['test', 'Online payments are being tried out'],
  ] as const)('are nothing to connect with %s', async (at, title) => {
    mode = { mode: at, account: null, may_connect: true };
    open();
    await screen.findByRole('heading', { name: title });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the daily comparison', () => {
  beforeEach(() => {
    mode = { ...mode, account: 'ready' };
  });
  const differs = (kind: PaymentFindings['findings'][number]['kind'], more: object = {}) => ({
    on_day: '2027-01-14',
    kind,
    ours: { state: 'captured', cents: 1500, returned_cents: 0, is_disputed: false },
    theirs: { state: 'authorised', cents: 1600, returned_cents: 500, is_disputed: true, times: 2 },
    appointment_id: null,
    id: `cs_${kind}`,
    is_resolved: false,
    ...more,
  });

  it('says that all is the same, until when', async () => {
    found = { ...found, compared_until: '2027-01-15' };
    open();
    await screen.findByText(/everything is the same\.$/);
  });

  it('says that nothing was compared yet', async () => {
    open();
    await screen.findByText('Nothing was compared yet.');
  });

  it.each([
    ['unknown', '$16.00 was charged that nobody here asked for'],
    ['other_account', '$16.00 came to another account than it was meant for'],
    ['twice', 'One payment was charged 2 times'],
    ['missing', '$15.00 that your books count is not at your provider'],
    ['amount', 'Your books say $15.00, your provider $16.00'],
    ['state', '$15.00: your books say charged, your provider held, not charged'],
    ['returned', 'Of $15.00 your books say that $0.00 went back, your provider $5.00'],
    ['dispute', '$16.00 is disputed, and your books do not know of it'],
    ['ledger', '$15.00: what was charged or went back is not what the transactions say'],
  ] as const)('says in words what differs: %s', async (kind, title) => {
    found = { ...found, compared_until: '2027-01-15', findings: [differs(kind)] };
    open();
    await screen.findByText(title);
    expect(screen.getByText(/This differs:$/)).toBeTruthy();
  });

  it('leads to the visit, and marks what is settled', async () => {
    const settled = differs('state', { appointment_id: 'visit', is_resolved: true });
    found = { ...found, compared_until: '2027-01-15', findings: [settled] };
    open();
    expect((await screen.findByRole('link', { name: /\$15\.00/ })).getAttribute('href')).toContain(
      'visit',
    );
    expect(screen.getByText('Settled')).toBeTruthy();
  });

  it('is the owner’s', async () => {
    mode = { ...mode, may_connect: false };
    open();
    await screen.findByText('Clients can pay online');
    expect(screen.queryByText('Compared every day')).toBeNull();
  });
});
