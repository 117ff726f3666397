import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { AttentionItemRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { attentionCount, openAttention } from '../queries/attention.ts';
import { openSalon, putAppointment, putRows, segmentOf, valueOf } from '../test-rows.ts';
import { resolveAttention } from './attention.ts';
import type { Answer } from './attention.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await putAppointment(db, 'a1', [segmentOf('g1', 'ana', '2027-03-09T18:00:00+00:00')], {
    conflict: true,
  });
});
afterEach(() => db.close());

const raise = (more: Partial<AttentionItemRow>) =>
  putRows(db, 'attention_items', [
    {
      id: 'i1',
      entity: 'clients',
      entity_id: 'cleo',
      kind: 'stale_field',
      mine: { note: 'mine', unknown_field: 1 },
      theirs: { note: 'theirs' },
      mutation_name: null,
      device_id: null,
      state: 'open',
      resolved_at: null,
      ...more,
    },
  ]);
const state = async () => (await db.rows('attention_items').get('i1'))?.state;
const slotTaken = {
  entity: 'appointments',
  entity_id: 'a1',
  kind: 'slot_taken',
  mine: {},
  theirs: {},
} as const;

test('keeping mine writes my values over theirs', async () => {
  await raise({});
  valueOf(await resolveAttention(db, 'i1', { keep: 'mine' }));
  const cleo = await db.rows('clients').get('cleo');
  expect(cleo?.note).toBe('mine');
  expect(cleo).not.toHaveProperty('unknown_field');
  expect(await state()).toBe('kept_mine');
  expect(await db.outbox.toArray()).toHaveLength(1);
});

test('keeping theirs leaves the row alone; merging writes what was made from both', async () => {
  await raise({});
  valueOf(await resolveAttention(db, 'i1', { keep: 'theirs' }));
  expect((await db.rows('clients').get('cleo'))?.note).toBeNull();
  await raise({});
  valueOf(await resolveAttention(db, 'i1', { keep: 'merged', values: { note: 'both' } }));
  expect((await db.rows('clients').get('cleo'))?.note).toBe('both');
  expect(await state()).toBe('merged');
});

test('a taken place may be shared, given up, or exchanged for another time', async () => {
  await raise(slotTaken);
  valueOf(await resolveAttention(db, 'i1', { keep: 'both' }));
  expect(await db.rows('appointments').get('a1')).toMatchObject({ overlap_accepted: true });
  await raise(slotTaken);
  valueOf(
    await resolveAttention(db, 'i1', {
      keep: 'moved',
      to: { startsAt: '2027-03-09T20:00:00+00:00' },
    }),
  );
  expect(await db.rows('appointments').get('a1')).toMatchObject({
    starts_at: '2027-03-09T20:00:00+00:00',
  });
  expect(await state()).toBe('rescheduled');
  await raise(slotTaken);
  valueOf(await resolveAttention(db, 'i1', { keep: 'none', reason: 'double' }));
  expect(await db.rows('appointments').get('a1')).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'double',
  });
});

describe('a decision is taken back', () => {
  /** Everything but what each change counts and stamps. */
  const standing = async () => {
    const rows = [
      ...(await db.rows('appointments').toArray()),
      ...(await db.rows('appointment_segments').toArray()),
    ];
    return rows.map((row) => ({ ...row, updated_at: '', ical_sequence: 0 }));
  };
  const undo = async (answer: Answer) => {
    const { undo: back } = valueOf(await resolveAttention(db, 'i1', answer));
    expect(await state()).not.toBe('open');
    await db.outbox.clear();
    valueOf(await must(back, 'there is a way back')());
    // Together, so that the server finds the question open when it looks at the place anew.
    expect(await db.outbox.toArray()).toHaveLength(1);
    expect(await db.rows('attention_items').get('i1')).toMatchObject({
      state: 'open',
      resolved_at: null,
    });
  };

  test.each<[string, Answer]>([
    ['both may stay', { keep: 'both' }],
    ['another time', { keep: 'moved', to: { startsAt: '2027-03-09T20:00:00+00:00' } }],
    ['given up', { keep: 'none', reason: 'double' }],
  ])(
    '%s: the appointment stands where it stood, although somebody else is there',
    async (_, to) => {
      await putAppointment(db, 'a2', [segmentOf('g2', 'ana', '2027-03-09T18:15:00+00:00')]);
      await raise(slotTaken);
      const rows = await standing();
      await undo(to);
      expect(await standing()).toEqual(rows);
    },
  );

  test.each<[string, Answer]>([
    ['mine', { keep: 'mine' }],
    ['theirs', { keep: 'theirs' }],
    ['made from both', { keep: 'merged', values: { note: 'both' } }],
    ['seen', { keep: 'dismissed' }],
  ])('%s: the entry is as it was', async (_, answer) => {
    await db.rows('clients').update('cleo', { note: 'theirs' });
    await raise({});
    await undo(answer);
    expect((await db.rows('clients').get('cleo'))?.note).toBe('theirs');
  });

  test('has no way back where it was a step in the life of an appointment', async () => {
    await raise({ ...slotTaken, kind: 'stale_field', mine: { status: 'completed' } });
    const { undo: back } = valueOf(await resolveAttention(db, 'i1', { keep: 'mine' }));
    expect(back).toBeNull();
  });
});

test('when the other time is taken too, the item stays open', async () => {
  await raise(slotTaken);
  await putAppointment(db, 'a2', [segmentOf('g2', 'ana', '2027-03-09T20:00:00+00:00')]);
  const result = await resolveAttention(db, 'i1', {
    keep: 'moved',
    to: { startsAt: '2027-03-09T20:15:00+00:00' },
  });
  expect(result).toMatchObject({ ok: false, error: { code: 'overlap' } });
  expect(await state()).toBe('open');
});

test('what is gone can only be dismissed, what is answered not again', async () => {
  await raise({ entity_id: 'nobody', kind: 'deleted' });
  expect(await resolveAttention(db, 'i1', { keep: 'mine' })).toMatchObject({
    error: { code: 'deleted' },
  });
  valueOf(await resolveAttention(db, 'i1', { keep: 'dismissed' }));
  expect(await resolveAttention(db, 'i1', { keep: 'mine' })).toMatchObject({
    error: { code: 'already_resolved' },
  });
  expect(await resolveAttention(db, 'none', { keep: 'mine' })).toMatchObject({
    error: { code: 'not_found' },
  });
});

test('the list says what each item is about', async () => {
  await raise(slotTaken);
  await putRows(db, 'attention_items', [
    {
      ...slotTaken,
      id: 'i2',
      entity: 'clients',
      entity_id: 'nobody',
      mutation_name: null,
      device_id: null,
      state: 'open',
      resolved_at: null,
    },
    {
      ...slotTaken,
      id: 'i3',
      entity: 'clients',
      entity_id: 'cleo',
      mutation_name: null,
      device_id: null,
      state: 'dismissed',
      resolved_at: null,
    },
  ]);
  expect(await attentionCount(db)).toBe(2);
  expect(await openAttention(db)).toMatchObject([
    { item: { id: 'i1' }, appointment: { id: 'a1' }, clientName: 'Cleo Adams' },
    { item: { id: 'i2' }, row: null, appointment: null, clientName: '' },
  ]);
});
