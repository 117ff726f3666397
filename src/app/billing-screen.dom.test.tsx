import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { BillingChange, BillingServer, BillingState, BillingVisit } from '#remote/billing.ts';
import { toasts } from '#tests/setup/screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { BillingScreen } from './billing-screen.tsx';
import { WorkspaceContext, type OpenWorkspace } from './workspace-context.ts';

const SUBSCRIPTION = {
  plan: 'solo' as const,
  status: 'active' as const,
  trial_ends_at: null,
  current_period_end: '2027-03-14T12:00:00+00:00',
  cancel_at_period_end: false,
};
const NEW: BillingState = {
  provider: 'test',
  access: 'full',
  may_manage: true,
  seats: 1,
  plans: [
    { plan: 'solo', cents: 1900 },
    { plan: 'team', cents: 1500 },
  ],
  subscription: null,
  invoices: [],
};

let state: BillingState;
let changes: BillingChange[];
let visits: BillingVisit[];
let page: string | null;
let went: string[];
let online: boolean;
let isReachable: boolean;
const server: BillingServer = {
  state: async () => (isReachable ? ok(state) : fail('server_unavailable')),
  change: async (_business, change) => {
    if (!isReachable) return fail('server_unavailable');
    changes.push(change);
    const cancel_at_period_end = 'cancel' in change && change.cancel;
    return ok({ ...state, subscription: { ...SUBSCRIPTION, cancel_at_period_end } });
  },
  visit: async (_business, visit) => {
    if (!isReachable) return fail('server_unavailable');
    visits.push(visit);
    return ok({ url: page });
  },
};

beforeEach(() => {
  [state, changes, online, isReachable] = [NEW, [], true, true];
  [visits, went, page] = [[], [], 'https://billing.stripe.example/page'];
  toastStore.set(() => ({ toasts: [], kept: [] }));
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => vi.restoreAllMocks());

const open = (at = '/') => {
  render(
    <MemoryRouter initialEntries={[at]}>
      <WorkspaceContext value={{ business: { id: 'b1' } } as OpenWorkspace}>
        <BillingScreen server={server} goTo={(url) => went.push(url)} />
      </WorkspaceContext>
    </MemoryRouter>,
  );
  return userEvent.setup();
};
const button = (name: string) => screen.findByRole('button', { name });

describe('billing', () => {
  it('begins with a trial of a plan, and ends with the period when asked twice', async () => {
    const user = open();
    await screen.findByText('No plan was chosen yet');
    await user.click(await button('Try for a month: Solo'));
    await screen.findByText('Paid until March 14, 2027.');
    await user.click(await button('End the plan'));
    const [confirm] = (await screen.findAllByRole('button', { name: 'End the plan' })).toReversed();
    await user.click(confirm!);
    await screen.findByText('Your plan ends on March 14, 2027');
    await button('Keep the plan');
    expect(changes).toEqual([{ plan: 'solo' }, { cancel: true }]);
  });

  it('offers no plan that is for fewer people', async () => {
    state = { ...NEW, seats: 3 };
    open();
    await button('Try for a month: Team');
    expect(screen.queryByRole('button', { name: 'Try for a month: Solo' })).toBeNull();
    await screen.findByText(/^3 people take appointments/);
  });

  it.each([
    ['warned', 'past_due', 'A payment failed'],
    ['limited', 'unpaid', 'Bookings online and messages are off'],
  ] as const)('says what is open when access is %s, and never closes the data', async (...row) => {
    const [access, status, title] = row;
    state = { ...NEW, access, subscription: { ...SUBSCRIPTION, status } };
    open();
    await screen.findByText(title);
    const way = await screen.findByRole('link', { name: 'Save your data' });
    expect(way.getAttribute('href')).toBe('/settings#data');
  });

  it('is told in part to who does not manage it', async () => {
    state = { provider: 'test', access: 'warned', may_manage: false };
    open();
    await screen.findByText(/^Only those who manage billing/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is nothing where a server charges nothing', async () => {
    state = { provider: null, access: 'full', may_manage: true };
    open();
    await screen.findByText('Nothing is charged here');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows invoices, and says when a change did not reach the server', async () => {
    const at = '2027-02-14T12:00:00+00:00';
    const invoices = [{ id: 'i1', at, amount_cents: 1900, state: 'open' as const }];
    state = { ...NEW, subscription: SUBSCRIPTION, invoices };
    const user = open();
    await screen.findByText('Not paid yet');
    isReachable = false;
    await user.click(await button('Pay with a test card'));
    await waitFor(() => expect(toasts()).toHaveLength(1));
  });

  it('does not go on asking where the server did not answer', async () => {
    isReachable = false;
    open();
    await button('Try again');
    expect(screen.queryByText('Asking the server…')).toBeNull();
  });

  it('offline nobody knows, and everything else goes on', async () => {
    online = false;
    open();
    await screen.findByText(/^You are offline\./);
    await screen.findByRole('link', { name: 'Save your data' });
  });
});

describe('billing by Stripe', () => {
  it('begins on a page of Stripe’s, and nothing of it is pretended here', async () => {
    state = { ...NEW, provider: 'stripe' };
    const user = open();
    await user.click(await button('Try for a month: Team'));
    await waitFor(() => expect(went).toEqual([page]));
    expect(visits).toEqual([{ plan: 'team' }]);
    expect(screen.queryByRole('button', { name: 'Pay with a test card' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open that page' })).toBeNull();
  });

  it('goes over to another plan without a page, and shows how it stands then', async () => {
    state = { ...NEW, provider: 'stripe', subscription: SUBSCRIPTION };
    page = null;
    const user = open();
    await button('Take this: Team');
    state = { ...state, subscription: { ...SUBSCRIPTION, plan: 'team' } };
    await user.click(await button('Take this: Team'));
    await button('Take this: Solo');
    expect(went).toEqual([]);
  });

  it('says how many mails left in the last months, and what texts cost', async () => {
    state = {
      ...NEW,
      usage: [
        { month: '2026-11', mails: 1 },
        { month: '2026-10', mails: 1240 },
      ],
    };
    open();
    const rows = within(await screen.findByRole('list', { name: 'Mails sent' }));
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'November 20261 mail',
      'October 20261,240 mails',
    ]);
    expect(screen.getByText(/Texts go from your own phone/)).toBeTruthy();
  });

  it('has cards, invoices and the end on Stripe’s page', async () => {
    state = { ...NEW, provider: 'stripe', subscription: SUBSCRIPTION };
    const user = open();
    await user.click(await button('Open that page'));
    await waitFor(() => expect(went).toEqual([page]));
    expect(visits).toEqual(['portal']);
  });

  it('asks, too, when the browser brings back the page that was left', async () => {
    state = { ...NEW, provider: 'stripe', subscription: SUBSCRIPTION };
    const user = open();
    await user.click(await button('Open that page'));
    await waitFor(() => expect(went).toEqual([page]));
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    await waitFor(() => expect(visits).toEqual(['portal', 'look']));
    const again = await button('Open that page');
    expect(again.getAttribute('aria-busy')).toBeNull();
  });

  it('asks Stripe what came of it when somebody is back', async () => {
    state = { ...NEW, provider: 'stripe', subscription: SUBSCRIPTION };
    open('/settings/billing?back');
    await screen.findByText('Paid until March 14, 2027.');
    expect(visits).toEqual(['look']);
  });
});
