// Dexie runs live queries only where it found IndexedDB when it was loaded.
import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_FILTER } from '#domain/clients/filter.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import { archiveClient, createClient, editClient } from '../commands/clients.ts';
import { changeAppointmentStatus } from '../commands/appointment-status.ts';
import type { DaybookDb } from '../open.ts';
import { at, openSalon, putAppointment, putRows, segmentOf } from '../test-rows.ts';
import { clientDetail } from './client-detail.ts';
import { clientTags, possibleDuplicates, searchClients } from './clients.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('clients', () => {
  const people = [
    ['1', 'José', 'García', '+34600111222', ['vip']],
    ['2', 'Ana', 'Josefson', '+12125550199', []],
    ['3', 'Maria', 'Costa', '+4915112345', ['jose-fan']],
    ['4', 'Bo', 'Li', null, []],
  ] as const;
  beforeEach(() =>
    putRows(
      db,
      'clients',
      people.map(([id, first_name, last_name, phone, tags]) => ({
        ...NEW_CLIENT,
        id,
        first_name,
        last_name,
        phone,
        phone_raw: phone === '+4915112345' ? '0151 12345' : phone,
        tags: [...tags],
        ...(id === '4' ? { alt_phone: '+12125550177', alt_phone_raw: '(212) 555-0177' } : {}),
      })),
    ),
  );
  const search = async (text: string, options = {}) =>
    (await searchClients(db, text, options)).map(({ name }) => name);

  test('are listed by last name', async () =>
    expect(await search('')).toEqual([
      'Cleo Adams',
      'Maria Costa',
      'José García',
      'Ana Josefson',
      'Bo Li',
    ]));

  test.each([
    ['jose', ['José García', 'Ana Josefson', 'Maria Costa']],
    ['GARC jos', ['José García']],
    ['0151 123', ['Maria Costa']],
    ['+49 (151)', ['Maria Costa']],
    ['555-0199', ['Ana Josefson']],
    ['(212) 555-0177', ['Bo Li']],
    ['cleo@mail', ['Cleo Adams']],
    ['vip', ['José García']],
    ['fson', ['Ana Josefson']],
    ['nobody', []],
  ])('%j finds %j', async (text, names) => expect(await search(text)).toEqual(names));

  test('limits, tags and archived ones', async () => {
    expect(await search('', { limit: 2 })).toEqual(['Cleo Adams', 'Maria Costa']);
    expect(await search('', { filter: { ...NO_FILTER, tags: ['vip'] } })).toEqual(['José García']);
    await archiveClient(db, '4');
    expect(await search('li')).toEqual([]);
    expect(await search('', { status: 'archived' })).toEqual(['Bo Li']);
    expect(await clientTags(db)).toEqual([
      { tag: 'jose-fan', count: 1 },
      { tag: 'vip', count: 1 },
    ]);
  });

  test('the list stays in order whoever is renamed, added or removed', async () => {
    await search('');
    const rename = async (id: string, last_name: string) => {
      await editClient(db, id, { last_name });
      return search('');
    };
    const order = (names: string[]) => names.map((name) => name.split(' ').at(-1));
    expect(order(await rename('4', 'Aalto'))).toEqual([
      'Aalto',
      'Adams',
      'Costa',
      'García',
      'Josefson',
    ]);
    expect(order(await rename('4', 'Zola')).at(-1)).toBe('Zola');
    await createClient(db, { first_name: 'Di', last_name: 'Dara' });
    await Promise.all([
      editClient(db, '4', { last_name: 'Bo' }),
      db.rows('clients').delete('cleo'),
    ]);
    expect(order(await search(''))).toEqual(['Bo', 'Costa', 'Dara', 'García', 'Josefson']);
  });

  test('the index follows every change, and live queries run again', async () => {
    expect(await search('zed')).toEqual([]);
    const seen: string[][] = [];
    const wanted = new Promise<void>((resolve) => {
      const subscription = liveQuery(() => search('zed')).subscribe((names) => {
        seen.push(names);
        if (names.includes('Zed Zimmer')) {
          subscription.unsubscribe();
          resolve();
        }
      });
    });
    const made = await createClient(db, { first_name: 'Zed' });
    await editClient(db, made.ok ? made.value : '', { last_name: 'Zimmer' });
    await wanted;
    expect(seen.at(-1)).toEqual(['Zed Zimmer']);
    await db.rows('clients').delete(made.ok ? made.value : '');
    expect(await search('zed')).toEqual([]);
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...NEW_CLIENT,
      id: `m${index}`,
      first_name: 'Many',
    }));
    await putRows(db, 'clients', many);
    expect(await search('many')).toHaveLength(120);
  });

  test('the same e-mail or phone is a possible duplicate', async () => {
    const found = await possibleDuplicates(db, {
      id: '1',
      email: 'cleo@mail.example',
      phone: '+34600111222',
    });
    expect(found.map(({ id }) => id)).toEqual(['cleo']);
  });

  test('a phone is the same wherever of the two places it stands', async () => {
    const idsOf = async (person: Parameters<typeof possibleDuplicates>[1]) =>
      (await possibleDuplicates(db, person)).map(({ id }) => id);
    expect(await idsOf({ phone: '+12125550177' })).toEqual(['4']);
    expect(await idsOf({ alt_phone: '+12125550199' })).toEqual(['2']);
    expect(await idsOf({ id: '4', alt_phone: '+12125550177' })).toEqual([]);
  });

  test('a client comes with history, counters and marks', async () => {
    await putAppointment(
      db,
      'a1',
      [
        segmentOf('g1', 'ana', at('15:00', '2027-02-01')),
        segmentOf('g2', 'ben', at('15:45', '2027-02-01')),
      ],
      { status: 'completed' },
    );
    await putAppointment(db, 'a2', [segmentOf('g3', 'ana', at('15:00', '2027-02-10'))], {
      status: 'cancelled',
      cancel_late: true,
    });
    await putAppointment(db, 'a3', [segmentOf('g4', 'ana', at('18:00', '2027-03-12'))]);
    await changeAppointmentStatus(db, 'a3', 'cancelled');
    await changeAppointmentStatus(db, 'a3', 'booked');
    const detail = await clientDetail(db, 'cleo');
    expect(
      detail?.visits.map(({ appointment, pending, segments }) => [
        appointment.id,
        pending,
        segments.map(({ staffName }) => staffName),
      ]),
    ).toEqual([
      ['a3', true, ['Ana']],
      ['a2', false, ['Ana']],
      ['a1', false, ['Ana', 'Ben']],
    ]);
    expect(detail?.counters).toMatchObject({
      visits: 1,
      cancelled: 1,
      lateCancelled: 1,
      noShows: 0,
      spendCents: 12_000,
      lastVisit: { id: 'a1' },
      nextVisit: { id: 'a3' },
    });
    expect(await clientDetail(db, 'nobody')).toBeUndefined();
  });

  test('classes count as visits once somebody was there, at the price of their seats', async () => {
    const session = async (id: string, day: string, row: object, change: object = {}) => {
      await putAppointment(db, id, [segmentOf(`g-${id}`, 'ana', at('15:00', day))], {
        client_id: null,
        capacity: 8,
        ...change,
      });
      const seat = { appointment_id: id, client_id: 'cleo', seats: 1, conflict: false };
      await putRows(db, 'attendees', [{ id: `t-${id}`, ...seat, state: 'booked', ...row }]);
    };
    await session('was', '2027-02-01', { seats: 2, state: 'attended' }, { status: 'completed' });
    await session('missed', '2027-02-02', { state: 'no_show' });
    await session('gave', '2027-02-03', { state: 'cancelled' });
    await session('open', '2027-02-04', {}, { status: 'completed' });
    await session('full', '2027-03-11', { conflict: true });
    await session('next', '2027-03-12', {});
    const price = (await db.rows('appointment_segments').get('g-was'))?.price_cents ?? 0;
    expect((await clientDetail(db, 'cleo'))?.counters).toMatchObject({
      visits: 1,
      cancelled: 1,
      noShows: 1,
      spendCents: 2 * price,
      lastVisit: { id: 'was' },
      nextVisit: { id: 'next' },
    });
    expect(price).toBeGreaterThan(0);
  });
});
