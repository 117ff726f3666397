// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { seatClient } from '#db/commands/classes.ts';
import type { DaybookDb } from '#db/open.ts';
import { addVisit, openSalon, put, SALON_DAY, salonTime } from '#tests/fixtures/salon.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { PlanClassSheet } from './plan-class-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  db = await openSalon();
});

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('planning', () => {
  const open = async () => {
    const planned: string[] = [];
    const at = { day: SALON_DAY, minute: 720, staffId: 'leo', clientId: null };
    renderScreen(db, {
      path: '/',
      screen: (
        <PlanClassSheet at={at} isOpen onClose={() => {}} onPlanned={(day) => planned.push(day)} />
      ),
    });
    await screen.findByRole('combobox', { name: 'Service' });
    return planned;
  };
  const fill = async (field: string, text: string) => {
    const box = screen.getByRole('textbox', { name: field });
    await userEvent.clear(box);
    await userEvent.type(box, text);
  };
  const sessions = () =>
    db
      .rows('appointments')
      .filter(({ capacity }) => capacity != null)
      .toArray();

  it('makes a session with seats, at the place that was pointed at', async () => {
    const planned = await open();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'cut-variant');
    await fill('Minutes', '90');
    await fill('Seats', '12');
    await press('Plan class');
    await waitFor(() => expect(planned).toEqual([SALON_DAY]));
    const [session] = await sessions();
    expect(session).toMatchObject({
      client_id: null,
      capacity: 12,
      starts_at: salonTime(720),
      ends_at: salonTime(810),
    });
    expect(
      await db.rows('appointment_segments').get({ appointment_id: session!.id }),
    ).toMatchObject({
      staff_id: 'leo',
      duration_min: 90,
    });
    // A slip: the time is free again.
    pressToast();
    await waitFor(async () => expect((await sessions())[0]?.status).toBe('cancelled'));
  });

  it('every week at once, and the next plan begins with as many seats', async () => {
    const planned = await open();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'cut-variant');
    await fill('Seats', '7');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Repeats' }), 'week');
    await press(await waitFor(() => /^Plan \d+ classes$/));
    await waitFor(() => expect(planned).toEqual([SALON_DAY]));
    const all = await sessions();
    expect(all.length).toBeGreaterThan(1);
    expect(new Set(all.map(({ capacity }) => capacity))).toEqual(new Set([7]));
    expect(new Set(all.map(({ series_id }) => series_id)).size).toBe(1);
    expect(localStorage.getItem('daybook.class.seats')).toBe('7');
  });

  it('begins with the seats of a service that is a class', async () => {
    await db.rows('services').toCollection().modify({ capacity: 4 });
    await open();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'cut-variant');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Seats' }).value).toBe('4');
  });

  it('says what is missing', async () => {
    const planned = await open();
    await fill('Seats', '0');
    await press('Plan class');
    expect(await screen.findByText('Choose what the class is.')).not.toBeNull();
    expect(screen.getByText('This is too little.')).not.toBeNull();
    expect(planned).toEqual([]);
  });
});

describe('a session', () => {
  const SESSION = 'session';
  const open = async (capacity = 2) => {
    await addVisit(db, SESSION, {
      clientId: null,
      staffId: 'leo',
      minute: 600,
      minutes: 60,
      row: { capacity },
      segment: { service_name: 'Yoga' },
    });
    renderScreen(db, {
      path: '/',
      screen: <AppointmentSheet id={SESSION} part={null} isOpen onClose={() => {}} />,
    });
    await screen.findByRole('region', { name: 'Attendees' });
  };
  const attendees = () => db.rows('attendees').toArray();
  const add = async (text: string, name: RegExp) => {
    await userEvent.type(screen.getByRole('combobox', { name: 'Give somebody a seat' }), text);
    await userEvent.click(await screen.findByRole('option', { name, hidden: true }));
  };
  const more = async (name: string, action: string) => {
    await press(`More about ${name}`);
    await userEvent.click(await screen.findByRole('menuitem', { name: action, hidden: true }));
  };

  it('is called what it is, and has no client who arrives', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Yoga' })).not.toBeNull();
    expect(screen.getByText('0 of 2 seats taken')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Arrived' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Start' })).not.toBeNull();
  });

  it('seats who is found by a few letters, marks them here and takes both back', async () => {
    await open();
    await add('ra', /Bob Ray/);
    const seated = await screen.findByRole('list', { name: 'With a seat' });
    expect(within(seated).getByText('Bob Ray')).not.toBeNull();
    expect(screen.getByText('1 of 2 seats taken')).not.toBeNull();
    await userEvent.click(within(seated).getByRole('button', { name: /^Here/ }));
    await waitFor(async () => expect((await attendees())[0]?.state).toBe('attended'));
    await waitFor(() => expect(toasts()).toContain('Bob Ray: here'));
    pressToast();
    await waitFor(async () => expect((await attendees())[0]?.state).toBe('booked'));
    await more('Bob Ray', 'Give the seat back');
    expect(await screen.findByText('1 gave the seat back')).not.toBeNull();
    expect(screen.getByText('0 of 2 seats taken')).not.toBeNull();
  });

  it('brings a friend, as long as there is room', async () => {
    await open();
    await seatClient(db, SESSION, 'bob');
    await screen.findByText('Bob Ray');
    await more('Bob Ray', 'One seat more');
    expect(await screen.findByText('2 of 2 seats taken')).not.toBeNull();
    expect(screen.getByText('Full')).not.toBeNull();
    await press('More about Bob Ray');
    const item = await screen.findByRole('menuitem', { name: 'One seat more', hidden: true });
    expect(item.getAttribute('aria-disabled') ?? String((item as HTMLButtonElement).disabled)).toBe(
      'true',
    );
  });

  it('that is full asks before it gets another seat', async () => {
    await open(1);
    await seatClient(db, SESSION, 'bob');
    await screen.findByText('Bob Ray');
    await add('an', /Ann Lee/);
    await waitFor(() => expect(toasts()).toContain('The class is full'));
    expect(await attendees()).toHaveLength(1);
    pressToast();
    expect(await screen.findByText('2 of 2 seats taken')).not.toBeNull();
    expect(screen.getByText('Allergic to ammonia')).not.toBeNull();
  });

  it('says who got no seat, and adds one', async () => {
    await open(1);
    await seatClient(db, SESSION, 'bob');
    await put(db, 'attendees', {
      id: 'waits',
      appointment_id: SESSION,
      client_id: 'ann',
      seats: 2,
      state: 'booked',
      conflict: true,
    });
    const waiting = await screen.findByRole('list', { name: 'Without a seat' });
    expect(within(waiting).getByText('Ann Lee')).not.toBeNull();
    await press('Add 2 seats');
    await waitFor(async () =>
      expect(await db.rows('appointments').get(SESSION)).toMatchObject({ capacity: 3 }),
    );
    expect(await screen.findByText(/There is room now/)).not.toBeNull();
    await press('Take off the list');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Without a seat' })).toBeNull());
  });

  it('does not lose seats that are taken', async () => {
    await open(3);
    await seatClient(db, SESSION, 'bob', 2);
    await screen.findByText('2 of 3 seats taken');
    await press('Change seats');
    const box = screen.getByRole('textbox', { name: 'Seats' });
    await userEvent.clear(box);
    await userEvent.type(box, '1');
    await press('Save');
    expect(await screen.findByText('2 seats are taken already.')).not.toBeNull();
    await userEvent.clear(box);
    await userEvent.type(box, '8');
    await press('Save');
    expect(await screen.findByText('2 of 8 seats taken')).not.toBeNull();
  });

  it('is cancelled for a reason of the business, and asks to tell those who sit in it', async () => {
    await open();
    await press('More actions');
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Cancel class…', hidden: true }),
    );
    expect(screen.queryByRole('button', { name: 'Client asked' })).toBeNull();
    expect(screen.getByText('Tell those who booked a seat')).not.toBeNull();
    await press('Cancel class');
    await waitFor(async () =>
      expect(await db.rows('appointments').get(SESSION)).toMatchObject({
        status: 'cancelled',
        cancel_by: 'staff',
      }),
    );
  });
});
