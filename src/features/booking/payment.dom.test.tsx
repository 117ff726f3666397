import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giftCode, printedGiftCode } from '#domain/checkout/gift-code.ts';
import { BookingLayout } from './booking-layout.tsx';
import { BookingScreen } from './booking-screen.tsx';
import { ConfirmationScreen } from './confirmation-screen.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { PaymentScreen } from './payment-screen.tsx';
import { profileFixture } from './profile-fixture.ts';

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

beforeEach(() => {
  slug = `paying-${(count += 1)}`;
  localStorage.clear();
  const { rules } = profileFixture();
  server = fakePublicServer(profileFixture({ rules: { ...rules, deposit_rule: { percent: 30 } } }));
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (path = '') =>
  render(
    <MemoryRouter initialEntries={[`/book/${slug}${path}`]}>
      <Routes>
        <Route path="/book/:proUrl" element={<BookingLayout />}>
          <Route index element={<BookingScreen />} />
          <Route path="payment" element={<PaymentScreen />} />
          <Route path="confirmation" element={<ConfirmationScreen />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));

const toReview = async (what = 'cut-long') => {
  open(`?service=${what}`);
  await heading('Choose your services');
  await press('Continue');
  await heading('Who would you like?');
  await press('Continue');
  await heading('Choose a time');
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  await userEvent.type(await screen.findByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Continue');
  await heading('Check and book');
};

/** Chosen, filled in, and at the payment. */
const toPayment = async () => {
  await toReview();
  await screen.findByText('$24.00 now, by card');
  await press('Continue to payment');
  await heading('Pay to book');
};

describe('paying before a booking', () => {
  test('says what is owed now and later, and nothing is booked before it is paid', async () => {
    await toPayment();
    await screen.findByText('$24.00 now');
    await screen.findByRole('button', { name: 'Pay $24.00' });
    expect(
      screen.getByText('Payments are being tried out here: no real card is charged.'),
    ).toBeTruthy();
    expect(server.callsOf('book')).toHaveLength(0);
    const [start] = server.callsOf('start_payment');
    expect(start!.args['request']).toMatchObject({ hold_key: expect.any(String) });
  });

  test('says aloud how it stands, also to whom comes back from the card', async () => {
    await toPayment();
    server.state.payment.standing = { state: 'over', url: null, decline: null };
    cleanup();
    open('/payment?back');
    const title = await heading('The payment ran out');
    expect(title.closest('[aria-live="polite"]')).not.toBeNull();
  });

  test('where cards are tried out the browser works for it, and nobody has to do anything', async () => {
    server.state.payment.workBits = 8;
    await toPayment();
    const [first, second, ...more] = server.callsOf('start_payment');
    expect(more).toEqual([]);
    expect(first!.args).not.toHaveProperty('work');
    expect(second!.args).toMatchObject({
      op_id: first!.args['op_id'],
      work: expect.stringMatching(/^\d+$/),
    });
  });

  test('a refused card can be tried again, also after a reload', async () => {
    await toPayment();
    server.state.payment.standing = {
      state: 'open',
      url: 'https://pay.example/1',
      decline: 'card_declined',
    };
    cleanup();
    open('/payment?back');
    await screen.findByText('Your card was declined');
    await screen.findByRole('button', { name: 'Pay $24.00' });
  });

  test('paid, the booking is asked for under the same id and confirmed', async () => {
    await toPayment();
    server.state.payment.standing = { state: 'booked', url: null, decline: null };
    cleanup();
    open('/payment?back');
    await heading('You’re booked');
    expect(server.callsOf('book')[0]!.args['op_id']).toBe(
      server.callsOf('start_payment')[0]!.args['op_id'],
    );
  });

  test('a time that was lost while paying leads back to the times, and says so', async () => {
    await toPayment();
    server.state.payment.standing = { state: 'refused', url: null, decline: null };
    server.state.refuseNext.set('book', { ok: false, code: 'slot_taken', field: 'starts_at' });
    cleanup();
    open('/payment?back');
    await heading('Choose a time');
    await screen.findByText(/has just been taken/);
  });

  test('what ran out is said, and the way back keeps what was typed', async () => {
    await toPayment();
    server.state.payment.standing = { state: 'over', url: null, decline: null };
    cleanup();
    open('/payment?back');
    await heading('The payment ran out');
    await press('Back to the booking');
    await heading('Check and book');
    await screen.findByText('Ann');
  });

  test('without a connection nothing is lost, and it is found out afterwards', async () => {
    await toPayment();
    server.state.isOnline = false;
    cleanup();
    open('/payment?back');
    await heading('The payment could not be checked');
    server.state.isOnline = true;
    server.state.payment.standing = { state: 'booked', url: null, decline: null };
    await press('Check now');
    await heading('You’re booked');
  });

  test('in another browser it does not say that nothing was paid', async () => {
    open('/payment?back');
    await heading('This payment is not open here');
    cleanup();
    open('/payment');
    await heading('There is nothing to pay online');
  });

  test('where a client has to pay first, the page learns it from the server', async () => {
    const { rules } = profileFixture();
    server.state.profile = profileFixture({ rules });
    slug = `${slug}-known`;
    await toReview();
    server.state.refuseNext.set('book', { ok: false, code: 'payment_required', field: '2400' });
    await press('Book now');
    await screen.findByText('A payment is needed to book this.');
    await press('Continue to payment');
    await heading('Pay to book');
  });

  test('who has to pay nothing first is told so, and books right away', async () => {
    await toReview();
    server.state.refuseNext.set('start_payment', { ok: false, code: 'nothing_due' });
    await press('Continue to payment');
    await screen.findByText('Nothing has to be paid before this appointment.');
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
    await press('Book now');
    await heading('You’re booked');
  });

  test('a bundle is paid for at its own price', async () => {
    const { rules } = profileFixture();
    server.state.profile = profileFixture({
      rules: { ...rules, deposit_rule: { percent: 30 } },
      bundles: [
        {
          id: 'bridal',
          name: 'Bridal day',
          description: null,
          visibility: 'public',
          variant_ids: ['cut-long', 'secret-one'],
          price_mode: 'fixed',
          price_cents: 7000,
          percent_bp: null,
          sort_key: 'a',
        },
      ],
    });
    await toReview('bridal');
    await press('Continue to payment');
    await heading('Pay to book');
    await screen.findByText('$46.00 at the appointment');
  });

  test('where only a card is asked for nothing is paid, and the page says so', async () => {
    const { rules } = profileFixture();
    server.state.profile = profileFixture({ rules: { ...rules, asks_card: true } });
    server.state.payment.started = { ...server.state.payment.started, amount: 0 };
    slug = `${slug}-card`;
    await toReview();
    await screen.findByText('You leave a card, and nothing is charged now.');
    await press('Continue to your card');
    await heading('Leave a card to book');
    await screen.findByText('Nothing is charged now');
    await screen.findByRole('button', { name: 'Enter your card' });
  });

  test('… also when the page learns it from the server', async () => {
    const { rules } = profileFixture();
    server.state.profile = profileFixture({ rules });
    server.state.payment.started = { ...server.state.payment.started, amount: 0 };
    slug = `${slug}-asked`;
    await toReview();
    server.state.refuseNext.set('book', { ok: false, code: 'payment_required', field: '0' });
    await press('Book now');
    await press('Continue to your card');
    await heading('Leave a card to book');
  });
});

describe('a gift card at the payment', () => {
  const CODE = printedGiftCode(giftCode(new Uint8Array(11).fill(7)));
  const useCard = async (code = CODE) => {
    await press('Use a gift card');
    await userEvent.type(await screen.findByLabelText('Code of the gift card'), code);
    await press('Use gift card');
  };

  test('that covers what is due books at once, and nothing is charged', async () => {
    await toPayment();
    server.state.giftKept = { ok: true, gift: 'lease-1', kept: 8000, due: 0, asks_card: false };
    await useCard();
    await heading('You’re booked');
    const [start] = server.callsOf('start_payment');
    const [book] = server.callsOf('book');
    expect(book!.args['request']).toMatchObject({ gift: 'lease-1' });
    // It is not the payment that was begun before.
    expect(book!.args['op_id']).not.toBe(start!.args['op_id']);
  });

  test('that covers a part leaves the rest to be paid, also after a reload', async () => {
    await toPayment();
    server.state.giftKept = { ok: true, gift: 'lease-1', kept: 1400, due: 1000, asks_card: false };
    server.state.payment.started = { ...server.state.payment.started, amount: 1000 };
    await useCard();
    await screen.findByRole('button', { name: 'Pay $10.00' });
    screen.getByText(/^A part is kept on your gift card for this visit/);
    const [before, after] = server.callsOf('start_payment');
    expect(after!.args['op_id']).not.toBe(before!.args['op_id']);
    expect(after!.args['request']).toMatchObject({ gift: 'lease-1' });
    cleanup();
    open('/payment?back');
    await screen.findByText(/^A part is kept on your gift card for this visit/);
    expect(server.callsOf('start_payment').at(-1)!.args['op_id']).toBe(after!.args['op_id']);
  });

  test('that is not there, or closed, is refused with words, and the card can still pay', async () => {
    await toPayment();
    await useCard('nothing');
    await screen.findByText('No gift card here has this code. Check each character.');
    expect(server.callsOf('keep_gift_card')).toHaveLength(0);
    await userEvent.clear(screen.getByLabelText('Code of the gift card'));
    await userEvent.type(screen.getByLabelText('Code of the gift card'), CODE);
    server.state.refuseNext.set('keep_gift_card', { ok: false, code: 'gift_card_closed' });
    await press('Use gift card');
    await screen.findByText('This gift card is blocked or has expired.');
    screen.getByRole('button', { name: 'Pay $24.00' });
  });
});
