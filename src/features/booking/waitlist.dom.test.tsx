import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BookingLayout } from './booking-layout.tsx';
import { BookingScreen } from './booking-screen.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { profileFixture } from './profile-fixture.ts';
import { WaitlistConfirmationScreen } from './waitlist-confirmation-screen.tsx';

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
