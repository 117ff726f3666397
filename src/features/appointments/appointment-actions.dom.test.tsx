// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { recordConsent } from '#db/commands/consents.ts';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { must } from '#domain/errors/assert.ts';
import { addVisit, openSalon, put, SALON_DAY, salonTime } from '#tests/fixtures/salon.ts';
import { toastStore } from '#ui/toast.ts';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { NewAppointmentSheet } from './new-appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});

const draw = (sheet: ReactElement) =>
  render(
    <MemoryRouter>
      <DbProvider db={db}>{sheet}</DbProvider>
    </MemoryRouter>,
  );
const open = async () => {
  draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
  await screen.findByRole('dialog');
};
const openMenu = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'More actions' }));

it('says that the client has confirmed, and takes it back', async () => {
  const confirmation = async () => (await db.rows('appointments').get('visit'))?.confirmation;
  await open();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Client has confirmed' }));
  expect(await screen.findByText('Confirmed by client')).toBeTruthy();
  expect(await confirmation()).toBe('confirmed');
  toastStore.get().toasts.at(-1)?.action?.onPress();
  await waitFor(async () => expect(await confirmation()).toBe('none'));
});

it('who was thought missing came after all, and owes nothing for it', async () => {
  await db.rows('appointments').update('visit', {
    status: 'no_show',
    fee_kind: 'no_show',
    fee_cents: 4000,
    fee_state: 'owed',
    updated_at: salonTime(600),
  });
  await open();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Came after all' }));
  await waitFor(async () =>
    expect(await db.rows('appointments').get('visit')).toMatchObject({
      status: 'completed',
      fee_cents: 0,
      fee_state: 'none',
    }),
  );
});

it('a visit that is over leads to the next one, on the day its services say', async () => {
  await db.rows('services').update('cut', { rebook_after_days: 35 });
  await db.rows('appointments').update('visit', { status: 'completed' });
  await put(db, 'sale_lines', {
    id: 'line',
    sale_id: 'sale',
    occurred_at: salonTime(640),
    position: 0,
    kind: 'service',
    appointment_id: 'visit',
    variant_id: null,
    staff_id: 'mia',
    name: 'Cut',
    qty: 1,
    unit_price_cents: 6500,
    discount_cents: 0,
    order_discount_cents: 0,
    tax_name: null,
    tax_milli_percent: 0,
    tax_inclusive: true,
    tax_cents: 0,
    total_cents: 6500,
  });
  await open();
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Book again…' });
  const query = new URL(link.href).searchParams;
  expect(Object.fromEntries(query)).toEqual({
    date: '2026-12-29',
    new: 'appointment',
    on: '2026-12-29',
    client: 'ann',
    again: 'visit',
  });
});

it('a visit that is over and not paid leads to the checkout, and then to the next visit', async () => {
  await db.rows('appointments').update('visit', { status: 'completed' });
  await open();
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Checkout' });
  expect(new URL(link.href).pathname).toBe('/checkout/visit');
  await openMenu();
  expect(screen.getByRole('menuitem', { name: 'Book again…' })).toBeTruthy();
});

it('one that is still to come offers it in its menu', async () => {
  await open();
  await openMenu();
  expect(screen.getByRole('menuitem', { name: 'Book again…' })).toBeTruthy();
});

it('the next visit begins with the same services and people, and is counted as kept', async () => {
  await addVisit(db, 'last', { clientId: 'bob', staffId: 'leo', minute: 900, minutes: 20 });
  await db
    .rows('appointment_segments')
    .where('appointment_id')
    .equals('last')
    .modify({ variant_id: 'beard-variant' });
  draw(
    <NewAppointmentSheet
      at={{ day: SALON_DAY, minute: 720, staffId: null, clientId: 'bob', againId: 'last' }}
      isOpen
      onClose={() => {}}
      onBooked={() => {}}
      onBlockInstead={() => {}}
    />,
  );
  const service = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Service' });
  expect(service.value).toBe('Beard trim');
  expect(screen.getByLabelText<HTMLSelectElement>('With').value).toBe('leo');
  await userEvent.click(screen.getByRole('button', { name: 'Book' }));
  const booked = () =>
    db
      .rows('appointments')
      .filter(({ id }) => id !== 'visit' && id !== 'last')
      .toArray();
  await waitFor(async () => expect(await booked()).toHaveLength(1));
  const [row] = await booked();
  expect(must(row, 'it was booked')).toMatchObject({ client_id: 'bob', source: 'rebook' });
});

it.each([
  ['told by mail', true, 'appointment.move'],
  ['not told by mail', false, 'appointment.move.silently'],
])('a client who is moved is %s', async (_, tells, name) => {
  await db.rows('clients').update('ann', { email: 'ann@mail.example' });
  await db.rows('appointments').update('visit', { starts_at: salonTime(660) });
  draw(<AppointmentSheet id="visit" part="move" isOpen onClose={() => {}} />);
  const box = await screen.findByRole('checkbox', { name: /^Tell the client by mail/ });
  if (!tells) await userEvent.click(box);
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '14:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect((await db.outbox.toArray()).map((entry) => entry.name)).toEqual([name]),
  );
});

it('nobody is asked about telling a client who has no address', async () => {
  await db.rows('appointments').update('visit', { starts_at: salonTime(660) });
  draw(<AppointmentSheet id="visit" part="move" isOpen onClose={() => {}} />);
  await screen.findByLabelText('Time');
  expect(screen.queryByRole('checkbox', { name: /^Tell the client/ })).toBeNull();
});

it.each([
  ['told by mail', true, 'appointment.cancelled'],
  ['not told by mail', false, 'appointment.cancelled.silently'],
])('a client whose visit is given up is %s', async (_, tells, name) => {
  await db.rows('clients').update('ann', { email: 'ann@mail.example' });
  await db.rows('appointments').update('visit', { starts_at: salonTime(660) });
  draw(<AppointmentSheet id="visit" part="cancel" isOpen onClose={() => {}} />);
  const box = await screen.findByRole('checkbox', { name: /^Tell the client by mail/ });
  if (!tells) await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel appointment' }));
  await waitFor(async () =>
    expect((await db.outbox.toArray()).map((entry) => entry.name)).toEqual([name]),
  );
});

it('a message of the business is written on the phone, with its words, and can be changed', async () => {
  await db.rows('clients').update('ann', { phone: '+17185550199' });
  draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Write a message' }));
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text');
  expect(text.value).toMatch(/a reminder: Cut/);
  await userEvent.selectOptions(screen.getByLabelText('Message'), 'Please confirm');
  expect(text.value).toMatch(/are you coming to/);
  await userEvent.type(text, ' Thanks!');
  const href = screen.getByRole('link', { name: /^Text / }).getAttribute('href') ?? '';
  expect(decodeURIComponent(href)).toMatch(/^sms:\+17185550199.*Thanks!$/);
});

it('a text that was handed to the phone leaves a line, and who wants none is noticed', async () => {
  await db.rows('clients').update('ann', { phone: '+17185550199' });
  await recordConsent(db, 'ann', {
    purpose: 'reminders',
    channel: 'sms',
    state: 'denied',
    source: 'phone',
    text_version: '',
    wording: null,
  });
  draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Write a message' }));
  await screen.findByText('They do not want reminders by text message.');
  await userEvent.selectOptions(screen.getByLabelText('Message'), 'Booked');
  await waitFor(() =>
    expect(screen.queryByText('They do not want reminders by text message.')).toBeNull(),
  );
  const link = screen.getByRole('link', { name: /^Text / });
  // Nothing is opened by a test.
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
  await userEvent.click(screen.getByRole('link', { name: /again$/ }));
  await waitFor(async () =>
    expect(await db.rows('handed_texts').toArray()).toMatchObject([
      { client_id: 'ann', appointment_id: 'visit', kind: 'booking_confirmed', channel: 'sms' },
    ]),
  );
});
