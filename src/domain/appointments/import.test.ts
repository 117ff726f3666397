import { describe, expect, it, test } from 'vitest';
import { EMPTY_CLIENT } from '#domain/clients/schema.ts';
import type {
  AppointmentRow,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  SyncedRow,
} from '#domain/rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { EMPTY_STAFF } from '#domain/staff/schema.ts';
import { BookIndex } from './import-book.ts';
import { guessVisitMapping, hasVisitHeadings, saysWhen } from './import-fields.ts';
import type { VisitField } from './import-fields.ts';
import { dayFrom, minuteFrom, momentFrom } from './import-moment.ts';
import { createVisitPlanner } from './import-plan.ts';
import type { VisitReading } from './import-cells.ts';

const NOW = '2027-03-09T15:00:00+00:00';
const born = (id: string): SyncedRow => ({
  id,
  business_id: 'b',
  rev: 1,
  created_at: NOW,
  updated_at: NOW,
  created_by: null,
});
const services: ServiceRow[] = ['Haircut', 'Colour'].map((name) => ({
  ...born(name),
  ...EMPTY_SERVICE,
  name,
  sort_key: 'V',
  status: 'active',
}));
const variant = (id: string, service_id: string, more: Partial<ServiceVariantRow>) => ({
  ...born(id),
  ...EMPTY_VARIANT,
  service_id,
  sort_key: 'V',
  status: 'active' as const,
  ...more,
});
const variants: ServiceVariantRow[] = [
  variant('cut', 'Haircut', { duration_min: 45, price_cents: 6000 }),
  variant('long', 'Colour', {
    name: 'Long hair',
    duration_min: 30,
    processing_min: 30,
    finishing_min: 30,
    price_cents: 12_000,
  }),
];
const staff: StaffRow[] = ['Ana Li', 'Ben Ode', 'Ben Roy'].map((display_name, rank) => ({
  ...born(display_name.toLowerCase()),
  ...EMPTY_STAFF,
  display_name,
  rank,
  status: 'active',
}));
const there = {
  ...born('a1'),
  client_id: 'cleo',
  starts_at: '2027-03-12T14:00:00+00:00',
  status: 'booked',
} as AppointmentRow;

const plannerOf = (headings: readonly string[], more: Partial<VisitReading> = {}) => {
  const index = new BookIndex({ services, variants, overrides: [], staff, appointments: [there] });
  index.addClient(
    { ...EMPTY_CLIENT, first_name: 'Cleo', last_name: 'Adams', email: 'cleo@mail.example' },
    { id: 'cleo' },
  );
  const planner = createVisitPlanner(
    {
      mapping: guessVisitMapping(headings),
      dayOrder: 'month_first',
      countryCode: 'US',
      locale: 'en-US',
      timeZone: 'America/New_York',
      now: NOW,
      defaultStaffId: 'ana li',
      ...more,
    },
    index,
  );
  return (...rows: string[][]) => {
    rows.forEach((cells, place) => planner.addRow(place + 2, cells));
    return planner.plan;
  };
};

describe('times as programs and people write them', () => {
  test.each([
    ['9:30', 570],
    ['09.30', 570],
    ['0930', 570],
    ['14h30', 870],
    ['9am', 540],
    ['12 am', 0],
    ['12:15 p.m.', 735],
    ['9:30:00', 570],
    ['0.375', 540],
    ['24:00', null],
    ['9:75', null],
    ['soon', null],
  ])('%s', (text, expected) => expect(minuteFrom(text)).toBe(expected));

  test.each([
    ['2027-03-12', '2027-03-12'],
    ['3/4/2027', '2027-03-04'],
    ['03.04.27', '2027-03-04'],
    ['Fri, 12 Mar 2027', '2027-03-12'],
    ['March 12th, 2027', '2027-03-12'],
    ['2027-02-30', null],
    ['12 March', null],
  ])('%s', (text, expected) => expect(dayFrom(text, 'month_first')).toBe(expected));

  test.each([
    ['2027-03-12 09:00', { kind: 'wall', day: '2027-03-12', minute: 540 }],
    ['3/12/2027, 9:00 AM', { kind: 'wall', day: '2027-03-12', minute: 540 }],
    ['12 Mar 2027 at 9:00', { kind: 'wall', day: '2027-03-12', minute: 540 }],
    ['2027-03-12T09:00', { kind: 'wall', day: '2027-03-12', minute: 540 }],
    ['46458.375', { kind: 'wall', day: '2027-03-12', minute: 540 }],
    ['2027-03-12', { kind: 'wall', day: '2027-03-12', minute: null }],
    ['2027-03-12T14:00:00Z', { kind: 'exact', at: Date.UTC(2027, 2, 12, 14) / 60_000 }],
    ['2027-03-12 09:00:00 -05:00', { kind: 'exact', at: Date.UTC(2027, 2, 12, 14) / 60_000 }],
    ['whenever', null],
  ])('%s', (text, expected) => expect(momentFrom(text, 'month_first')).toEqual(expected));
});

it('knows the headings of our own export and of others', () => {
  expect(
    guessVisitMapping([
      'Start',
      'End',
      'Time zone',
      'Start (UTC)',
      'Client',
      'Phone',
      'E-mail',
      'Services',
      'Staff',
      'Status',
      'Price',
      "Client's note",
      'Own note',
    ]),
  ).toEqual([
    'start',
    'end',
    null,
    null,
    'client',
    'phone',
    'email',
    'services',
    'staff',
    'status',
    'price',
    'client_note',
    'staff_note',
  ]);
  const mapping = guessVisitMapping(['Date', 'Start Time', 'Duration', 'Customer', 'Mobile']);
  expect(mapping).toEqual(['day', 'time', 'minutes', 'client', 'phone']);
  expect(saysWhen(mapping)).toBe(true);
  expect(saysWhen(['day', 'client'])).toBe(false);
  expect(hasVisitHeadings(['Date', 'Who'])).toBe(true);
  expect(hasVisitHeadings(['3/12/2027 9:00', 'Cleo'])).toBe(false);
});

// Header rows of exports, with what comes in of them.
test.each<[string, string, Partial<Record<string, VisitField>>]>([
  [
    'Acuity',
    'Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Paid?,' +
      'Amount Paid Online,Certificate Code,Notes,Label,Scheduled By',
    {
      // Day and time in one cell.
      'Start Time': 'start',
      'End Time': 'end',
      'First Name': 'first_name',
      'Last Name': 'last_name',
      Phone: 'phone',
      Email: 'email',
      Type: 'services',
      Calendar: 'staff',
      'Appointment Price': 'price',
      Notes: 'staff_note',
    },
  ],
  [
    'Fresha',
    'Ref #,Client,Service,Created by,Created date,Scheduled date,Duration,Team member,Price,Status',
    {
      Client: 'client',
      Service: 'services',
      'Scheduled date': 'start',
      Duration: 'minutes',
      'Team member': 'staff',
      Price: 'price',
      Status: 'status',
    },
  ],
  [
    'Vagaro',
    'Appointment Date,Start Time,End Time,Customer,Service,Service Provider,Amount,Appointment Status',
    {
      'Appointment Date': 'day',
      'Start Time': 'time',
      'End Time': 'end',
      Customer: 'client',
      Service: 'services',
      'Service Provider': 'staff',
      Amount: 'price',
      'Appointment Status': 'status',
    },
  ],
  [
    'Timely and Phorest',
    'Date,Start time,End time,Customer name,Mobile,Service,Staff member,Price,Notes',
    {
      Date: 'day',
      'Start time': 'time',
      'End time': 'end',
      'Customer name': 'client',
      Mobile: 'phone',
      Service: 'services',
      'Staff member': 'staff',
      Price: 'price',
      Notes: 'staff_note',
    },
  ],
  [
    'Square',
    'Start date,Start time,Duration,Customer name,Customer phone,Services,Staff,Status',
    {
      'Start date': 'day',
      'Start time': 'time',
      Duration: 'minutes',
      'Customer name': 'client',
      'Customer phone': 'phone',
      Services: 'services',
      Staff: 'staff',
      Status: 'status',
    },
  ],
  [
    'Booksy',
    'Date,Start time,End time,Client,Cell phone,E-mail,Service,Staffer,Price,Booking status',
    {
      Date: 'day',
      'Start time': 'time',
      'End time': 'end',
      Client: 'client',
      'Cell phone': 'phone',
      'E-mail': 'email',
      Service: 'services',
      Staffer: 'staff',
      Price: 'price',
      'Booking status': 'status',
    },
  ],
  [
    'GlossGenius',
    'Appointment Date,Appointment Time,Client Name,Client Email,Client Phone,Services,' +
      'Service Provider,Duration,Total,Status,Notes',
    {
      'Appointment Date': 'day',
      'Appointment Time': 'time',
      'Client Name': 'client',
      'Client Email': 'email',
      'Client Phone': 'phone',
      Services: 'services',
      'Service Provider': 'staff',
      Duration: 'minutes',
      Total: 'price',
      Status: 'status',
      Notes: 'staff_note',
    },
  ],
])('headings of %s are understood', (_, row, expected) => {
  const headings = row.split(',');
  const guessed = guessVisitMapping(headings);
  expect(saysWhen(guessed)).toBe(true);
  expect(Object.fromEntries(headings.map((heading, at) => [heading, guessed[at] ?? null]))).toEqual(
    Object.fromEntries(headings.map((heading) => [heading, expected[heading] ?? null])),
  );
});

describe('a row of a list', () => {
  it('becomes a visit with its service, its person and its client, by the clocks of the business', () => {
    const read = plannerOf(['Start', 'Client', 'E-mail', 'Services', 'Staff', 'Own note']);
    const plan = read([
      // The clocks go forward on the fourteenth.
      '2027-03-15 10:00',
      'Adams, Cleo',
      'CLEO@mail.example',
      'haircut',
      'Ana',
      'likes tea',
    ]);
    expect(plan.problems).toEqual([]);
    expect(plan.newClients).toEqual([]);
    expect(plan.visits).toMatchObject([
      {
        line: 2,
        client: { id: 'cleo' },
        startsAt: '2027-03-15T14:00:00+00:00',
        endsAt: '2027-03-15T14:45:00+00:00',
        staff_note: 'likes tea',
        segments: [{ variant_id: 'cut', staff_id: 'ana li', price_cents: 6000, duration_min: 45 }],
      },
    ]);
  });

  it('makes a new client once, however many visits they have', () => {
    const read = plannerOf(['Date', 'Time', 'First name', 'Last name', 'Phone']);
    const plan = read(
      ['3/15/2027', '9:00', 'Dora', 'New', '(212) 555-0188'],
      ['3/22/2027', '9:00', 'Dora', 'New', '212-555-0188'],
      ['3/22/2027', '11:00', '', '', ''],
    );
    expect(plan.newClients).toMatchObject([{ first_name: 'Dora', phone: '+12125550188' }]);
    expect(plan.visits.map(({ client }) => client)).toEqual([{ fresh: 0 }, { fresh: 0 }, null]);
  });

  it('of a name that two people have takes neither', () => {
    const index = new BookIndex({ services, variants, overrides: [], staff, appointments: [] });
    const cleo = { ...EMPTY_CLIENT, first_name: 'Cleo', last_name: 'Adams' };
    index.addClient(cleo, { id: 'one' });
    index.addClient(cleo, { id: 'two' });
    expect(index.client(cleo)).toBeNull();
    expect([index.staff('Ben'), index.staff('ben roy'), index.staff('ana')]).toEqual([
      null,
      'ben roy',
      'ana li',
    ]);
  });

  it('says what it made of words that nobody knows', () => {
    const read = plannerOf(['Start', 'Client', 'Service', 'Staff', 'Price', 'End']);
    const plan = read(['3/15/2027 9:00', 'Zed', 'Gel nails', 'Kim', 'cheap', '10:15']);
    expect(plan.problems.map(({ rule, value }) => [rule, value])).toEqual([
      ['unknown_staff', 'Kim'],
      ['unknown_service', 'Gel nails'],
      ['not_a_number', 'cheap'],
    ]);
    expect(plan.visits).toMatchObject([
      {
        segments: [
          {
            variant_id: null,
            service_name: 'Gel nails',
            staff_id: 'ana li',
            duration_min: 75,
            price_kind: 'varies',
          },
        ],
      },
    ]);
  });

  it('puts several services one after the other, with the price of the file for all', () => {
    const read = plannerOf(['Start', 'Client', 'Services', 'Price']);
    const plan = read(['3/15/2027 9:00', 'Zed', 'Colour – Long hair; Haircut', '$150.00']);
    expect(plan.visits[0]?.segments).toMatchObject([
      { variant_id: 'long', starts_at: '2027-03-15T13:00:00+00:00', price_cents: 15_000 },
      { variant_id: 'cut', starts_at: '2027-03-15T14:30:00+00:00', price_cents: 0 },
    ]);
  });

  it('takes the length of the file where it differs from the menu', () => {
    const read = plannerOf(['Start', 'Client', 'Service', 'Duration']);
    const plan = read(
      ['3/15/2027 9:00', 'Zed', 'Colour', '1:30'],
      ['3/16/2027 9:00', 'Zed', 'Colour', '120 min'],
    );
    expect(
      plan.visits.map(({ segments: [one] }) => [one?.duration_min, one?.processing_min]),
    ).toEqual([
      [30, 30],
      [120, 0],
    ]);
  });

  test.each([
    ['past', ['3/9/2027 9:59', 'Zed', '']],
    ['over', ['3/15/2027 9:00', 'Zed', 'Cancelled by client']],
    ['not_a_time', ['tomorrow', 'Zed', '']],
    ['already_there', ['3/12/2027 9:00', 'Cleo Adams', '']],
  ])('stays out when it is %s', (rule, cells) => {
    const plan = plannerOf(['Start', 'Client', 'Status'])(cells);
    expect([plan.visits.length, plan.notImported]).toEqual([0, 1]);
    expect(plan.problems).toMatchObject([{ rule, isImported: false }]);
  });

  it('that stands there twice comes in once', () => {
    const row = ['3/15/2027 9:00', 'Zed', ''];
    const plan = plannerOf(['Start', 'Client', 'Status'])(row, row);
    expect([plan.visits.length, plan.notImported]).toEqual([1, 1]);
  });
});
