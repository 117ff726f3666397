import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { BookRequest } from '#remote/public-booking.ts';
import { BookingLayout } from './booking-layout.tsx';
import { BookingScreen } from './booking-screen.tsx';
import { ConfirmationScreen } from './confirmation-screen.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { profileFixture, service, variant } from './profile-fixture.ts';

/** Choosing who and when: what is asked of the server, and what is kept. */
let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

beforeEach(() => {
  // A business of its own for each test: free times are remembered per business.
  slug = `times-${(count += 1)}`;
  localStorage.clear();
  server = fakePublicServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (path = '') =>
  render(
    <MemoryRouter initialEntries={[`/book/${slug}${path}`]}>
      <Routes>
        <Route path="/book/:proUrl" element={<BookingLayout />}>
          <Route index element={<BookingScreen />} />
          <Route path="confirmation" element={<ConfirmationScreen />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));
const toTimes = async () => {
  open('?service=cut-long');
  await press('Continue');
  await heading('Who would you like?');
  await press('Continue');
  await heading('Choose a time');
  await screen.findAllByRole('button', { name: /^9:00 AM/ });
};
const fillDetails = async () => {
  await heading('Your details');
  await userEvent.type(await screen.findByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Continue');
  await heading('Check and book');
};

test('for whom it is is said before anything is chosen, of the business and of a service', async () => {
  const { rules, services, ...profile } = profileFixture();
  server.state.profile = {
    ...profile,
    rules: { ...rules, audience: 'existing' },
    services: services.map((one) => ({ ...one, audience: one.id === 'colour' ? 'new' : 'all' })),
  };
  open();
  await screen.findByText(/^Online booking is for returning clients\. .* please get in touch\./);
  const colour = screen.getByRole('checkbox', { name: /^Colour/ });
  expect(colour.closest('label')?.textContent).toContain('New clients');
  const short = screen.getByRole('checkbox', { name: /^Short/ });
  expect(short.closest('label')?.textContent).not.toContain('clients');
});

test('turning days and months asks for nothing that is loaded', async () => {
  const asked = () => server.callsOf('public_availability').map(({ args }) => args['from_day']);
  const days = () => screen.getAllByRole('button', { name: /\d times? free$/ });
  const turnAll = async (label: string) => {
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: label });
    for (let month = 0; month < 5 && !isOff(button()); month += 1) await userEvent.click(button());
  };
  const isOff = (button: HTMLButtonElement) =>
    button.disabled || button.getAttribute('aria-disabled') === 'true';
  await toTimes();
  expect(asked()).toHaveLength(1);
  for (const day of days().slice(0, 3)) await userEvent.click(day);
  expect(asked()).toHaveLength(1);

  // Sixty days are two spans of five weeks: each is asked for once.
  await turnAll('Next month');
  await waitFor(() => expect(asked()).toHaveLength(2));
  await screen.findAllByRole('button', { name: /\d times? free$/ });
  expect(new Set(asked()).size).toBe(2);
  await userEvent.click(days()[0]!);
  await turnAll('Previous month');
  await userEvent.click(days()[0]!);
  await turnAll('Next month');
  await userEvent.click(days().at(-1)!);
  expect(asked()).toHaveLength(2);
});

test('the own time stays among the others, although it is taken: by oneself', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await toTimes();
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await fillDetails();
  const held = server.callsOf('hold_slot')[0]?.args['request'] as BookRequest;
  const nine = epochMinOf(held.starts_at);
  server.state.gone.add(nine);
  server.state.gone.add(nine + 120);
  // What is free is young for a minute.
  vi.setSystemTime(Date.now() + 61_000);
  await userEvent.click(screen.getByRole('link', { name: 'Change: When' }));
  await heading('Choose a time');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^11:00 AM/ })).toBeNull());
  const own = screen.getByRole('button', { name: /^9:00 AM/ });
  expect(own.getAttribute('aria-pressed')).toBe('true');
});

test('three services by two people: each chosen for itself, and named before and after', async () => {
  const names = ['Wash', 'Trim', 'Style'];
  server.state.profile = profileFixture({
    services: names.map((name) => service(name.toLowerCase(), { name })),
    variants: names.map((name) => variant(`${name.toLowerCase()}-one`, name.toLowerCase())),
    overrides: [],
    add_on_groups: [],
    add_ons: [],
  });
  open();
  for (const name of names) {
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`^${name}`) }));
  }
  await press('Continue');
  await heading('Who would you like?');
  await press('Choose for each service');
  const people = { Wash: /Mara Lindqvist/, Trim: /Theo Okafor/, Style: /Mara Lindqvist/ };
  for (const [name, person] of Object.entries(people)) {
    const group = screen.getByRole('group', { name });
    await userEvent.click(within(group).getByRole('radio', { name: person }));
  }
  await press('Continue');
  await heading('Choose a time');
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await fillDetails();
  const what = screen.getByRole('region', { name: 'What' }).textContent;
  expect(what).toContain('Mara Lindqvist');
  expect(what).toContain('Theo Okafor');
  await press('Book now');
  await heading('You’re booked');
  expect(server.callsOf('book')[0]?.args['request']).toMatchObject({
    items: [
      { variant_id: 'wash-one', staff_id: 'mara' },
      { variant_id: 'trim-one', staff_id: 'theo' },
      { variant_id: 'style-one', staff_id: 'mara' },
    ],
  });
  expect(screen.getAllByText(/Theo Okafor/)).not.toEqual([]);
});

test('beside each person stands when they have time next, and the times are there without asking again', async () => {
  server.state.away.set('mara', 3).set('theo', 90);
  open('?service=cut-long');
  await press('Continue');
  await heading('Who would you like?');
  const next = async (name: RegExp) =>
    /(Next: .*|Nothing free.*)$/.exec(
      (await screen.findByRole('radio', { name })).closest('label')!.textContent,
    )?.[0];
  const day = (days: number): string =>
    new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }).format(Date.now() + days * 86_400_000);
  // They come by themselves, and the radio button says them as well.
  await screen.findByRole('radio', { name: /^Mara Lindqvist.*Next:/ });
  expect(await next(/^Mara/)).toContain(`Next: ${day(4)}`);
  expect(await next(/^Anyone/)).toBe(await next(/^Mara/));
  expect(await next(/^Theo/)).toBe('Nothing free in the next weeks');
  await press('Continue');
  await heading('Choose a time');
  await screen.findAllByRole('button', { name: /^9:00 AM/ });
  expect(server.callsOf('public_availability')).toHaveLength(1);
});

test('who cannot be told about stands there without a time', async () => {
  server.state.refuseNext.set('public_availability', { ok: false, code: 'rate_limited' });
  open('?service=cut-long');
  await press('Continue');
  await heading('Who would you like?');
  await waitFor(() => expect(server.callsOf('public_availability')).toHaveLength(1));
  await screen.findByRole('radio', { name: /^Mara/ });
  expect(screen.queryByText(/^Next:|^Nothing free/)).toBeNull();
});
