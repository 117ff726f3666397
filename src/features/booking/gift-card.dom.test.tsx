import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

const open = (query = '') => {
  cleanup();
  return render(
    <MemoryRouter initialEntries={[`/book/${slug}/gift-card${query}`]}>
      <Routes>
        <Route path="/book/:proUrl" element={<BookingLayout />}>
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

test('what is missing is said before anything is sent', async () => {
  open();
  await heading('Buy a gift card');
  await press('Continue to payment');
  expect(await screen.findAllByText('Please enter a name.')).toHaveLength(2);
  expect(screen.getAllByText('Please enter an email address.')).toHaveLength(2);
  expect(screen.getByText('Enter $5.00 to $1,000.00.')).toBeTruthy();
  expect(server.callsOf('start_gift_card')).toHaveLength(0);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Worth')));
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
