// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { serviceTree } from '#db/queries/services.ts';
import { openSalon } from '#db/test-rows.ts';
import { fail } from '#domain/errors/result.ts';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { AheadSteps } from './ahead-steps.tsx';
import { hasBegun, keepBegun } from './begun.ts';
import { offersOf } from './menu-form.ts';
import { OnboardingScreen } from './onboarding-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  db = await openSalon();
  await db.rows('services').clear();
});
afterEach(() => db.close());

const ask = () => {
  render(
    <AheadSteps
      userId={db.userId}
      business={{ trade: 'nails', currency: 'EUR', locale: 'en-US' }}
    />,
  );
  return userEvent.setup();
};
const openBusiness = () =>
  renderScreen(db, {
    path: '/onboarding',
    screen: <OnboardingScreen beginTrial={() => Promise.resolve(fail('offline'))} />,
  });
const namesOnMenu = async () =>
  (await serviceTree(db)).flatMap(({ services }) => services.map(({ service }) => service.name));

it('takes hours and a menu while there is no business, over restarts, and writes them once there is', async () => {
  const user = ask();
  await user.type(screen.getByLabelText('Your name'), 'Nora Quist');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '10:00' } });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'What do you offer?' });
  cleanup();
  sessionStorage.clear();

  ask();
  await screen.findByRole('heading', { name: 'What do you offer?' });
  await user.click(screen.getByRole('checkbox', { name: 'Extensions' }));
  await user.click(screen.getByRole('button', { name: 'Keep 5 services' }));
  await screen.findByText(/^That is all for now/);
  cleanup();

  openBusiness();
  await screen.findByRole('heading', { name: 'Your booking link' });
  expect((await db.rows('staff').get('ana'))?.display_name).toBe('Nora Quist');
  expect((await db.rows('work_patterns').get('hours-ana'))?.weeks[0]?.[0]).toEqual([[600, 1080]]);
  expect(await namesOnMenu()).toHaveLength(5);
  expect(await namesOnMenu()).not.toContain('Extensions');
  cleanup();

  // Each answer once.
  expect(hasBegun(db.userId)).toBe(false);
  const sent = await db.outbox.count();
  openBusiness();
  await screen.findByRole('heading', { name: 'When do you work?' });
  expect(await db.outbox.count()).toBe(sent);
});

it('says at once what is wrong with an answer, and shows it when somebody goes back', async () => {
  const user = ask();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const name = await screen.findByLabelText('Your name');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  await user.type(name, 'Nora');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const price = await screen.findByLabelText(/^Price of Manicure/);
  await user.clear(price);
  await user.click(screen.getByRole('button', { name: /^Keep/ }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: /You/ }));
  expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Nora');
});

it('leaves every question for later, and then asks it when the business is there', async () => {
  const user = ask();
  await user.click(screen.getByRole('button', { name: 'Later' }));
  await screen.findByRole('heading', { name: 'What do you offer?' });
  await user.click(screen.getByRole('button', { name: 'Later' }));
  await screen.findByText(/^That is all for now/);
  cleanup();
  openBusiness();
  await screen.findByRole('heading', { name: 'When do you work?' });
  expect(await db.outbox.count()).toBe(0);
});

it('goes on with the menu when only the hours were answered, and keeps a menu that came meanwhile', async () => {
  db.close();
  db = await openSalon();
  const there = await namesOnMenu();
  keepBegun(db.userId, {
    hours: { display_name: 'Nora', days: [0], from: '09:00', to: '12:00' },
    menu: { trade: 'nails', offers: offersOf('nails') },
  });
  openBusiness();
  await screen.findByRole('heading', { name: 'Your booking link' });
  expect(await namesOnMenu()).toEqual(there);
  cleanup();
  keepBegun(db.userId, {
    hours: { display_name: 'Nora', days: [0], from: '10:00', to: '12:00' },
  });
  openBusiness();
  await screen.findByRole('heading', { name: 'What do you offer?' });
});

it('says why an answer could not be written, and does not lose it', async () => {
  keepBegun(db.userId, { hours: { display_name: 'Nora', days: [0], from: '12:00', to: '09:00' } });
  openBusiness();
  await screen.findByRole('heading', { name: 'When do you work?' });
  expect(toasts()).toHaveLength(1);
  expect(hasBegun(db.userId)).toBe(true);
});
