import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseRule } from '#domain/appointments/series-rule.ts';
import { blockSpans, blockTargets, planBlockMove } from '#domain/blocks/repeat.ts';
import type { BlockHours } from '#domain/blocks/repeat.ts';
import { must } from '#domain/errors/assert.ts';
import type { Result } from '#domain/errors/result.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import type { DaybookDb } from '../open.ts';
import { blockClashes } from '../queries/block-clashes.ts';
import { blocksWith } from '../queries/blocks.ts';
import { openSalon, putAppointment, segmentOf, TEST_NOW } from '../test-rows.ts';
import { createBlocks, deleteBlocks, editBlocks, moveBlock } from './blocks.ts';

const ZONE = 'America/New_York';
const NOON: BlockHours = { allDay: false, from: 720, to: 765, nights: 0 };
const TUESDAYS = 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=4';
const value = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
const error = (result: Result<unknown>) => (result.ok ? null : result.error);

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
  value(
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
    value(await done.undo());
    expect(await rows()).toEqual([]);
  });

  test('one that stands alone carries no rule', async () => {
    const [span] = spansOf(TUESDAYS, '2027-03-09');
    value(await createBlocks(db, { ...fields, staffIds: [null], spans: [span!], rule: null }));
    expect(await rows()).toMatchObject([
      { staff_id: null, repeat_id: null, repeat_rule: null, repeat_detached: false },
    ]);
  });

  test('more dates than anybody oversees are refused, and rules that nobody can read', async () => {
    const spans = spansOf('FREQ=DAILY;INTERVAL=1;UNTIL=20290308', '2027-03-09');
    const wanted = { ...fields, staffIds: ['ana'], spans };
    expect(error(await createBlocks(db, { ...wanted, rule: TUESDAYS }))?.rule).toBe('too_many');
    const odd = { ...wanted, spans: spans.slice(0, 2), rule: 'FREQ=YEARLY' };
    expect(error(await createBlocks(db, odd))?.field).toBe('repeat_rule');
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
    const done = value(
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
    value(await done.undo());
    expect(await walls()).toEqual([
      '2027-03-09 720',
      '2027-03-16 720',
      '2027-03-23 720',
      '2027-03-30 720',
    ]);
  });

  test('one that is dragged keeps its own time when the others move, and undo forgets that', async () => {
    const { ids } = await lunch();
    const done = value(await moveBlock(db, ids[2]!, { startsAt: '2027-03-23T18:00:00+00:00' }));
    const members = await blocksWith(db, (await rows())[0]!);
    const all = blockTargets(members, ids[0]!, 'all', { now: TEST_NOW });
    expect(all.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[3]]);
    value(await done.undo());
    expect((await rows()).map(({ repeat_detached }) => repeat_detached)).not.toContain(true);
  });

  test('removed ones come back together, as what they were', async () => {
    const { ids } = await lunch();
    const before = await walls();
    const gone = value(await deleteBlocks(db, ids.slice(1)));
    expect(await rows()).toHaveLength(1);
    value(await gone.undo());
    expect(await walls()).toEqual(before);
    expect(await blocksWith(db, (await rows())[0]!)).toHaveLength(4);
  });

  test('nothing changes when one of them is gone meanwhile', async () => {
    const { ids } = await lunch();
    value(await deleteBlocks(db, [ids[3]!]));
    const changes = ids.map((id) => ({ id, patch: { note: 'Tea' } }));
    expect(error(await editBlocks(db, changes))?.code).toBe('not_found');
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
