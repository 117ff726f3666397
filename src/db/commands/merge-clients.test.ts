import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { DaybookDb } from '../open.ts';
import { duplicateClients } from '../queries/duplicate-clients.ts';
import { openSalon, putAppointment, segmentOf } from '../test-rows.ts';
import { clientRecords } from '../queries/client-records.ts';
import { addClientNote } from './client-notes.ts';
import { archiveClient, createClient, editClient } from './clients.ts';
import { recordConsent } from './consents.ts';
import { addPatchTest } from './patch-tests.ts';
import { mergeClients } from './merge-clients.ts';

let db: DaybookDb;
let twin: string;
beforeEach(async () => {
  db = await openSalon();
  await editClient(db, 'cleo', { note: 'Tall', tags: ['vip'] });
  const made = await createClient(db, {
    first_name: 'Cleopatra',
    phone: '212 555 0100',
    email: 'cleo@mail.example',
    note: 'Likes tea',
    tags: ['bride'],
    online_booking: 'approve',
  });
  twin = made.ok ? made.value : '';
  await putAppointment(db, 'old', [segmentOf('s1', 'ana', '2027-04-01T14:00:00+00:00')], {
    client_id: twin,
  });
});
afterEach(() => db.close());

const client = async (id: string) => must(await db.rows('clients').get(id), 'the client is there');
const merge = async (choices = {}) => {
  const result = await mergeClients(db, ['cleo', twin], choices);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

describe('merging clients', () => {
  it('finds who has the same e-mail', async () => {
    const [set] = await duplicateClients(db);
    expect(set).toMatchObject({ reasons: ['email'] });
    expect(set?.clients.map(({ id }) => id)).toEqual(['cleo', twin]);
  });

  it('moves notes and tests, reads the ledger of consents together, and gives it all back', async () => {
    await addClientNote(db, twin, { kind: 'alert', body: 'Latex' });
    await addPatchTest(db, twin, {
      product: 'Tint',
      batch: null,
      service_id: null,
      performed_at: '2027-03-01T10:00:00+00:00',
      result: 'passed',
      expires_on: '2027-09-01',
    });
    await recordConsent(db, twin, {
      purpose: 'marketing',
      channel: 'sms',
      state: 'granted',
      source: 'in_person',
      text_version: '1',
      wording: null,
    });
    const kept = async (id: string) => {
      const { notes, tests, consents } = await clientRecords(db, id);
      return [notes, tests, consents].map((rows) => rows.map(({ client_id }) => client_id));
    };
    const { undo } = await merge();
    expect(await kept('cleo')).toEqual([['cleo'], ['cleo'], [twin]]);
    await undo();
    expect(await kept('cleo')).toEqual([[], [], []]);
    expect(await kept(twin)).toEqual([[twin], [twin], [twin]]);
  });

  it('keeps what was chosen, all tags and notes, and moves the visits', async () => {
    await merge({ first_name: twin });
    expect(await client('cleo')).toMatchObject({
      first_name: 'Cleopatra',
      last_name: 'Adams',
      phone: '+12125550100',
      phone_raw: '212 555 0100',
      note: 'Tall\n\nLikes tea',
      tags: ['vip', 'bride'],
      online_booking: 'approve',
      status: 'active',
    });
    expect(await client(twin)).toMatchObject({ status: 'archived', merged_into: 'cleo' });
    expect(await db.rows('appointments').get('old')).toMatchObject({ client_id: 'cleo' });
    expect(await duplicateClients(db)).toEqual([]);
    const entry = await db.outbox.orderBy('seq').last();
    expect(entry?.name).toBe('client.merge');
  });

  it('keeps a number that would be lost as the second one, and every address once', async () => {
    await editClient(db, 'cleo', {
      phone: '212 555 0111',
      address: { line1: '1 High St', city: 'Troy' },
    });
    await editClient(db, twin, {
      address: { label: 'Work', line1: '2 Low St' },
      more_addresses: [{ label: 'Home', line1: '1 High St', city: 'Troy' }],
      emergency_contact: { name: 'Max', phone: '' },
    });
    const before = await client('cleo');
    const { undo } = await merge({ address: twin });
    expect(await client('cleo')).toMatchObject({
      phone: '+12125550111',
      alt_phone: '+12125550100',
      alt_phone_raw: '212 555 0100',
      address: { label: 'Work', line1: '2 Low St' },
      more_addresses: [{ line1: '1 High St', city: 'Troy' }],
      emergency_contact: { name: 'Max', phone: '' },
    });
    await undo();
    expect(await client('cleo')).toMatchObject({
      alt_phone: null,
      address: before.address,
      more_addresses: [],
      emergency_contact: null,
    });
  });

  it('is taken back, except for what was changed since', async () => {
    const [one, other] = [await client('cleo'), await client(twin)];
    const { undo } = await merge({ first_name: twin });
    await editClient(db, 'cleo', { last_name: 'Adams-Li' });
    expect(await undo()).toMatchObject({ ok: true });
    const times = { updated_at: expect.any(String) as string };
    expect(await client('cleo')).toEqual({ ...one, last_name: 'Adams-Li', ...times });
    expect(await client(twin)).toEqual({ ...other, ...times });
    expect(await db.rows('appointments').get('old')).toMatchObject({ client_id: twin });
  });

  it('keeps the earliest day since when they are a client', async () => {
    await editClient(db, twin, { client_since: '2019-04-02' });
    const { undo } = await merge();
    expect((await client('cleo')).client_since).toBe('2019-04-02');
    await undo();
    expect((await client('cleo')).client_since).toBeNull();
  });

  it('leads earlier aliases to the one who stays', async () => {
    const third = await createClient(db, { first_name: 'C.' });
    const thirdId = third.ok ? third.value : '';
    await mergeClients(db, [twin, thirdId], {});
    const { undo } = await merge();
    expect(await client(thirdId)).toMatchObject({ merged_into: 'cleo' });
    await undo();
    expect(await client(thirdId)).toMatchObject({ merged_into: twin });
  });

  it('refuses somebody who is archived or gone', async () => {
    expect(await mergeClients(db, ['cleo', 'nobody'], {})).toMatchObject({
      error: { code: 'not_found' },
    });
    await archiveClient(db, twin);
    expect(await mergeClients(db, ['cleo', twin], {})).toMatchObject({ error: { code: 'stale' } });
  });
});
