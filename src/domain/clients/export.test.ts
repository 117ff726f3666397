import { describe, expect, it } from 'vitest';
import type { ClientRow } from '#domain/rows.ts';
import { csvRows } from '#domain/text/csv.ts';
import { clientCsvLine, csvHead } from './export.ts';
import { guessMapping } from './import-fields.ts';
import { createGuardianFinder } from './import-guardians.ts';
import { readImportRow } from './import-row.ts';

const client: ClientRow = {
  id: 'c1',
  business_id: 'b',
  rev: 1,
  created_at: '2026-11-21T09:00:00+00:00',
  updated_at: '2026-11-21T09:00:00+00:00',
  created_by: null,
  merged_into: null,
  guardian_id: null,
  guardian_receives: false,
  status: 'active',
  first_name: '=cmd|calc',
  last_name: 'O"Neil, jr.',
  preferred_name: '@home',
  pronouns: 'they/them',
  email: 'ann@mail.example',
  phone: '+12125550123',
  phone_raw: '+12125550123',
  alt_phone: '+12125550124',
  alt_phone_raw: '+12125550124',
  emergency_contact: { name: '+Rosa', phone: '(212) 555-0125' },
  birthday: '--05-17',
  address: {
    label: 'Home',
    line1: '1 High St',
    city: 'Troy',
    postal_code: '00012',
    country_code: 'US',
  },
  more_addresses: [
    { label: 'Work', line1: '2 Low St', line2: '3rd floor', city: 'Troy' },
    { line1: '=3 Mid St' },
  ],
  time_zone: 'Europe/Lisbon',
  source: '-5 % voucher',
  client_since: '2019-04-02',
  tags: ['vip', 'bride'],
  online_booking: 'approve',
  payment_rule: 'default',
  preferred_staff_id: null,
  alert_note: 'Latex!\nAsk first',
  note: '+ tea',
};

describe('exported clients', () => {
  const [headings = [], cells = []] = csvRows(
    csvHead() + clientCsvLine(client, 'America/New_York', null, { email: true, sms: false }),
    ',',
  );

  it('come back by import as they were', () => {
    const mapping = guessMapping(headings);
    const read = readImportRow(2, cells, {
      mapping,
      countryCode: 'US',
      dayOrder: 'day_first',
      today: '2027-03-09',
    });
    const {
      id: _id,
      business_id: _business,
      rev: _rev,
      created_at: _born,
      updated_at: _changed,
      created_by: _by,
      merged_into: _into,
      guardian_id: _guardian,
      guardian_receives: _receives,
      status: _status,
      ...fields
    } = client;
    expect(read).toEqual({
      client: { ...fields, news: { email: true, sms: false } },
      problems: [],
    });
  });

  it('name a guardian in a way in which the import finds them', () => {
    const [, line = []] = csvRows(
      csvHead() +
        clientCsvLine(
          { ...client, guardian_id: 'g', guardian_receives: true },
          'America/New_York',
          { name: 'Grace Hopper', email: 'grace@mail.example', phone: null },
        ),
      ',',
    );
    const read = readImportRow(2, line, {
      mapping: guessMapping(headings),
      countryCode: 'US',
      dayOrder: 'day_first',
      today: '2027-03-09',
    });
    const cell = 'Grace Hopper <grace@mail.example>';
    expect(read.client).toMatchObject({ guardian: cell, guardian_receives: true });
    const finder = createGuardianFinder('US');
    const person = { ...client, email: null, phone: null };
    finder.add({ ...person, id: 'g', email: 'grace@mail.example' });
    finder.add({ ...person, id: 'h', first_name: 'Grace', last_name: 'Hopper' });
    expect(finder.find(cell)).toBe('g');
    expect(finder.find('grace hopper')).toBe('h');
    finder.add({ ...person, id: 'i', first_name: 'Grace', last_name: 'Hopper' });
    // Two of one name: nobody knows which.
    expect(finder.find('Grace Hopper')).toBeNull();
  });

  it('tell the day of the business, not that of London', () => {
    const evening = { ...client, client_since: null, created_at: '2026-11-21T03:30:00Z' as const };
    const [head = [], line = []] = csvRows(
      csvHead() + clientCsvLine(evening, 'America/New_York', null),
      ',',
    );
    expect(line[head.indexOf('Client since')]).toBe('2026-11-20');
  });

  it('hold no formula and begin with the mark of UTF-8', () => {
    expect(csvHead().startsWith('\uFEFF')).toBe(true);
    for (const cell of cells) expect(cell).not.toMatch(/^[=@\t\r]|^[+-](?!\d+$)/);
  });
});
