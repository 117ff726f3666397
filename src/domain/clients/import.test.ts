import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ClientRow } from '#domain/rows.ts';
import { must } from '#domain/errors/assert.ts';
import { birthdayFrom, dayOrderOf } from './import-day.ts';
import { guessMapping, hasHeadings } from './import-fields.ts';
import type { ImportField } from './import-fields.ts';
import { createPlanner, importWork } from './import-plan.ts';
import { readImportRow } from './import-row.ts';
import { EMPTY_CLIENT, NEW_CLIENT } from './schema.ts';

const FIELDS: ImportField[] = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'birthday',
  'tags',
  'note',
];
const ZONE = 'America/New_York';
const reading = (mapping: readonly (ImportField | null)[] = FIELDS) => ({
  mapping,
  countryCode: 'US',
  dayOrder: 'month_first' as const,
  today: '2027-03-09',
});
const readRow = (cells: string[], mapping: readonly (ImportField | null)[] = FIELDS) =>
  readImportRow(2, cells, reading(mapping));
const clientRow = (more: Partial<ClientRow>): ClientRow => ({
  ...NEW_CLIENT,
  id: 'cleo',
  business_id: 'b',
  rev: 1,
  created_at: '',
  updated_at: '',
  created_by: null,
  ...more,
});

describe('headings', () => {
  test.each([
    [
      ['First Name', 'Last Name', 'Mobile Number', 'E-mail'],
      ['first_name', 'last_name', 'phone', 'email'],
    ],
    [
      ['firstName', 'lastName', 'cellPhone', 'emailAddress'],
      ['first_name', 'last_name', 'phone', 'email'],
    ],
    [
      ['Vorname', 'Nachname', 'Straße', 'PLZ', 'Ort'],
      ['first_name', 'last_name', 'line1', 'postal_code', 'city'],
    ],
    [
      ['Prénom', 'Nom', 'Téléphone'],
      ['first_name', 'last_name', 'phone'],
    ],
    [
      ['Name', 'DOB (dd/mm)', 'Zip/Postal Code'],
      ['name', 'birthday', 'postal_code'],
    ],
    [
      ['Full Name', 'First name', 'Last name'],
      [null, 'first_name', 'last_name'],
    ],
    [
      ['Name', 'Surname'],
      ['first_name', 'last_name'],
    ],
    [['Favourite colour'], [null]],
  ])('%j are understood', (headings, mapping) => expect(guessMapping(headings)).toEqual(mapping));

  // Header rows of exports, with what comes in of them.
  test.each<[string, string, Partial<Record<string, ImportField>>]>([
    [
      'Square',
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,' +
        'Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,' +
        'Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,' +
        'Email Subscription Status,Instant Profile',
      {
        'First Name': 'first_name',
        'Last Name': 'last_name',
        'Email Address': 'email',
        'Phone Number': 'phone',
        Nickname: 'preferred_name',
        'Street Address 1': 'line1',
        'Street Address 2': 'line2',
        City: 'city',
        State: 'region',
        'Postal Code': 'postal_code',
        Birthday: 'birthday',
        Memo: 'note',
        'First Visit': 'client_since',
        'Email Subscription Status': 'marketing_email',
      },
    ],
    [
      'Fresha',
      'Client ID,First Name,Last Name,Full Name,Blocked,Gender,Mobile Number,Telephone,Email,' +
        'Accepts Marketing,Accepts SMS Marketing,Address,Apartment Suite,City,State,Post Code,' +
        'Date of Birth,Added,Note,Referral Source',
      {
        'First Name': 'first_name',
        'Last Name': 'last_name',
        'Mobile Number': 'phone',
        Telephone: 'phone',
        Email: 'email',
        'Accepts Marketing': 'marketing_email',
        'Accepts SMS Marketing': 'marketing_sms',
        Address: 'line1',
        'Apartment Suite': 'line2',
        City: 'city',
        State: 'region',
        'Post Code': 'postal_code',
        'Date of Birth': 'birthday',
        Added: 'client_since',
        Note: 'note',
        'Referral Source': 'source',
      },
    ],
    [
      'Vagaro',
      'First Name,Last Name,Email,Cell Phone,Day Phone,Street,City,State,Zip,Birthday,' +
        'Customer Since,Referred By,Tags,Notes',
      {
        'First Name': 'first_name',
        'Last Name': 'last_name',
        Email: 'email',
        'Cell Phone': 'phone',
        'Day Phone': 'phone',
        Street: 'line1',
        City: 'city',
        State: 'region',
        Zip: 'postal_code',
        Birthday: 'birthday',
        'Customer Since': 'client_since',
        'Referred By': 'source',
        Tags: 'tags',
        Notes: 'note',
      },
    ],
    [
      'Timely',
      'First name,Last name,Company name,Email,Telephone,SMS number,Physical address,Suburb,City,' +
        'State,Post code,Date of birth,Gender,Occupation,Referred by,Date created,Notes',
      {
        'First name': 'first_name',
        'Last name': 'last_name',
        Email: 'email',
        Telephone: 'phone',
        'SMS number': 'phone',
        'Physical address': 'line1',
        Suburb: 'city',
        City: 'city',
        State: 'region',
        'Post code': 'postal_code',
        'Date of birth': 'birthday',
        'Referred by': 'source',
        'Date created': 'client_since',
        Notes: 'note',
      },
    ],
    [
      'Acuity',
      'First Name,Last Name,Phone,Email,Notes,Days Since Last Appointment',
      {
        'First Name': 'first_name',
        'Last Name': 'last_name',
        Phone: 'phone',
        Email: 'email',
        Notes: 'note',
      },
    ],
    [
      'Phorest',
      'First Name,Surname,Mobile,Email,Birth Date,Gender,Street Address 1,Street Address 2,City,' +
        'Postal Code,Client Since,SMS Marketing Consent,Email Marketing Consent,Notes',
      {
        'First Name': 'first_name',
        Surname: 'last_name',
        Mobile: 'phone',
        Email: 'email',
        'Birth Date': 'birthday',
        'Street Address 1': 'line1',
        'Street Address 2': 'line2',
        City: 'city',
        'Postal Code': 'postal_code',
        'Client Since': 'client_since',
        'SMS Marketing Consent': 'marketing_sms',
        'Email Marketing Consent': 'marketing_email',
        Notes: 'note',
      },
    ],
    [
      'Booksy',
      'First Name,Last Name,Cell Phone,E-mail,Birthday,Address,Apartment Number,City,Zipcode,Tags,' +
        'Allergens,Additional Info,Promotional Emails,Promotional Texts,Total Revenue',
      {
        'First Name': 'first_name',
        'Last Name': 'last_name',
        'Cell Phone': 'phone',
        'E-mail': 'email',
        Birthday: 'birthday',
        Address: 'line1',
        'Apartment Number': 'line2',
        City: 'city',
        Zipcode: 'postal_code',
        Tags: 'tags',
        Allergens: 'alert_note',
        'Additional Info': 'note',
        'Promotional Emails': 'marketing_email',
        'Promotional Texts': 'marketing_sms',
      },
    ],
    [
      'GlossGenius',
      'Client Name,Phone Number,Email Address,Birthday,Client Source,First Appointment,' +
        'Last Appointment,Next Appointment,Total Appointments,No Shows,Total Sales,Client Notes',
      {
        'Client Name': 'name',
        'Phone Number': 'phone',
        'Email Address': 'email',
        Birthday: 'birthday',
        'Client Source': 'source',
        'First Appointment': 'client_since',
        'Client Notes': 'note',
      },
    ],
  ])('of %s are understood', (_, row, expected) => {
    const headings = row.split(',');
    const guessed = guessMapping(headings);
    expect(
      Object.fromEntries(headings.map((heading, at) => [heading, guessed[at] ?? null])),
    ).toEqual(Object.fromEntries(headings.map((heading) => [heading, expected[heading] ?? null])));
  });

  it('are told from the first client', () => {
    expect(hasHeadings(['Name', 'Phone'])).toBe(true);
    expect(hasHeadings(['Ana Li', 'ana@mail.example'])).toBe(false);
    expect(hasHeadings(['Ana Li', '(212) 555-0123'])).toBe(false);
  });
});

describe('birthdays in files', () => {
  test.each([
    ['1990-05-17', '1990-05-17'],
    ['17.5.1990', '1990-05-17'],
    ['17/05/90', '1990-05-17'],
    ['3/4/1990', '1990-04-03'],
    ['17 May 1990', '1990-05-17'],
    ['May 17th, 1990', '1990-05-17'],
    ['17.05.', '--05-17'],
    ['--02-29', '--02-29'],
    ['17 May', '--05-17'],
    ['33010', '1990-05-17'],
    ['1990-05-17 00:00:00', '1990-05-17'],
    ['31/04/1990', null],
    ['29/02/1991', null],
    ['0000-00-00', null],
    ['soon', null],
    ['1990', null],
  ])('%j, day first, is %j', (text, day) =>
    expect(birthdayFrom(text, 'day_first', 2027)).toBe(day),
  );

  it('are read with the month first where the file says so', () => {
    expect(birthdayFrom('3/4/1990', 'month_first', 2027)).toBe('1990-03-04');
    expect(dayOrderOf(['3/4/1990', '12/25/1980'])).toBe('month_first');
    expect(dayOrderOf(['3/4/1990', '25/12/1980'])).toBe('day_first');
    expect(dayOrderOf(['3/4/1990', '1980-12-25'])).toBeNull();
  });
});

describe('a row of a file', () => {
  it('becomes a client', () => {
    const { client, problems } = readRow([
      'Ana',
      'Li',
      '(212) 555-0123',
      ' ANA@Mail.example',
      '5/17/1990',
      'vip; bride',
      '=SUM(A1)',
    ]);
    expect(problems).toEqual([]);
    expect(client).toEqual({
      ...EMPTY_CLIENT,
      first_name: 'Ana',
      last_name: 'Li',
      phone: '+12125550123',
      phone_raw: '(212) 555-0123',
      email: 'ana@mail.example',
      birthday: '1990-05-17',
      tags: ['vip', 'bride'],
      note: '=SUM(A1)',
    });
  });

  it('says since when, and whether they want news; what is neither yes nor no says nothing', () => {
    const mapping = ['first_name', 'client_since', 'marketing_email', 'marketing_sms'] as const;
    expect(readRow(['Ana', '3/4/2019 10:15', 'Subscribed', 'No'], mapping)).toMatchObject({
      client: { client_since: '2019-03-04', news: { email: true, sms: false } },
      problems: [],
    });
    expect(readRow(['Ana', '4 Mar 2019, 10:15am', '', ''], mapping).client).toMatchObject({
      client_since: '2019-03-04',
    });
    const odd = readRow(['Ana', '3/4/2031', 'perhaps', ''], mapping);
    expect(odd.client).toMatchObject({ client_since: null, note: 'Client since: 3/4/2031' });
    expect(odd.client).not.toHaveProperty('news');
    expect(odd.problems).toMatchObject([{ field: 'client_since', rule: 'in_the_future' }]);
  });

  it('keeps in the note what cannot be read, and says so', () => {
    const { client, problems } = readRow(['Ana', 'Li', '12', 'ana at mail', '30 Feb', '', 'Tall']);
    expect(client).toMatchObject({ phone: null, email: null, birthday: null });
    expect(client?.note).toBe('Tall\nPhone: 12\nE-mail: ana at mail\nBirthday: 30 Feb');
    expect(problems.map(({ field, rule, isImported }) => [field, rule, isImported])).toEqual([
      ['phone', 'not_a_phone', true],
      ['email', 'not_an_email', true],
      ['birthday', 'not_a_day', true],
    ]);
  });

  it('stays out without anything to find the client by, or with a name beyond reading', () => {
    const nobody = readRow(['', '', '', '', '', 'vip', '']);
    expect(nobody.client).toBeNull();
    expect(nobody.problems).toMatchObject([{ rule: 'needs_name_or_contact', isImported: false }]);
    const endless = readRow(['x'.repeat(121), '', '', '', '', '', '']);
    expect(endless.problems).toMatchObject([
      { field: 'first_name', rule: 'too_long', isImported: false },
    ]);
  });

  it.each([
    ['Ana Maria Li', 'Ana Maria', 'Li'],
    ['Li, Ana', 'Ana', 'Li'],
    ['Cher', 'Cher', ''],
  ])('takes the whole name %j apart', (name, first_name, last_name) =>
    expect(readRow([name], ['name']).client).toMatchObject({ first_name, last_name }),
  );

  it('takes the first filled of several phones, and all notes', () => {
    const { client } = readRow(
      ['Ana', '', '212 555 0123', 'one', 'two'],
      ['first_name', 'phone', 'phone', 'note', 'note'],
    );
    expect(client).toMatchObject({ phone: '+12125550123', note: 'one\ntwo' });
  });

  it('keeps a second number, and whom to call', () => {
    const { client, problems } = readRow(
      ['Ana', '212 555 0123', '212 555 0124', 'Rosa', 'mum’s', 'Lisbon'],
      ['first_name', 'phone', 'phone', 'emergency_name', 'emergency_phone', 'time_zone'],
    );
    expect(client).toMatchObject({
      phone: '+12125550123',
      alt_phone: '+12125550124',
      emergency_contact: { name: 'Rosa', phone: '' },
      time_zone: null,
      note: 'Emergency phone: mum’s\nTime zone: Lisbon',
    });
    expect(problems.map(({ field }) => field)).toEqual(['emergency_phone', 'time_zone']);
    const twice = readRow(['Ana', '212 555 0123', '(212) 555-0123'], ['name', 'phone', 'phone']);
    expect(twice.client?.alt_phone).toBeNull();
  });

  it('never throws and gives only valid clients, whatever it holds', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { minLength: 7, maxLength: 7 }),
        (cells) => {
          const { client, problems } = readRow(cells);
          expect(client !== null || problems.some(({ isImported }) => !isImported)).toBe(true);
        },
      ),
    ));
});

describe('the dry run of an import', () => {
  const planOf = (rows: string[][], existing: ClientRow[] = []) => {
    const planner = createPlanner(reading(), ZONE);
    existing.forEach(planner.addExisting);
    rows.forEach((cells, index) => planner.addRow(index + 2, cells));
    return planner.plan;
  };
  const cleo = clientRow({
    first_name: 'Cleo',
    last_name: 'Adams',
    phone: '+12125550100',
    email: 'cleo@mail.example',
    birthday: '1988-01-02',
    tags: ['vip'],
    note: 'Tall',
  });

  it('finds who is there by phone, by mail, and by name and birthday', () => {
    const plan = planOf(
      [
        ['C.', 'Adams', '+1 212 555 0100', '', '', '', ''],
        ['Cleopatra', '', '', 'CLEO@mail.example', '', '', ''],
        ['cléo', 'adams', '', '', '1/2/1988', '', ''],
        ['Cleo', 'Adams', '', '', '', '', ''],
      ],
      [cleo],
    );
    expect(plan.groups.map(({ id, rows }) => [id, rows.map(({ reason }) => reason)])).toEqual([
      ['cleo', ['phone', 'email', 'birthday']],
    ]);
    expect(plan.fresh.map(({ line }) => line)).toEqual([5]);
  });

  it('finds who is there by the second number', () => {
    const there = { ...cleo, phone: null, alt_phone: '+12125550100' };
    expect(planOf([['C.', '', '212 555 0100', '', '', '', '']], [there]).groups).toMatchObject([
      { id: 'cleo', rows: [{ reason: 'phone' }] },
    ]);
  });

  it('finds who stands in the file twice', () => {
    const plan = planOf([
      ['Ana', 'Li', '', 'ana@mail.example', '', '', ''],
      ['Anna', 'Li', '212 555 0123', 'ana@mail.example', '', 'bride', ''],
      ['A.', 'Li', '(212) 555-0123', '', '', '', ''],
    ]);
    expect(plan.fresh).toHaveLength(1);
    expect(must(plan.groups[0], 'one group').rows.map(({ line }) => line)).toEqual([3, 4]);
    const update = importWork(plan, () => 'update');
    expect(update.creates).toMatchObject([
      { first_name: 'A.', email: 'ana@mail.example', phone: '+12125550123', tags: ['bride'] },
    ]);
    expect(importWork(plan, () => 'add').creates).toHaveLength(3);
    expect(importWork(plan, () => 'skip')).toMatchObject({ skipped: 2, updates: [] });
  });

  it('changes somebody only by what the file knows better', () => {
    const plan = planOf(
      [['', '', '2125550100', 'new@mail.example', '', 'bride', 'Likes tea']],
      [cleo],
    );
    const { creates, updates } = importWork(plan, () => 'update');
    expect(creates).toEqual([]);
    expect(updates).toEqual([
      {
        id: 'cleo',
        name: 'Cleo Adams',
        client: {
          email: 'new@mail.example',
          tags: ['vip', 'bride'],
          note: 'Tall\nLikes tea',
        },
      },
    ]);
  });

  it('has nothing to do where the file only writes the same differently', () => {
    const there = { ...cleo, address: { line1: '1 High St', city: 'Troy' } };
    const planner = createPlanner(reading(['first_name', 'phone', 'city', 'line1']), ZONE);
    planner.addExisting({ ...there, address: { city: 'Troy', line1: '1 High St' } });
    planner.addRow(2, ['Cleo', '(212) 555-0100', 'Troy', '1 High St']);
    expect(importWork(planner.plan, () => 'update').updates).toEqual([]);
  });

  it('takes since when from a file only where that is earlier than what is known', () => {
    const since = (day: string, client = cleo) => {
      const planner = createPlanner(reading(['first_name', 'phone', 'client_since']), ZONE);
      planner.addExisting(client);
      planner.addRow(2, ['Cleo', '(212) 555-0100', day]);
      return importWork(planner.plan, () => 'update').updates.map((update) => update.client);
    };
    const made = { ...cleo, created_at: '2026-03-04T15:00:00Z' as const };
    // As an export writes it: the day on which the record was made.
    expect(since('2026-03-04', made)).toEqual([]);
    expect(since('2026-04-01', made)).toEqual([]);
    // An evening in New York, when it is the next day already in London.
    const evening = { ...cleo, created_at: '2026-03-05T01:00:00Z' as const };
    expect(since('2026-03-04', evening)).toEqual([]);
    expect(since('2026-03-03', evening)).toEqual([{ client_since: '2026-03-03' }]);
    expect(since('2019-05-06', made)).toEqual([{ client_since: '2019-05-06' }]);
    expect(since('2019-05-06', { ...made, client_since: '2018-01-01' })).toEqual([]);
  });

  it('writes about news only what nobody has asked yet', () => {
    const planner = createPlanner(
      reading(['first_name', 'phone', 'marketing_email', 'marketing_sms']),
      ZONE,
    );
    planner.addExisting(cleo);
    planner.addRow(2, ['Cleo', '(212) 555-0100', 'yes', 'no']);
    const group = must(planner.plan.groups[0], 'a group');
    const updates = () => importWork(planner.plan, () => 'update').updates;
    expect(updates()).toMatchObject([{ client: {}, news: { email: true, sms: false } }]);
    group.asked = { email: false };
    expect(updates()).toMatchObject([{ client: {}, news: { sms: false } }]);
    group.asked = { email: false, sms: true };
    expect(updates()).toEqual([]);
  });

  it('does not take archived clients for duplicates', () => {
    const archived = { ...cleo, status: 'archived' as const };
    expect(planOf([['Cleo', '', '2125550100', '', '', '', '']], [archived]).groups).toEqual([]);
  });
});
