import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WaitOffer } from '#remote/public-waitlist.ts';
import { BookingLayout } from './booking-layout.tsx';
import { BookingScreen } from './booking-screen.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { profileFixture } from './profile-fixture.ts';
import { WaitlistConfirmationScreen } from './waitlist-confirmation-screen.tsx';

// Far from the salon, wherever the tests run.
vi.mock('#platform/device-zone.ts', () => ({ deviceZone: () => 'Europe/Berlin' }));

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

beforeEach(() => {
  slug = `waits-${(count += 1)}`;
  localStorage.clear();
  const profile = profileFixture();
  profile.rules.allow_waitlist = true;
  server = fakePublicServer(profile);
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (path = '') =>
  render(
    <MemoryRouter initialEntries={[`/book/${slug}${path}`]}>
      <Routes>
        <Route path="/book/:proUrl" element={<BookingLayout />}>
          <Route index element={<BookingScreen />} />
          <Route path="waitlist-confirmation" element={<WaitlistConfirmationScreen />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** A long cut by Mara, and no time that suits. */
const comeToTimes = async () => {
  open('?service=cut-long');
  await heading('Choose your services');
  await press('Continue');
  await heading('Who would you like?');
  await userEvent.click(await screen.findByRole('radio', { name: /Mara/ }));
  await press('Continue');
  await heading('Choose a time');
};

const fillDetails = async () => {
  await userEvent.type(screen.getByLabelText('First name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@mail.example');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0100');
};

const join = async () => {
  await comeToTimes();
  await press('Join the waitlist');
  await heading('Join the waitlist');
  await userEvent.selectOptions(screen.getByLabelText('Earlier or later'), '30');
  await fillDetails();
  await press('Join the waitlist');
};

test('a client for whom no time fits is on the list once the server has said so, and leaves it', async () => {
  await join();
  await heading('You’re on the waitlist');
  const [{ args } = { args: {} }] = server.callsOf('join_waitlist');
  expect(args).toMatchObject({
    slug,
    request: {
      items: [{ staff_id: 'mara', add_on_ids: [] }],
      windows: [{ weekdays: [], from_min: 0, to_min: 1440 }],
      flexible_min: 30,
      client: { first_name: 'Ada', email: 'ada@mail.example' },
    },
  });
  expect(screen.getByText(/message is on its way to ada@mail.example/)).toBeTruthy();

  await press('Leave the waitlist');
  expect(server.callsOf('leave_waitlist')).toHaveLength(0);
  await press('Leave it');
  await heading('You’re off the waitlist');
  expect(server.callsOf('leave_waitlist')).toHaveLength(1);
});

test('an answer that is lost is asked for again, also after a reload, and nobody is on the list twice', async () => {
  server.state.lostAnswers = 1;
  await join();
  await heading('Still joining…');
  expect(screen.queryByText(/You’re on the waitlist/)).toBeNull();
  document.body.replaceChildren();
  open('?step=waitlist');
  await heading('You’re on the waitlist');
  const ids = server.callsOf('join_waitlist').map(({ args }) => args['op_id']);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
});

test('what is missing is said at its field, and what the server refuses too', async () => {
  await comeToTimes();
  await press('Join the waitlist');
  await heading('Join the waitlist');
  await userEvent.clear(screen.getByLabelText('From'));
  await press('Join the waitlist');
  expect(await screen.findByText('Please enter your first name.')).toBeTruthy();
  expect(screen.getByText('This is not a day of the calendar.')).toBeTruthy();
  expect(server.callsOf('join_waitlist')).toHaveLength(0);

  const today = screen.getByLabelText<HTMLInputElement>('Until').value;
  await userEvent.type(screen.getByLabelText('From'), today);
  await fillDetails();
  server.state.refuseNext.set('join_waitlist', { ok: false, code: 'too_far' });
  await press('Join the waitlist');
  expect(await screen.findByText('You are not on the list.')).toBeTruthy();
  await press('Join the waitlist');
  await heading('You’re on the waitlist');
});

test('where nothing is free at all: the list, the phone, somebody else', async () => {
  server.state.isFull = true;
  await comeToTimes();
  expect(await screen.findByText(/^Nothing is free in the next \d+ days\.$/)).toBeTruthy();
  expect(screen.getByText(/^Call .*they may find a place for you\.$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try somebody else' })).toBeTruthy();
  await press('Join the waitlist');
  await heading('Join the waitlist');
  await press('Other days');
  await press('Other days');
  await fillDetails();
  await press('Join the waitlist');
  await heading('You’re on the waitlist');
  const [asked] = server.callsOf('join_waitlist');
  expect((asked!.args['request'] as { windows: unknown[] }).windows).toHaveLength(3);
});

test('who waits says anew when they can come, and keeps their place', async () => {
  await join();
  await heading('You’re on the waitlist');
  await press('Change when I can come');
  const form = await screen.findByRole('form', { name: 'When you can come' });
  await waitFor(() => expect(document.activeElement).toBe(form));
  await userEvent.click(await screen.findByRole('button', { name: 'Other days' }));
  await userEvent.selectOptions(screen.getByLabelText('Earlier or later'), '60');
  await userEvent.type(screen.getByLabelText('Anything they should know'), 'Not before ten');
  server.state.refuseNext.set('change_waitlist', { ok: false, code: 'too_far' });
  await press('Save');
  expect(await screen.findByText('This is too far ahead to book yet.')).toBeTruthy();
  expect(screen.queryByText(/^Saved/)).toBeNull();
  await press('Save');
  expect(await screen.findByText('Saved: this is when you can come now.')).toBeTruthy();
  expect(screen.getByText('Also 1 hour earlier or later')).toBeTruthy();
  expect(server.callsOf('change_waitlist').at(-1)?.args).toMatchObject({
    windows: [{ from_min: 0 }, { from_min: 0 }],
    note: 'Not before ten',
    flexible_min: 60,
  });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Change when I can come' }),
  );
});

test('where all of the team are needed nobody is chosen to wait for', async () => {
  const profile = server.state.profile!;
  profile.services = profile.services.map((one) => ({ ...one, staff_needed: 2 }));
  open('?service=cut-long');
  await heading('Choose your services');
  await press('Continue');
  await heading('Choose a time');
  await press('Join the waitlist');
  await heading('Join the waitlist');
  expect(screen.getByText('Cut – Long')).toBeTruthy();
  expect(screen.queryByLabelText('With')).toBeNull();
});

test('a business without a waitlist offers none', async () => {
  server.state.profile!.rules.allow_waitlist = false;
  await comeToTimes();
  expect(screen.queryByRole('button', { name: 'Join the waitlist' })).toBeNull();
});

test('the page of the list says what it knows without a connection, and nothing to strangers', async () => {
  await join();
  await heading('You’re on the waitlist');
  const [token = ''] = server.state.waits.keys();
  server.state.isOnline = false;
  document.body.replaceChildren();
  open('/waitlist-confirmation');
  await heading('You’re on the waitlist');
  await waitFor(() => expect(screen.getByText(/how it was when this page was last/)).toBeTruthy());

  server.state.isOnline = true;
  localStorage.clear();
  document.body.replaceChildren();
  open(`/waitlist-confirmation?token=${token}`);
  await heading('You’re on the waitlist');
  document.body.replaceChildren();
  open('/waitlist-confirmation?token=guessed');
  await heading('This link does not work any more');
  document.body.replaceChildren();
  open('/waitlist-confirmation');
  await heading('You are on no waitlist on this device');
});

describe('an offer', () => {
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3600_000).toISOString();
  const offer = (more: Partial<WaitOffer> = {}): WaitOffer => ({
    id: 'offer-1',
    starts_at: inHours(26),
    ends_at: inHours(27),
    expires_at: inHours(2),
    state: 'sent',
    staff_names: ['Mara Lindqvist'],
    terms: {
      prices: [{ kind: 'fixed', cents: 8500 }],
      policy: { version: 3, body: 'Be on time.' },
      fee_terms: { late_cancel: { percent: 50 }, no_show: null, grace_min: 0, notice_min: 1440 },
      fees: { late_cancel: 4250, no_show: 0, free_until: inHours(2) },
      deposit: 2500,
      cancel_until: inHours(2),
    },
    ...more,
  });

  const openOffered = async (more: Partial<WaitOffer> = {}) => {
    server.state.waits.set('tok', {
      state: 'offered',
      items: [
        { service_name: 'Cut – Long', variant_id: 'cut-long', staff_ids: [], staff_names: [] },
      ],
      windows: [
        { from_day: '2099-01-01', to_day: '2099-01-02', weekdays: [], from_min: 0, to_min: 1440 },
      ],
      expires_at: '2099-01-03T05:00:00+00:00',
      time_zone: 'America/New_York',
    });
    server.state.offer = offer(more);
    open('/waitlist-confirmation?token=tok');
    await heading('A time came free for you');
  };

  test('is taken by a press, once the server has said so; what it costs stands before it', async () => {
    await openOffered();
    expect(screen.getByText('Cut – Long')).toBeTruthy();
    expect(screen.getByText(/with Mara Lindqvist/)).toBeTruthy();
    expect(screen.getByText('$85.00')).toBeTruthy();
    expect(screen.getByText('Eastern Time')).toBeTruthy();
    expect(screen.getByText(/after that it costs \$42\.50/)).toBeTruthy();
    expect(screen.getByText(/asks you for a deposit of \$25\.00 before the visit/)).toBeTruthy();
    expect(screen.getByText('Be on time.')).toBeTruthy();
    // Looking changes nothing.
    expect(server.callsOf('answer_offer')).toHaveLength(0);
    await press('Take this time');
    await heading('You’re booked');
    expect(server.callsOf('answer_offer').map(({ args }) => args)).toMatchObject([
      {
        token: 'tok',
        answer: {
          offer_id: 'offer-1',
          accept: true,
          policy_version: 3,
          fee_terms: { notice_min: 1440 },
          expected_total: 8500,
        },
      },
    ]);
    expect(
      screen.getByRole('link', { name: 'View, change or cancel' }).getAttribute('href'),
    ).toContain('token=manage-offer');
  });

  test('that begins soon does not speak of times to cancel that are over', async () => {
    const terms = offer().terms!;
    const fees = { late_cancel: 4250, no_show: 0, free_until: inHours(-1) };
    await openOffered({ terms: { ...terms, fees } });
    screen.getByText('It starts so soon that cancelling costs $42.50.');
    document.body.replaceChildren();
    await openOffered({ terms: { ...terms, fees: null, cancel_until: inHours(-1) } });
    screen.getByText('It starts so soon that it cannot be cancelled online.');
    expect(screen.queryByText(/free until|cancel online until/)).toBeNull();
  });

  test('is told to whoever waits for the answer, once and when somebody looks at it', async () => {
    const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await openOffered();
    const told = () => server.callsOf('offer_viewed').map(({ args }) => args);
    expect(told()).toEqual([]);
    look.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(told()).toEqual([{ token: 'tok', offer_id: 'offer-1' }]));
    fireEvent(document, new Event('visibilitychange'));
    expect(told()).toHaveLength(1);
    look.mockRestore();
  });

  test('is left to others, and the wait goes on', async () => {
    await openOffered();
    await press('No, leave it to others');
    await heading('You’re on the waitlist');
    expect(server.callsOf('answer_offer')[0]?.args['answer']).toEqual({
      offer_id: 'offer-1',
      accept: false,
    });
    expect(screen.queryByRole('button', { name: 'Take this time' })).toBeNull();
  });

  test('who is too late is told so, and nothing is said to be booked', async () => {
    await openOffered();
    const { terms: _terms, ...lost } = offer({ state: 'superseded' });
    server.state.offer = lost;
    server.state.waits.set('tok', { ...server.state.waits.get('tok')!, state: 'waiting' });
    server.state.refuseNext.set('answer_offer', { ok: false, code: 'offer_over' });
    await press('Take this time');
    await heading('You’re on the waitlist');
    expect(screen.getByText(/^You are too late for /)).toBeTruthy();
    expect(screen.queryByText('You’re booked')).toBeNull();
  });

  test('whose time is taken at that moment is refused where it was pressed', async () => {
    await openOffered();
    server.state.refuseNext.set('answer_offer', { ok: false, code: 'slot_taken' });
    await press('Take this time');
    expect(await screen.findByText(/This time has just been taken/)).toBeTruthy();
    expect(
      screen.getByRole('heading', { level: 1, name: 'A time came free for you' }),
    ).toBeTruthy();
  });
});
