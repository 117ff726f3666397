import { describe, expect, it } from 'vitest';
import { calendarPieces } from '#domain/appointments/calendar-file.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  BusinessRow,
  ClientRow,
  MembershipRow,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  SyncedRow,
} from '#domain/rows.ts';
import { SAMPLE_BUSINESS, SAMPLE_SEGMENT, sampleAppointment } from '#domain/sample-rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { EMPTY_STAFF } from '#domain/staff/schema.ts';
import { csvRows } from '#domain/text/csv.ts';
import { manifestText, readmeText } from './manifest.ts';
import type { ExportFacts, NotHere } from './manifest.ts';
import { sortedLines } from './sorted-lines.ts';
import { READING_ORDER, TableFiles } from './tables.ts';

const NOW = '2026-10-30T12:00:00+00:00';
const synced = (id: string): SyncedRow => ({
  id,
  business_id: 'b',
  rev: 1,
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-01-01T00:00:00+00:00',
  created_by: null,
});
const business: BusinessRow = {
  ...SAMPLE_BUSINESS,
  ...synced('b'),
  address: { line1: '1 High St', city: 'Troy' },
};
const client = (id: string, more: Partial<ClientRow> = {}): ClientRow => ({
  ...NEW_CLIENT,
  ...synced(id),
  first_name: 'Ann',
  last_name: 'Lee',
  ...more,
});
const member = (id: string, name: string, more: Partial<StaffRow> = {}): StaffRow => ({
  ...EMPTY_STAFF,
  ...synced(id),
  display_name: name,
  membership_id: null,
  rank: 0,
  status: 'active',
  ...more,
});
const appointment = (
  id: string,
  starts_at: string,
  ends_at: string,
  more: Partial<AppointmentRow> = {},
): AppointmentRow => ({
  ...sampleAppointment(id, { starts_at, ends_at }),
  ...synced(id),
  client_id: 'ann',
  ical_sequence: 3,
  ...more,
});
const work = (
  appointment_id: string,
  position: number,
  more: Partial<AppointmentSegmentRow> = {},
): AppointmentSegmentRow => ({
  ...SAMPLE_SEGMENT,
  ...synced(`${appointment_id}-${position}`),
  appointment_id,
  position,
  variant_id: null,
  service_name: 'Cut',
  staff_id: 'mia',
  starts_at: NOW,
  ends_at: NOW,
  price_cents: 6550,
  ...more,
});

const tables = (): TableFiles =>
  new TableFiles({
    business,
    now: NOW,
    writeEvent: (event) => calendarPieces(event, new Date(NOW)),
  });
const textOf = (made: TableFiles, path: string): string | undefined => {
  const file = made.files().find((one) => one.path === path);
  return file && [...file.heaps()].flat().join('');
};
/** Every line as an object by its headings. */
const linesOf = (made: TableFiles, path: string): Record<string, string>[] => {
  const [headings = [], ...rows] = csvRows(textOf(made, path) ?? '', ',');
  return rows.map((cells) =>
    Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])),
  );
};

describe('exported appointments', () => {
  it('tell time by the business’s clock and as UTC, also in the night that has an hour twice', () => {
    const made = tables();
    made.see('clients', client('ann'));
    made.see(
      'appointments',
      appointment('two', '2026-11-01T06:30:00+00:00', '2026-11-01T07:15:00+00:00'),
    );
    made.see(
      'appointments',
      appointment('one', '2026-11-01T05:30:00+00:00', '2026-11-01T06:15:00+00:00'),
    );
    made.see(
      'appointments',
      appointment('spring', '2027-03-14T06:30:00+00:00', '2027-03-14T07:15:00+00:00'),
    );
    const times = linesOf(made, 'appointments.csv').map((line) => [
      line['Start'],
      line['End'],
      line['Offset'],
      line['Start (UTC)'],
      line['Time zone'],
    ]);
    expect(times).toEqual([
      [
        '2026-11-01 01:30',
        '2026-11-01 01:15',
        'UTC-04:00',
        '2026-11-01T05:30:00Z',
        'America/New_York',
      ],
      [
        '2026-11-01 01:30',
        '2026-11-01 02:15',
        'UTC-05:00',
        '2026-11-01T06:30:00Z',
        'America/New_York',
      ],
      [
        '2027-03-14 01:30',
        '2027-03-14 03:15',
        'UTC-05:00',
        '2027-03-14T06:30:00Z',
        'America/New_York',
      ],
    ]);
  });

  it('name services in their order, people once, and the price as surely as it is known', () => {
    const made = tables();
    made.see('staff', member('mia', 'Mia'));
    made.see('staff', member('leo', 'Leo'));
    made.see('clients', client('ann', { phone: '+12125550123', email: 'ann@mail.example' }));
    made.see('appointment_segments', work('a', 1, { service_name: 'Colour', price_kind: 'from' }));
    made.see('appointment_segments', work('a', 0));
    made.see('appointment_segments', work('a', 2, { staff_id: 'leo', price_cents: 1 }));
    made.see('appointments', appointment('a', NOW, NOW, { status: 'no_show' }));
    made.see('appointments', appointment('b', NOW, NOW, { client_id: null }));
    expect(linesOf(made, 'appointments.csv')).toMatchObject([
      {
        Client: 'Ann Lee',
        Phone: '+12125550123',
        'E-mail': 'ann@mail.example',
        Services: 'Cut; Colour; Cut',
        Staff: 'Mia; Leo',
        Status: 'No-show',
        Price: '131.01',
        'Price is': 'from',
        Currency: 'USD',
      },
      { Client: '', Services: '', Price: '0.00', 'Price is': 'free', 'Daybook id': 'b' },
    ]);
  });

  it('keep quotes, newlines and commas, and hold no formula', () => {
    const made = tables();
    made.see('clients', client('ann', { first_name: '=cmd|calc', last_name: 'O"Neil, jr.' }));
    made.see(
      'appointments',
      appointment('a', NOW, NOW, { client_note: 'Back door\r\nring "twice"', staff_note: '+tip' }),
    );
    const text = textOf(made, 'appointments.csv') ?? '';
    expect(text.startsWith('\u{feff}Start,')).toBe(true);
    expect(text).toContain(`"'=cmd|calc O""Neil, jr."`);
    expect(linesOf(made, 'appointments.csv')).toMatchObject([
      { "Client's note": 'Back door\r\nring "twice"', 'Own note': "'+tip" },
    ]);
  });
});

describe('exported clients', () => {
  it('stand in the order of the list, archived ones too, erased ones not', () => {
    const made = tables();
    made.see('clients', client('1', { last_name: 'Zorn', status: 'archived' }));
    made.see('clients', client('2', { last_name: 'Ábel' }));
    made.see('clients', client('3', { last_name: '', first_name: '', status: 'anonymised' }));
    expect(linesOf(made, 'clients.csv').map((line) => [line['Last name'], line['Status']])).toEqual(
      [
        ['Ábel', 'active'],
        ['Zorn', 'archived'],
      ],
    );
  });
});

it('exported clients name their guardian, whoever comes first', () => {
  const made = tables();
  const known = { guardian_receives: true, last_name: 'B' };
  made.see('clients', client('1', { ...known, guardian_id: '2' }));
  made.see('clients', client('2', { last_name: 'A', email: 'grace@mail.example' }));
  made.see('clients', client('3', { last_name: 'C', guardian_id: 'nobody' }));
  const lines = linesOf(made, 'clients.csv');
  expect(lines.map((line) => [line['Guardian'], line['Guardian gets messages']])).toEqual([
    ['', ''],
    ['Ann A <grace@mail.example>', 'yes'],
    ['', ''],
  ]);
});

describe('exported services and staff', () => {
  it('give one line for each variant, and a service without any', () => {
    const made = tables();
    const service = (id: string, more: Partial<ServiceRow>): ServiceRow => ({
      ...EMPTY_SERVICE,
      ...synced(id),
      sort_key: 'V',
      status: 'active',
      ...more,
    });
    const variant = (id: string, more: Partial<ServiceVariantRow>): ServiceVariantRow => ({
      ...EMPTY_VARIANT,
      ...synced(id),
      service_id: 'cut',
      sort_key: 'V',
      status: 'active',
      ...more,
    });
    made.see('services', service('new', { name: '@new', sort_key: 'X' }));
    made.see('services', service('cut', { name: 'Cut', description: 'With\n"care"' }));
    made.see(
      'service_variants',
      variant('long', { name: 'Long', price_cents: 9000, sort_key: 'W' }),
    );
    made.see('service_variants', variant('short', { name: 'Short', price_cents: 4505 }));
    const lines = linesOf(made, 'services.csv');
    expect(lines.map((line) => [line['Service'], line['Variant'], line['Price']])).toEqual([
      ['Cut', 'Short', '45.05'],
      ['Cut', 'Long', '90.00'],
      ["'@new", '', ''],
    ]);
    expect(lines[0]?.['Description']).toBe('With\n"care"');
  });

  it('give the team in its order with the role of each', () => {
    const made = tables();
    const membership: MembershipRow = {
      ...synced('m'),
      user_id: null,
      email: 'mia@salon.example',
      role: 'manager',
      custom_permissions: {},
      status: 'active',
      invitation_expires_at: null,
      ownership_offered_until: null,
    };
    made.see('memberships', membership);
    made.see('staff', member('leo', '-Leo', { rank: 2, status: 'archived' }));
    made.see('staff', member('mia', 'Mia', { rank: 1, membership_id: 'm' }));
    expect(linesOf(made, 'staff.csv')).toMatchObject([
      { Name: 'Mia', 'E-mail': 'mia@salon.example', Role: 'manager', Status: 'active' },
      { Name: "'-Leo", 'E-mail': '', Role: '', Status: 'archived' },
    ]);
  });
});

describe('the exported calendar', () => {
  it('holds what is still to come, in one calendar, with the ids that calendars know', () => {
    const made = tables();
    made.see('staff', member('mia', 'Mia'));
    made.see('clients', client('ann', { last_name: 'Lee; "A", b\\c' }));
    made.see('appointment_segments', work('later', 0));
    const [from, to] = ['2026-11-02T10:00:00+00:00', '2026-11-02T10:45:00+00:00'];
    made.see('appointments', appointment('later', from, to, { client_note: 'one\ntwo' }));
    made.see(
      'appointments',
      appointment('asked', '2026-11-01T10:00:00+00:00', to, { status: 'pending' }),
    );
    made.see('appointments', appointment('off', from, to, { status: 'cancelled' }));
    made.see('appointments', appointment('past', '2026-10-01T10:00:00+00:00', NOW));
    const text = textOf(made, 'calendar.ics') ?? '';
    const lines = text.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.filter((line) => line.startsWith('UID:'))).toEqual([
      'UID:asked@daybook.app',
      'UID:later@daybook.app',
    ]);
    expect(lines).toContain('SEQUENCE:3');
    expect(lines).toContain('DTSTART:20261102T100000Z');
    expect(lines).toContain('STATUS:TENTATIVE');
    expect(lines).toContain('SUMMARY:Ann Lee\\; "A"\\, b\\\\c: Cut');
    expect(lines.filter((line) => line === 'BEGIN:VCALENDAR')).toHaveLength(1);
    expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', '']);
    expect(text.split('\r\n').filter(({ length }) => length > 75)).toEqual([]);
    expect(made.files().find(({ path }) => path === 'calendar.ics')?.rows).toBe(2);
  });

  it('is left out when nothing is to come', () => {
    expect(textOf(tables(), 'calendar.ics')).toBeUndefined();
  });
});

describe('the order of reading', () => {
  it('shows every table once, and what an appointment’s line needs before it', () => {
    expect(new Set(READING_ORDER).size).toBe(READING_ORDER.length);
    const place = (table: (typeof READING_ORDER)[number]) => READING_ORDER.indexOf(table);
    for (const needed of ['clients', 'staff', 'appointment_segments'] as const) {
      expect(place(needed)).toBeLessThan(place('appointments'));
    }
  });

  it('does not matter for lines, which leave sorted', () => {
    const lines = sortedLines(1);
    for (const key of ['b2', 'a', '', 'b1', 'c']) lines.add(key, key);
    expect([...lines.heaps()].flat()).toEqual(['', 'a', 'b1', 'b2', 'c']);
  });
});

describe('the manifest', () => {
  const here: NotHere = {
    clients: 0,
    isComplete: true,
    loaded: null,
    months: [],
    droppedMonths: [],
  };
  const facts: ExportFacts = {
    madeAt: NOW,
    business,
    userId: 'u',
    role: 'owner',
    counts: { clients: 2 },
    files: [{ path: 'clients.csv', rows: 2, bytes: 100 }],
    notHere: here,
    photos: { files: 0, missing: [] },
    formFiles: { files: 0, missing: [] },
    pictures: { files: 0, missing: [] },
    unsentChanges: 0,
    changedMeanwhile: false,
    lastSyncAt: null,
  };

  it('says what it is of, when, and how much', () => {
    expect(JSON.parse(manifestText(facts))).toMatchObject({
      product: 'Daybook',
      format: 'daybook-export',
      format_version: 1,
      made_at: NOW,
      made_at_local: '2026-10-30 08:00',
      business: { id: 'b', name: 'Test Salon', time_zone: 'America/New_York' },
      complete: true,
      unsent_changes: 0,
      counts: { clients: 2 },
    });
    expect(readmeText(facts)).toContain('Everything was on the device');
  });

  it('names pictures that are not in it, as many as somebody reads through', () => {
    const photos = { files: 3, missing: Array.from({ length: 60 }, (_, n) => `Photo ${n}`) };
    const part = { ...facts, photos, pictures: { files: 0, missing: ['Logo of Test Salon'] } };
    expect(JSON.parse(manifestText(part))).toMatchObject({
      complete: false,
      not_on_this_device: { photos: 60, pictures: ['Logo of Test Salon', ...photos.missing] },
    });
    const text = readmeText(part);
    expect(text).toContain('Everything but some pictures was on the device');
    expect(text).toContain('- Logo of Test Salon\r\n- Photo 0\r\n');
    expect(text).toContain('- Photo 48\r\nand 11 more; manifest.json names them all.');
  });

  it('says what is not in it, and what the server has not seen', () => {
    const part: ExportFacts = {
      ...facts,
      unsentChanges: 4,
      changedMeanwhile: true,
      notHere: {
        clients: 310,
        isComplete: false,
        loaded: { from: '2026-08-01T00:00:00+00:00', to: '2027-02-01T00:00:00+00:00' },
        months: [{ month: '2026-07', rows: 90 }],
        droppedMonths: ['2025-01'],
      },
    };
    expect(JSON.parse(manifestText(part))).toMatchObject({
      complete: false,
      unsent_changes: 4,
      changed_while_written: true,
      not_on_this_device: {
        clients: 310,
        loaded: { from: '2026-08-01T00:00:00+00:00' },
        months: [{ month: '2026-07', rows: 90 }],
        dropped_months: ['2025-01'],
      },
    });
    const text = readmeText(part);
    expect(text).toContain('Not everything was on the device');
    expect(text).toContain('4 changes in these files had not reached the server yet.');
    expect(text).toContain('Something was changed while the file was made');
  });
});
