import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { MembershipStatus } from '#remote/public-memberships.ts';
import * as memberships from '#remote/public-memberships.ts';
import * as payments from '#remote/public-payments.ts';
import { MembershipPage } from './membership-page.tsx';
import { MembershipScreen } from './membership-screen.tsx';
import { keepMembership } from './membership-store.ts';

vi.mock('#remote/public-memberships.ts');
vi.mock('#remote/public-payments.ts');

const status = (
  more: Partial<MembershipStatus['membership']> = {},
  rest: Partial<MembershipStatus> = {},
): MembershipStatus => ({
  business: {
    name: 'Studio Lumen',
    slug: 'studio-lumen',
    locale: 'en-US',
    currency: 'USD',
    time_zone: 'UTC',
    time_format: 'h12',
  },
  membership: {
    name: 'Two cuts',
    price_cents: 8000,
    credits: 2,
    renews_months: 1,
    state: 'pending',
    cancel_at_end: false,
    paid_until: null,
    card_brand: null,
    card_last4: null,
    decline: null,
    services: ['Cut'],
    ...more,
  },
  due: 8000,
  takes_cards: false,
  is_test: false,
  ...rest,
});
const refresh = vi.fn(async () => {});
const goTo = vi.fn();
const open = (shown: MembershipStatus, standing: payments.AskedStanding | null = null) => {
  render(
    <MemoryRouter>
      <MembershipPage
        token="tok"
        status={shown}
        standing={standing}
        refresh={refresh}
        goTo={goTo}
      />
    </MemoryRouter>,
  );
  return userEvent.setup();
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  vi.mocked(memberships.startMembershipPage).mockResolvedValue(ok({}));
  vi.mocked(memberships.cancelMembership).mockResolvedValue(ok({}));
  vi.mocked(payments.askedStanding).mockResolvedValue(
    ok({ state: 'open', url: 'https://stripe.example/page', decline: null }),
  );
});

describe('the page of a membership', () => {
  it('says what it costs and brings, and leads to the card', async () => {
    const user = open(status());
    await screen.findByRole('heading', { name: 'Begin your membership' });
    expect(screen.getByText('$80.00 every month')).toBeTruthy();
    expect(screen.getByText('2 visits each time')).toBeTruthy();
    await user.click(await button('Pay $80.00'));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://stripe.example/page'));
    expect(memberships.startMembershipPage).toHaveBeenCalledWith('tok', 'pay', expect.any(String));
  });

  it('says why a card was refused, and takes another', async () => {
    const shown = status(
      { state: 'past_due', decline: 'authentication_required', paid_until: '2027-01-31' },
      { takes_cards: true },
    );
    const user = open(shown);
    await screen.findByText(/Your bank wants you to confirm/);
    await user.click(await button('Use another card'));
    await waitFor(() =>
      expect(memberships.startMembershipPage).toHaveBeenCalledWith(
        'tok',
        'card',
        expect.any(String),
      ),
    );
  });

  it('ends with what is paid, after a question', async () => {
    const user = open(
      status({ state: 'active', paid_until: '2027-01-31', card_last4: '4242' }, { due: 0 }),
    );
    await screen.findByText(/paid until January 31, 2027, and renews/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    await user.click(await button('End the membership…'));
    await screen.findByText(/goes on until January 31, 2027/);
    await user.click(await button('End it'));
    await waitFor(() => expect(refresh).toHaveBeenCalled());
    expect(memberships.cancelMembership).toHaveBeenCalledWith('tok');
  });

  it('that was paid at the desk ends, or renews by a card once its client agrees to that', async () => {
    const user = open(
      status(
        { state: 'active', cancel_at_end: true, paid_until: '2027-01-31' },
        { due: 0, takes_cards: true },
      ),
    );
    await screen.findByText(/paid until January 31, 2027 and ends then/);
    screen.getByText(
      /you agree that Studio Lumen charges \$80\.00 every month to this card from the day after January 31, 2027/,
    );
    await user.click(await button('Renew by card'));
    await waitFor(() =>
      expect(memberships.startMembershipPage).toHaveBeenCalledWith(
        'tok',
        'card',
        expect.any(String),
      ),
    );
  });

  it('asks for no second payment while a bank is asked', async () => {
    open(status(), { state: 'checking', url: null, decline: null });
    await screen.findByText('You need not pay again.');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('says when the card is being charged just now', async () => {
    vi.mocked(memberships.startMembershipPage).mockResolvedValue(fail('in_use'));
    const user = open(status({ state: 'past_due', paid_until: '2027-01-31' }));
    await user.click(await button('Pay $80.00'));
    await screen.findByText(/being charged just now/);
    expect(goTo).not.toHaveBeenCalled();
  });

  it('says when it was paid elsewhere meanwhile', async () => {
    vi.mocked(memberships.startMembershipPage).mockResolvedValue(fail('nothing_due'));
    const user = open(status());
    await user.click(await button('Pay $80.00'));
    await screen.findByText('It is paid already. Load this page again.');
  });

  it('has nothing to press when it is over', async () => {
    open(status({ state: 'ended', paid_until: '2027-01-31' }, { due: 0 }));
    await screen.findByRole('heading', { name: 'Your membership is over' });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('comes back from the card without the link, and stays when it is loaded again', async () => {
  const paid = status({ state: 'active', paid_until: '2027-01-31' }, { due: 0 });
  vi.mocked(memberships.membershipStatus).mockImplementation(async (token) =>
    token === 'tok' ? ok(paid) : fail('not_found'),
  );
  vi.mocked(payments.askedStanding).mockResolvedValue(
    ok({ state: 'paid', url: null, decline: null }),
  );
  keepMembership({ token: 'tok', opId: 'op-1' });
  const load = async (): Promise<void> => {
    cleanup();
    render(
      <MemoryRouter initialEntries={['/book/studio-lumen/membership?back']}>
        <MembershipScreen />
      </MemoryRouter>,
    );
    await screen.findByRole('heading', { name: 'Your membership' });
  };
  await load();
  await load();
  expect(payments.askedStanding).toHaveBeenCalledOnce();
});

it('looks again when the browser brings back the page that was left for the card', async () => {
  vi.mocked(memberships.membershipStatus).mockResolvedValue(ok(status()));
  keepMembership({ token: 'tok', opId: null });
  render(
    <MemoryRouter initialEntries={['/book/studio-lumen/membership']}>
      <MembershipScreen />
    </MemoryRouter>,
  );
  // Until it is known what to show, a screen reader hears that something comes.
  expect(screen.getByRole('status').textContent).toBe('Loading');
  await screen.findByRole('heading', { name: 'Begin your membership' });
  const paid = status({ state: 'active', paid_until: '2027-01-31' }, { due: 0 });
  vi.mocked(memberships.membershipStatus).mockResolvedValue(ok(paid));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await screen.findByRole('heading', { name: 'Your membership' });
});
