import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  removeFilter,
  restoreFilter,
  saveFilter,
  savedFilters,
} from '../commands/client-filters.ts';
import { changeAppointmentStatus } from '../commands/appointment-status.ts';
import { createClient } from '../commands/clients.ts';
import { NO_FILTER } from '#domain/clients/filter.ts';
import type { ClientFilter } from '#domain/clients/filter.ts';
import type { DaybookDb } from '../open.ts';
import { openSalon, putAppointment, segmentOf } from '../test-rows.ts';
import { countFiltered, searchClients } from './clients.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await createClient(db, { first_name: 'Nova' });
  await putAppointment(db, 'past', [segmentOf('s1', 'ana', '2027-03-01T05:30:00+00:00')], {
    status: 'completed',
  });
});
afterEach(() => db.close());

const found = async (filter: Partial<ClientFilter>, text = ''): Promise<string[]> =>
  (await searchClients(db, text, { filter: { ...NO_FILTER, ...filter } })).map(({ name }) => name);

describe('filtered clients', () => {
  it('are told by their visits, together with the search', async () => {
    expect(await found({ visits: 'once' })).toEqual(['Cleo Adams']);
    expect(await found({ visits: 'never' })).toEqual(['Nova']);
    expect(await found({ visits: 'never' }, 'cleo')).toEqual([]);
    expect(await countFiltered(db, [NO_FILTER, { ...NO_FILTER, noContact: true }])).toEqual([2, 1]);
  });

  it('take days as the business has them: half past midnight in New York is the first of March', async () => {
    expect(await found({ lastVisitAfter: '2027-03-01' })).toEqual(['Cleo Adams']);
    expect(await found({ lastVisitBefore: '2027-03-01' })).toEqual([]);
    expect(await found({ lastVisitBefore: '2027-03-02' })).toEqual(['Cleo Adams']);
  });

  it('follow the calendar', async () => {
    await putAppointment(db, 'next', [segmentOf('s2', 'ana', '2027-04-01T14:00:00+00:00')]);
    expect(await found({ upcoming: 'yes' })).toEqual(['Cleo Adams']);
    expect(await found({ visits: 'once' })).toEqual([]);
    await changeAppointmentStatus(db, 'next', 'cancelled');
    expect(await found({ upcoming: 'yes' })).toEqual([]);
  });
});

describe('saved filters', () => {
  const filter = { ...NO_FILTER, birthdayMonth: 5 };

  it('are kept by name, removed, and put back', async () => {
    await saveFilter(db, 'Spring', NO_FILTER);
    const spring = await saveFilter(db, ' Spring ', filter);
    expect(await savedFilters(db)).toEqual([spring]);
    await removeFilter(db, spring.id);
    expect(await savedFilters(db)).toEqual([]);
    await restoreFilter(db, spring);
    expect(await savedFilters(db)).toMatchObject([{ name: 'Spring', filter }]);
  });
});
