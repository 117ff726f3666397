import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import { addDays } from '#domain/time/day.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { CancelScreen } from './cancel-screen.tsx';
import { UnsubscribeScreen } from './unsubscribe-screen.tsx';
import { statusFixture } from './status-fixture.ts';

type Args = Record<string, unknown>;

/** As on the wall of the business, in summer and winter. */
const ZONE = 'America/New_York';
const IN_TEN_DAYS = wallAt(ZONE, toInstant(Date.now() + 10 * 86_400_000)).day;
const DAY_AFTER = addDays(IN_TEN_DAYS, 1);
const START = instantAtWall(ZONE, IN_TEN_DAYS, 600);

let status: BookingStatus | null;
let calls: { name: string; args: Args }[];
let lostAnswers: number;
let refusal: string | null;
let isDown: boolean;

/** The same when one of those who come together does not any more. */
const withoutPerson = (was: BookingStatus, person: number): BookingStatus => {
  const off = { status: 'cancelled' as const };
  const { guests = [] } = was.appointment;
  return {
    ...was,
    appointment: {
      ...was.appointment,
      ...(person === 0 ? off : {}),
      guests: guests.map((guest, at) => (at === person - 1 ? { ...guest, ...off } : guest)),
    },
    people:
      was.people?.map((one) =>
        one.person === person ? { ...one, cancel_refusal: 'already_cancelled' } : one,
      ) ?? null,
  };
};

/** The functions behind a manage link, in memory. */
const answer = (name: string, args: Args): object => {
  if (name === 'booking_status') {
    return status ? { ok: true, ...status } : { ok: false, code: 'not_found' };
  }
  if (name === 'public_availability') {
    const start = epochMinOf(instantAtWall(ZONE, DAY_AFTER, 600));
    return {
      ok: true,
      server_time: new Date().toISOString(),
      staff: [{ id: 'mara', free: [start, start + 240] }],
    };
  }
  if (refusal) return { ok: false, code: refusal };
  if (!status) return { ok: false, code: 'not_found' };
  const { appointment } = status;
  const seatsKept = (appointment.seats ?? 0) - Number(args['seats'] ?? 99);
  if (name === 'confirm_booking') {
    status = { ...status, appointment: { ...appointment, confirmation: 'confirmed' } };
  } else if (name === 'cancel_booking' && seatsKept > 0) {
    status = { ...status, appointment: { ...appointment, seats: seatsKept } };
  } else if (name === 'cancel_booking' && args['person'] !== undefined) {
    status = withoutPerson(status, Number(args['person']));
  } else if (name === 'cancel_booking') {
    status = {
      ...status,
      appointment: { ...appointment, status: 'cancelled' },
      can_cancel: false,
      can_reschedule: false,
    };
  } else {
    status = { ...status, appointment: { ...appointment, starts_at: String(args['starts_at']) } };
  }
  return { ok: true, appointment };
};

beforeEach(() => {
  status = statusFixture({ server_time: new Date().toISOString() }, START);
  calls = [];
  lostAnswers = 0;
  refusal = null;
  isDown = false;
  vi.stubGlobal('fetch', (url: string, init: { body: string }) => {
    const name = url.split('/rpc/')[1] ?? '';
    const args = JSON.parse(init.body) as Args;
    calls.push({ name, args });
    if (isDown) return Promise.reject(new TypeError('Failed to fetch'));
    const made = answer(name, args);
    const isAction = name === 'cancel_booking' || name === 'reschedule_booking';
    if (isAction && lostAnswers > 0) {
      lostAnswers -= 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    }
    return Promise.resolve(Response.json(made));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (query = 'token=tok') =>
  render(
    <MemoryRouter initialEntries={[`/cancel-appointment?${query}`]}>
      <Routes>
        <Route path="/cancel-appointment" element={<CancelScreen />} />
      </Routes>
    </MemoryRouter>,
  );
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const named = (name: string) => calls.filter((call) => call.name === name);
const actions = () => [...named('cancel_booking'), ...named('reschedule_booking')];

test('opening the link shows the appointment and changes nothing', async () => {
  open();
  await heading('Your appointment');
  expect(screen.getByText('Cut – Long')).toBeTruthy();
  expect(screen.getByText('$80.00')).toBeTruthy();
  expect(screen.getByText(/You can cancel online until/)).toBeTruthy();
  expect(actions()).toEqual([]);
});

test('it says how to prepare and where, and goes into a calendar', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob);
    return 'blob:calendar';
  });
  status!.appointment.prep_notes = ['Come with dry hair.\nNo spray.'];
  open();
  await heading('Your appointment');
  expect(screen.getByText('Before you come')).toBeTruthy();
  expect(screen.getByText(/Come with dry hair\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain(
    '214%20Court%20Street',
  );
  await press('Add to calendar');
  await waitFor(() => expect(files).toHaveLength(1));
  const file = await files[0]!.text();
  expect(file).toContain('UID:appointment-1@daybook.app');
  expect(file).toContain('SEQUENCE:1');
  expect(actions()).toEqual([]);
});

test('what the visit wants to be filled in is one press away, what is done says so', async () => {
  const form = { key: 'key-1', each_visit: false, done: false };
  status = {
    ...status!,
    forms: [
      { ...form, name: 'Health' },
      { ...form, key: 'key-2', name: 'Today', each_visit: true },
      { ...form, key: 'key-3', name: 'Consent', done: true },
    ],
  };
  open();
  const link = await screen.findByRole('link', { name: 'Fill in Health' });
  expect(link.getAttribute('href')).toBe('/form/key-1?token=tok');
  expect(screen.getByRole('link', { name: 'Fill in Today' })).toBeTruthy();
  expect(screen.getAllByText(/Filled in before/)).toHaveLength(1);
  expect(screen.getByText('Consent: done, thank you')).toBeTruthy();
});

test('neither does the page that asks whether to cancel', async () => {
  open('token=tok&do=cancel');
  await heading('Cancel this appointment?');
  expect(actions()).toEqual([]);
});

describe('cancelling', () => {
  test('says what it costs, takes a reason, and shows what became of it', async () => {
    open();
    await follow('Cancel it');
    await heading('Cancel this appointment?');
    expect(screen.getByText('Cancelling now costs nothing.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox'), ' Ill ');
    await press('Cancel the appointment');
    await heading('This appointment is cancelled');
    expect(named('cancel_booking')[0]?.args).toMatchObject({ token: 'tok', reason: 'Ill' });
    expect(screen.getByRole('link', { name: 'Book another time' }).getAttribute('href')).toBe(
      '/book/studio-lumen',
    );
  });

  test('names a fee before the button', async () => {
    status = { ...status!, cancel_fee: 4000 };
    open('token=tok&do=cancel');
    await screen.findByText('Cancelling now costs $40.00, to be paid to Studio Lumen later.');
    await press('Cancel the appointment');
    await heading('This appointment is cancelled');
    expect(named('cancel_booking')[0]?.args).toMatchObject({ fee: 4000 });
  });

  test('says what becomes of what was paid before', async () => {
    status = { ...status!, deposit: { paid: 1500, back: 1500 } };
    open('token=tok&do=cancel');
    await screen.findByText('The $15.00 that you have paid goes back to your card.');
    cleanup();
    status = { ...status, cancel_fee: 500, deposit: { paid: 1500, back: 1000 } };
    open('token=tok&do=cancel');
    await screen.findByText('Cancelling now costs $5.00.');
    screen.getByText('$5.00 of what you have paid is kept; $10.00 goes back to your card.');
    cleanup();
    status = { ...status, cancel_fee: 4000, deposit: { paid: 1500, back: 0 } };
    open('token=tok&do=cancel');
    await screen.findByText(
      '$15.00 of what you have paid is kept; the other $25.00 is to be paid later.',
    );
    cleanup();
    status = {
      ...status,
      deposit: { paid: 1500, back: 1500 },
      appointment: { ...status.appointment, status: 'cancelled' },
    };
    open('token=tok');
    await screen.findByText(/\$15\.00 goes back to your card\.$/);
    expect(screen.queryByText('Paid already')).toBeNull();
    screen.getByText('You had paid');
  });

  test('says until when it is free, and what it costs afterwards', async () => {
    const fees = {
      late_cancel: 4000,
      no_show: 8000,
      free_until: '2026-12-04T15:00:00+00:00',
      owed: 0,
    };
    status = { ...status!, fees };
    open('token=tok&do=cancel');
    await screen.findByText(/^It is free until .*10:00.AM.*After that it costs \$40\.00\.$/);
    status = { ...status, cancel_fee: 4000 };
    refusal = 'fee_changed';
    await press('Cancel the appointment');
    expect((await screen.findByRole('alert')).textContent).toContain('has changed');
    // The page shows what it costs by now before it is pressed again.
    await screen.findByText(/^Cancelling now costs \$40\.00,/);
  });

  test('says what it costs by now where it was free once', async () => {
    const fees = {
      late_cancel: 4000,
      no_show: 8000,
      free_until: '2026-11-20T15:00:00+00:00',
      owed: 0,
    };
    status = { ...status!, fees, cancel_fee: 4000 };
    open('token=tok');
    await screen.findByText(/^Cancelling costs \$40\.00 now; it was free until /);
    expect(screen.queryByText(/^Cancelling is free until/)).toBeNull();
  });

  test('is not free any more where nobody may cancel online, and nothing is charged here', async () => {
    const fees = {
      late_cancel: 4000,
      no_show: 0,
      free_until: '2026-11-20T15:00:00+00:00',
      owed: 0,
    };
    const over = { can_cancel: false, cancel_refusal: 'cancel_disabled', cancel_fee: 0 } as const;
    status = { ...status!, fees, ...over };
    open('token=tok');
    await screen.findByText(/^Cancelling costs \$40\.00 now; it was free until /);
    expect(screen.queryByText(/is free until/)).toBeNull();
  });

  test('that cost something says so afterwards', async () => {
    const fees = {
      late_cancel: 4000,
      no_show: 0,
      free_until: '2026-12-04T15:00:00+00:00',
      owed: 4000,
    };
    status = { ...status!, fees, appointment: { ...status!.appointment, status: 'cancelled' } };
    open('token=tok');
    await screen.findByText(/The fee is \$40\.00, to be paid to Studio Lumen later\./);
    expect(screen.queryByText(/need not do anything/)).toBeNull();
  });

  test('asks again under the same id when the answer is lost, and claims nothing before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    lostAnswers = 1;
    open('token=tok&do=cancel');
    await heading('Cancel this appointment?');
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Cancel the appointment' }));
    await screen.findByText(/It is not done yet as far as we know/);
    expect(screen.queryByText('This appointment is cancelled')).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    await heading('This appointment is cancelled');
    vi.useRealTimers();
    const ids = named('cancel_booking').map(({ args }) => args['op_id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('that is refused says why', async () => {
    refusal = 'too_late';
    open('token=tok&do=cancel');
    await press('Cancel the appointment');
    expect((await screen.findByRole('alert')).textContent).toContain('too late');
    screen.getByRole('link', { name: 'Call +1 718 555 0142' });
  });
});

describe('seats of a class', () => {
  const seats = (count: number, more: Partial<BookingStatus['appointment']> = {}) => {
    status = {
      ...status!,
      appointment: { ...status!.appointment, seats: count, is_waiting: false, ...more },
      can_reschedule: false,
      reschedule_refusal: 'reschedule_disabled',
      needs: [],
    };
  };

  test('are shown with how many they are; nobody speaks of moving them', async () => {
    seats(2);
    open();
    await heading('Your seats');
    expect(screen.getByText(/, 2 seats/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Choose another time' })).toBeNull();
    expect(screen.queryByText(/cannot be moved/)).toBeNull();
    await follow('Cancel seats');
    await heading('Cancel your seats?');
    expect(actions()).toEqual([]);
  });

  test('are given back in parts, or all of them', async () => {
    seats(2);
    open('token=tok&do=cancel');
    await heading('Cancel your seats?');
    await userEvent.selectOptions(screen.getByLabelText('How many do you cancel?'), '1 seat');
    await press('Cancel 1 seat');
    await heading('Your seat');
    expect(screen.getByText(/, 1 seat/)).toBeTruthy();
    expect(named('cancel_booking')[0]?.args).toMatchObject({ token: 'tok', seats: 1 });
    await follow('Cancel the seat');
    await heading('Cancel your seat?');
    await press('Cancel 1 seat');
    await heading('This seat is cancelled');
  });

  test('that are only waited for are left by leaving the waitlist', async () => {
    seats(2, { status: 'pending', is_waiting: true });
    open();
    await heading('You’re on the waitlist');
    await follow('Leave the waitlist');
    await press('Leave the waitlist');
    await heading('These seats are cancelled');
    expect(named('cancel_booking')[0]?.args).toMatchObject({ seats: 2 });
  });
});

describe('with guests', () => {
  const withGuests = (...states: ('booked' | 'cancelled')[]) => {
    const { appointment } = status!;
    const { starts_at, ends_at, segments } = appointment;
    const refusalOf = (state: string) => (state === 'booked' ? null : 'already_cancelled');
    status = {
      ...status!,
      appointment: {
        ...appointment,
        guests: states.map((state, at) => ({
          id: `guest-${at}`,
          first_name: at === 0 ? 'Tom' : '',
          status: state,
          starts_at,
          ends_at,
          segments,
          total: 8000,
        })),
      },
      people: ['booked', ...states].map((state, person) => ({
        person,
        cancel_refusal: refusalOf(state),
        cancel_fee: 0,
      })),
      can_reschedule: false,
      reschedule_refusal: 'reschedule_disabled',
    };
  };
  const personIn = async (name: string) =>
    (await screen.findByText(name)).closest('li')?.textContent ?? '';

  test('all of them are shown, cost together, and are cancelled together', async () => {
    withGuests('booked', 'cancelled');
    open();
    await heading('Your appointment');
    expect(await personIn('Tom')).toContain('Cut – Long with Mara Lindqvist10:00 – 11:00 AM');
    expect(await personIn('Guest 2')).toMatch(/Cancelled$/);
    expect(screen.getByText('$160.00')).toBeTruthy();
    screen.getByText('To come at another time, all or some of you, please contact Studio Lumen.');
    expect(screen.queryByText(/cannot be moved/)).toBeNull();
    await follow('Cancel for all of you');
    await heading('Cancel this appointment?');
    screen.getByText(/, for you and your guest$/);
  });

  test('who do not come any more, it is an appointment like all others', async () => {
    withGuests('cancelled');
    status = { ...status!, can_reschedule: true, reschedule_refusal: null };
    open();
    await heading('Your appointment');
    expect(screen.getByRole('link', { name: 'Cancel it' })).toBeTruthy();
    expect(await personIn('Tom')).toMatch(/Cancelled$/);
    expect(screen.queryByRole('link', { name: /only$/ })).toBeNull();
    expect(screen.queryByText(/^To come at another time/)).toBeNull();
  });

  test('one of them is cancelled alone, with what that costs; the others still come', async () => {
    withGuests('booked', 'booked');
    status!.people![1]!.cancel_fee = 2500;
    open();
    expect(await personIn('Tom')).toContain('cancelling costs $25.00 now');
    await follow('Cancel for Tom only');
    await heading('Cancel for Tom only?');
    screen.getByText(/ You and Guest 2 still come\.$/);
    screen.getByText('Cancelling now costs $25.00, to be paid to Studio Lumen later.');
    expect(actions()).toEqual([]);
    await press('Cancel for Tom');
    await heading('Your appointment');
    await screen.findByText('Tom does not come any more; the rest stands');
    expect(actions()).toMatchObject([{ args: { token: 'tok', person: 1, fee: 2500 } }]);
    expect(await personIn('Tom')).toMatch(/Cancelled$/);
    expect(screen.getByRole('link', { name: 'Cancel for all of you' })).toBeTruthy();
    expect(screen.getByText('$160.00')).toBeTruthy();
  });

  test('who booked stays at home: the page is that of the guests', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      files.push(blob as Blob);
      return 'blob:calendar';
    });
    withGuests('booked', 'booked');
    status!.appointment.prep_notes = ['Come with dry hair.'];
    open();
    await follow('Cancel for you only');
    await heading('Cancel for you only?');
    screen.getByText(/ Tom and Guest 2 still come\.$/);
    await press('Cancel for you');
    await heading('Your guests’ appointment');
    await screen.findByText('You do not come any more; the others still do');
    expect(screen.queryByText('Come with dry hair.')).toBeNull();
    await press('Add to calendar');
    await waitFor(() => expect(files).toHaveLength(1));
    const file = await files[0]!.text();
    expect(file).toContain('UID:appointment-1@daybook.app');
    expect(file).toContain('SUMMARY:Cut – Long – Tom – Studio Lumen');
    await follow('Cancel for all of them');
    screen.getByText(/, for your 2 guests$/);
    await press('Cancel the appointment');
    expect(named('cancel_booking').at(-1)?.args).not.toHaveProperty('person');
  });

  test('an address that names nobody, or who cannot be cancelled, shows the appointment', async () => {
    withGuests('booked', 'cancelled');
    for (const who of ['2', '7', 'x', '']) {
      open(`token=tok&do=cancel&who=${who}`);
      await heading('Your appointment');
      cleanup();
    }
    expect(actions()).toEqual([]);
  });
});

describe('moving', () => {
  test('asks once more, then shows the new time', async () => {
    open();
    await follow('Choose another time');
    await heading('Choose another time');
    await userEvent.click((await screen.findAllByRole('button', { name: /^10:30 AM/ }))[0]!);
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move it' }));
    await screen.findByText('Your appointment has moved to this time');
    expect(named('reschedule_booking')[0]?.args).toMatchObject({
      token: 'tok',
      starts_at: instantAtWall(ZONE, DAY_AFTER, 630),
    });
  });

  test('of several services moves all of them, and says who moves a part', async () => {
    const { segments } = status!.appointment;
    segments.push({ ...segments[0]!, variant_id: 'colour', service_name: 'Colour' });
    open('token=tok&do=move');
    await heading('Choose another time');
    screen.getByText(/Cut – Long and Colour move together\. To move a part, .*Studio Lumen/);
  });

  test('to a time that is gone says so and looks again', async () => {
    open('token=tok&do=move');
    await heading('Choose another time');
    await userEvent.click((await screen.findAllByRole('button', { name: /^10:30 AM/ }))[0]!);
    refusal = 'slot_taken';
    const before = named('public_availability').length;
    await press('Move it');
    expect((await screen.findByRole('alert')).textContent).toContain('just been taken');
    await waitFor(() => expect(named('public_availability').length).toBeGreaterThan(before));
    expect(screen.queryByRole('link', { name: /^Call / })).toBeNull();
  });

  test('more often than is possible online: the number to call is there, in front of the page', async () => {
    open('token=tok&do=move');
    await heading('Choose another time');
    await userEvent.click((await screen.findAllByRole('button', { name: /^10:30 AM/ }))[0]!);
    refusal = 'reschedule_limit';
    await press('Move it');
    const dialog = within(screen.getByRole('dialog'));
    expect((await dialog.findByRole('alert')).textContent).toContain('as often as is possible');
    dialog.getByRole('link', { name: 'Call +1 718 555 0142' });
  });
});

describe('what cannot be done', () => {
  test('too late: the phone number is the way', async () => {
    status = {
      ...status!,
      can_cancel: false,
      cancel_refusal: 'too_late',
      can_reschedule: false,
      reschedule_refusal: 'too_late',
    };
    open();
    await heading('Your appointment');
    expect(screen.getByText(/too late to change this online/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call +1 718 555 0142' }).getAttribute('href')).toBe(
      'tel:+17185550142',
    );
    expect(screen.queryByRole('link', { name: 'Cancel it' })).toBeNull();
  });

  test('an address that asks for it anyway gets the plain page', async () => {
    status = { ...status!, can_cancel: false, cancel_refusal: 'cancel_disabled' };
    open('token=tok&do=cancel');
    await heading('Your appointment');
  });

  test.each([
    ['pending', 'Your request'],
    ['cancelled', 'This appointment is cancelled'],
    ['declined', 'This request was not accepted'],
    ['completed', 'This appointment is in the past'],
  ] as const)('an appointment that is %s says "%s"', async (state, title) => {
    status = { ...status!, appointment: { ...status!.appointment, status: state } };
    open();
    await heading(title);
  });
});

test.each(['token=wrong', '', 'token='])(
  'a link that leads nowhere (%j) is one neutral page',
  async (query) => {
    status = null;
    open(query);
    await screen.findByText('This link does not work any more');
    expect(screen.queryByText(/Studio Lumen/)).toBeNull();
  },
);

test('without a connection it can be tried again', async () => {
  isDown = true;
  open();
  await screen.findByText('The page could not be loaded');
  isDown = false;
  await press('Try again');
  await heading('Your appointment');
});

test('whoever is asked whether they come says so with one press, and opening the page says nothing', async () => {
  status!.appointment.confirmation = 'requested';
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Yes, I’m coming' }));
  await screen.findByText('You have said that you are coming');
  expect(calls.map(({ name }) => name)).toEqual([
    'booking_status',
    'confirm_booking',
    'booking_status',
  ]);
});

test('no more invitations: asked first, done once, and a dead link says so', async () => {
  const show = () =>
    render(
      <MemoryRouter initialEntries={['/unsubscribe?token=tok']}>
        <UnsubscribeScreen />
      </MemoryRouter>,
    );
  const first = show();
  const user = userEvent.setup();
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send me no more' }));
  await screen.findByRole('heading', { name: 'You get no more of these mails' });
  expect(calls).toMatchObject([{ name: 'unsubscribe', args: { token: 'tok' } }]);
  first.unmount();
  refusal = 'not_found';
  show();
  await user.click(screen.getByRole('button', { name: 'Send me no more' }));
  await screen.findByRole('heading', { name: 'This link does not work any more' });
});
