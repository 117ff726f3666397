import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BookingLayout } from './booking-layout.tsx';
import { BookingScreen } from './booking-screen.tsx';
import { fakePublicServer } from './fake-public-server.ts';

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

beforeEach(() => {
  slug = `known-${(count += 1)}`;
  localStorage.clear();
  sessionStorage.clear();
  server = fakePublicServer();
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
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));

const askForCode = async () => {
  await heading('Choose your services');
  await press('Been here before?');
  await userEvent.type(await screen.findByLabelText('Your email address'), 'ann@example.com');
  await press('Send me a code');
};

test('a code brings what they had last time, as far as it is offered, and their details', async () => {
  server.state.known = {
    client: {
      first_name: 'Ann',
      last_name: 'Okafor',
      email: 'ann@example.com',
      phone: '+17185550199',
    },
    last: [
      { variant_id: 'gone', staff_id: null, add_on_ids: [] },
      { variant_id: 'cut-long', staff_id: 'mara', add_on_ids: ['mask', 'gone'] },
      { variant_id: 'cut-long', staff_id: null, add_on_ids: [] },
    ],
  };
  open();
  await askForCode();
  expect(
    await screen.findByText(/^If ann@example\.com is known here, a code is on its way/),
  ).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Code from the mail'), '123456');
  await press('Use the code');
  expect(await screen.findByText('Welcome back, Ann')).toBeTruthy();
  const welcome = screen.getByText('Welcome back, Ann').closest('[tabindex]');
  await waitFor(() => expect(document.activeElement).toBe(welcome));
  expect(screen.getByText('Last time: Cut – Long with Mara Lindqvist.')).toBeTruthy();
  await press('Same as last time');
  expect(await screen.findByText('This is chosen now.')).toBeTruthy();
  await press('Continue');
  await heading('Who would you like?');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Mara/ }).checked).toBe(true);
  await press('Continue');
  await heading('Choose a time');
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ann');
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('+17185550199');
  expect(screen.queryByRole('button', { name: 'Been here before?' })).toBeNull();
});

test('a wrong code tells nothing but that, and another can be asked for', async () => {
  open();
  await askForCode();
  await userEvent.type(await screen.findByLabelText('Code from the mail'), '12');
  await press('Use the code');
  expect(await screen.findByText('Please enter the six digits of the code.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Code from the mail'), '3456');
  await press('Use the code');
  expect(await screen.findByText(/^This code does not count/)).toBeTruthy();
  const field = screen.getByLabelText('Code from the mail');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByText(/Welcome back/)).toBeNull();
  await press('Ask for another code');
  expect(screen.getByLabelText<HTMLInputElement>('Your email address').value).toBe(
    'ann@example.com',
  );
});

test('an address that is none is not asked about', async () => {
  open();
  await heading('Choose your services');
  await press('Been here before?');
  await userEvent.type(await screen.findByLabelText('Your email address'), 'ann');
  await press('Send me a code');
  expect(await screen.findByText('Please enter your email address.')).toBeTruthy();
  expect(server.callsOf('ask_client_code')).toHaveLength(0);
});

test('who looks for the code in their mailbox comes back to where it is entered', async () => {
  server.state.known = {
    client: { first_name: 'Ann', last_name: '', email: 'ann@example.com', phone: '' },
    last: [],
  };
  open();
  await askForCode();
  await screen.findByLabelText('Code from the mail');
  cleanup();
  open();
  await userEvent.type(await screen.findByLabelText('Code from the mail'), '123456');
  await press('Use the code');
  await screen.findByText('Welcome back, Ann');
  expect(server.callsOf('use_client_code')[0]!.args).toMatchObject({ email: 'ann@example.com' });
  cleanup();
  open();
  await screen.findByRole('button', { name: 'Been here before?' });
});
