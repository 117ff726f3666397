import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlannedVisit } from '#domain/appointments/import-plan.ts';
import { EMPTY_CLIENT } from '#domain/clients/schema.ts';
import { must } from '#domain/errors/assert.ts';
import type { DaybookDb } from '../open.ts';
import { openSalon, putAppointment, segmentOf, TEST_NOW } from '../test-rows.ts';
import { editAppointment } from './appointments.ts';
import { importAppointments } from './import-appointments.ts';
import type { VisitImportWork } from './import-appointments.ts';
import { importRecords, undoImport } from './import-clients.ts';

let db: DaybookDb;
let nowMs = Date.parse(TEST_NOW);
beforeEach(async () => {
  nowMs = Date.parse(TEST_NOW);
  db = await openSalon(() => nowMs);
});
afterEach(() => db.close());

const visit = (
  line: number,
  startsAt: string,
  more: Partial<PlannedVisit & { acceptOverlap: boolean }> = {},
): VisitImportWork['visits'][number] => {
  const segment = segmentOf('s', 'ana', startsAt);
  const { id: _id, appointment_id: _appointment, position: _position, ends_at, ...input } = segment;
  return {
    line,
    client: { id: 'cleo' },
    clientName: 'Cleo Adams',
    startsAt,
    endsAt: ends_at,
    segments: [input],
    client_note: null,
    staff_note: 'from the old book',
    acceptOverlap: false,
    ...more,
  };
};
const newClients = [
  { ...EMPTY_CLIENT, first_name: 'Dora' },
  { ...EMPTY_CLIENT, first_name: 'Eve' },
];
const run = async (visits: VisitImportWork['visits'], signal?: AbortSignal) => {
  const done = await importAppointments(
    db,
    'book.csv',
    { visits, newClients },
    signal ? { signal } : {},
  );
  if (!done.ok) throw new Error(done.error.code);
  return done.value;
};
const FRIDAY = '2027-03-12T15:00:00+00:00';

it('books what was planned as an import, with the clients it needs and no others', async () => {
  const { record, left } = await run([
    visit(2, FRIDAY),
    visit(3, '2027-03-13T15:00:00+00:00', { client: { fresh: 0 } }),
    visit(4, '2027-03-15T14:00:00+00:00', { client: { fresh: 0 } }),
  ]);
  expect([record.state, record.booked?.length, record.created.length, left]).toEqual([
    'done',
    3,
    1,
    0,
  ]);
  const rows = await db.rows('appointments').toArray();
  expect(rows.map(({ source, status, staff_note }) => [source, status, staff_note])).toEqual(
    Array.from({ length: 3 }, () => ['import', 'booked', 'from the old book']),
  );
  expect(
    (await db.rows('clients').toArray()).map(({ first_name }) => first_name).toSorted(),
  ).toEqual(['Cleo', 'Dora']);
  expect(await db.rows('appointment_segments').count()).toBe(3);
});

it('stays small enough for a push, step by step', async () => {
  const start = Date.parse('2027-04-01T12:00:00Z');
  await run(
    Array.from({ length: 120 }, (_, n) =>
      visit(n + 2, new Date(start + n * 3_600_000).toISOString().replace('.000Z', '+00:00')),
    ),
  );
  const entries = await db.outbox.toArray();
  expect(entries.map(({ name }) => name)).toEqual(
    Array.from({ length: 3 }, () => 'appointment.import'),
  );
  for (const entry of entries) expect(JSON.stringify(entry).length).toBeLessThan(200_000);
});

it('leaves out what was taken meanwhile, and books twice only what was accepted', async () => {
  await putAppointment(db, 'a1', [segmentOf('seg', 'ana', FRIDAY)]);
  const { record, left } = await run([
    visit(2, FRIDAY),
    visit(3, FRIDAY, { client: null, acceptOverlap: true }),
  ]);
  expect([record.booked?.length, left]).toEqual([1, 1]);
  expect(await db.rows('appointments').get(must(record.booked?.[0], 'booked'))).toMatchObject({
    client_id: null,
    overlap_accepted: true,
  });
});

it('makes nobody whose only visit is left out, also when another one has a later visit', async () => {
  await putAppointment(db, 'a1', [segmentOf('s1', 'ana', FRIDAY)]);
  const { record, left } = await run([
    visit(2, FRIDAY, { client: { fresh: 0 } }),
    visit(3, FRIDAY, { client: { fresh: 1 } }),
    visit(4, '2027-03-13T15:00:00+00:00', { client: { fresh: 1 } }),
  ]);
  expect([record.booked?.length, record.created.length, left]).toEqual([1, 1, 2]);
  const clients = await db.rows('clients').toArray();
  expect(clients.map(({ first_name }) => first_name).toSorted()).toEqual(['Cleo', 'Eve']);
});

describe('taking it back', () => {
  it('removes visits and clients, and keeps what began or was touched since', async () => {
    const { record } = await run([
      visit(2, FRIDAY),
      visit(3, '2027-03-13T15:00:00+00:00', { client: { fresh: 0 } }),
      visit(4, '2027-03-15T14:00:00+00:00', { client: { fresh: 1 } }),
      visit(5, '2027-03-09T16:00:00+00:00'),
    ]);
    nowMs += 2 * 3_600_000;
    await editAppointment(db, must(record.booked?.[2], 'the third'), { staff_note: 'changed' });
    const undone = await undoImport(db, record.id);
    expect(undone).toMatchObject({
      ok: true,
      value: { removed: 1, kept: 1, removedVisits: 2, keptVisits: 2 },
    });
    expect((await db.rows('appointments').toArray()).map(({ id }) => id).toSorted()).toEqual(
      [record.booked?.[2], record.booked?.[3]].toSorted(),
    );
    expect(await db.rows('appointment_segments').count()).toBe(2);
    expect((await importRecords(db))[0]).toMatchObject({ state: 'undone' });
  });

  it('works for an import that was stopped half-way', async () => {
    const stopper = new AbortController();
    stopper.abort();
    const { record } = await run([visit(2, FRIDAY)], stopper.signal);
    expect([record.state, record.booked]).toEqual(['stopped', []]);
    expect((await undoImport(db, record.id)).ok).toBe(true);
  });
});
