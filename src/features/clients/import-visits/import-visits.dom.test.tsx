// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, segmentOf, TEST_NOW } from '#db/test-rows.ts';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { ImportAppointmentsScreen } from '../import-appointments-screen.tsx';
import { runStore } from '../import/run.ts';

let db: DaybookDb;
beforeEach(async () => {
  runStore.set(() => null);
  db = await openSalon();
});
afterEach(() => db.close());

const open = () => {
  renderScreen(db, { path: '/calendar/import', screen: <ImportAppointmentsScreen /> });
  return userEvent.setup();
};
const list = (...lines: string[]) => new File([lines.join('\n')], 'book.csv', { type: 'text/csv' });

it('shows what would happen, lists who is in the way, books the rest and takes it back', async () => {
  await putAppointment(db, 'a1', [segmentOf('seg', 'ana', '2027-03-12T15:00:00+00:00')]);
  const user = open();
  await user.upload(
    await screen.findByLabelText('CSV file'),
    list(
      'Date,Time,Client,Phone,Service,Staff',
      '3/12/2027,10:15,Dora New,(212) 555-0188,Haircut,Ana',
      '3/12/2027,11:30,Cleo Adams,,Haircut,Ana',
      '3/15/2027,5:00,Eve Old,,Haircut,Ben',
      '3/1/2027,9:00,Gone,,Haircut,Ana',
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Check 4 rows' }));
  await screen.findByText('1 appointment would stand where somebody is');
  expect(screen.getByRole('status').textContent).toBe(
    'Appointments2New clients1Left out as taken1Cannot be imported1',
  );
  screen.getByText(/^Row 2: Cleo Adams, 10:00 – 10:45 AM, with Ana$/);
  screen.getByText('Row 4: outside Ben’s hours');
  screen.getByText('“3/1/2027” is over.');
  await user.selectOptions(screen.getByLabelText('What to do with row 2'), 'Book anyway');
  await user.click(screen.getByRole('button', { name: 'Import 3 appointments' }));
  await screen.findByRole('heading', { name: '3 appointments and 2 clients imported' });
  expect(await db.rows('appointments').count()).toBe(4);

  await screen.findByRole('heading', { name: 'Nobody is told of 3 imported appointments' });
  await user.click(screen.getByRole('button', { name: 'Start telling them' }));
  await waitFor(() => expect(screen.queryByText(/^Nobody is told of/)).toBeNull());
  expect(await db.rows('businesses').get(db.businessId)).toMatchObject({
    imports_told_at: TEST_NOW,
  });

  await user.click(screen.getByRole('button', { name: 'Undo the import' }));
  await waitFor(() => expect(toasts()).toContain('3 appointments and 2 clients taken back'));
  expect(await db.rows('appointments').toArray()).toMatchObject([{ id: 'a1' }]);
});

it('asks for a column that says when', async () => {
  const user = open();
  await user.upload(await screen.findByLabelText('CSV file'), list('Client,Service', 'Cleo,Cut'));
  await screen.findByText(/Choose the column with the start, or one with the date/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check 1 row' }).disabled).toBe(
    true,
  );
});

it('is only for those who may book for everybody', async () => {
  await db.rows('memberships').update('m-owner', { role: 'practitioner' });
  open();
  await screen.findByText(/Your role does not allow importing appointments/);
});
