import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { DaybookDb } from '../open.ts';
import { errorOf, openSalon, valueOf, lastOps } from '../test-rows.ts';
import { archiveClient, createClient, editClient, setClientTag } from './clients.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('clients', () => {
  test('are stored as the server wants them', async () => {
    const id = valueOf(
      await createClient(db, {
        first_name: ' Zoë ',
        email: ' Zoe@Mail.EXAMPLE ',
        phone: '(212) 555-0123',
      }),
    );
    expect(await db.rows('clients').get(id)).toMatchObject({
      first_name: 'Zoë',
      email: 'zoe@mail.example',
      phone: '+12125550123',
      phone_raw: '(212) 555-0123',
      tags: [],
      status: 'active',
      merged_into: null,
    });
  });

  test('have a second phone, somebody to call, other addresses and a zone', async () => {
    const id = valueOf(
      await createClient(db, {
        first_name: 'Zoë',
        alt_phone: '212-555-0124',
        emergency_contact: { name: ' Max ', phone: '212 555 0125' },
        address: { label: 'Home', line1: '1 High St' },
        more_addresses: [{ label: ' Work ', line1: '2 Low St' }],
        time_zone: 'Europe/Lisbon',
      }),
    );
    const stored = {
      phone: null,
      alt_phone: '+12125550124',
      alt_phone_raw: '212-555-0124',
      emergency_contact: { name: 'Max', phone: '212 555 0125' },
      address: { label: 'Home', line1: '1 High St' },
      more_addresses: [{ label: 'Work', line1: '2 Low St' }],
      time_zone: 'Europe/Lisbon',
    };
    expect(await db.rows('clients').get(id)).toMatchObject(stored);
    valueOf(await editClient(db, id, { emergency_contact: { name: '', phone: ' ' } }));
    expect((await db.rows('clients').get(id))?.emergency_contact).toBeNull();
  });

  test('of devices from before there were so many fields can be changed', async () => {
    const { alt_phone, alt_phone_raw, emergency_contact, more_addresses, time_zone, ...old } = must(
      await db.rows('clients').get('cleo'),
      'cleo is there',
    );
    expect([alt_phone, alt_phone_raw, emergency_contact, time_zone]).toEqual(Array(4).fill(null));
    expect(more_addresses).toEqual([]);
    await db.table('clients').put(old);
    valueOf(await editClient(db, 'cleo', { address: { line1: '1 High St' } }));
    valueOf(await editClient(db, 'cleo', { more_addresses: [{ line1: '2 Low St' }] }));
    const changed = { address: { line1: '1 High St' }, more_addresses: [{ line1: '2 Low St' }] };
    expect(await lastOps(db)).toEqual([expect.objectContaining({ value: changed })]);
  });

  test.each([
    [{}, 'first_name', 'needs_name_or_contact'],
    [{ first_name: 'A', email: 'nonsense' }, 'email', 'not_an_email'],
    [{ first_name: 'A', phone: '12' }, 'phone', 'not_a_phone'],
    [{ first_name: 'A', alt_phone: '12' }, 'alt_phone', 'not_a_phone'],
    [
      { first_name: 'A', emergency_contact: { name: 'B', phone: 'mum' } },
      'emergency_contact.phone',
      'not_a_phone',
    ],
    [{ first_name: 'A', more_addresses: [{ line1: '' }] }, 'more_addresses.0.line1', 'required'],
    [{ first_name: 'A', time_zone: 'Mars/Base' }, 'time_zone', 'not_a_zone'],
    [{ first_name: 'A', birthday: '2027-02-30' }, 'birthday', 'not_a_day'],
    [{ first_name: 'A', birthday: '2027-03-10' }, 'birthday', 'in_the_future'],
    [{ first_name: 'x'.repeat(121) }, 'first_name', 'too_long'],
  ])('%j is refused: %s %s', async (form, field, rule) =>
    expect(errorOf(await createClient(db, form))).toMatchObject({ code: 'invalid', field, rule }),
  );

  test('a birthday needs no year', async () => {
    const id = valueOf(await createClient(db, { first_name: 'A', birthday: '--02-29' }));
    expect((await db.rows('clients').get(id))?.birthday).toBe('--02-29');
  });

  test('only what changed is sent, tags one by one, and undo brings it back', async () => {
    valueOf(await setClientTag(db, 'cleo', 'vip', true));
    const done = valueOf(
      await editClient(db, 'cleo', { first_name: 'Cleo', note: 'likes tea', tags: ['colour'] }),
    );
    expect(await lastOps(db)).toEqual([
      { table: 'clients', id: 'cleo', op: 'patch', value: { note: 'likes tea' } },
      { table: 'clients', id: 'cleo', op: 'add', value: { tags: 'colour' } },
      { table: 'clients', id: 'cleo', op: 'remove', value: { tags: 'vip' } },
    ]);
    valueOf(await done.undo());
    expect(await db.rows('clients').get('cleo')).toMatchObject({ note: null, tags: ['vip'] });
  });

  test('an edit that changes nothing sends nothing', async () => {
    valueOf(await editClient(db, 'cleo', { first_name: 'Cleo' }));
    expect(await db.outbox.count()).toBe(0);
  });

  test('an edit may not take away the last name or contact', async () =>
    expect(
      errorOf(await editClient(db, 'cleo', { first_name: '', last_name: ' ', email: null }))?.rule,
    ).toBe('needs_name_or_contact'));

  test('archived ones come back by undo', async () => {
    const done = valueOf(await archiveClient(db, 'cleo'));
    expect((await db.rows('clients').get('cleo'))?.status).toBe('archived');
    valueOf(await done.undo());
    expect((await db.rows('clients').get('cleo'))?.status).toBe('active');
  });
});
