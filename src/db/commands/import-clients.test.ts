import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_CLIENT } from '#domain/clients/schema.ts';
import { must } from '#domain/errors/assert.ts';
import type { DaybookDb } from '../open.ts';
import { TEST_NOW, openSalon, putAppointment, segmentOf } from '../test-rows.ts';
import { newsNow } from '../queries/news.ts';
import { editClient } from './clients.ts';
import { recordConsent } from './consents.ts';
import { IMPORT_STEP, importClients, importRecords, undoImport } from './import-clients.ts';

let db: DaybookDb;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse(TEST_NOW);
  db = await openSalon(() => nowMs);
});
afterEach(() => db.close());

const people = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ ...EMPTY_CLIENT, first_name: `Person ${place}` }));
const cleo = async () => must(await db.rows('clients').get('cleo'), 'Cleo is in the salon');
const update = { id: 'cleo', name: 'Cleo', client: { note: 'New', tags: ['bride'] } };

const run = async (creates: number, updates = [update], signal?: AbortSignal) => {
  const work = { creates: people(creates), updates, skipped: 0 };
  const result = await importClients(db, 'salon.csv', work, signal ? { signal } : {});
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

describe('an import of clients', () => {
  it('is queued in steps, with rows and shadows of every client', async () => {
    const progress: number[] = [];
    const work = { creates: people(IMPORT_STEP * 2 + 1), updates: [update], skipped: 0 };
    const result = await importClients(db, 'salon.csv', work, {
      onProgress: ({ done }) => progress.push(done),
    });
    expect(result).toMatchObject({ ok: true, value: { state: 'done' } });
    expect(progress).toEqual([100, 200, 201, 202]);
    const entries = await db.outbox.orderBy('seq').toArray();
    expect(entries.map(({ seq, name, ops }) => [seq, name, ops.length])).toEqual([
      [1, 'client.import', 100],
      [2, 'client.import', 100],
      [3, 'client.import', 1],
      [4, 'client.import', 2],
    ]);
    expect(await db.rows('clients').count()).toBe(202);
    expect(await db.shadows.count()).toBe(202);
    expect(await db.shadows.where('key').equals('clients:cleo').first()).toMatchObject({
      row: { note: null },
    });
    expect(await cleo()).toMatchObject({ note: 'New', tags: ['bride'] });
  });

  it('writes down who wants news, of known clients only where nobody has asked', async () => {
    await recordConsent(db, 'cleo', {
      purpose: 'marketing',
      channel: 'email',
      state: 'withdrawn',
      source: 'phone',
      text_version: '2026-1',
      wording: null,
    });
    const [person] = people(1);
    const work = {
      creates: [{ ...person!, news: { email: true } }],
      updates: [{ id: 'cleo', name: 'Cleo', client: {}, news: { email: true, sms: false } }],
      skipped: 0,
    };
    const result = await importClients(db, 'salon.csv', work);
    if (!result.ok) throw new Error(result.error.code);
    const [created = ''] = result.value.created;
    expect(await newsNow(db, created)).toEqual({ email: true });
    expect(await newsNow(db, 'cleo')).toEqual({ email: false, sms: false });
    expect(await db.rows('clients').get(created)).not.toHaveProperty('news');
  });

  it('stops when asked to, and what came in can be taken back', async () => {
    const stop = new AbortController();
    const work = { creates: people(IMPORT_STEP * 3), updates: [], skipped: 0 };
    const result = await importClients(db, 'salon.csv', work, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(result).toMatchObject({ value: { state: 'stopped' } });
    expect(await db.rows('clients').count()).toBe(IMPORT_STEP + 1);
    const [record] = await importRecords(db);
    await undoImport(db, must(record, 'it is remembered').id);
    expect(await db.rows('clients').count()).toBe(1);
  });

  it('is taken back as a whole', async () => {
    const before = await cleo();
    const { id } = await run(250);
    expect(await undoImport(db, id)).toEqual({
      ok: true,
      value: { removed: 250, restored: 1, kept: 0, removedVisits: 0, keptVisits: 0 },
    });
    expect(await db.rows('clients').count()).toBe(1);
    expect(await cleo()).toMatchObject({ note: before.note, tags: before.tags });
    expect(await importRecords(db)).toMatchObject([{ id, state: 'undone' }]);
  });

  it('leaves clients alone who came for a visit or were changed since', async () => {
    const { id, created } = await run(3);
    const [visitor, edited] = created;
    await putAppointment(db, 'visit', [segmentOf('s1', 'ana', '2027-04-01T14:00:00+00:00')], {
      client_id: visitor!,
    });
    nowMs = Date.parse('2027-03-09T16:00:00Z');
    await editClient(db, edited!, { note: 'Likes tea' });
    await editClient(db, 'cleo', { note: 'By hand' });
    expect(await undoImport(db, id)).toMatchObject({ value: { removed: 1, kept: 2 } });
    expect(await cleo()).toMatchObject({ note: 'By hand', tags: [] });
    expect(await db.rows('clients').count()).toBe(3);
  });

  it('links people to the guardians whom the file names, and keeps in the note whom nobody knows', async () => {
    const named = (first_name: string, guardian?: string) => ({
      ...EMPTY_CLIENT,
      first_name,
      ...(guardian ? { guardian, guardian_receives: first_name === 'Tim' } : {}),
    });
    const creates = [
      named('Tim', 'Cleo Adams <CLEO@mail.example>'),
      named('Ana', 'Bo'),
      named('Bo'),
      named('Eve', 'Nobody Known'),
      // Ana has a guardian herself.
      named('Max', 'Ana'),
    ];
    const result = await importClients(db, 'salon.csv', { creates, updates: [], skipped: 0 });
    const rows = await db.rows('clients').toArray();
    const [tim, ana, bo, eve, max] = creates.map(({ first_name }) =>
      must(
        rows.find((row) => row.first_name === first_name),
        first_name,
      ),
    );
    expect(tim).toMatchObject({ guardian_id: 'cleo', guardian_receives: true });
    expect(ana).toMatchObject({ guardian_id: bo?.id, guardian_receives: false });
    expect(eve).toMatchObject({ guardian_id: null, note: 'Guardian: Nobody Known' });
    expect(max).toMatchObject({ guardian_id: null, note: 'Guardian: Ana' });
    // The server takes them in this order.
    const [entry] = await db.outbox.toArray();
    const order = entry?.ops.map(({ id }) => id) ?? [];
    expect(order.indexOf(bo?.id ?? '')).toBeLessThan(order.indexOf(ana?.id ?? ''));
    expect(await undoImport(db, result.ok ? result.value.id : '')).toMatchObject({
      value: { removed: 5, kept: 0 },
    });
  });

  it('can be taken back for thirty days', async () => {
    const { id } = await run(1);
    nowMs = Date.parse('2027-04-10T16:00:00Z');
    expect(await undoImport(db, id)).toMatchObject({ error: { code: 'undo_expired' } });
  });
});
