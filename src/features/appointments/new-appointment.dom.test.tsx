// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { InitialEntry } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, put, SALON_DAY, salonTime } from '#tests/fixtures/salon.ts';
import type { Searched } from '#ui/use-searched.ts';
import { choose, drawOver, press } from '#tests/setup/salon-screen.tsx';
import { NewAppointmentSheet } from './new-appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
const names = async () => (await db.outbox.toArray()).map(({ name }) => name);
/** Ids grow with time: the last one is what was just booked. */
const newest = async () =>
  (await db
    .rows('appointments')
    .filter(({ id }) => id !== 'visit')
    .last())!;

const at = { day: SALON_DAY, minute: 720, staffId: 'leo', clientId: null };
const open = (more: Partial<typeof at> = {}, from?: InitialEntry) => {
  const booked: string[] = [];
  drawOver(
    db,
    <NewAppointmentSheet
      at={{ ...at, ...more }}
      isOpen
      onClose={() => {}}
      onBooked={(day) => booked.push(day)}
      onBlockInstead={() => {}}
    />,
    from,
  );
  return booked;
};
const book = async (more: Partial<typeof at> = {}) => {
  const booked = open(more);
  await screen.findByRole('combobox', { name: 'Client' });
  return booked;
};

it('books a client who is found by a few letters, at the place that was pointed at', async () => {
  const booked = await book();
  await choose('Client', 'ra', /Bob Ray/);
  await choose('Service', 'cut', /^Cut and finish/);
  expect(await screen.findByText('45 min · $65.00', { selector: '.flex-1 > span' })).toBeTruthy();
  await press('Book');
  await waitFor(() => expect(booked).toHaveLength(1));
  expect(booked).toEqual([SALON_DAY]);
  const { id, ...row } = await newest();
  expect(row).toMatchObject({
    client_id: 'bob',
    starts_at: salonTime(720),
    ends_at: salonTime(765),
    status: 'booked',
    overlap_accepted: false,
  });
  expect(
    await db.rows('appointment_segments').where('appointment_id').equals(id).toArray(),
  ).toMatchObject([{ staff_id: 'leo', service_name: 'Cut and finish', price_cents: 6500 }]);
  expect(await names()).toEqual(['appointment.create']);
});

it('begins with the new client whom a search before did not find', async () => {
  const state: Searched = { searched: 'zoe quill' };
  const booked = open({}, { pathname: '/calendar', state });
  expect(await screen.findByLabelText<HTMLInputElement>('First name')).toHaveProperty(
    'value',
    'Zoe',
  );
  await press('Add client');
  expect(await screen.findByText('Zoe Quill')).toBeTruthy();
  // Somebody else after all: the search begins anew.
  await press('Change');
  await choose('Client', 'ra', /Bob Ray/);
  await choose('Service', 'cut', /^Cut and finish/);
  await press('Book');
  await waitFor(() => expect(booked).toEqual([SALON_DAY]));
  expect((await newest()).client_id).toBe('bob');
});

const offerTwoOptions = async () => {
  const first = (await db.rows('service_variants').get('cut-variant'))!;
  await put(db, 'service_variants', { ...first, name: 'First visit', for_client: 'new' });
  const again = { ...first, id: 'again', name: 'Return visit', for_client: 'returning' as const };
  await put(db, 'service_variants', { ...again, duration_min: 30, price_cents: 4000 });
};

it('takes the option for returning clients, says why, and the other one all the same', async () => {
  await offerTwoOptions();
  await book();
  await choose('Service', 'first', /First visit/);
  await choose('Client', 'ann', /Ann Lee/);
  expect(await screen.findByText(/^Has been here before: this is now .*Return visit/)).toBeTruthy();
  expect(await screen.findByText('30 min · $40.00', { selector: '.flex-1 > span' })).toBeTruthy();
  await press(/^Take .*First visit all the same/);
  expect(await screen.findByText('45 min · $65.00', { selector: '.flex-1 > span' })).toBeTruthy();
  expect(screen.queryByText(/Has been here before/)).toBeNull();
});

it('takes the option for new clients for who is not known by anything yet', async () => {
  await offerTwoOptions();
  const booked = await book();
  await choose('Client', 'ra', /Bob Ray/);
  await choose('Service', 'return', /Return visit/);
  expect(await screen.findByText(/^New client: this is now .*First visit/)).toBeTruthy();
  await press('Book');
  await waitFor(() => expect(booked).toHaveLength(1));
  const { id } = await newest();
  expect(
    await db.rows('appointment_segments').where('appointment_id').equals(id).toArray(),
  ).toMatchObject([{ variant_id: 'cut-variant', duration_min: 45 }]);
});

it('blocks the time for a usual reason instead, by one tap', async () => {
  await put(db, 'block_off_reasons', {
    id: 'lunch',
    name: 'Lunch',
    default_min: 45,
    blocks_online: true,
    active: true,
    sort_key: 'V',
  });
  await book();
  await userEvent.click(await screen.findByRole('button', { name: 'Lunch, 45 min' }));
  await waitFor(async () =>
    expect(await db.rows('time_blocks').toArray()).toMatchObject([
      {
        staff_id: 'leo',
        starts_at: salonTime(720),
        ends_at: salonTime(765),
        reason_id: 'lunch',
        repeat_id: null,
      },
    ]),
  );
});

it('strings several services together, each with its own person', async () => {
  const booked = await book();
  await press('Walk-in');
  await choose('Service', 'cut', /^Cut and finish/);
  await press('Another service');
  await choose('Service 2', 'beard', /^Beard trim/);
  await userEvent.selectOptions(screen.getAllByRole('combobox', { name: 'With' })[1]!, 'mia');
  await press('Book');
  await waitFor(() => expect(booked).toHaveLength(1));
  const segments = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .equals((await newest()).id)
    .sortBy('position');
  expect(segments).toMatchObject([
    { staff_id: 'leo', starts_at: salonTime(720) },
    { staff_id: 'mia', starts_at: salonTime(765), ends_at: salonTime(785) },
  ]);
  expect(await newest()).toMatchObject({
    client_id: null,
    source: 'walk_in',
  });
});

it('makes a new client from what was typed', async () => {
  const booked = await book();
  await userEvent.type(screen.getByRole('combobox', { name: 'Client' }), 'Zoe Quill');
  await userEvent.click(
    await screen.findByRole('option', { name: 'New client “Zoe Quill”', hidden: true }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Add client' }));
  await screen.findByText('Zoe Quill');
  await choose('Service', 'beard', /^Beard trim/);
  await press('Book');
  await waitFor(() => expect(booked).toHaveLength(1));
  const { client_id } = await newest();
  expect(await db.rows('clients').get(client_id!)).toMatchObject({
    first_name: 'Zoe',
    last_name: 'Quill',
  });
});

it('warns of an overlap, offers other times, and books over it only when told so', async () => {
  const booked = await book({ minute: 615, staffId: 'mia' });
  await press('Walk-in');
  await choose('Service', 'cut', /^Cut and finish/);
  expect(await screen.findByText('Overlaps Ann Lee')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Other times' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Book anyway' }));
  await waitFor(() => expect(booked).toHaveLength(1));
  expect(await newest()).toMatchObject({
    overlap_accepted: true,
  });
});

it('takes another time that it proposed', async () => {
  await book({ minute: 615, staffId: 'mia' });
  await press('Walk-in');
  await choose('Service', 'cut', /^Cut and finish/);
  const others = await screen.findByRole('region', { name: 'Other times' });
  await userEvent.click(within(others).getAllByRole('button')[0]!);
  await waitFor(() => expect(screen.queryByText('Overlaps Ann Lee')).toBeNull());
  expect(screen.getByRole('button', { name: 'Book' })).toBeTruthy();
});

it('says that it is outside working hours, and lets it be', async () => {
  await book({ minute: 1140 });
  await press('Walk-in');
  await choose('Service', 'cut', /^Cut and finish/);
  expect(await screen.findByText(/Leo\s+is\s+not working at this time/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Book' })).toBeTruthy();
});

it('says what is missing, and keeps what was entered', async () => {
  const booked = await book();
  await press('Book');
  expect(await screen.findByText('Choose a client, or book a walk-in.')).toBeTruthy();
  await press('Walk-in');
  await press('Book');
  expect(await screen.findByText('Choose a service and who does it.')).toBeTruthy();
  expect(booked).toEqual([]);
  expect(await names()).toEqual([]);
});

it('adds the services of a bundle at once, each for its share of the price', async () => {
  await put(db, 'bundles', {
    id: 'groom',
    name: 'Groom’s day',
    description: null,
    visibility: 'public',
    variant_ids: ['cut-variant', 'beard-variant'],
    price_mode: 'fixed',
    price_cents: 8100,
    percent_bp: null,
    sort_key: 'V',
    status: 'active',
  });
  const booked = await book();
  await choose('Client', 'ra', /Bob Ray/);
  await userEvent.selectOptions(await screen.findByLabelText(/^Add a bundle/), 'Groom’s day');
  const total = { selector: '.flex-1 > span' };
  expect(await screen.findByText('1 hr 5 min · $81.00', total)).toBeTruthy();
  await press('Book');
  await waitFor(() => expect(booked).toHaveLength(1));
  const { id } = await newest();
  const parts = db.rows('appointment_segments').where('appointment_id').equals(id);
  expect(await parts.sortBy('position')).toMatchObject([
    { variant_id: 'cut-variant', price_kind: 'fixed', price_cents: 5850 },
    { variant_id: 'beard-variant', starts_at: salonTime(765), price_cents: 2250 },
  ]);
});
