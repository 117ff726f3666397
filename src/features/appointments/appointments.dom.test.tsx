// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { DbProvider } from '#db/use-query.ts';
import { addVisit, openSalon, put, SALON_DAY, salonTime } from '#tests/fixtures/salon.ts';
import { toastStore } from '#ui/toast.ts';
import { AppointmentScreen } from './appointment-screen.tsx';
import { AppointmentSheet } from './appointment-sheet.tsx';
import { NewAppointmentSheet } from './new-appointment-sheet.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});

const draw = (screenUnderTest: ReactElement, at = '/') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <DbProvider db={db}>{screenUnderTest}</DbProvider>
    </MemoryRouter>,
  );
const names = async () => (await db.outbox.toArray()).map(({ name }) => name);
const visit = async () => (await db.rows('appointments').get('visit'))!;
/** Ids grow with time: the last one is what was just booked. */
const newest = async () =>
  (await db
    .rows('appointments')
    .filter(({ id }) => id !== 'visit')
    .last())!;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = async (field: string, text: string, option: RegExp) => {
  await userEvent.type(screen.getByRole('combobox', { name: field }), text);
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};

describe('booking', () => {
  const at = { day: SALON_DAY, minute: 720, staffId: 'leo', clientId: null };
  const book = async (more: Partial<typeof at> = {}) => {
    const booked: string[] = [];
    draw(
      <NewAppointmentSheet
        at={{ ...at, ...more }}
        isOpen
        onClose={() => {}}
        onBooked={(day) => booked.push(day)}
        onBlockInstead={() => {}}
      />,
    );
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
    await press('Lunch, 45 min');
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
});

describe('an appointment', () => {
  const open = async (part: 'move' | 'cancel' | null = null) => {
    draw(<AppointmentSheet id="visit" part={part} isOpen onClose={() => {}} />);
    await screen.findByRole('dialog');
  };

  it('shows who comes, what is done, by whom and for how much, warnings first', async () => {
    await open();
    expect(screen.getByText('Allergic to ammonia')).toBeTruthy();
    expect(screen.getByText('10:00 – 10:45 AM', { exact: false, selector: 'span' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ann Lee' }).getAttribute('href')).toBe('/clients/ann');
    const services = screen.getByRole('region', { name: 'Services' });
    expect(within(services).getByText(/Mia/)).toBeTruthy();
    expect(within(services).getByText('$65.00')).toBeTruthy();
  });

  it('offers the one next step, and then the one after it', async () => {
    await open();
    await press('Arrived');
    await userEvent.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByRole('button', { name: 'Complete' });
    expect(await visit()).toMatchObject({ status: 'in_service' });
    expect(await names()).toEqual(['appointment.arrived', 'appointment.in_service']);
    expect(screen.getByText('Waiting to sync')).toBeTruthy();
  });

  it('takes the last step back from its toast', async () => {
    await open();
    await press('Arrived');
    await screen.findByRole('button', { name: 'Start' });
    toastStore.get().toasts.at(-1)?.action?.onPress();
    await waitFor(async () => expect(await visit()).toMatchObject({ status: 'booked' }));
  });

  it('saves a note when its field is left', async () => {
    await open();
    await userEvent.type(screen.getByRole('textbox', { name: /^Internal note/ }), 'Likes it short');
    await userEvent.tab();
    await waitFor(async () =>
      expect(await visit()).toMatchObject({ staff_note: 'Likes it short' }),
    );
  });

  it('moves by fields to another time and person', async () => {
    await open('move');
    const time = await screen.findByLabelText('Time');
    await userEvent.clear(time);
    await userEvent.type(time, '14:30');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'With' }), 'leo');
    await press('Save');
    await waitFor(async () => expect(await visit()).toMatchObject({ starts_at: salonTime(870) }));
    expect(await db.rows('appointment_segments').get('visit-segment')).toMatchObject({
      staff_id: 'leo',
      ends_at: salonTime(915),
    });
  });

  it('takes longer by a field, and back again by undo', async () => {
    await open('move');
    const minutes = await screen.findByLabelText('Minutes of work');
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '60');
    await press('Save');
    await waitFor(async () => expect(await visit()).toMatchObject({ ends_at: salonTime(660) }));
    toastStore.get().toasts.at(-1)?.action?.onPress();
    await waitFor(async () => expect(await visit()).toMatchObject({ ends_at: salonTime(645) }));
  });

  it('asks before it is moved onto somebody else', async () => {
    await addVisit(db, 'other', { clientId: 'bob', staffId: 'mia', minute: 840, minutes: 45 });
    await open('move');
    const time = await screen.findByLabelText('Time');
    await userEvent.clear(time);
    await userEvent.type(time, '14:00');
    expect(await screen.findByText('Overlaps Bob Ray')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Move anyway' }));
    await waitFor(async () =>
      expect(await visit()).toMatchObject({ starts_at: salonTime(840), overlap_accepted: true }),
    );
  });

  it('is cancelled with a reason, after saying that it is late', async () => {
    await open('cancel');
    expect(screen.getByText('A late cancellation')).toBeTruthy();
    await press('We cannot');
    expect(screen.queryByText('A late cancellation')).toBeNull();
    await press('Cancel appointment');
    await waitFor(async () =>
      expect(await visit()).toMatchObject({
        status: 'cancelled',
        cancel_by: 'staff',
        cancel_reason: 'We cannot',
      }),
    );
  });

  it('is not there: says so instead of an empty sheet', async () => {
    draw(<AppointmentSheet id="nowhere" part={null} isOpen onClose={() => {}} />);
    expect(await screen.findByText('Not on this device')).toBeTruthy();
  });

  it('has a page of its own', async () => {
    draw(
      <Routes>
        <Route path="/appointments/:appointmentId" element={<AppointmentScreen />} />
      </Routes>,
      '/appointments/visit',
    );
    expect(await screen.findByRole('heading', { name: 'Ann Lee' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Arrived' })).toBeTruthy();
  });
});

describe('an appointment that lost its place', () => {
  beforeEach(async () => {
    await put(db, 'appointments', { ...(await visit()), conflict: true });
    await put(db, 'attention_items', {
      id: 'attention',
      entity: 'appointments',
      entity_id: 'visit',
      kind: 'slot_taken',
      mine: {},
      theirs: {},
      mutation_name: null,
      device_id: null,
      state: 'open',
      resolved_at: null,
    });
    draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
    await screen.findByText('This time was already taken');
  });
  const state = async () => (await db.rows('attention_items').get('attention'))?.state;

  it('is moved to one of the proposed times with one press', async () => {
    const proposals = await screen.findByRole('region', { name: 'Move it to' });
    await userEvent.click(within(proposals).getAllByRole('button')[0]!);
    await waitFor(async () => expect(await state()).toBe('rescheduled'));
    expect((await visit()).starts_at).not.toBe(salonTime(600));
  });

  it('may stay beside the other one', async () => {
    await press('Keep both at this time');
    await waitFor(async () => expect(await state()).toBe('kept_mine'));
    expect(await visit()).toMatchObject({ overlap_accepted: true, starts_at: salonTime(600) });
  });

  it('may be given up', async () => {
    await press('Cancel it');
    await waitFor(async () => expect(await state()).toBe('kept_theirs'));
    expect(await visit()).toMatchObject({ status: 'cancelled' });
  });
});

describe('an appointment as a calendar file', () => {
  it('keeps one id through every change, and counts the changes, in instants of UTC', async () => {
    const made: Blob[] = [];
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob);
      return 'blob:file';
    });
    await put(db, 'appointments', {
      ...(await visit()),
      ical_uid: 'visit@daybook',
      ical_sequence: 3,
    });
    draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Add to my calendar', hidden: true }),
    );
    await waitFor(() => expect(made).toHaveLength(1));
    const lines = (await made[0]!.text()).split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:visit@daybook',
        'SEQUENCE:3',
        'DTSTART:20261124T150000Z',
        'DTEND:20261124T154500Z',
        'SUMMARY:Ann Lee: Cut and finish',
      ]),
    );
    create.mockRestore();
  });
});

describe('moving by best times', () => {
  const times = async () =>
    within(await screen.findByRole('region', { name: 'Best times' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  it('says of each why, offers other people and days, and more on demand', async () => {
    draw(<AppointmentSheet id="visit" part="move" isOpen onClose={() => {}} />);
    const few = await times();
    expect(few).toHaveLength(5);
    expect(few.every((text) => / · /.test(text ?? ''))).toBe(true);
    expect(few.some((text) => /min later/.test(text ?? ''))).toBe(true);
    expect(few.some((text) => /Leo/.test(text ?? ''))).toBe(true);
    expect(few.some((text) => /day|weekday/.test(text ?? ''))).toBe(true);
    await press('More times');
    await waitFor(async () => expect((await times()).length).toBeGreaterThan(5));
  });

  it('says that nothing is free, and looks further', async () => {
    for (const staff of ['mia', 'leo']) {
      await put(db, 'time_off', {
        id: `off-${staff}`,
        staff_id: staff,
        starts_at: salonTime(0),
        ends_at: salonTime(20 * 1440),
        reason_id: null,
        note: null,
        status: 'approved',
      });
    }
    draw(<AppointmentSheet id="visit" part="move" isOpen onClose={() => {}} />);
    expect(await screen.findByText('No free time within 2 weeks.')).toBeTruthy();
    await press('Look further ahead');
    expect((await times()).length).toBeGreaterThan(0);
  });
});

describe('somebody who may only look', () => {
  it('sees everything and changes nothing', async () => {
    const membership = (await db.rows('memberships').get('membership'))!;
    await put(db, 'memberships', { ...membership, role: 'assistant' });
    draw(<AppointmentSheet id="visit" part={null} isOpen onClose={() => {}} />);
    await screen.findByRole('dialog');
    expect(screen.getByText('Allergic to ammonia')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Arrived' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Move…' })).toBeNull();
    await press('More actions');
    const actions = await screen.findAllByRole('menuitem', { hidden: true });
    expect(actions.map((action) => action.textContent)).toEqual([
      'Add to my calendar',
      'Open on its own page',
    ]);
  });
});
