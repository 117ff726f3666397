// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { addVisit, openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { toastStore } from '#ui/toast.ts';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { LateSheet } from './late-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await put(db, 'clients', { ...(await db.rows('clients').get('ann'))!, phone: '+12125550100' });
  await addVisit(db, 'next', { clientId: 'bob', staffId: 'mia', minute: 645, minutes: 45 });
  await addVisit(db, 'evening', { clientId: 'bob', staffId: 'mia', minute: 990, minutes: 30 });
});
const draw = () =>
  render(
    <MemoryRouter>
      <DbProvider db={db}>
        <LateSheet staffId="mia" isOpen onClose={() => {}} />
      </DbProvider>
    </MemoryRouter>,
  );
const rows = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const startOf = async (id: string) => (await db.rows('appointments').get(id))?.starts_at;

describe('running late', () => {
  it('shows beforehand who moves, from when to when, and into what', async () => {
    draw();
    await press('10 min');
    await waitFor(async () =>
      expect(await rows('Who moves')).toEqual([
        'Ann Lee10:00 AM10:10 AM',
        'Bob Ray10:45 AM10:55 AM',
      ]),
    );
    await userEvent.click(screen.getByRole('switch', { name: /Catch up/ }));
    await waitFor(async () =>
      expect((await rows('Who moves'))[2]).toBe(
        'Bob Ray4:30 PM4:40 PMAfter hours, or into blocked time',
      ),
    );
    expect(await startOf('visit')).toBe(salonTime(600));
  });

  it('moves them, writes to each client, and takes it all back at once', async () => {
    draw();
    await press('10 min');
    await press('Move 2 appointments');
    const link = await screen.findByRole('link', { name: 'Text Ann Lee' });
    const [target, body] = (link.getAttribute('href') ?? '').split('&body=');
    expect(target).toBe('sms:+12125550100?');
    expect(decodeURIComponent(body ?? '')).toBe(
      'Hi Ann, Mia is running about 10 minutes late today. We will see you at 10:10 AM instead. ' +
        'Sorry for the wait! – Salon',
    );
    expect((await rows('Who is told'))[1]).toContain('No phone and no e-mail known.');
    expect(await startOf('next')).toBe(salonTime(655));

    const undo = toastStore.get().toasts.at(-1)?.action;
    await act(async () => undo?.onPress());
    await waitFor(async () => expect(await startOf('next')).toBe(salonTime(645)));
    expect(await startOf('visit')).toBe(salonTime(600));
    // Nothing is left to be told.
    expect(await screen.findByRole('list', { name: 'Who moves' })).toBeTruthy();
  });

  it('says that nobody has to move', async () => {
    for (const id of ['visit', 'next', 'evening']) {
      await put(db, 'appointments', {
        ...(await db.rows('appointments').get(id))!,
        status: 'completed',
      });
    }
    draw();
    expect(await screen.findByText(/Nobody has to move/)).toBeTruthy();
    const move = screen.getByRole<HTMLButtonElement>('button', { name: 'Move' });
    expect(move.disabled).toBe(true);
  });

  it('begins with the appointment whose sheet is open', async () => {
    render(
      <MemoryRouter>
        <DbProvider db={db}>
          <AppointmentSheet id="next" part={null} isOpen onClose={() => {}} />
        </DbProvider>
      </MemoryRouter>,
    );
    await press('More actions');
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Running late…', hidden: true }),
    );
    await waitFor(async () => expect(await rows('Who moves')).toEqual(['Bob Ray10:45 AM11:00 AM']));
  });
});
