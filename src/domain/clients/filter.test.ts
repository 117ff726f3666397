import { describe, expect, it, test } from 'vitest';
import { NO_FILTER, NO_VISITS, asksVisits, filterParts, fitsFilter } from './filter.ts';
import type { ClientFilter, VisitFacts } from './filter.ts';
import type { ClientEntry } from './search.ts';

const entry: ClientEntry = {
  id: 'cleo',
  name: 'Cleo Adams',
  phone: null,
  email: 'cleo@mail.example',
  tags: ['vip'],
  alertNote: null,
  status: 'active',
  birthday: '--05-17',
  onlineBooking: 'approve',
  hay: '',
  order: '',
};
const came: VisitFacts = { completed: 1, last: '2027-03-01T15:00:00+00:00', hasUpcoming: false };
const comes: VisitFacts = { ...came, hasUpcoming: true };
const MARCH = '2027-03-01T05:00:00+00:00';
const APRIL = '2027-04-01T04:00:00+00:00';

const fits = (filter: Partial<ClientFilter>, visits = came, edges = {}): boolean =>
  fitsFilter(entry, visits, { ...NO_FILTER, ...filter }, { before: null, after: null, ...edges });

describe('a filter of clients', () => {
  test.each([
    [{}, true],
    [{ tags: ['bride', 'vip'] }, true],
    [{ tags: ['bride'] }, false],
    [{ noContact: true }, false],
    [{ onlineBooking: 'approve' as const }, true],
    [{ onlineBooking: 'block' as const }, false],
    [{ birthdayMonth: 5 }, true],
    [{ birthdayMonth: 6 }, false],
    [{ birthdayMonth: 5, tags: ['bride'] }, false],
  ])('%j fits: %s', (filter, is) => expect(fits(filter)).toBe(is));

  it('knows when somebody was there last, and nobody who never was', () => {
    expect(fits({}, came, { before: APRIL })).toBe(true);
    expect(fits({}, came, { before: MARCH })).toBe(false);
    expect(fits({}, came, { after: MARCH })).toBe(true);
    expect(fits({}, came, { after: APRIL })).toBe(false);
    expect(fits({}, NO_VISITS, { before: APRIL })).toBe(false);
  });

  it('finds who came once and never again, and who never came', () => {
    expect(fits({ visits: 'once' })).toBe(true);
    expect(fits({ visits: 'once' }, comes)).toBe(false);
    expect(fits({ visits: 'once' }, { ...came, completed: 2 })).toBe(false);
    expect(fits({ visits: 'never' }, NO_VISITS)).toBe(true);
    expect(fits({ visits: 'never' }, came)).toBe(false);
  });

  it('finds who has an appointment ahead', () => {
    expect(fits({ upcoming: 'yes' }, comes)).toBe(true);
    expect(fits({ upcoming: 'no' }, comes)).toBe(false);
    expect(fits({ upcoming: 'no' }, NO_VISITS)).toBe(true);
  });

  it('says how much of it is set, and whether it needs the calendar', () => {
    expect(filterParts(NO_FILTER)).toBe(0);
    expect(filterParts({ ...NO_FILTER, tags: ['a', 'b'], noContact: true })).toBe(2);
    expect(asksVisits({ ...NO_FILTER, tags: ['a'] })).toBe(false);
    expect(asksVisits({ ...NO_FILTER, upcoming: 'no' })).toBe(true);
  });
});
