import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { lateMoves, type LateQuestion } from '../queries/late.ts';
import { ALONE, at, openSalon, putAppointment, putRows, segmentOf } from '../test-rows.ts';
import { cancelAppointment } from './appointment-status.ts';
import { moveAppointment } from './appointment-time.ts';
import { runLate } from './run-late.ts';

// The salon's clock shows 10:00; New York is five hours behind.
let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  // Ana: 10:00–10:45, 10:45–11:30, then a gap of half an hour, 12:00–12:45, last 17:10–17:55.
  for (const [id, start] of [
    ['one', '15:00'],
    ['two', '15:45'],
    ['three', '17:00'],
    ['last', '22:10'],
  ] as const) {
    await putAppointment(db, id, [segmentOf(`${id}-1`, 'ana', at(start))]);
  }
});
afterEach(() => db.close());

const ask = (more: Partial<LateQuestion> = {}) =>
  lateMoves(db, { staffId: 'ana', fromId: null, byMin: 15, usesGaps: true, ...more });
const brief = async (more: Partial<LateQuestion> = {}) =>
  (await ask(more)).map(({ id, byMin }) => [id, byMin]);
const startOf = async (id: string) => (await db.rows('appointments').get(id))?.starts_at;

describe('who moves when somebody runs late', () => {
  test('are those who wait, until a gap has taken up the delay', async () => {
    expect(await brief()).toEqual([
      ['one', 15],
      ['two', 15],
    ]);
    expect(await brief({ byMin: 45 })).toEqual([
      ['one', 45],
      ['two', 45],
      ['three', 15],
    ]);
    expect(await brief({ usesGaps: false })).toHaveLength(4);
  });

  test('begins with the one that was named, and leaves those before it', async () => {
    expect(await brief({ fromId: 'three' })).toEqual([['three', 15]]);
  });

  test('leaves out what is over and what has begun, and other people', async () => {
    await putAppointment(db, 'one', [segmentOf('one-1', 'ana', at('15:00'))], {
      status: 'in_service',
    });
    await putAppointment(db, 'bens', [segmentOf('bens-1', 'ben', at('15:45'))]);
    expect(await brief()).toEqual([['two', 15]]);
    expect(await brief({ staffId: 'ben' })).toEqual([['bens', 15]]);
  });

  test('says what each would run into: the end of hours, blocked time, another visit', async () => {
    const [last] = await ask({ fromId: 'last' });
    expect(last).toMatchObject({ to: at('22:25'), isOutsideHours: true, overlaps: [] });
    await putRows(db, 'time_blocks', [
      {
        ...ALONE,
        id: 'lunch',
        staff_id: 'ana',
        starts_at: at('17:45'),
        ends_at: at('18:15'),
        all_day: false,
        reason_id: null,
        note: null,
        blocks_online: true,
      },
    ]);
    expect((await ask({ fromId: 'three' }))[0]).toMatchObject({ isOutsideHours: true });
    // The second half is Ben's work, and Ben has somebody there.
    await putAppointment(db, 'both', [
      segmentOf('both-1', 'ana', at('19:00')),
      segmentOf('both-2', 'ben', at('19:45'), { position: 1 }),
    ]);
    await putAppointment(db, 'bens', [segmentOf('bens-1', 'ben', at('20:30'))]);
    expect((await ask({ fromId: 'both' }))[0]).toMatchObject({ overlaps: ['Cleo Adams'] });
  });
});

describe('running late', () => {
  const late = async (byMin = 15) => runLate(db, await ask({ byMin }));

  test('moves them as one mutation, tells calendars, and is no reschedule of the client', async () => {
    expect((await late()).ok).toBe(true);
    expect([await startOf('one'), await startOf('two'), await startOf('three')]).toEqual([
      at('15:15'),
      at('16:00'),
      at('17:00'),
    ]);
    expect(await db.rows('appointments').get('two')).toMatchObject({
      ends_at: at('16:45'),
      ical_sequence: 1,
      reschedule_count: 0,
      overlap_accepted: false,
    });
    expect(await db.rows('appointment_segments').get('two-1')).toMatchObject({
      starts_at: at('16:00'),
      ends_at: at('16:45'),
    });
    expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual(['appointment.run_late']);
  });

  test('is taken back with one step', async () => {
    const done = await late(45);
    expect(done.ok && (await done.value.undo()).ok).toBe(true);
    expect([await startOf('one'), await startOf('two'), await startOf('three')]).toEqual([
      at('15:00'),
      at('15:45'),
      at('17:00'),
    ]);
  });

  test('is not taken back over somebody who has been given the old time', async () => {
    const done = await late(45);
    await putAppointment(db, 'new', [segmentOf('new-1', 'ana', at('15:00'))]);
    const undone = done.ok && (await done.value.undo());
    expect(undone).toMatchObject({ ok: false, error: { code: 'overlap' } });
    expect(await startOf('two')).toBe(at('16:30'));
  });

  test('moves nobody when one stands in the way, unless told so', async () => {
    const moves = await ask();
    await moveAppointment(db, 'three', { startsAt: at('16:30') });
    expect(await runLate(db, moves)).toMatchObject({
      ok: false,
      error: { code: 'overlap', rows: ['appointments:three'] },
    });
    expect(await startOf('one')).toBe(at('15:00'));
    expect((await runLate(db, moves, { acceptOverlap: true })).ok).toBe(true);
    expect(await db.rows('appointments').get('two')).toMatchObject({ overlap_accepted: true });
    expect(await db.rows('appointments').get('one')).toMatchObject({ overlap_accepted: false });
  });

  test('refuses what makes no sense', async () => {
    const moves = await ask();
    expect(await runLate(db, [])).toMatchObject({ error: { code: 'invalid' } });
    expect(await runLate(db, [{ id: 'one', byMin: 0 }])).toMatchObject({
      error: { code: 'invalid' },
    });
    expect(await runLate(db, [{ id: 'gone', byMin: 5 }])).toMatchObject({
      error: { code: 'not_found' },
    });
    await cancelAppointment(db, 'two', { reason: 'ill', by: 'client' });
    expect(await runLate(db, moves)).toMatchObject({ error: { code: 'illegal_transition' } });
    expect(await startOf('one')).toBe(at('15:00'));
  });
});
