// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serviceTree } from '#db/queries/services.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, segmentOf } from '#db/test-rows.ts';
import { fail } from '#domain/errors/result.ts';
import { place, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { OnboardingScreen } from './onboarding-screen.tsx';

/** A device with no room for another day. */
const beginTrial = vi.fn(() => Promise.resolve(fail('storage_full')));

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
  await db.rows('businesses').update(db.businessId, { onboarding_state: 'in_progress' });
  await db.rows('services').clear();
});
afterEach(() => db.close());

const open = async (at = '/onboarding') => {
  renderScreen(db, {
    path: '/onboarding',
    at,
    screen: <OnboardingScreen beginTrial={beginTrial} />,
  });
  await screen.findByRole('heading', { name: /^Welcome/ });
  return userEvent.setup();
};

it('goes from name and hours over the menu to the link, and is done', async () => {
  await db.rows('businesses').update(db.businessId, { trade: 'nails' });
  const user = await open();
  const name = screen.getByLabelText('Your name');
  await user.clear(name);
  await user.type(name, 'Ana Ruiz');
  await user.click(screen.getByRole('button', { name: 'Sat' }));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '10:00' } });
  await user.click(screen.getByRole('button', { name: 'Continue' }));

  await screen.findByRole('heading', { name: 'What do you offer?' });
  expect((await db.rows('staff').get('ana'))?.display_name).toBe('Ana Ruiz');
  expect((await db.rows('work_patterns').get('hours-ana'))?.weeks).toEqual([
    [[[600, 1080]], [[600, 1080]], [[600, 1080]], [[600, 1080]], [[600, 1080]], [], []],
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Extensions' }));
  await user.click(screen.getByRole('button', { name: 'Add 5 services' }));

  await screen.findByRole('heading', { name: 'Your booking link' });
  await screen.findByText(/^Some of your answers wait to be sent/);
  const names = (await serviceTree(db)).flatMap(({ services }) =>
    services.map(({ service }) => service.name),
  );
  expect(names).toHaveLength(5);
  expect(names).not.toContain('Extensions');
  screen.getByText(/\/book\/test-salon$/);
  await user.click(screen.getByRole('button', { name: 'Open my calendar' }));
  await waitFor(() => expect(place()).toBe('/calendar'));
  expect((await db.rows('businesses').get(db.businessId))?.onboarding_state).toBe('done');
});

it('lets every question wait', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Later' }));
  await screen.findByRole('heading', { name: 'What do you offer?' });
  await user.click(screen.getByRole('button', { name: 'Later' }));
  await screen.findByText(/nothing on the menu yet/);
  expect(await db.outbox.count()).toBe(0);
});

it('does not propose a menu to who has one', async () => {
  db.close();
  db = await openSalon();
  await open('/onboarding?step=2');
  await screen.findByText(/^2 services are on your menu/);
  expect(within(document.body).queryByLabelText('Kind of business')).toBeNull();
});

it('ends with a booking of one’s own that shows as soon as it has arrived', async () => {
  await open('/onboarding?step=3');
  screen.getByText('Try it: book yourself in');
  await putAppointment(db, 'mine', [segmentOf('s1', 'ana', '2027-03-10T15:00:00+00:00')], {
    source: 'online',
  });
  await screen.findByText('Your first booking is here');
  const show = screen.getByRole('link', { name: 'Show it' });
  expect(show.getAttribute('href')).toBe('/appointments/mine');
});

it('says why a made-up day cannot begin, and lets it be tried again', async () => {
  db.close();
  db = await openSalon();
  const user = await open('/onboarding?step=3');
  const button = screen.getByRole('button', { name: 'Try a made-up day' });
  await user.click(button);
  await waitFor(() =>
    expect(toasts()).toEqual([expect.stringMatching(/^This device is out of space/)]),
  );
  expect(button).toHaveProperty('disabled', false);
  await user.click(button);
  await waitFor(() => expect(beginTrial).toHaveBeenCalledTimes(2));
});
