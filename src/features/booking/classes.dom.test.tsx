import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PublicSession } from '#remote/public-sessions.ts';
import { heading, openBooking, press } from './booking-by-hand.tsx';
import { fakePublicServer } from './fake-public-server.ts';
import { profileFixture, service, variant } from './profile-fixture.ts';

let server: ReturnType<typeof fakePublicServer>;
let slug: string;
let count = 0;

const IN_TEN_DAYS = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

const session = (id: string, left: number, hour: number): PublicSession => ({
  id,
  starts_at: `${IN_TEN_DAYS}T${hour}:00:00+00:00`,
  ends_at: `${IN_TEN_DAYS}T${hour + 1}:00:00+00:00`,
  left,
  variant_id: 'yoga-one',
  staff_id: 'mara',
  price_kind: 'fixed',
  price_cents: 1500,
});

beforeEach(() => {
  slug = `classes-${(count += 1)}`;
  localStorage.clear();
  const profile = profileFixture();
  profile.rules.allow_waitlist = true;
  profile.services.push(service('yoga', { name: 'Yoga', is_class: true, approval: false }));
  profile.variants.push(variant('yoga-one', 'yoga', { price_cents: 1500, duration_min: 45 }));
  server = fakePublicServer(profile);
  server.state.sessions = [
    session('morning', 3, 15),
    session('noon', 0, 17),
    { ...session('other', 9, 18), variant_id: 'spinning' },
  ];
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (path = '') => openBooking(slug, path);
const toDates = async () => {
  open();
  await heading('Choose your services');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Yoga/ }));
  await press('Continue');
  await heading('Choose a date');
};
const fillDetails = async () => {
  await heading('Your details');
  // One of many has no note of their own.
  expect(screen.queryByLabelText(/should know/)).toBeNull();
  await userEvent.type(screen.getByLabelText('First name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone'), '718 555 0199');
  await press('Continue');
};
const booked = () => server.callsOf('book')[0]?.args['request'] as Record<string, unknown>;

describe('a class', () => {
  test('is booked by a date and a number of seats, without where and who', async () => {
    await toDates();
    const dates = await screen.findByRole('list', { name: 'Dates' });
    expect(within(dates).getAllByRole('button')).toHaveLength(2);
    await userEvent.selectOptions(screen.getByLabelText(/How many of you/), '2 seats');
    await press(/with Mara Lindqvist.*3 seats left/);
    await fillDetails();
    await heading('Check and book');
    expect(screen.getByText('2 seats, with Mara Lindqvist')).toBeTruthy();
    expect(screen.getAllByText('$30.00').length).toBeGreaterThan(0);
    // As long as the session takes, not as its service usually does.
    expect(await screen.findByText('2 seats, 1 hr')).toBeTruthy();
    await press('Book now');
    await heading('You’re booked');
    expect(screen.getByText(/, 2 seats/)).toBeTruthy();
    screen.getByText(/, with the link to cancel\.$/);
    screen.getByText(/^Running late\?/);
    expect(booked()).toMatchObject({
      starts_at: `${IN_TEN_DAYS}T15:00:00+00:00`,
      session: { id: 'morning', seats: 2, waiting: false },
      expected_total: 3000,
      hold_key: null,
    });
    expect(server.callsOf('hold_slot')).toEqual([]);
    expect(server.callsOf('public_availability')).toEqual([]);
  });

  test('that is full can be waited for, and nothing is called booked', async () => {
    await toDates();
    await press(/Full – join the waitlist/);
    await fillDetails();
    await heading('Join the waitlist');
    await press('Join the waitlist');
    await heading('You’re on the waitlist');
    // Nothing is said as of a visit that stands.
    screen.getByRole('link', { name: 'View or leave the waitlist' });
    screen.getByText(/ to ann@example\.com, with the link to leave the waitlist\.$/);
    expect(screen.queryByText(/^(You can cancel online|Running late)/)).toBeNull();
    expect(booked()).toMatchObject({ session: { id: 'noon', seats: 1, waiting: true } });
  });

  test('that is full says so where nobody may wait', async () => {
    server.state.profile!.rules.allow_waitlist = false;
    await toDates();
    const full = await screen.findByRole<HTMLButtonElement>('button', { name: /Full$/ });
    expect(full.disabled).toBe(true);
  });

  test('that fills up meanwhile leads back to the dates, with the words and the new numbers', async () => {
    await toDates();
    await press(/3 seats left/);
    await fillDetails();
    await heading('Check and book');
    server.state.sessions = [session('morning', 0, 15)];
    server.state.refuseNext.set('book', { ok: false, code: 'class_full', field: 'seats' });
    await press('Book now');
    await heading('Choose a date');
    expect(await screen.findByText('There are not enough seats left.')).toBeTruthy();
    await screen.findByRole('button', { name: /Full/ });
    await press(/Full – join/);
    // What was typed is still there.
    await heading('Your details');
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ann');
  });

  test('in which they sit already says where to change that', async () => {
    await toDates();
    await press(/3 seats left/);
    await fillDetails();
    await heading('Check and book');
    server.state.refuseNext.set('book', { ok: false, code: 'duplicate', field: 'session' });
    await press('Book now');
    expect(await screen.findByText('You are in this class already')).toBeTruthy();
  });

  test('is booked alone: it takes the place of other services, and they take its place', async () => {
    open();
    await heading('Choose your services');
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    await userEvent.click(box(/^Long/));
    await userEvent.click(box(/^Yoga/));
    expect([box(/^Long/).checked, box(/^Yoga/).checked]).toEqual([false, true]);
    await userEvent.click(box(/^Short/));
    expect([box(/^Short/).checked, box(/^Yoga/).checked]).toEqual([true, false]);
  });

  test('without a connection keeps what was chosen, says so and asks again', async () => {
    server.state.sessions = [session('morning', 1, 15)];
    open();
    await heading('Choose your services');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Yoga/ }));
    server.state.isOnline = false;
    await press('Continue');
    await heading('Choose a date');
    await screen.findByRole('alert');
    server.state.isOnline = true;
    await press('Try again');
    await screen.findByRole('button', { name: /1 seat left/ });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test('without dates says so', async () => {
    server.state.sessions = [];
    await toDates();
    expect(await screen.findByText('There are no dates yet.')).toBeTruthy();
  });
});
