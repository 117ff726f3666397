import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PublicService } from '#remote/public-booking.ts';
import { BookingLayout } from './booking-layout.tsx';
import { BookingScreen } from './booking-screen.tsx';
import { ConfirmationScreen } from './confirmation-screen.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { profileFixture } from './profile-fixture.ts';
import { WaitlistConfirmationScreen } from './waitlist-confirmation-screen.tsx';

/** Booking where somebody comes to the client: the address first, then the times. */

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

beforeEach(() => {
  slug = `mobile-${(count += 1)}`;
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

type Places = PublicService['location_types'];

const open = (
  places: Places | Record<string, Places>,
  {
    path = '?service=cut-long',
    areas = [] as string[],
    theo = 'both' as 'both' | 'business',
    waits = false,
  } = {},
) => {
  const profile = profileFixture();
  profile.services = profile.services.map((one) => ({
    ...one,
    location_types: Array.isArray(places) ? places : (places[one.id] ?? ['business']),
  }));
  profile.staff = profile.staff.map((one) => ({
    ...one,
    works_at: one.id === 'theo' ? theo : 'both',
  }));
  profile.rules = {
    ...profile.rules,
    travel_before_min: 60,
    travel_after_min: 30,
    visit_postal_codes: areas,
    allow_waitlist: waits,
  };
  server = fakePublicServer(profile);
  vi.stubGlobal('fetch', server.fetch);
  return render(
    <MemoryRouter initialEntries={[`/book/${slug}${path}`]}>
      <Routes>
        <Route path="/book/:proUrl" element={<BookingLayout />}>
          <Route index element={<BookingScreen />} />
          <Route path="confirmation" element={<ConfirmationScreen />} />
          <Route path="waitlist-confirmation" element={<WaitlistConfirmationScreen />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
};
const heading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string | RegExp, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);
const fillAddress = async (postalCode = '11375') => {
  await type('Street and number', '12 Elm Street');
  await type('City', 'Queens');
  await type(/^Postal code/, postalCode);
};
const toWhere = async (title: string) => {
  await heading('Choose your services');
  await press('Continue');
  await heading(title);
};

describe('a service that is only done at the client’s', () => {
  test('asks where before it shows times, and books that', async () => {
    open(['client']);
    await toWhere('Where shall we come to?');
    await fillAddress();
    await press('Continue');
    await heading('Who would you like?');
    await press('Continue');
    await heading('Choose a time');
    expect(screen.getByText(/leave room for the way to you/)).toBeTruthy();
    // Everybody works from nine to twelve: an hour there, an hour of work, half an hour back.
    const times = await screen.findAllByRole('button', { name: /^\d+:\d\d AM/ });
    expect(times.map(({ textContent }) => /^\d+:\d\d/.exec(textContent)?.[0])).toEqual([
      '10:00',
      '10:15',
      '10:30',
    ]);
    await userEvent.click(times[0]!);
    await heading('Your details');
    expect(server.callsOf('hold_slot')[0]?.args['request']).toMatchObject({ place: 'client' });
    // Holding needs no address.
    expect(JSON.stringify(server.callsOf('hold_slot'))).not.toContain('Elm');
    await type('First name', 'Ann');
    await type('Email', 'ann@example.com');
    await type('Phone', '718 555 0199');
    await press('Continue');
    await heading('Check and book');
    expect(screen.getByText('12 Elm Street')).toBeTruthy();
    await press('Book now');
    await heading('You’re booked');
    expect(screen.getByText('Queens, 11375')).toBeTruthy();
    expect(server.callsOf('book')[0]?.args['request']).toMatchObject({
      place: 'client',
      address: { line1: '12 Elm Street', city: 'Queens', postal_code: '11375', country_code: 'US' },
    });
  });

  test('has fields that browsers can fill in', async () => {
    open(['client']);
    await toWhere('Where shall we come to?');
    const fillsIn = (label: string | RegExp) =>
      screen.getByLabelText(label).getAttribute('autocomplete');
    expect(['Street and number', /^Floor/, 'City', /^Postal code/, /^State/].map(fillsIn)).toEqual([
      'address-line1',
      'address-line2',
      'address-level2',
      'postal-code',
      'address-level1',
    ]);
  });

  test('says what is missing and goes there', async () => {
    open(['client']);
    await toWhere('Where shall we come to?');
    await press('Continue');
    const street = await screen.findByLabelText('Street and number');
    await waitFor(() => expect(document.activeElement).toBe(street));
    expect(screen.getByText('Please enter your city.')).toBeTruthy();
    await heading('Where shall we come to?');
  });

  test('is not to be had outside the area, and the page says what helps', async () => {
    open(['client'], { areas: ['112'] });
    await toWhere('Where shall we come to?');
    expect(screen.getByText(/comes to postal codes that begin with 112/)).toBeTruthy();
    await fillAddress();
    await press('Continue');
    const code = await screen.findByLabelText('Postal code');
    expect(code.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/does not come to 11375. You can call/)).toBeTruthy();
    await userEvent.clear(code);
    await userEvent.type(code, '11201');
    await press('Continue');
    await heading('Who would you like?');
  });

  test('what was typed survives a reload, and the address is asked for before all else', async () => {
    open(['client']);
    await toWhere('Where shall we come to?');
    await type('Street and number', '12 Elm Street');
    cleanup();
    open(['client'], { path: '?step=time' });
    await heading('Where shall we come to?');
    const street = await screen.findByLabelText<HTMLInputElement>('Street and number');
    expect(street.value).toBe('12 Elm Street');
  });

  test('is waited for where no time suits, and the list knows where to come to', async () => {
    open(['client'], { waits: true });
    await toWhere('Where shall we come to?');
    await fillAddress();
    await press('Continue');
    await heading('Who would you like?');
    await press('Continue');
    await heading('Choose a time');
    await press('Join the waitlist');
    await heading('Join the waitlist');
    expect(screen.getByText('At your place: 12 Elm Street, Queens, 11375')).toBeTruthy();
    await type('First name', 'Ann');
    await type('Email', 'ann@example.com');
    await type('Phone', '718 555 0199');
    await press('Join the waitlist');
    await heading('You’re on the waitlist');
    expect(screen.getByText('At your place')).toBeTruthy();
    expect(server.callsOf('join_waitlist')[0]?.args['request']).toMatchObject({
      place: 'client',
      address: { line1: '12 Elm Street', city: 'Queens', postal_code: '11375', country_code: 'US' },
    });
  });

  test('nobody waits for it without having said where', async () => {
    open(['client'], { waits: true });
    await toWhere('Where shall we come to?');
    cleanup();
    open(['client'], { waits: true, path: '?step=waitlist' });
    await heading('Where shall we come to?');
  });

  test('an address that the server refuses is read at its field', async () => {
    open(['client']);
    await toWhere('Where shall we come to?');
    await fillAddress();
    await press('Continue');
    await heading('Who would you like?');
    await press('Continue');
    await heading('Choose a time');
    await userEvent.click((await screen.findAllByRole('button', { name: /^10:00 AM/ }))[0]!);
    await heading('Your details');
    await type('First name', 'Ann');
    await type('Email', 'ann@example.com');
    await type('Phone', '718 555 0199');
    await press('Continue');
    await heading('Check and book');
    server.state.refuseNext.set('book', {
      ok: false,
      code: 'outside_area',
      field: 'address.postal_code',
    });
    await press('Book now');
    await heading('Where shall we come to?');
    expect(screen.getByText(/does not come to 11375/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Postal code/), '0');
    expect(screen.queryByText(/does not come to/)).toBeNull();
  });
});

describe('a service that can be had at both places', () => {
  test('asks which, shows its people, and the address only for a visit', async () => {
    open(['business', 'client'], { theo: 'business' });
    await toWhere('Where would you like it?');
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toContain('choose where');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^At Studio Lumen/ }));
    expect(screen.queryByLabelText('Street and number')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: /^At your place/ }));
    expect(screen.queryByText('Please enter your city.')).toBeNull();
    await fillAddress();
    await press('Continue');
    // Only Mara goes out: nobody is asked who.
    await heading('Choose a time');
  });

  test('leaves the list of services as it is, also of what nobody does at that place', async () => {
    open(['business', 'client'], { theo: 'business' });
    await toWhere('Where would you like it?');
    await userEvent.click(screen.getByRole('radio', { name: /^At your place/ }));
    await userEvent.click(screen.getByRole('link', { name: 'Services' }));
    await heading('Choose your services');
    // Only Theo colours, who does not go out.
    const colour = screen.getByRole('checkbox', { name: /^Colour/ });
    expect(colour.closest('label')?.textContent).toMatch(/1 hr 30 min · from \$90/i);
  });

  test('at the business it is as without a visit', async () => {
    open(['business', 'client']);
    await toWhere('Where would you like it?');
    await userEvent.click(screen.getByRole('radio', { name: /^At Studio Lumen/ }));
    await press('Continue');
    await heading('Who would you like?');
    await press('Continue');
    await heading('Choose a time');
    expect(screen.queryByText(/the way to you/)).toBeNull();
    await screen.findAllByRole('button', { name: /^9:00 AM/ });
  });
});

test('services that are not done at the same place are booked one by one', async () => {
  open({ cut: ['client'], colour: ['business'] });
  await heading('Choose your services');
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Colour/ }));
  await userEvent.click(await screen.findByRole('radio', { name: /Warm/ }));
  await press('Continue');
  expect((await screen.findByRole('alert')).textContent).toContain('not done at the same place');
});
