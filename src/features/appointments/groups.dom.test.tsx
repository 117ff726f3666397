// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { cancelAppointment } from '#db/commands/appointment-status.ts';
import type { DaybookDb } from '#db/open.ts';
import { addVisit, openSalon, put, SALON_DAY, salonTime } from '#tests/fixtures/salon.ts';
import { place, pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import type { AppointmentPart } from './appointment-part.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { NewAppointmentSheet } from './new-appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  db = await openSalon();
});

type Where = Omit<typeof screen, 'debug' | 'logTestingPlaygroundURL'>;

const press = (name: string | RegExp, where: Where = screen) =>
  userEvent.click(where.getByRole('button', { name }));
const choose = async (where: Where, field: string, text: string, option: RegExp) => {
  await userEvent.type(where.getByRole('combobox', { name: field }), text);
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};
const person = async (number: number): Promise<Where> =>
  within(await screen.findByRole('region', { name: `Person ${number}` }));
const rows = async () =>
  (await db.rows('appointments').toArray())
    .filter(({ id }) => id !== 'visit')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
const staffOf = async (id: string) =>
  (await db.rows('appointment_segments').get({ appointment_id: id }))?.staff_id;
const names = async () => (await db.outbox.toArray()).map(({ name }) => name);

describe('booking a party', () => {
  const open = async (minute = 720) => {
    const booked: string[] = [];
    renderScreen(db, {
      path: '/',
      screen: (
        <NewAppointmentSheet
          at={{ day: SALON_DAY, minute, staffId: 'leo', clientId: null }}
          isOpen
          onClose={() => {}}
          onBooked={(day) => booked.push(day)}
          onBlockInstead={() => {}}
        />
      ),
    });
    await screen.findByRole('combobox', { name: 'Client' });
    return booked;
  };
  const bride = async () => {
    await choose(screen, 'Client', 'ra', /Bob Ray/);
    await choose(screen, 'Service', 'cut', /^Cut and finish/);
  };

  it('proposes that all begin together with different people, then one after the other', async () => {
    const booked = await open();
    await bride();
    await press('Another person');
    const second = await person(2);
    await choose(second, 'Client', 'an', /Ann Lee/);
    await choose(second, 'Service', 'cut', /^Cut and finish/);
    expect(second.getByRole<HTMLSelectElement>('combobox', { name: 'With' }).value).toBe('mia');
    await waitFor(() =>
      expect(second.getByLabelText<HTMLInputElement>('Begins').value).toBe('12:00'),
    );
    expect(second.getByText('Together with the others')).toBeTruthy();
    await press('Another person');
    const third = await person(3);
    await press('Walk-in', third);
    await choose(third, 'Service', 'beard', /^Beard trim/);
    await waitFor(() =>
      expect(third.getByLabelText<HTMLInputElement>('Begins').value).toBe('12:45'),
    );
    // A party comes once, and for one price.
    expect(screen.queryByRole('combobox', { name: 'Repeats' })).toBeNull();
    expect(screen.getByText('3 people · $155.00')).toBeTruthy();

    await press('Book 3 appointments');
    await waitFor(() => expect(booked).toEqual([SALON_DAY]));
    const [first, next, last] = await rows();
    expect(await names()).toEqual(['group.create']);
    expect([first, next, last]).toMatchObject([
      { client_id: 'bob', starts_at: salonTime(720), group_id: first!.id, source: 'staff' },
      { client_id: 'ann', starts_at: salonTime(720), group_id: first!.id, source: 'staff' },
      { client_id: null, starts_at: salonTime(765), group_id: first!.id, source: 'walk_in' },
    ]);
    expect(await staffOf(next!.id)).toBe('mia');
    expect(toasts()).toContain('Booked 3 appointments together');
    pressToast();
    await waitFor(async () => expect(await rows()).toEqual([]));
  });

  it('keeps what is chosen while somebody new is still being saved, once however often one presses', async () => {
    await open();
    await bride();
    await press('Another person');
    const second = await person(2);
    await choose(second, 'Client', 'Fay Friend', /New client/);
    const add = await second.findByRole('button', { name: 'Add client' });
    // At once, before any of it has reached the disk.
    fireEvent.click(add);
    fireEvent.click(add);
    const service = second.getByRole<HTMLInputElement>('combobox', { name: 'Service' });
    fireEvent.change(service, { target: { value: 'beard' } });
    fireEvent.click(screen.getByRole('option', { name: /^Beard trim/, hidden: true }));
    expect(await second.findByText('Fay Friend')).toBeTruthy();
    expect(service.value).toMatch(/^Beard trim/);
    const fays = (await db.rows('clients').toArray()).filter((one) => one.first_name === 'Fay');
    expect(fays).toHaveLength(1);
  });

  it('names who is in the way of each before it is saved, also of the party itself', async () => {
    await open(615);
    await bride();
    await press('Another person');
    const second = await person(2);
    await press('Walk-in', second);
    await choose(second, 'Service', 'cut', /^Cut and finish/);
    // Mia has Ann until 10:45; so Leo serves them one after the other.
    expect(second.getByRole<HTMLSelectElement>('combobox', { name: 'With' }).value).toBe('leo');
    await userEvent.selectOptions(second.getByRole('combobox', { name: 'With' }), 'mia');
    expect(await second.findByText(/^Ann Lee, 10:00 – 10:45 AM, with Mia/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Book anyway' })).toBeTruthy();
    await userEvent.selectOptions(second.getByRole('combobox', { name: 'With' }), 'leo');
    const begins = second.getByLabelText('Begins');
    await userEvent.clear(begins);
    await userEvent.type(begins, '10:30');
    expect(await second.findByText('Leo serves another of the group then')).toBeTruthy();
  });

  it('says what is missing of whom, and lets them go again', async () => {
    const booked = await open();
    await bride();
    await press('Another person');
    const second = await person(2);
    await press('Book 2 appointments');
    expect(await second.findByText('Choose a client, or book a walk-in.')).toBeTruthy();
    expect(second.getByText('Choose a service and who does it.')).toBeTruthy();
    expect(booked).toEqual([]);
    await press('Remove Person 2');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Person 2' })).toBeNull());
    expect(await screen.findByRole('combobox', { name: 'Repeats' })).toBeTruthy();
    await press('Book');
    await waitFor(() => expect(booked).toHaveLength(1));
    expect(await names()).toEqual(['appointment.create']);
    expect((await rows())[0]).toMatchObject({ group_id: null });
  });
});

describe('an appointment of a group', () => {
  /** Ann with Mia at ten, Bob with Leo at ten, a walk-in with Leo afterwards. */
  beforeEach(async () => {
    const group = { group_id: 'visit' };
    await db.rows('appointments').update('visit', group);
    await addVisit(db, 'bobs', {
      clientId: 'bob',
      staffId: 'leo',
      minute: 600,
      minutes: 45,
      row: group,
    });
    await addVisit(db, 'third', {
      clientId: null,
      staffId: 'leo',
      minute: 645,
      minutes: 45,
      row: group,
    });
  });
  const open = async (id = 'visit', part: AppointmentPart | null = null) => {
    renderScreen(db, {
      path: '/',
      screen: <AppointmentSheet id={id} part={part} isOpen onClose={() => {}} />,
    });
    await screen.findByRole('dialog');
  };
  const card = async () => within(await screen.findByRole('region', { name: 'Group' }));
  const starts = async () =>
    (await db.rows('appointments').bulkGet(['visit', 'bobs', 'third'])).map(
      (row) => row?.starts_at,
    );
  const statuses = async () =>
    (await db.rows('appointments').bulkGet(['visit', 'bobs', 'third'])).map((row) => row?.status);
  const type = async (field: string, text: string) => {
    const input = await screen.findByLabelText(field);
    await userEvent.clear(input);
    await userEvent.type(input, text);
  };

  it('lists the others with time, person and state, and leads to each', async () => {
    await cancelAppointment(db, 'third');
    await open('bobs');
    const group = await card();
    expect(group.getByText('group of 2')).toBeTruthy();
    const others = group.getAllByRole('link').map((link) => link.textContent);
    expect(others).toEqual([
      'Ann Lee · organiser10:00 AM · with Mia',
      'Walk-in10:45 AM · with Leo · cancelled',
    ]);
    await userEvent.click(group.getByRole('link', { name: /Ann Lee/ }));
    expect(place()).toBe('/appointments/visit');
  });

  it('leaves the group by one press, and comes back by the next', async () => {
    await open('bobs');
    await userEvent.click((await card()).getByRole('button', { name: 'Leave group' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Group' })).toBeNull());
    expect(await db.rows('appointments').get('bobs')).toMatchObject({ group_id: null });
    pressToast();
    expect(await (await card()).findByText('group of 3')).toBeTruthy();
  });

  it('gets another person, who waits for those whom the same person serves', async () => {
    await open();
    await userEvent.click((await card()).getByRole('button', { name: 'Another person' }));
    const fourth = await person(4);
    await press('Walk-in', fourth);
    await choose(fourth, 'Service', 'beard', /^Beard trim/);
    await userEvent.selectOptions(fourth.getByRole('combobox', { name: 'With' }), 'leo');
    await waitFor(() =>
      expect(fourth.getByLabelText<HTMLInputElement>('Begins').value).toBe('11:30'),
    );
    await press('Book');
    await waitFor(async () => expect(await names()).toEqual(['group.add']));
    expect(await (await card()).findByText('group of 4')).toBeTruthy();
    pressToast();
    expect(await (await card()).findByText('group of 3')).toBeTruthy();
  });

  it('moves alone, or with all others by the same minutes, with one way back', async () => {
    await open('bobs', 'move');
    await userEvent.click(await screen.findByRole('radio', { name: 'Whole group' }));
    await type('Time', '14:00');
    await userEvent.click(await screen.findByRole('button', { name: 'Move 3 appointments' }));
    await waitFor(async () =>
      expect(await starts()).toEqual([salonTime(840), salonTime(840), salonTime(885)]),
    );
    expect(await names()).toEqual(['group.move']);
    pressToast();
    await waitFor(async () =>
      expect(await starts()).toEqual([salonTime(600), salonTime(600), salonTime(645)]),
    );
  });

  it('of whom one is reached by their guardian need not be written to', async () => {
    await db.rows('clients').update('bob', { email: 'bob@mail.example' });
    await db.rows('clients').update('ann', { guardian_id: 'bob' });
    await db.rows('appointments').update('visit', { starts_at: salonTime(660) });
    await open('visit', 'move');
    await userEvent.click(await screen.findByRole('radio', { name: 'Whole group' }));
    expect(await screen.findByRole('checkbox', { name: /^Tell the clients by mail/ })).toBeTruthy();
  });

  it('names who is in the way of whom before the group moves', async () => {
    await addVisit(db, 'other', { clientId: 'ann', staffId: 'leo', minute: 900, minutes: 45 });
    await open('visit', 'move');
    await userEvent.click(await screen.findByRole('radio', { name: 'Whole group' }));
    await type('Time', '14:00');
    const moved = within(screen.getByRole('list', { name: 'Who is moved' }));
    expect(await moved.findByText(/^Ann Lee, 3:00 – 3:45 PM, with Leo/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Move anyway' }));
    await waitFor(async () => expect((await starts())[2]).toBe(salonTime(885)));
    expect(await db.rows('appointments').get('third')).toMatchObject({ overlap_accepted: true });
    expect(await db.rows('appointments').get('visit')).toMatchObject({ overlap_accepted: false });
  });

  it('is cancelled alone unless the whole group is meant, all for one reason', async () => {
    await open('visit', 'cancel');
    await userEvent.click(await screen.findByRole('radio', { name: 'Whole group' }));
    expect(
      within(screen.getByRole('list', { name: 'Who is cancelled' })).getAllByRole('listitem'),
    ).toHaveLength(3);
    await press('We cannot');
    await press('Cancel 3 appointments');
    await waitFor(async () =>
      expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled']),
    );
    expect(await db.rows('appointments').get('third')).toMatchObject({
      cancel_reason: 'We cannot',
    });
    pressToast();
    await waitFor(async () => expect(await statuses()).toEqual(['booked', 'booked', 'booked']));
  });

  it('is asked about nothing when the others are gone', async () => {
    await cancelAppointment(db, 'third');
    await cancelAppointment(db, 'bobs');
    await open('visit', 'move');
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Whole group' })).toBeNull();
  });

  it('is moved alone by who may only change their own work', async () => {
    const membership = (await db.rows('memberships').get('membership'))!;
    await put(db, 'memberships', { ...membership, role: 'practitioner' });
    await open('visit', 'move');
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Whole group' })).toBeNull();
  });
});

it('an appointment that stands alone gets company from its menu', async () => {
  renderScreen(db, {
    path: '/',
    screen: <AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Add another person…', hidden: true }),
  );
  const second = await person(2);
  await press('Walk-in', second);
  await choose(second, 'Service', 'cut', /^Cut and finish/);
  await press('Book');
  await waitFor(async () => expect(await names()).toEqual(['group.add']));
  expect(await db.rows('appointments').get('visit')).toMatchObject({ group_id: 'visit' });
  expect(await screen.findByRole('region', { name: 'Group' })).toBeTruthy();
});
