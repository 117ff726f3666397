// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { addVisit, openSalon, put, salonTime } from '#tests/fixtures/salon.ts';
import { toastStore } from '#ui/toast.ts';
import { AppointmentSheet } from './appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await db.rows('appointment_segments').toCollection().modify({ variant_id: 'cut-variant' });
});

const parts = async () =>
  (
    await db.rows('appointment_segments').where('appointment_id').equals('visit').sortBy('position')
  ).map(({ service_name, staff_id, starts_at }) => [service_name, staff_id, starts_at]);
const openForm = async () => {
  render(
    <MemoryRouter>
      <DbProvider db={db}>
        <AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />
      </DbProvider>
    </MemoryRouter>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Change services…' }));
  await screen.findByRole('combobox', { name: 'Service' });
};
const addBeard = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Another service' }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Service 2' }), 'beard');
  await userEvent.click(await screen.findByRole('option', { name: /Beard/, hidden: true }));
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('another service joins a visit that is booked, and undo takes it out again', async () => {
  const before = await parts();
  await openForm();
  await addBeard();
  await press('Save');
  await waitFor(async () =>
    expect(await parts()).toEqual([...before, ['Beard trim', 'mia', salonTime(645)]]),
  );
  expect(await db.rows('appointments').get('visit')).toMatchObject({ ends_at: salonTime(665) });
  const services = within(await screen.findByRole('region', { name: 'Services' }));
  expect(await services.findByText('Beard trim')).toBeTruthy();
  toastStore.get().toasts.at(-1)?.action?.onPress();
  await waitFor(async () => expect(await parts()).toEqual(before));
});

it('says who comes next before it grows over them', async () => {
  await addVisit(db, 'next', { clientId: 'bob', staffId: 'mia', minute: 645, minutes: 30 });
  await openForm();
  await addBeard();
  expect(await screen.findByText('Overlaps Bob Ray')).toBeTruthy();
  await press('Save anyway');
  await waitFor(async () => expect(await parts()).toHaveLength(2));
  expect(await db.rows('appointments').get('visit')).toMatchObject({ overlap_accepted: true });
});

it('asks for the service of a line that is empty, and changes nothing', async () => {
  await openForm();
  await press('Another service');
  await press('Save');
  expect(await screen.findByText('Choose a service and who does it.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

it('somebody else does the second service at the same time, in a room that needs longer to be ready', async () => {
  await openForm();
  await addBeard();
  const second = () => screen.getAllByLabelText<HTMLSelectElement>('With')[1]!;
  const together = { name: 'At the same time as the service before' };
  expect(screen.queryByRole('checkbox', together)).toBeNull();
  await userEvent.selectOptions(second(), 'Leo');
  await userEvent.click(screen.getByRole('checkbox', together));
  await userEvent.click(screen.getAllByRole('button', { name: 'Change' })[1]!);
  const after = await screen.findByLabelText('Buffer after');
  await userEvent.clear(after);
  await userEvent.type(after, '15');
  await press('Save');
  await waitFor(async () =>
    expect((await parts()).at(-1)).toEqual(['Beard trim', 'leo', salonTime(600)]),
  );
  expect(await db.rows('appointments').get('visit')).toMatchObject({ ends_at: salonTime(645) });
  const rows = await db.rows('appointment_segments').toArray();
  expect(rows.find(({ staff_id }) => staff_id === 'leo')).toMatchObject({
    buffer_after_min: 15,
    duration_min: 20,
  });
});

it('names who does not offer a service last, and books them all the same', async () => {
  await put(db, 'staff_service_overrides', {
    id: 'leo-cut',
    staff_id: 'leo',
    variant_id: 'cut-variant',
    offered: false,
    price_cents: null,
    duration_min: null,
  });
  await openForm();
  const people = await screen.findByLabelText<HTMLSelectElement>('With');
  await waitFor(() =>
    expect([...people.options].map(({ text }) => text)).toEqual([
      'Mia',
      'Leo (does not offer this)',
    ]),
  );
  await userEvent.selectOptions(people, 'leo');
  await press('Save');
  await waitFor(async () => expect((await parts())[0]?.[1]).toBe('leo'));
});

it('says that a deposit does not go back by itself when it is more than what is left', async () => {
  await put(db, 'payments', {
    id: 'paid',
    sale_id: null,
    appointment_id: 'visit',
    occurred_at: salonTime(540),
    method: 'card_online',
    label: null,
    state: 'captured',
    collects: false,
    amount_cents: 3000,
    tendered_cents: null,
  });
  await openForm();
  await addBeard();
  expect(screen.queryByText(/was paid before this visit/)).toBeNull();
  await press('Remove Service 1');
  expect(await screen.findByText('$30.00 was paid before this visit')).toBeTruthy();
  expect(screen.getByText(/^That is \$5\.00 more than it costs now/)).toBeTruthy();
});
