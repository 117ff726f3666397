import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giftCode, printedGiftCode } from '#domain/checkout/gift-code.ts';
import type { GiftBalance } from '#remote/gift-balance.ts';
import { BookingLayout } from './booking-layout.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { GiftCardScreen } from './gift-card-screen.tsx';
import { profileFixture } from './profile-fixture.ts';

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

beforeEach(() => {
  slug = `giving-${(count += 1)}`;
  localStorage.clear();
  server = fakePublicServer(profileFixture());
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (query = '', page = '/gift-card') => {
  cleanup();
  return render(
    <MemoryRouter initialEntries={[`/book/${slug}${page}${query}`]}>
      <Routes>
        <Route path="/book/:proUrl" element={<BookingLayout />}>
          <Route index element={null} />
          <Route path="gift-card" element={<GiftCardScreen />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
};
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);

const fillIn = async () => {
  await heading('Buy a gift card');
  await press('$50.00');
  await type('Your name', 'Ann');
  await type('Your email', 'ann@example.com');
  await type('Their name', 'Bea');
  await type('Their email', 'bea@example.com');
};

test('the booking page leads here, where gift cards are sold', async () => {
  server.state.profile = profileFixture({ sells_gift_cards: true });
  open('', '');
  const foot = within(screen.getByRole('contentinfo'));
  await userEvent.click(await foot.findByRole('link', { name: 'Gift cards' }));
  await heading('Buy a gift card');
});

test('where none are sold nothing leads here, and the page says so', async () => {
  server.state.profile = profileFixture({ sells_gift_cards: false });
  open();
  await heading('Gift cards are not sold online at the moment');
  const foot = within(screen.getByRole('contentinfo'));
  expect(foot.queryByRole('link', { name: 'Gift cards' })).toBeNull();
});

test('what is missing is said before anything is sent', async () => {
  open();
  await heading('Buy a gift card');
  await press('Continue to payment');
  expect(await screen.findAllByText('Please enter a name.')).toHaveLength(2);
  expect(screen.getAllByText('Please enter an email address.')).toHaveLength(2);
  expect(screen.getByText('Enter $5.00 to $1,000.00.')).toBeTruthy();
  expect(server.callsOf('start_gift_card')).toHaveLength(0);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Value')));
});

test('paid, it is on its way, also for who comes back from the card', async () => {
  open();
  await fillIn();
  await press('Continue to payment');
  await heading('Pay for the gift card');
  await screen.findByRole('button', { name: 'Pay $50.00' });
  const [start] = server.callsOf('start_gift_card');
  expect(start!.args['request']).toEqual({
    amount_cents: 5000,
    buyer: { name: 'Ann', email: 'ann@example.com' },
    recipient: { name: 'Bea', email: 'bea@example.com' },
    message: null,
    deliver_on: null,
  });
  server.state.payment.standing = { state: 'booked', url: null, decline: null };
  open('?back');
  await heading('Thank you');
  await screen.findByText(/on its way to bea@example\.com/);
  // Asked for once, and over.
  open('?back');
  await heading('This payment is not open here');
});

test('what was entered for somebody else does not hold back a card for oneself', async () => {
  open();
  await fillIn();
  await userEvent.type(screen.getByLabelText(/^Your message/), 'For you');
  fireEvent.change(screen.getByLabelText(/^Send it on/), { target: { value: '2027-03-01' } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'It is for somebody else' }));
  await press('Continue to payment');
  await heading('Pay for the gift card');
  const [start] = server.callsOf('start_gift_card');
  expect(start!.args['request']).toMatchObject({
    recipient: null,
    message: null,
    deliver_on: null,
  });
});

test('a refusal leads back to what was entered', async () => {
  server.state.refuseNext.set('start_gift_card', {
    ok: false,
    code: 'invalid',
    field: 'recipient',
  });
  open();
  await fillIn();
  await press('Continue to payment');
  await screen.findByText('Check the name and email of who gets it');
  expect((await screen.findByLabelText<HTMLInputElement>('Their name')).value).toBe('Bea');
});

test('where nobody can pay online, it says so', async () => {
  server.state.refuseNext.set('start_gift_card', { ok: false, code: 'not_offered' });
  open();
  await fillIn();
  await press('Continue to payment');
  await heading('Gift cards are not sold online at the moment');
});

const CODE = giftCode(new Uint8Array(11).fill(7));
const left = (more: Partial<GiftBalance> = {}) => ({
  ok: true,
  state: 'active',
  balance_cents: 7500,
  currency: 'USD',
  expires_on: null,
  history: [
    { at: '2027-03-02T15:00:00+00:00', kind: 'redeem', amount_cents: -2500 },
    { at: '2027-03-01T15:00:00+00:00', kind: 'activate', amount_cents: 10_000 },
  ],
  ...more,
});

test('the holder of a card sees what is left on it, by the code that is typed', async () => {
  server.state.giftBalance = left();
  open('?check=');
  await heading('What is left on a gift card');
  await type('Code', 'nothing');
  await press('Check');
  await screen.findByText('This is not the code of a gift card. Check each character.');
  expect(server.callsOf('gift_card_balance')).toHaveLength(0);
  await userEvent.clear(screen.getByLabelText('Code'));
  await type('Code', printedGiftCode(CODE).toLowerCase());
  await press('Check');
  await screen.findByText('$75.00');
  screen.getByText('It never expires.');
  const happened = within(screen.getByRole('region', { name: 'What happened' }));
  expect(happened.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Used.*−\$25\.00$/),
    expect.stringMatching(/^Bought.*\$100\.00$/),
  ]);
  expect(server.callsOf('gift_card_balance')[0]!.args).toEqual({ slug, code: CODE });
});

test('a code that is scanned is asked for at once; a card that is over or blocked says so', async () => {
  server.state.giftBalance = left({ state: 'expired', expires_on: '2026-01-31' });
  open(`?check=#${printedGiftCode(CODE)}`);
  await screen.findByText(/^This card expired after January 31, 2026/);
  server.state.giftBalance = left({ state: 'closed' });
  await press('Check');
  await screen.findByText(/^This card cannot be used now/);
});

test('a code that no card has, or too many of them, are answered with words', async () => {
  open('?check=');
  await type('Code', CODE);
  await press('Check');
  await screen.findByText('No gift card here has this code. Check each character.');
  const field = screen.getByLabelText('Code');
  await waitFor(() => expect(document.activeElement).toBe(field));
  server.state.refuseNext.set('gift_card_balance', { ok: false, code: 'rate_limited' });
  await press('Check');
  await screen.findByText(/^Too many attempts/);
});
