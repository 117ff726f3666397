import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nowMs } from '#platform/clock.ts';
import { BookingLayout } from './booking-layout.tsx';
import { BookingScreen } from './booking-screen.tsx';
import { ConfirmationScreen } from './confirmation-screen.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { PrivacyScreen } from './privacy-screen.tsx';
import { profileFixture } from './profile-fixture.ts';

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

const useServer = (next: ReturnType<typeof fakePublicServer>) => {
  server = next;
  vi.stubGlobal('fetch', next.fetch);
};

beforeEach(() => {
  // A business of its own for each test: profiles are remembered per business.
  slug = `salon-${(count += 1)}`;
  localStorage.clear();
  useServer(fakePublicServer());
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
          <Route path="privacy" element={<PrivacyScreen />} />
          <Route path="confirmation" element={<ConfirmationScreen />} />
        </Route>
        <Route path="/cancel-appointment" element={<p>Manage page</p>} />
      </Routes>
      <Address />
    </MemoryRouter>,
  );
const Address = () => <p data-testid="address">{useLocation().search}</p>;
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));

const chooseTime = async () => {
  await heading('Choose a time');
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
};
const fillDetails = async () => {
  await userEvent.type(await screen.findByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
};
const toReview = async () => {
  open('?service=cut-long');
  await heading('Choose your services');
  await press('Continue');
  await heading('Who would you like?');
  await press('Continue');
  await chooseTime();
  await fillDetails();
  await press('Continue');
  await heading('Check and book');
};

describe('booking', () => {
  test('works for a hold where many are held already, and goes on', async () => {
    server.state.refuseNext.set('hold_slot', { ok: false, code: 'captcha_failed', field: '8' });
    open('?service=cut-long');
    await press('Continue');
    await heading('Who would you like?');
    await press('Continue');
    await heading('Choose a time');
    await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
    // Eight bits are found at once, but not in the same moment.
    await waitFor(() => expect(server.callsOf('hold_slot')).toHaveLength(2));
    await heading('Your details');
    const [first, second] = server.callsOf('hold_slot').map(({ args }) => args);
    expect((first!['request'] as Record<string, unknown>)['work']).toBeUndefined();
    expect((second!['request'] as Record<string, unknown>)['work']).toMatch(/^\d+$/);
    expect(second!['hold_key']).toBe(first!['hold_key']);
  });

  test('keeps who has booked on the device before to times without gaps, where those are for them', async () => {
    const profile = profileFixture();
    server.state.profile = {
      ...profile,
      rules: { ...profile.rules, gap_mode_returning: 'strict', shortest_min: 60 },
    };
    const toTimes = async () => {
      open('?service=cut-long');
      await press('Continue');
      await heading('Who would you like?');
      await press('Continue');
      await screen.findAllByRole('button', { name: /^9:00 AM/ });
      return screen.queryAllByRole('button', { name: /^9:15 AM/ });
    };
    // Before ten nobody else fits in.
    expect(await toTimes()).not.toEqual([]);
    cleanup();
    await toReview();
    await press('Book now');
    await heading('You’re booked');
    cleanup();
    expect(await toTimes()).toEqual([]);
  });

  test('a link fills in services, person and details, shows its day, and keeps nobody’s name', async () => {
    const day = new Date(nowMs() + 6 * 86_400_000).toISOString().slice(0, 10);
    open(`?service=cut-long&service=secret&staff=mara&day=${day}&first_name=Ann&phone=555`);
    await heading('Choose your services');
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('status')
          .map((one) => one.textContent)
          .join(),
      ).toContain('2 services'),
    );
    await press('Continue');
    await heading('Who would you like?');
    await waitFor(() =>
      expect(screen.getAllByRole('radio', { name: /Mara/, checked: true }).length).toBeGreaterThan(
        0,
      ),
    );
    expect(screen.getByTestId('address').textContent).toBe(
      `?service=cut-long&service=secret&day=${day}&step=staff`,
    );
    await press('Continue');
    await heading('Choose a time');
    await screen.findByRole('heading', {
      level: 2,
      name: new RegExp(` ${Number(day.slice(8))}\\b.*free`),
    });
    await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
    await heading('Your details');
    expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Ann');
    expect((screen.getByLabelText('Phone') as HTMLInputElement).value).toBe('555');
  });

  test('leads from a service to a confirmation that stays on the device', async () => {
    await toReview();
    await press('Book now');
    await heading('You’re booked');
    expect(screen.getByText('Cut – Long')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change or cancel' }).getAttribute('href')).toBe(
      '/cancel-appointment?token=token-0',
    );
    expect(server.callsOf('book')[0]?.args).toMatchObject({
      slug,
      request: {
        items: [{ variant_id: 'cut-long', staff_id: null, add_on_ids: [] }],
        client: { first_name: 'Ann', email: 'ann@example.com', phone: '718 555 0199' },
        policy_version: 2,
        expected_total: 8000,
      },
    });

    cleanup();
    server.state.isOnline = false;
    open('/confirmation?id=appointment-0');
    await heading('You’re booked');
    // The half-finished booking is gone: nobody finds a stranger's name in it.
    expect(JSON.stringify(localStorage)).not.toContain('718 555 0199');

    server.state.isOnline = true;
    await userEvent.click(screen.getByRole('link', { name: 'Book the same again' }));
    await heading('Choose your services');
    expect(screen.getByRole('checkbox', { name: /^Long/, checked: true })).toBeTruthy();
  });

  test('the confirmation says how to prepare and where, and goes into a calendar', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      files.push(blob as Blob);
      return 'blob:calendar';
    });
    server.state.prepNotes = ['Come with dry hair.'];
    await toReview();
    await press('Book now');
    await heading('You’re booked');
    expect(screen.getByText('Before you come')).toBeTruthy();
    expect(screen.getByText('Come with dry hair.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain(
      '214%20Court%20Street',
    );
    await press('Add to calendar');
    await waitFor(() => expect(files).toHaveLength(1));
    const file = await files[0]!.text();
    expect(file).toContain('SUMMARY:Cut – Long – Studio Lumen');
    expect(file).toContain('UID:appointment-0@');
  });

  test('moves the focus to the heading of each step', async () => {
    open('?service=cut-long');
    await heading('Choose your services');
    await press('Continue');
    const who = await heading('Who would you like?');
    await waitFor(() => expect(document.activeElement).toBe(who));
    await press('Continue');
    const when = await heading('Choose a time');
    await waitFor(() => expect(document.activeElement).toBe(when));
  });

  test('says what cancelling late and not coming cost before it is booked', async () => {
    const { rules } = profileFixture();
    const fee_terms = { late_cancel: { percent: 50 }, no_show: { cents: 9900 }, grace_min: 0 };
    // The next nine o’clock is further away than that at any hour of the week.
    const cancel_notice_min = 60;
    server.state.profile = profileFixture({ rules: { ...rules, fee_terms, cancel_notice_min } });
    await toReview();
    const terms = screen.getByRole('region', { name: 'Changing and cancelling' });
    expect(terms.textContent).toMatch(
      /Cancelling is free until .*; after that it costs 50 % of the price, \$40\.00\./,
    );
    // Never more than the visit.
    expect(terms.textContent).toContain('Not coming costs $80.00.');
    expect(terms.textContent).toContain('nothing is taken now');
    await press('Book now');
    await heading('You’re booked');
    expect(server.callsOf('book')[0]?.args['request']).toMatchObject({
      fee_terms: { ...fee_terms, notice_min: cancel_notice_min },
    });
  });

  test('says what a service costs that has fees of its own', async () => {
    const { rules, services } = profileFixture();
    const fee_terms = { late_cancel: { percent: 50 }, no_show: { percent: 100 }, grace_min: 0 };
    const own = { late_cancel: null, no_show: { percent: 25 } };
    server.state.profile = profileFixture({
      rules: { ...rules, fee_terms, cancel_notice_min: 60 },
      services: services.map((one) => ({ ...one, fee_terms: own })),
    });
    await toReview();
    const terms = screen.getByRole('region', { name: 'Changing and cancelling' });
    expect(terms.textContent).not.toContain('costs 50 %');
    expect(terms.textContent).toContain('Not coming costs 25 % of the price, $20.00.');
    await press('Book now');
    await heading('You’re booked');
    expect(server.callsOf('book')[0]?.args['request']).toMatchObject({
      fee_terms: {
        late_cancel: null,
        no_show: null,
        grace_min: 0,
        notice_min: 60,
        services: { [services[0]!.id]: own },
      },
    });
  });

  test('asks for a service before it goes on', async () => {
    open();
    await heading('Choose your services');
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toContain('choose a service first');
    expect(document.activeElement?.getAttribute('type')).toBe('checkbox');
  });

  test('asks for an add-on that belongs to a service', async () => {
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Colour/ }));
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toContain('Toner');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Warm/ }));
    await userEvent.click(screen.getByRole('radio', { name: /Warm/ }));
    await press('Continue');
    // Only Theo colours: nobody is asked who.
    await heading('Choose a time');
  });

  test('says which details are missing and goes to the first', async () => {
    open('?service=cut-long');
    await heading('Choose your services');
    await press('Continue');
    await heading('Who would you like?');
    await press('Continue');
    await chooseTime();
    await press('Continue');
    const first = await screen.findByLabelText('First name');
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(first.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Please enter your phone number.')).toBeTruthy();
  });
});

describe('a half-finished booking', () => {
  test('survives a reload at the step it was', async () => {
    await toReview();
    cleanup();
    open('?step=review');
    await heading('Check and book');
    expect(screen.getByText(/ann@example.com/)).toBeTruthy();
  });

  test('survives the loss of the network, and says so', async () => {
    await toReview();
    cleanup();
    server.state.isOnline = false;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open('?step=review');
    await heading('Check and book');
    expect(screen.getAllByText(/You are offline/).length).toBeGreaterThan(0);
    await press('Book now');
    expect(server.callsOf('book')).toEqual([]);
  });

  test('holds its time again after a reload and gives it back when it is dropped', async () => {
    await toReview();
    const key = server.callsOf('hold_slot')[0]?.args['hold_key'];
    cleanup();
    open('?step=review');
    await heading('Check and book');
    await waitFor(() => expect(server.callsOf('hold_slot')).toHaveLength(2));
    expect(server.callsOf('hold_slot')[1]?.args['hold_key']).toBe(key);
    await userEvent.click(screen.getByRole('link', { name: 'Change: What' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Short/ }));
    await waitFor(() => expect(server.callsOf('release_hold')[0]?.args['hold_key']).toBe(key));
  });
});

describe('an answer that is lost', () => {
  test('is asked for again under the same id, and nothing says "booked" before it is there', async () => {
    await toReview();
    server.state.lostAnswers = 1;
    await press('Book now');
    await heading('Checking your booking…');
    expect(screen.queryByText(/You’re booked/)).toBeNull();
    await press('Check now');
    await heading('You’re booked');
    const ids = server.callsOf('book').map(({ args }) => args['op_id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(server.booked.size).toBe(1);
  });

  test('is still asked for after the page was closed', async () => {
    await toReview();
    server.state.lostAnswers = 1;
    await press('Book now');
    await heading('Checking your booking…');
    cleanup();
    open();
    await heading('You’re booked');
    expect(server.booked.size).toBe(1);
  });
});

describe('a refusal', () => {
  test('of a time that is gone keeps what was typed and offers the nearest times', async () => {
    await toReview();
    server.state.refuseNext.set('book', { ok: false, code: 'slot_taken', field: 'starts_at' });
    await press('Book now');
    await heading('Choose a time');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('has just been taken');
    const nearest = within(alert).getAllByRole('button');
    expect(nearest).toHaveLength(3);
    await userEvent.click(nearest[0]!);
    await heading('Your details');
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ann@example.com');
  });

  test('of a detail is read at its field', async () => {
    await toReview();
    server.state.refuseNext.set('book', { ok: false, code: 'invalid', field: 'client.email' });
    await press('Book now');
    await heading('Your details');
    const email = await screen.findByLabelText('Email');
    expect(email.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(email, 'x');
    expect(email.getAttribute('aria-invalid')).toBeNull();
  });

  test('because of new terms shows them before asking again', async () => {
    await toReview();
    server.state.profile = profileFixture({
      policy: { version: 3, body: 'New terms.', hash: 'y' },
    });
    server.state.refuseNext.set('book', { ok: false, code: 'policy_changed' });
    await press('Book now');
    await heading('Check and book');
    await screen.findByText('New terms.');
    await press('Book now');
    await heading('You’re booked');
    const last = server.callsOf('book').at(-1)?.args['request'];
    expect(last).toMatchObject({ policy_version: 3 });
    const ids = server.callsOf('book').map(({ args }) => args['op_id']);
    expect(new Set(ids).size).toBe(2);
  });

  test('that knows who books takes the option for them, says why and asks again', async () => {
    const { variants, ...profile } = profileFixture();
    server.state.profile = {
      ...profile,
      variants: variants.map((variant) => ({
        ...variant,
        for_client:
          variant.id === 'cut-short' ? 'returning' : variant.id === 'cut-long' ? 'new' : 'any',
      })),
    };
    await toReview();
    const other = { ok: false, code: 'other_variant', field: 'returning' };
    server.state.refuseNext.set('book', other);
    await press('Book now');
    await heading('Check and book');
    await screen.findByText('You have been here before');
    expect(screen.getByRole('region', { name: 'What' }).textContent).toContain('Short');
    await press('Book now');
    await heading('You’re booked');
    expect(server.callsOf('book').at(-1)?.args['request']).toMatchObject({
      items: [{ variant_id: 'cut-short' }],
    });
  });

  test('of a hold leads to another time at once', async () => {
    open('?service=cut-long');
    await heading('Choose your services');
    await press('Continue');
    await heading('Who would you like?');
    await press('Continue');
    await heading('Choose a time');
    server.state.refuseNext.set('hold_slot', { ok: false, code: 'slot_taken' });
    await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
    expect((await screen.findByRole('alert')).textContent).toContain('has just been taken');
    await heading('Choose a time');
  });

  test('of a hold for other reasons does not stop anybody', async () => {
    open('?service=cut-long');
    await heading('Choose your services');
    await press('Continue');
    await heading('Who would you like?');
    await press('Continue');
    await heading('Choose a time');
    server.state.refuseNext.set('hold_slot', { ok: false, code: 'rate_limited' });
    await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
    await heading('Your details');
    expect(screen.getByText(/is not kept for you/)).toBeTruthy();
  });
});

describe('a page without booking', () => {
  test('for an address that nobody has', async () => {
    server.state.profile = null;
    open();
    await screen.findByText('This booking page does not exist');
    // Nor has anybody a word on privacy there.
    expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull();
    expect(screen.getByRole('banner').textContent).toContain('Daybook');
  });

  test('while the business takes a break', async () => {
    const paused = profileFixture();
    paused.business.booking_enabled = false;
    paused.business.paused_message = 'We are away.';
    paused.business.paused_until = '2027-01-07';
    useServer(fakePublicServer(paused));
    open();
    await screen.findByText('We are away. Booking opens again on Thursday, January 7.');
    expect(screen.getByRole('link', { name: 'Call +1 718 555 0142' })).toBeTruthy();
  });

  test('with nothing in its catalogue', async () => {
    useServer(fakePublicServer(profileFixture({ services: [] })));
    open();
    await screen.findByText('Nothing to book online yet');
  });

  test('while the server cannot be reached, with a way to try again', async () => {
    server.state.isOnline = false;
    open();
    await screen.findByText('The page could not be loaded');
    server.state.isOnline = true;
    await press('Try again');
    await heading('Choose your services');
  });
});

test('the privacy page has words of its own, or those of the business', async () => {
  open('/privacy');
  await heading('Privacy');
  expect(screen.getByText(/no trackers/)).toBeTruthy();
  cleanup();
  slug += '-own';
  const own = profileFixture();
  own.business.privacy_text = 'We keep nothing.';
  useServer(fakePublicServer(own));
  open('/privacy');
  await screen.findByText('We keep nothing.');
});

test('a confirmation that this device does not have says so', async () => {
  open('/confirmation');
  await screen.findByText('There is no booking on this device');
  await act(async () => {});
});
