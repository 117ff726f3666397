import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WaitlistWindow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { waitlist, waitsOfClient } from '../queries/waitlist.ts';
import { waitingFor, waitingTimes } from '../queries/waiting-times.ts';
import {
  at,
  errorOf,
  lastOps,
  openSalon,
  putAppointment,
  putRows,
  segmentInput,
  segmentOf,
  valueOf,
} from '../test-rows.ts';
import { cancelAppointment } from './appointment-status.ts';
import { createAppointment } from './appointments.ts';
import { mergeClients } from './merge-clients.ts';
import {
  addToWaitlist,
  closeWaitlistEntry,
  editWaitlistEntry,
  reopenWaitlistEntry,
} from './waitlist.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

/** The rest of today, Tuesday, 9 March 2027; now it is ten in the salon. */
const TODAY: WaitlistWindow = {
  from_day: '2027-03-09',
  to_day: '2027-03-09',
  weekdays: [],
  from_min: 0,
  to_min: 1440,
};

const wish = (more: object = {}) => ({
  client_id: 'cleo',
  items: [{ variant_id: 'cut', staff_ids: ['ana'], add_on_ids: [] }],
  windows: [TODAY],
  flexible_min: 0,
  note: null,
  priority: 0,
  ...more,
});

const add = async (more: object = {}) => valueOf(await addToWaitlist(db, wish(more)));
const entry = (id: string) => db.rows('waitlist_entries').get(id);
const openIds = async () => (await waitlist(db, 'open'))?.views.map((view) => view.entry.id);

describe('an entry', () => {
  test('is there at once, waits until its last window is over, and is taken off by undo', async () => {
    const { id, undo } = await add({ note: '  after work  ' });
    expect(await entry(id)).toMatchObject({
      state: 'waiting',
      source: 'staff',
      note: 'after work',
      expires_at: '2027-03-10T05:00:00+00:00',
    });
    expect(await openIds()).toEqual([id]);
    valueOf(await undo());
    expect(await entry(id)).toMatchObject({ state: 'cancelled' });
  });

  test('belongs to what is kept about its client, closed or not', async () => {
    const { id, undo } = await add();
    valueOf(await undo());
    expect(await waitsOfClient(db, 'cleo')).toMatchObject([
      { entry: { id, state: 'cancelled' }, items: [{ service: 'Haircut', staff: ['Ana'] }] },
    ]);
    expect(await waitsOfClient(db, 'dora')).toEqual([]);
  });

  test.each([
    [{ items: [] }, 'items', 'too_few'],
    [{ windows: [] }, 'windows', 'too_few'],
    [{ windows: [TODAY, TODAY, TODAY, TODAY, TODAY, TODAY] }, 'windows', 'too_many'],
    [{ windows: [TODAY, { ...TODAY, to_day: '2027-03-08' }] }, 'windows.1.to_day', 'order'],
    [{ client_id: '' }, 'client_id', 'required'],
  ])('with %o is refused at %s', async (wrong, field, rule) => {
    expect(errorOf(await addToWaitlist(db, wish(wrong)))).toMatchObject({
      code: 'invalid',
      issues: [{ field, rule }],
    });
  });

  test('for days that have passed is refused', async () => {
    const windows = [{ ...TODAY, from_day: '2027-03-01', to_day: '2027-03-08' }];
    expect(errorOf(await addToWaitlist(db, wish({ windows })))).toMatchObject({
      code: 'past',
      field: 'windows',
    });
  });

  test('sends only what was changed, and undo brings it back', async () => {
    const { id } = await add();
    await db.outbox.clear();
    const { undo } = valueOf(await editWaitlistEntry(db, id, { priority: 1 }));
    expect(await lastOps(db)).toEqual([
      { table: 'waitlist_entries', id, op: 'patch', value: { priority: 1 } },
    ]);
    valueOf(await undo());
    expect(await entry(id)).toMatchObject({ priority: 0 });
  });

  test('that is closed waits again by undo, by hand, and when it gets new days', async () => {
    const { id } = await add();
    const { undo } = valueOf(await closeWaitlistEntry(db, id));
    expect(await openIds()).toEqual([]);
    expect(errorOf(await closeWaitlistEntry(db, id))).toBeNull();
    valueOf(await undo());
    expect(await openIds()).toEqual([id]);
    valueOf(await closeWaitlistEntry(db, id));
    const later = [{ ...TODAY, to_day: '2027-03-12' }];
    valueOf(await editWaitlistEntry(db, id, { windows: later }));
    expect(await entry(id)).toMatchObject({ state: 'waiting', windows: later });
  });

  test('whose days are over is off the list before the server has said so', async () => {
    const { id } = await add();
    db.serverOffsetMs = 24 * 3600_000;
    expect(await openIds()).toEqual([]);
    expect((await waitlist(db, 'closed'))?.views).toMatchObject([{ state: 'expired' }]);
    valueOf(await closeWaitlistEntry(db, id));
    expect(errorOf(await reopenWaitlistEntry(db, id))).toMatchObject({ code: 'past' });
  });

  test('goes with its client when two records become one', async () => {
    const { id } = await add();
    await putRows(db, 'clients', [{ ...(await db.rows('clients').get('cleo'))!, id: 'twin' }]);
    const merged = valueOf(await mergeClients(db, ['twin', 'cleo'], {}));
    expect(await entry(id)).toMatchObject({ client_id: 'twin' });
    valueOf(await merged.undo());
    expect(await entry(id)).toMatchObject({ client_id: 'cleo' });
  });
});

test('booking somebody who waits closes the entry in the same mutation', async () => {
  const { id } = await add();
  const form = {
    client_id: 'cleo',
    source: 'waitlist' as const,
    segments: [segmentInput('ana', at('19:00'))],
  };
  const appointmentId = valueOf(await createAppointment(db, form, { waitlistEntryId: id }));
  expect(await lastOps(db)).toContainEqual({
    table: 'waitlist_entries',
    id,
    op: 'patch',
    value: { state: 'booked', appointment_id: appointmentId },
  });
  expect((await waitlist(db, 'booked'))?.views.map((view) => view.entry.id)).toEqual([id]);
  valueOf(await reopenWaitlistEntry(db, id));
  expect(await entry(id)).toMatchObject({ state: 'waiting', appointment_id: null });
});

test('an entry that somebody has closed is left alone by a booking', async () => {
  const { id } = await add();
  valueOf(await closeWaitlistEntry(db, id));
  const form = { client_id: 'cleo', segments: [segmentInput('ana', at('19:00'))] };
  valueOf(await createAppointment(db, form, { waitlistEntryId: id }));
  expect(await entry(id)).toMatchObject({ state: 'cancelled', appointment_id: null });
});

describe('the times that fit', () => {
  const starts = async (id: string) =>
    ((await waitingTimes(db, [(await entry(id))!])).get(id) ?? []).map(({ startsAt }) => startsAt);

  test('are free, by whom is wanted, and inside the windows', async () => {
    // Ana works until 18:00, which is 23:00 UTC, and is busy until five.
    const busy = segmentOf('s1', 'ana', at('15:00'), { duration_min: 420 });
    await putAppointment(db, 'a1', [busy], { client_id: null });
    const { id } = await add();
    expect(await starts(id)).toEqual([at('22:00')]);
    valueOf(await editWaitlistEntry(db, id, { windows: [{ ...TODAY, to_min: 1020 }] }));
    expect(await starts(id)).toEqual([]);
    valueOf(
      await editWaitlistEntry(db, id, {
        items: [{ variant_id: 'cut', staff_ids: [], add_on_ids: [] }],
      }),
    );
    expect((await starts(id)).length).toBeGreaterThan(0);
  });

  test('leave out when the client is here already', async () => {
    await putAppointment(db, 'a1', [segmentOf('s1', 'ben', at('15:30'), { duration_min: 390 })]);
    const { id } = await add();
    expect(await starts(id)).toEqual([at('22:00')]);
  });

  test('at the client’s leave room for the way, and are by whom goes there', async () => {
    const busy = segmentOf('s1', 'ana', at('15:00'), { duration_min: 390 });
    await putAppointment(db, 'a1', [busy], { client_id: null });
    const { id } = await add();
    expect(await starts(id)).toEqual([at('21:30')]);
    await db.table('waitlist_entries').update(id, { location_type: 'client' });
    // It is not had there.
    expect(await starts(id)).toEqual([]);
    await db.table('services').update('s-cut', { location_types: ['business', 'client'] });
    expect(await starts(id)).toEqual([at('22:00')]);
    await db.table('staff').update('ana', { works_at: 'business' });
    expect(await starts(id)).toEqual([]);
  });

  test('are elsewhere when staff say where, and it is taken back with the rest', async () => {
    await db.table('services').update('s-cut', { location_types: ['business', 'client'] });
    const address = { line1: '12 Elm Street' };
    const { id } = await add({ location_type: 'client', address });
    expect(await entry(id)).toMatchObject({ location_type: 'client', address });
    const { undo } = valueOf(
      await editWaitlistEntry(db, id, { location_type: null, address: null }),
    );
    expect(await entry(id)).toMatchObject({ location_type: null, address: null });
    valueOf(await undo());
    expect(await entry(id)).toMatchObject({ location_type: 'client', address });
  });

  test('a cancelled visit is a time for those who wait, and only for them', async () => {
    const busy = segmentOf('s1', 'ana', at('16:00'), { duration_min: 60 });
    await putAppointment(db, 'a1', [busy], { client_id: null });
    const freed = { from: at('16:00'), to: at('17:00'), staffIds: ['ana'] };
    await add();
    await add({ items: [{ variant_id: 'cut', staff_ids: ['ben'], add_on_ids: [] }] });
    expect(await waitingFor(db, [freed])).toBe(0);
    valueOf(await cancelAppointment(db, 'a1'));
    expect(await waitingFor(db, [freed])).toBe(1);
    expect(await waitingFor(db, [freed, freed])).toBe(1);
  });
});

test('the list is searched by name and service', async () => {
  const { id } = await add();
  const found = async (text: string) =>
    (await waitlist(db, 'open', text))?.views.map((view) => view.entry.id);
  expect(await found('cleo hair')).toEqual([id]);
  expect(await found('colour')).toEqual([]);
});
