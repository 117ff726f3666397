// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, segmentOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { pressToast, toasts } from '#tests/setup/screen.tsx';
import { openStaff, sheet } from '#tests/setup/staff-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

it('shows who works when, with which account, and what they do', async () => {
  await openStaff(db);
  const cards = screen.getAllByRole('listitem').map((card) => card.textContent);
  expect(cards[0]).toMatch(/Ana.*Owner.*Mon – Sat 9:00 AM – 6:00 PM.*All 2 services/);
  expect(cards[1]).toMatch(/Ben.*No account/);
});

it('adds somebody with usual hours, who then is in the calendar’s order', async () => {
  const user = await openStaff(db);
  await user.click(screen.getByRole('button', { name: 'Add person' }));
  await user.type((await sheet()).getByLabelText('Name'), 'Noor 🌸 Haddad-Featherstonehaugh');
  await user.click((await sheet()).getByRole('button', { name: 'Add person' }));
  await screen.findByRole('heading', { name: 'Noor 🌸 Haddad-Featherstonehaugh' });
  const staff = await db.rows('staff').toArray();
  expect(staff.find(({ display_name }) => display_name.startsWith('Noor'))?.rank).toBe(2);
});

it('keeps who somebody is: title, colour, a few words, and whether they take appointments', async () => {
  const user = await openStaff(db);
  await user.click(screen.getByRole('button', { name: 'More for Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  const form = await sheet();
  await user.type(await form.findByLabelText(/^Title/), 'Colourist');
  await user.click(form.getByRole('radio', { name: 'violet' }));
  await user.type(form.getByLabelText(/^About/), 'Twelve years of balayage.');
  await user.click(form.getByRole('switch', { name: /^Takes appointments/ }));
  // Who takes none cannot be chosen by clients.
  expect(
    form.getByRole<HTMLInputElement>('switch', { name: /^On the booking page/ }).disabled,
  ).toBe(true);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Colourist/);
  expect(await db.rows('staff').get('ben')).toMatchObject({
    title: 'Colourist',
    colour: 'violet',
    bio: 'Twelve years of balayage.',
    bookable: false,
  });
});

it('refuses to archive who still has appointments, and says how many', async () => {
  await putAppointment(db, 'a1', [segmentOf('g1', 'ben', '2027-03-20T15:00:00+00:00')]);
  const user = await openStaff(db);
  await user.click(screen.getByRole('button', { name: 'More for Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Archive/ }));
  await screen.findByRole('heading', { name: 'Ben still has appointments' });
  expect(screen.getByRole('link', { name: 'Show them' }).getAttribute('href')).toBe(
    '/calendar?view=agenda&staff=ben',
  );
  expect((await db.rows('staff').get('ben'))?.status).toBe('active');
  // Somebody else takes them, and then it works.
  await user.selectOptions(screen.getByLabelText('Give them to'), 'Ana');
  await user.click(screen.getByRole('button', { name: 'Give and archive' }));
  await waitFor(async () => expect((await db.rows('staff').get('ben'))?.status).toBe('archived'));
  expect((await db.rows('appointment_segments').get('g1'))?.staff_id).toBe('ana');
});

it('archives who has none, with a way back', async () => {
  const user = await openStaff(db);
  await user.click(screen.getByRole('button', { name: 'More for Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Archive/ }));
  await waitFor(() => expect(toasts()).toEqual(['Ben archived']));
  pressToast();
  await waitFor(async () => expect((await db.rows('staff').get('ben'))?.status).toBe('active'));
});

it('says where clients can book somebody, once anything is done at their own place', async () => {
  const user = await openStaff(db);
  await user.click(screen.getByRole('button', { name: 'More for Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  await (await sheet()).findByLabelText('Name');
  expect((await sheet()).queryByLabelText('Clients can book this person')).toBeNull();
  const service = must((await db.rows('services').toArray())[0], 'there is a service');
  await db.rows('services').update(service.id, { location_types: ['business', 'client'] });
  const where = await (await sheet()).findByLabelText('Clients can book this person');
  await user.selectOptions(where, 'Only at the business');
  await user.click((await sheet()).getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await db.rows('staff').get('ben'))?.works_at).toBe('business'));
});

it('says from when until when somebody is here, and what is booked after that', async () => {
  await putAppointment(db, 'a1', [segmentOf('g1', 'ben', '2027-03-20T15:00:00+00:00')]);
  const user = await openStaff(db);
  await user.click(screen.getByRole('button', { name: 'More for Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  const last = await (await sheet()).findByLabelText(/^Last day/);
  fireEvent.change(last, { target: { value: '2027-03-19' } });
  await (await sheet()).findByText('One appointment is after that');
  fireEvent.change(last, { target: { value: '2027-03-20' } });
  await waitFor(() => expect(screen.queryByText(/after that/)).toBeNull());
  fireEvent.change(last, { target: { value: '2027-03-19' } });
  await (await sheet()).findByText('One appointment is after that');
  expect((await sheet()).getByRole('link', { name: 'Show them' }).getAttribute('href')).toBe(
    '/calendar?view=agenda&staff=ben&date=2027-03-20',
  );
  fireEvent.change((await sheet()).getByLabelText(/^First day/), {
    target: { value: '2027-03-25' },
  });
  await user.click((await sheet()).getByRole('button', { name: 'Save' }));
  await (await sheet()).findByText('The end has to be after the start.');
  fireEvent.change((await sheet()).getByLabelText(/^First day/), { target: { value: '' } });
  await user.click((await sheet()).getByRole('button', { name: 'Save' }));
  await screen.findByText('Until March 19, 2027');
  expect((await db.rows('staff').get('ben'))?.employed_until).toBe('2027-03-19');
});

it('keeps whom to call about somebody, for who manages the team', async () => {
  const user = await openStaff(db);
  const lines = () => screen.getAllByRole('button', { name: /^Emergency contact/ });
  expect(lines()).toHaveLength(2);
  await user.click(lines()[1]!);
  await user.type((await sheet()).getByLabelText(/^Their name/), 'Rosa Li');
  await user.type((await sheet()).getByLabelText(/^Their phone/), '212 555 0125');
  await user.click((await sheet()).getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Emergency contact: Rosa Li, 212 555 0125' });
  await waitFor(() => expect(toasts()).toEqual(['Emergency contact saved']));
  pressToast();
  await waitFor(async () =>
    expect((await db.rows('staff_contacts').get('ben'))?.emergency_contact).toBeNull(),
  );
});

it('shows somebody who does not manage the team their own emergency contact only', async () => {
  const me = must((await db.rows('memberships').toArray())[0], 'a membership');
  await db.rows('memberships').update(me.id, { role: 'assistant', custom_permissions: {} });
  const user = await openStaff(db);
  await user.click(await screen.findByRole('button', { name: /^Emergency contact/ }));
  await screen.findByRole('heading', { name: 'Your emergency contact' });
});
