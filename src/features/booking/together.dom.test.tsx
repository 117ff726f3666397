import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PublicBundle } from '#remote/public-booking.ts';
import { heading, openBooking, press } from './booking-by-hand.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { profileFixture } from './profile-fixture.ts';

/** Services that are sold together, and people who do one together. */
let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

beforeEach(() => {
  // A business of its own for each test: profiles are remembered per business.
  slug = `together-${(count += 1)}`;
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const serve = (profile: ReturnType<typeof profileFixture>) => {
  server = fakePublicServer(profile);
  vi.stubGlobal('fetch', server.fetch);
};
const open = (path = '') => openBooking(slug, path);
const fromTimeToReview = async () => {
  await heading('Choose a time');
  await userEvent.click((await screen.findAllByRole('button', { name: /^9:00 AM/ }))[0]!);
  await heading('Your details');
  await userEvent.type(screen.getByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Continue');
  await heading('Check and book');
};

const bridal: PublicBundle = {
  id: 'bridal',
  name: 'Bridal day',
  description: 'Before the party',
  visibility: 'public',
  variant_ids: ['cut-long', 'secret-one'],
  price_mode: 'fixed',
  price_cents: 7000,
  percent_bp: null,
  sort_key: 'a',
};

test('sells a bundle as one thing for one price, also after a reload', async () => {
  serve(profileFixture({ bundles: [bridal] }));
  open();
  const bundle = await screen.findByRole('checkbox', { name: /^Bridal day/ });
  expect(bundle.closest('li')?.textContent).toContain('$70.00 · instead of $80.00');
  await userEvent.click(bundle);
  expect(await screen.findAllByText('$70.00')).not.toEqual([]);
  cleanup();
  open();
  const kept = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Bridal day/ });
  expect(kept.checked).toBe(true);
  await press('Continue');
  await heading('Who would you like?');
  await press('Continue');
  await fromTimeToReview();
  const line = screen.getByText('Bridal day').closest('li');
  expect(line?.textContent).toContain('$70.00');
  expect(line?.textContent).toContain('Cut – Long');
  await press('Book now');
  await heading('You’re booked');
  expect(server.callsOf('book')[0]?.args['request']).toMatchObject({
    expected_total: 7000,
    items: [
      { variant_id: 'cut-long', bundle_id: 'bridal' },
      { variant_id: 'secret-one', bundle_id: 'bridal' },
    ],
  });
});

test('a bundle is waited for as one thing, where no time suits', async () => {
  const { rules } = profileFixture();
  serve(profileFixture({ bundles: [bridal], rules: { ...rules, allow_waitlist: true } }));
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Bridal day/ }));
  await press('Continue');
  await heading('Who would you like?');
  await press('Continue');
  await heading('Choose a time');
  await press('Join the waitlist');
  await heading('Join the waitlist');
  await userEvent.type(screen.getByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Join the waitlist');
  await waitFor(() =>
    expect(server.callsOf('join_waitlist')[0]?.args['request']).toMatchObject({
      items: [
        { variant_id: 'cut-long', bundle_id: 'bridal' },
        { variant_id: 'secret-one', bundle_id: 'bridal' },
      ],
    }),
  );
});

test('says how many do a service, and names all of them once they are known', async () => {
  const profile = profileFixture();
  profile.services = profile.services.map((one) =>
    one.id === 'cut' ? { ...one, staff_needed: 2 } : one,
  );
  serve(profile);
  open('?service=cut-long');
  await heading('Choose your services');
  await press('Continue');
  // Both of those who cut are needed: nobody is asked who.
  await fromTimeToReview();
  const line = screen.getByText('Cut – Long').closest('li');
  expect(line?.textContent).toContain('with two of our team');
  expect(line?.textContent).toContain('$80.00');
  await press('Book now');
  await heading('You’re booked');
  expect(screen.getByText('with Mara Lindqvist and Theo Okafor')).toBeTruthy();
});

test('a bundle is the one thing that is booked where that is one, and so is a part of it', async () => {
  const { rules } = profileFixture();
  serve(profileFixture({ bundles: [bridal], rules: { ...rules, multi_service: false } }));
  open();
  const bundle = await screen.findByRole<HTMLInputElement>('radio', { name: /^Bridal day/ });
  const long = screen.getByRole<HTMLInputElement>('radio', { name: /^Long/ });
  await userEvent.click(bundle);
  expect([bundle.checked, long.checked]).toEqual([true, false]);
  await userEvent.click(long);
  expect([bundle.checked, long.checked]).toEqual([false, true]);
  expect(await screen.findAllByText('$80.00')).not.toEqual([]);
});

test('a business that offers nothing but a bundle can be booked', async () => {
  const profile = profileFixture({ bundles: [bridal] });
  serve({ ...profile, services: profile.services.map((one) => ({ ...one, visibility: 'link' })) });
  open();
  expect(await screen.findByRole('checkbox', { name: /^Bridal day/ })).toBeTruthy();
});
