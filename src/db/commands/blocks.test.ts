import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseRule } from '#domain/appointments/series-rule.ts';
import { blockSpans, blockTargets, planBlockMove } from '#domain/blocks/repeat.ts';
import type { BlockHours } from '#domain/blocks/repeat.ts';
import { EMPTY_REASON } from '#domain/blocks/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import type { DaybookDb } from '../open.ts';
import { blockClashes } from '../queries/block-clashes.ts';
import { blocksWith } from '../queries/blocks.ts';
import { errorOf, openSalon, putAppointment, segmentOf, TEST_NOW, valueOf } from '../test-rows.ts';
import {
  createBlock,
  createBlocks,
  deleteBlock,
  deleteBlocks,
  editBlocks,
  moveBlock,
  resizeBlock,
} from './blocks.ts';
import { createReason, editReason, moveReason } from './reasons.ts';

const ZONE = 'America/New_York';
const NOON: BlockHours = { allDay: false, from: 720, to: 765, nights: 0 };
const TUESDAYS = 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=4';
let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const fields = { all_day: false, reason_id: null, note: null, blocks_online: true };
const spansOf = (rule: string, day: string, hours = NOON) =>
  blockSpans(ZONE, must(parseRule(rule), 'a rule'), day, hours);
/** From Tuesday, 9 March 2027; the clocks of New York go forward on the 14th. */
const lunch = async (staffIds: (string | null)[] = ['ana']) =>
  valueOf(
    await createBlocks(db, {
      ...fields,
      staffIds,
      spans: spansOf(TUESDAYS, '2027-03-09'),
      rule: TUESDAYS,
    }),
  );
const rows = async () =>
  (await db.rows('time_blocks').toArray()).toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
const walls = async () =>
  (await rows()).map(({ starts_at }) => {
    const { day, minute } = wallAt(ZONE, starts_at);
    return `${day} ${minute}`;
  });

describe('blocks that repeat', () => {
  test('are one change with one way back: a row for each date and person', async () => {
    const done = await lunch(['ana', 'ben']);
    expect(done.ids).toHaveLength(8);
    const made = await rows();
    expect(new Set(made.map(({ repeat_id }) => repeat_id)).size).toBe(2);
    expect(made.every(({ repeat_rule }) => repeat_rule === TUESDAYS)).toBe(true);
    expect(await db.outbox.count()).toBe(1);
    valueOf(await done.undo());
    expect(await rows()).toEqual([]);
  });

  test('one that stands alone carries no rule', async () => {
    const [span] = spansOf(TUESDAYS, '2027-03-09');
    valueOf(await createBlocks(db, { ...fields, staffIds: [null], spans: [span!], rule: null }));
    expect(await rows()).toMatchObject([
      { staff_id: null, repeat_id: null, repeat_rule: null, repeat_detached: false },
    ]);
  });

  test('more dates than anybody oversees are refused, and rules that nobody can read', async () => {
    const spans = spansOf('FREQ=DAILY;INTERVAL=1;UNTIL=20290308', '2027-03-09');
    const wanted = { ...fields, staffIds: ['ana'], spans };
    expect(errorOf(await createBlocks(db, { ...wanted, rule: TUESDAYS }))?.rule).toBe('too_many');
    const odd = { ...wanted, spans: spans.slice(0, 2), rule: 'FREQ=YEARLY' };
    expect(errorOf(await createBlocks(db, odd))?.field).toBe('repeat_rule');
    expect(await rows()).toEqual([]);
  });

  test('"this and following" to another hour keeps wall time over the change of the clocks', async () => {
    const { ids } = await lunch();
    const members = await blocksWith(db, (await rows())[0]!);
    const targets = blockTargets(members, ids[1]!, 'following', { now: TEST_NOW });
    const moves = planBlockMove(ZONE, targets, ids[1]!, {
      day: '2027-03-16',
      hours: { ...NOON, from: 780, to: 840 },
    });
    const done = valueOf(
      await editBlocks(
        db,
        moves.map(({ id, ...patch }) => ({ id, patch })),
      ),
    );
    expect(await walls()).toEqual([
      '2027-03-09 720',
      '2027-03-16 780',
      '2027-03-23 780',
      '2027-03-30 780',
    ]);
    valueOf(await done.undo());
    expect(await walls()).toEqual([
      '2027-03-09 720',
      '2027-03-16 720',
      '2027-03-23 720',
      '2027-03-30 720',
    ]);
  });

  test('one that is dragged keeps its own time when the others move, and undo forgets that', async () => {
    const { ids } = await lunch();
    const done = valueOf(await moveBlock(db, ids[2]!, { startsAt: '2027-03-23T18:00:00+00:00' }));
    const members = await blocksWith(db, (await rows())[0]!);
    const all = blockTargets(members, ids[0]!, 'all', { now: TEST_NOW });
    expect(all.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[3]]);
    valueOf(await done.undo());
    expect((await rows()).map(({ repeat_detached }) => repeat_detached)).not.toContain(true);
  });

  test('removed ones come back together, as what they were', async () => {
    const { ids } = await lunch();
    const before = await walls();
    const gone = valueOf(await deleteBlocks(db, ids.slice(1)));
    expect(await rows()).toHaveLength(1);
    valueOf(await gone.undo());
    expect(await walls()).toEqual(before);
    expect(await blocksWith(db, (await rows())[0]!)).toHaveLength(4);
  });

  test('nothing changes when one of them is gone meanwhile', async () => {
    const { ids } = await lunch();
    valueOf(await deleteBlocks(db, [ids[3]!]));
    const changes = ids.map((id) => ({ id, patch: { note: 'Tea' } }));
    expect(errorOf(await editBlocks(db, changes))?.code).toBe('not_found');
    expect((await rows()).map(({ note }) => note)).toEqual([null, null, null]);
  });
});

describe('who is booked in time that is to be blocked', () => {
  const visit = (id: string, staffId: string, startsAt: string, more = {}) =>
    putAppointment(db, id, [segmentOf(`s-${id}`, staffId, startsAt)], more);

  test('is listed in order, for the people concerned, buffers counted', async () => {
    await visit('late', 'ana', '2027-03-23T16:30:00+00:00');
    await visit('next', 'ana', '2027-03-16T16:30:00+00:00');
    await visit('other', 'ben', '2027-03-16T16:30:00+00:00');
    await visit('after', 'ana', '2027-03-30T16:45:00+00:00');
    const spans = spansOf(TUESDAYS, '2027-03-09');
    const found = await blockClashes(
      db,
      spans.map((span) => ({ staff_id: 'ana', ...span })),
    );
    expect(found.map(({ id, name }) => `${id} ${name}`)).toEqual([
      'next Cleo Adams',
      'late Cleo Adams',
    ]);
    const everybody = await blockClashes(
      db,
      spans.map((span) => ({ staff_id: null, ...span })),
    );
    expect(everybody.map(({ id }) => id).toSorted()).toEqual(['late', 'next', 'other']);
  });

  test('leaves out what is past and what was cancelled', async () => {
    await visit('gone', 'ana', '2027-03-16T16:30:00+00:00', { status: 'cancelled' });
    await visit('past', 'ana', '2027-03-02T17:00:00+00:00');
    const spans = spansOf('FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=3', '2027-03-02');
    const wanted = spans.map((span) => ({ staff_id: 'ana', ...span }));
    expect(await blockClashes(db, wanted)).toEqual([]);
  });
});

describe('blocked time', () => {
  const block = {
    staff_id: 'ana',
    starts_at: '2027-03-09T17:00:00+00:00',
    ends_at: '2027-03-09T17:30:00+00:00',
    all_day: false,
    reason_id: null,
    note: null,
    blocks_online: true,
  };
  const only = async () => (await db.rows('time_blocks').toArray())[0];

  test('moves with its length, to anybody, and back', async () => {
    const { id } = valueOf(await createBlock(db, block));
    const done = valueOf(
      await moveBlock(db, id, { startsAt: '2027-03-09T18:00:00+00:00', staffId: null }),
    );
    expect(await only()).toMatchObject({
      staff_id: null,
      starts_at: '2027-03-09T18:00:00+00:00',
      ends_at: '2027-03-09T18:30:00+00:00',
    });
    valueOf(await done.undo());
    expect(await only()).toMatchObject(block);
  });

  test('has an end after its start, within a month', async () => {
    const { id } = valueOf(await createBlock(db, block));
    expect(errorOf(await resizeBlock(db, id, { endsAt: block.starts_at }))?.rule).toBe('order');
    expect(errorOf(await resizeBlock(db, id, { endsAt: '2027-05-09T17:00:00+00:00' }))?.rule).toBe(
      'too_long',
    );
    valueOf(await resizeBlock(db, id, { endsAt: '2027-03-09T18:30:00+00:00' }));
    expect((await only())?.ends_at).toBe('2027-03-09T18:30:00+00:00');
  });

  test('deleted comes back under a new id; created goes by undo', async () => {
    const made = valueOf(await createBlock(db, block));
    const gone = valueOf(await deleteBlock(db, made.id));
    const again = valueOf(await gone.undo());
    expect(again).not.toBe(made.id);
    expect(await only()).toMatchObject(block);
    const second = valueOf(await createBlock(db, block));
    valueOf(await second.undo());
    expect(await db.rows('time_blocks').count()).toBe(1);
  });

  test('reasons have names of their own and an order', async () => {
    const lunch = valueOf(await createReason(db, { ...EMPTY_REASON, name: 'Lunch' }));
    const admin = valueOf(await createReason(db, { name: 'Admin' }));
    expect(errorOf(await createReason(db, { name: ' lunch ' }))?.code).toBe('name_taken');
    expect(errorOf(await editReason(db, admin, { name: 'LUNCH' }))?.code).toBe('name_taken');
    valueOf(await editReason(db, lunch, { name: 'LUNCH' }));
    valueOf(await moveReason(db, admin, 0));
    const reasons = (await db.rows('block_off_reasons').toArray()).toSorted(bySortKey);
    expect(reasons.map(({ name }) => name)).toEqual(['Admin', 'LUNCH']);
  });
});

test('a block that comes from a calendar elsewhere is changed there, not here', async () => {
  const done = valueOf(
    await createBlock(db, {
      ...fields,
      staff_id: 'ana',
      starts_at: '2027-03-09T17:00:00+00:00',
      ends_at: '2027-03-09T18:00:00+00:00',
    }),
  );
  await db.rows('time_blocks').update(done.id, { outside_id: 'calendar' });
  const to = { startsAt: '2027-03-09T19:00:00+00:00' };
  for (const change of [
    () => moveBlock(db, done.id, to),
    () => resizeBlock(db, done.id, to),
    () => deleteBlock(db, done.id),
  ]) {
    expect(errorOf(await change())).toMatchObject({ code: 'not_allowed', field: 'outside_id' });
  }
  expect(await rows()).toMatchObject([{ starts_at: '2027-03-09T17:00:00+00:00' }]);
});
