// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addClientNote } from '#db/commands/client-notes.ts';
import { addPatchTest } from '#db/commands/patch-tests.ts';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { openSalon, SALON_DAY, salonTime } from '#tests/fixtures/salon.ts';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { NewAppointmentSheet } from './new-appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});

const draw = (screenUnderTest: ReactElement) =>
  render(
    <MemoryRouter>
      <DbProvider db={db}>{screenUnderTest}</DbProvider>
    </MemoryRouter>,
  );
const openNew = async () => {
  draw(
    <NewAppointmentSheet
      at={{ day: SALON_DAY, minute: 720, staffId: 'leo', clientId: 'bob' }}
      isOpen
      onClose={() => {}}
      onBooked={() => {}}
      onBlockInstead={() => {}}
    />,
  );
  await userEvent.type(await screen.findByRole('combobox', { name: 'Service' }), 'cut');
  await userEvent.click(
    await screen.findByRole('option', { name: /^Cut and finish/, hidden: true }),
  );
};
const asks = (enforce: 'warn' | 'block') =>
  db.rows('services').update('cut', {
    patch_test_required: true,
    patch_test_min_hours: 48,
    patch_test_valid_days: 183,
    patch_test_enforce: enforce,
  });
const openVisit = async () => {
  draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
  await screen.findByRole('dialog');
};
const booked = () => db.rows('appointments').where('client_id').equals('bob').count();

describe('an alert of a client', () => {
  it('shows while they are booked and on their appointment', async () => {
    await addClientNote(db, 'bob', { kind: 'alert', body: 'Faints at needles' });
    await addClientNote(db, 'ann', { kind: 'alert', body: 'Dog bites' });
    await addClientNote(db, 'bob', { kind: 'clinical', body: 'Not for this place' });
    await openNew();
    await screen.findByText('Faints at needles');
    expect(screen.queryByText('Not for this place')).toBeNull();
    await openVisit();
    expect((await screen.findByText(/Dog bites/)).textContent).toBe(
      'Allergic to ammonia\nDog bites',
    );
  });
});

describe('a missing patch test', () => {
  it('is a warning where the service only warns', async () => {
    await asks('warn');
    await openNew();
    await screen.findByText('Cut and finish needs a patch test');
    await userEvent.click(screen.getByRole('button', { name: 'Book' }));
    await waitFor(async () => expect(await booked()).toBe(1));
  });

  it('stops the booking where the service insists, until there is one', async () => {
    await asks('block');
    await openNew();
    await userEvent.click(screen.getByRole('button', { name: 'Book' }));
    await screen.findByText(/^This service insists on a patch test/);
    expect(await booked()).toBe(0);
    await addPatchTest(db, 'bob', {
      product: 'Tint',
      batch: null,
      service_id: null,
      performed_at: '2026-11-01T10:00:00+00:00',
      result: 'passed',
      expires_on: '2027-05-01',
    });
    await waitFor(() => expect(screen.queryByText('Cut and finish needs a patch test')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Book' }));
    await waitFor(async () => expect(await booked()).toBe(1));
  });

  it('that is out of date by the visit is told on the appointment', async () => {
    await asks('warn');
    await addPatchTest(db, 'ann', {
      product: 'Tint 6N',
      batch: null,
      service_id: 'cut',
      performed_at: '2026-03-01T10:00:00+00:00',
      result: 'passed',
      expires_on: '2026-09-01',
    });
    await openVisit();
    await screen.findByText(/The last test is out of date by then\. Tint 6N, March 1, 2026\./);
  });
});

it('a request of somebody who pays first says so before it is approved', async () => {
  await db.rows('clients').update('ann', { payment_rule: 'deposit' });
  await db.rows('appointments').update('visit', { status: 'pending', starts_at: salonTime(600) });
  await openVisit();
  await screen.findByText('Pays a deposit before a visit');
});
