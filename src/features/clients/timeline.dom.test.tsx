// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { addClientNote } from '#db/commands/client-notes.ts';
import { openSalon, putAppointment, segmentOf } from '#db/test-rows.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { ClientScreen } from './client-screen.tsx';

it('what happened with a client is told together, or one kind of it', async () => {
  const db = await openSalon();
  await putAppointment(db, 'past', [segmentOf('s1', 'ana', '2027-03-01T15:00:00+00:00')], {
    status: 'completed',
  });
  await addClientNote(db, 'cleo', { body: 'Likes tea' });
  renderScreen(db, { path: '/clients/:clientId', at: '/clients/cleo', screen: <ClientScreen /> });
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  const lines = () => timeline.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines()).toEqual([
    expect.stringContaining('General: Likes tea'),
    expect.stringContaining('Haircut'),
  ]);
  await userEvent.click(timeline.getByRole('button', { name: 'Notes' }));
  expect(lines()).toEqual([expect.stringContaining('General: Likes tea')]);
  await userEvent.click(timeline.getByRole('button', { name: 'Visits' }));
  expect(lines()).toEqual([expect.stringContaining('Haircut')]);
  await userEvent.click(timeline.getByRole('button', { name: 'Visits' }));
  expect(lines()).toHaveLength(2);
  db.close();
});
