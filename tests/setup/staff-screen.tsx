import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { DaybookDb } from '#db/open.ts';
import { must } from '#domain/errors/assert.ts';
import { StaffScreen } from '#features/staff/staff-screen.tsx';
import { renderScreen } from './screen.tsx';

/** The page of the team over the database of a test. */
export const openStaff = async (db: DaybookDb, at = '/staff') => {
  renderScreen(db, { path: '/staff', at, screen: <StaffScreen /> });
  await screen.findByRole('heading', { name: 'Staff' });
  return userEvent.setup();
};

/** What is in the sheet that is open. */
export const sheet = async () => within(await screen.findByRole('dialog'));

export const openDialog = (): HTMLElement =>
  must(document.querySelector<HTMLElement>('dialog[open]'), 'a sheet is open');
