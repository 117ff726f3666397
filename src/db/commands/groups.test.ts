import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { AppointmentRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { feesOfCancelling } from '../queries/fees.ts';
import { groupView } from '../queries/groups.ts';
import {
  at,
  errorOf,
  openSalon,
  putAppointment,
  putRows,
  segmentInput,
  segmentOf,
  TEST_NOW,
  valueOf,
} from '../test-rows.ts';
import { cancelAppointment, changeAppointmentStatus } from './appointment-status.ts';
import { moveAppointment } from './appointment-time.ts';
import { cancelGroup, moveGroup } from './group-changes.ts';
import { addToGroup, createGroup, leaveGroup } from './groups.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

const visit = (staffId: string, clock: string, client: Uuid | null = null) => ({
  client_id: client,
  segments: [segmentInput(staffId, at(clock))],
});
/** The bride with Ana, a friend with Ben at the same time, another one with Ben afterwards. */
const party = async () => {
  const forms = [visit('ana', '18:00', 'cleo'), visit('ben', '18:00'), visit('ben', '18:45')];
  return valueOf(await createGroup(db, forms));
};
const row = async (id: Uuid): Promise<AppointmentRow> =>
  must(await db.rows('appointments').get(id), 'the appointment');
const rowsOf = async (ids: readonly Uuid[]): Promise<AppointmentRow[]> => Promise.all(ids.map(row));
const times = async (ids: readonly Uuid[]): Promise<string[]> =>
  (await rowsOf(ids)).map(({ starts_at }) => starts_at.slice(11, 16));
const statuses = async (ids: readonly Uuid[]): Promise<string[]> =>
  (await rowsOf(ids)).map(({ status }) => status);
const outbox = async () => (await db.outbox.toArray()).map(({ name, ops }) => [name, ops.length]);
/** As if the server had confirmed everything. */
const confirm = async () => {
  await db.rows('appointments').toCollection().modify({ rev: 7 });
  await db.rows('appointment_segments').toCollection().modify({ rev: 7 });
};

describe('booking people who come together', () => {
  test('is one mutation; each has a row of its own, and the first has organised it', async () => {
    const { ids } = await party();
    expect(await outbox()).toEqual([['group.create', 6]]);
    const rows = await rowsOf(ids);
    expect(new Set(rows.map(({ group_id }) => group_id))).toEqual(new Set([ids[0]]));
    expect(rows.map(({ client_id }) => client_id)).toEqual(['cleo', null, null]);
    expect(new Set(rows.map(({ ical_uid }) => ical_uid)).size).toBe(3);
    expect(rows.every(({ overlap_accepted }) => !overlap_accepted)).toBe(true);
  });

  test('names who is in the way, also of the group itself, and saves nothing', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ben', at('18:15'))]);
    const refused = await createGroup(db, [visit('ana', '18:00'), visit('ben', '18:00')]);
    expect(errorOf(refused)).toEqual({ code: 'overlap', rows: ['appointments:a1'] });
    const among = errorOf(await createGroup(db, [visit('ana', '20:00'), visit('ana', '20:30')]));
    expect(among?.rows).toHaveLength(1);
    expect(await outbox()).toEqual([]);
    expect(await db.rows('appointments').count()).toBe(1);

    const forms = [visit('ana', '20:00'), visit('ana', '20:30')];
    const { ids } = valueOf(await createGroup(db, forms, { acceptOverlap: true }));
    const accepted = (await rowsOf(ids)).map(({ overlap_accepted }) => overlap_accepted);
    expect(accepted).toEqual([false, true]);
  });

  test('gives each a chair of their own, and says when there is none left', async () => {
    await chairs(2);
    const both = [visit('ana', '18:00'), visit('ben', '18:00')];
    const { ids } = valueOf(await createGroup(db, both));
    const segments = await db.rows('appointment_segments').toArray();
    expect(segments.map(({ resource_ids }) => resource_ids?.join()).toSorted()).toEqual([
      'chair-0',
      'chair-1',
    ]);
    const third = await addToGroup(db, ids[0]!, [visit('ana', '18:45'), visit('ben', '18:45')]);
    expect(third.ok).toBe(true);
    await db.rows('resources').delete('chair-1');
    const late = [visit('ana', '20:00'), visit('ben', '20:00')];
    expect(errorOf(await createGroup(db, late))).toMatchObject({ code: 'overlap' });
  });

  test('of one is none, and of hundreds neither', async () => {
    expect(errorOf(await createGroup(db, [visit('ana', '18:00')]))).toMatchObject({
      rule: 'too_few',
    });
    const many = Array.from({ length: 21 }, () => visit('ana', '18:00'));
    expect(errorOf(await createGroup(db, many))).toMatchObject({ rule: 'too_many' });
    const fault = { client_id: null, segments: [] };
    expect(errorOf(await createGroup(db, [visit('ana', '18:00'), fault]))).toMatchObject({
      code: 'invalid',
    });
  });

  test('undone before the server heard of it, leaves nothing; afterwards all are cancelled', async () => {
    const first = await party();
    valueOf(await first.undo());
    expect(await db.rows('appointments').count()).toBe(0);
    expect(await db.rows('appointment_segments').count()).toBe(0);

    const second = await party();
    await confirm();
    valueOf(await second.undo());
    expect(await statuses(second.ids)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await outbox()).map(([name]) => name)).toContain('group.create.undo');
  });
});

describe('another person beside somebody who comes already', () => {
  beforeEach(() => putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))]));

  test('begins a group with them, which undo ends', async () => {
    const { ids, undo } = valueOf(await addToGroup(db, 'a1', [visit('ben', '18:00')]));
    expect(await outbox()).toEqual([['group.add', 3]]);
    expect(await row('a1')).toMatchObject({ group_id: 'a1' });
    expect(await row(ids[0]!)).toMatchObject({ group_id: 'a1' });
    valueOf(await undo());
    expect(await row('a1')).toMatchObject({ group_id: null });
    expect(await db.rows('appointments').count()).toBe(1);
  });

  test('joins those who come already, and their undo leaves the others together', async () => {
    valueOf(await addToGroup(db, 'a1', [visit('ben', '18:00')]));
    const { undo } = valueOf(await addToGroup(db, 'a1', [visit('ben', '18:45')]));
    expect((await groupView(db, 'a1')).map(({ name }) => name)).toEqual([
      'Cleo Adams',
      'Walk-in',
      'Walk-in',
    ]);
    valueOf(await undo());
    expect(await row('a1')).toMatchObject({ group_id: 'a1' });
    expect(await groupView(db, 'a1')).toHaveLength(2);
  });

  test('undo of the first leaves those together who came along since', async () => {
    const first = valueOf(await addToGroup(db, 'a1', [visit('ben', '18:00')]));
    valueOf(await addToGroup(db, 'a1', [visit('ben', '18:45')]));
    valueOf(await first.undo());
    expect(await row('a1')).toMatchObject({ group_id: 'a1' });
    expect(await groupView(db, 'a1')).toHaveLength(2);
  });

  test('who left a group does not come back into it by beginning another', async () => {
    valueOf(await addToGroup(db, 'a1', [visit('ben', '18:00'), visit('ben', '18:45')]));
    const left = valueOf(await leaveGroup(db, 'a1'));
    expect(await row('a1')).toMatchObject({ group_id: null });
    expect(await groupView(db, 'a1')).toHaveLength(2);
    const { ids } = valueOf(await addToGroup(db, 'a1', [visit('ana', '18:45')]));
    const { group_id } = await row('a1');
    expect(group_id).not.toBe('a1');
    expect(await row(ids[0]!)).toMatchObject({ group_id });
    valueOf(await left.undo());
    expect(await row('a1')).toMatchObject({ group_id: 'a1' });
  });

  test('is refused where there is nobody, at a class, and beyond a party', async () => {
    const one = [visit('ben', '18:00')];
    expect(errorOf(await addToGroup(db, 'none', one))).toMatchObject({ code: 'not_found' });
    await putAppointment(db, 'yoga', [segmentOf('g2', 'ana', at('20:00'))], {
      client_id: null,
      capacity: 8,
    });
    expect(errorOf(await addToGroup(db, 'yoga', one))).toMatchObject({ code: 'invalid' });
    const twenty = Array.from({ length: 20 }, () => visit('ben', '18:00'));
    expect(errorOf(await addToGroup(db, 'a1', twenty))).toMatchObject({ rule: 'too_many' });
    expect(errorOf(await addToGroup(db, 'a1', []))).toMatchObject({ rule: 'too_few' });
  });
});

describe('moving all of them', () => {
  test('by the same minutes, into each other’s old places, is one mutation', async () => {
    const { ids } = await party();
    const done = valueOf(await moveGroup(db, ids, 45));
    expect(await times(ids)).toEqual(['18:45', '18:45', '19:30']);
    const [last] = (await outbox()).slice(-1);
    expect(last).toEqual(['group.move', 6]);
    expect((await rowsOf(ids)).map(({ reschedule_count }) => reschedule_count)).toEqual([1, 1, 1]);
    expect((await rowsOf(ids)).some(({ overlap_accepted }) => overlap_accepted)).toBe(false);
    valueOf(await done.undo());
    expect(await times(ids)).toEqual(['18:00', '18:00', '18:45']);
    expect((await rowsOf(ids)).map(({ reschedule_count }) => reschedule_count)).toEqual([0, 0, 0]);
  });

  test('names who stands there, and moves nobody; or all, when a person says so', async () => {
    const { ids } = await party();
    await putAppointment(db, 'a1', [segmentOf('g1', 'ben', at('21:00'))]);
    expect(errorOf(await moveGroup(db, ids, 150))).toEqual({
      code: 'overlap',
      rows: ['appointments:a1'],
    });
    expect(await times(ids)).toEqual(['18:00', '18:00', '18:45']);
    valueOf(await moveGroup(db, ids, 150, { acceptOverlap: true }));
    const accepted = (await rowsOf(ids)).map(({ overlap_accepted }) => overlap_accepted);
    expect(accepted).toEqual([false, true, true]);
  });

  test('says in its name when clients know already', async () => {
    const { ids } = await party();
    const { undo } = valueOf(await moveGroup(db, ids, 15, { silently: true }));
    await undo();
    const names = (await outbox()).map(([name]) => name);
    expect(names).toEqual(['group.create', 'group.move.silently', 'group.move.silently.undo']);
  });

  test('undo leaves out who was given up meanwhile, and wins over who moved by themselves', async () => {
    const { ids } = await party();
    const { undo } = valueOf(await moveGroup(db, ids, 60));
    valueOf(await cancelAppointment(db, ids[1]!));
    valueOf(await moveAppointment(db, ids[2]!, { startsAt: at('21:00') }));
    valueOf(await undo());
    expect(await times(ids)).toEqual(['18:00', '19:00', '18:45']);
    expect(await statuses(ids)).toEqual(['booked', 'cancelled', 'booked']);
  });

  test('undo is refused as a whole where an old place was given to somebody else', async () => {
    const { ids } = await party();
    const { undo } = valueOf(await moveGroup(db, ids, 120));
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:15'))]);
    expect(errorOf(await undo())).toEqual({ code: 'overlap', rows: ['appointments:a1'] });
    expect(await times(ids)).toEqual(['20:00', '20:00', '20:45']);
  });

  test('is refused for who is over, for nobody, and by no time', async () => {
    const { ids } = await party();
    valueOf(await changeAppointmentStatus(db, ids[0]!, 'completed'));
    expect(errorOf(await moveGroup(db, ids, 15))).toMatchObject({ code: 'illegal_transition' });
    expect(errorOf(await moveGroup(db, [], 15))).toMatchObject({ code: 'invalid' });
    expect(errorOf(await moveGroup(db, ids, Number.NaN))).toMatchObject({ code: 'invalid' });
    expect(errorOf(await moveGroup(db, ['none'], 15))).toMatchObject({ code: 'not_found' });
  });
});

describe('giving up all of them', () => {
  test('for one reason, and back', async () => {
    const { ids } = await party();
    const why = { reason: 'Client is ill', by: 'client' } as const;
    const done = valueOf(await cancelGroup(db, ids, why));
    expect(await statuses(ids)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await rowsOf(ids)).map(({ cancel_reason }) => cancel_reason)).toEqual([
      'Client is ill',
      'Client is ill',
      'Client is ill',
    ]);
    valueOf(await done.undo());
    expect(await statuses(ids)).toEqual(['booked', 'booked', 'booked']);
    expect((await rowsOf(ids)).every(({ group_id }) => group_id === ids[0])).toBe(true);
  });

  test('has one decision about all of its fees, and none after undo', async () => {
    const { ids } = await party();
    await db.rows('booking_rules').update(db.businessId, {
      fee_terms: { late_cancel: { percent: 50 }, no_show: null, grace_min: 0 },
    });
    now += 60_000;
    expect(await feesOfCancelling(db, ids, 'client')).toEqual({ count: 1, cents: 3000 });
    expect(await feesOfCancelling(db, ids, 'staff')).toEqual({ count: 0, cents: 0 });
    const done = valueOf(await cancelGroup(db, ids, { reason: null, by: 'client', fee: 'waived' }));
    // Nobody in particular owes for those who came without a name.
    const states = async () => (await rowsOf(ids)).map(({ fee_state }) => fee_state);
    expect(await states()).toEqual(['waived', 'none', 'none']);
    valueOf(await done.undo());
    expect(await states()).toEqual(['none', 'none', 'none']);
  });

  test('does not book again what was given to somebody else', async () => {
    const { ids } = await party();
    const done = valueOf(await cancelGroup(db, ids, { reason: null, by: 'staff' }));
    await putAppointment(db, 'a1', [segmentOf('g1', 'ben', at('18:30'))]);
    expect(errorOf(await done.undo())).toMatchObject({ code: 'overlap' });
    expect(await statuses(ids)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });
});

/** A pool of chairs that every haircut needs one of. */
const chairs = async (count: number): Promise<void> => {
  await putRows(db, 'resource_pools', [
    { id: 'chairs', name: 'Chairs', sort_key: 'V', status: 'active' },
  ]);
  await putRows(
    db,
    'resources',
    Array.from({ length: count }, (_, place) => ({
      id: `chair-${place}`,
      pool_id: 'chairs',
      name: `Chair ${place}`,
      out_from: null,
      out_until: null,
      out_note: null,
      sort_key: `V${place}`,
      status: 'active' as const,
    })),
  );
  await db.rows('services').update('s-cut', { resource_needs: [{ pool_id: 'chairs', qty: 1 }] });
};
