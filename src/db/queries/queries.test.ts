// Dexie runs live queries only where it found IndexedDB when it was loaded.
import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_FILTER } from '#domain/clients/filter.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import { archiveClient, createClient, editClient } from '../commands/clients.ts';
import { changeAppointmentStatus } from '../commands/appointment-status.ts';
import { createAddOn, createAddOnGroup } from '../commands/add-ons.ts';
import { createCategory, editService, setOverride } from '../commands/services.ts';
import type { DaybookDb } from '../open.ts';
import { ALONE, openSalon, putAppointment, putRows, segmentOf } from '../test-rows.ts';
import { appointmentDetail } from './appointments.ts';
import { blockDetail, blockReasons } from './blocks.ts';
import { businessSettings, myAccess } from './business.ts';
import { calendarBook, calendarPeriod } from './calendar.ts';
import { clientDetail, clientTags, possibleDuplicates, searchClients } from './clients.ts';
import { bestTimes, freeTimes, placeWarnings } from './free-times.ts';
import { nowAndNext } from './now-next.ts';
import { overrideKey, serviceTree } from './services.ts';
import { staffDetail, staffList } from './staff.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const at = (clock: string, day = '2027-03-09') => `${day}T${clock}:00+00:00`;
const local = (start: number) => new Date(start * 60_000).toISOString().slice(8, 16);

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
});

describe('an appointment', () => {
  test('comes with people, services, client and marks', async () => {
    const group = await createAddOnGroup(db, {
      name: 'Extras',
      service_ids: ['s-cut'],
      min_count: 0,
      max_count: 1,
    });
    const addOn = await createAddOn(db, {
      group_id: group.ok ? group.value : '',
      name: 'Mask',
      price_cents: 1500,
      extra_min: 10,
    });
    await putAppointment(db, 'a1', [
      segmentOf('g1', 'ana', at('18:00'), { add_on_ids: [addOn.ok ? addOn.value : ''] }),
      segmentOf('g2', 'ben', at('18:45'), { variant_id: 'gone', service_name: 'Old service' }),
    ]);
    const detail = await appointmentDetail(db, 'a1');
    expect(detail).toMatchObject({
      client: { id: 'cleo' },
      pending: false,
      priceCents: 12_000,
      segments: [
        { staff: { id: 'ana' }, service: { name: 'Haircut' }, addOns: [{ name: 'Mask' }] },
        { staff: { id: 'ben' }, variant: null, service: null, addOns: [] },
      ],
    });
    await changeAppointmentStatus(db, 'a1', 'arrived');
    expect((await appointmentDetail(db, 'a1'))?.pending).toBe(true);
    expect(await appointmentDetail(db, 'none')).toBeUndefined();
  });
});

describe('the calendar', () => {
  test('holds what overlaps the period, and its clients', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('04:50', '2027-03-10'))]);
    await putAppointment(db, 'a2', [segmentOf('g2', 'ana', at('05:00', '2027-03-11'))]);
    await putAppointment(db, 'a3', [segmentOf('g3', 'ana', at('04:15', '2027-03-10'))]);
    const period = await calendarPeriod(db, at('05:00', '2027-03-10'), at('05:00', '2027-03-11'));
    expect(period.appointments.map(({ id }) => id)).toEqual(['a1']);
    expect(period.segments.map(({ id }) => id)).toEqual(['g1']);
    expect(period.clients.map(({ id }) => id)).toEqual(['cleo']);
  });
  test('knows the team in order and who is looking', async () => {
    const book = await calendarBook(db);
    expect(book.staff.map(({ id }) => id)).toEqual(['ana', 'ben']);
    expect(book.ownStaffId).toBe('ana');
  });
});

describe('settings', () => {
  test('the business with its newest policy, and what the person may do', async () => {
    const text = { body: 'x', hash: 'x', published_at: at('10:00') };
    await putRows(db, 'policy_texts', [
      { id: 'p1', version: 1, ...text },
      { id: 'p2', version: 2, ...text },
    ]);
    expect(await businessSettings(db)).toMatchObject({
      business: { name: 'Test Salon' },
      policy: { version: 2 },
    });
    const access = await myAccess(db);
    expect(access.staffId).toBe('ana');
    expect(access.may('billing')).toBe(true);
    await db.rows('businesses').clear();
    await db.rows('memberships').clear();
    expect(await businessSettings(db)).toBeUndefined();
    expect((await myAccess(db)).may('appointments.view', 'own')).toBe(false);
  });

  test('services stand in their categories, with variants, overrides and add-ons', async () => {
    const hair = await createCategory(db, { name: 'Hair', colour: 'rose', visible_online: true });
    await editService(db, 's-colour', { category_id: hair.ok ? hair.value : '' });
    await setOverride(db, {
      staff_id: 'ben',
      variant_id: 'colour',
      offered: false,
      price_cents: null,
      duration_min: null,
    });
    const tree = await serviceTree(db);
    expect(
      tree.map(({ category, services }) => [
        category?.name ?? null,
        services.map(({ service }) => service.name),
      ]),
    ).toEqual([
      ['Hair', ['Colour']],
      [null, ['Haircut']],
    ]);
    expect(tree[0]?.services[0]?.overrides.get(overrideKey('colour', 'ben'))).toMatchObject({
      offered: false,
    });
    await editService(db, 's-cut', {});
    await db.rows('services').update('s-cut', { status: 'archived' });
    expect((await serviceTree(db)).length).toBe(1);
    expect((await serviceTree(db, { archived: true })).length).toBe(2);
  });

  test('staff with the hours of a day', async () => {
    await putRows(db, 'date_exceptions', [
      { id: 'e1', staff_id: 'ben', on_day: '2027-03-09', kind: 'closed', ranges: [], note: null },
    ]);
    expect(
      (await staffList(db, '2027-03-09')).map(({ staff, hours, membership }) => [
        staff.id,
        hours,
        membership?.role,
      ]),
    ).toEqual([
      ['ana', [[540, 1080]], 'owner'],
      ['ben', [], undefined],
    ]);
    expect(await staffDetail(db, 'ben', '2027-03-09')).toMatchObject({
      pattern: { id: 'hours-ben' },
      exceptions: [{ id: 'e1' }],
    });
    expect(await staffDetail(db, 'none', '2027-03-09')).toBeUndefined();
  });

  test('reasons with their uses', async () => {
    const reason = { icon: '', colour: 'slate', default_min: 30, paid: false, blocks_online: true };
    await putRows(db, 'block_off_reasons', [
      { ...reason, id: 'r2', name: 'Lunch', active: true, sort_key: 'W' },
      { ...reason, id: 'r1', name: 'Admin', active: false, sort_key: 'V' },
    ]);
    await putRows(db, 'time_blocks', [
      {
        ...ALONE,
        id: 'b1',
        staff_id: null,
        starts_at: at('17:00'),
        ends_at: at('18:00'),
        all_day: false,
        reason_id: 'r2',
        note: null,
        blocks_online: true,
      },
    ]);
    expect((await blockReasons(db)).map(({ reason: { name }, uses }) => [name, uses])).toEqual([
      ['Lunch', 1],
    ]);
    expect((await blockReasons(db, { archived: true })).length).toBe(2);
    expect(await blockDetail(db, 'b1')).toMatchObject({
      block: { id: 'b1' },
      reason: { name: 'Lunch' },
    });
    expect(await blockDetail(db, 'none')).toBeUndefined();
  });
});

describe('today', () => {
  test('who is here, who comes next, what was forgotten', async () => {
    await putAppointment(db, 'done', [segmentOf('g0', 'ana', at('13:30'))], {
      status: 'completed',
    });
    await putAppointment(db, 'forgotten', [segmentOf('g1', 'ben', at('14:00'))]);
    await putAppointment(db, 'here', [segmentOf('g2', 'ana', at('15:00'))], { status: 'arrived' });
    await putAppointment(db, 'next', [segmentOf('g3', 'ana', at('16:00'))], {
      confirmation: 'requested',
    });
    await putAppointment(db, 'request', [segmentOf('g4', 'ben', at('16:00', '2027-03-20'))], {
      status: 'pending',
    });
    await putAppointment(db, 'tomorrow', [segmentOf('g5', 'ben', at('16:00', '2027-03-10'))], {
      confirmation: 'requested',
    });
    const today = await nowAndNext(db);
    const ids = (lines: { appointment: { id: string } }[]) =>
      lines.map(({ appointment }) => appointment.id);
    expect(ids(today.now)).toEqual(['here']);
    expect(ids(today.next)).toEqual(['next']);
    expect(ids(today.requests)).toEqual(['request']);
    expect(ids(today.unconfirmed)).toEqual(['next', 'tomorrow']);
    expect(ids(today.overdue)).toEqual(['forgotten']);
    expect(today.next[0]).toMatchObject({ clientName: 'Cleo Adams', serviceNames: ['Haircut'] });
    expect(today).toMatchObject({
      counts: { total: 4, completed: 1 },
      earnedCents: 6000,
      expectedCents: 18_000,
    });
    expect(ids((await nowAndNext(db, { staffId: 'ben' })).next)).toEqual([]);
  });
});

describe('free times', () => {
  test('of one person go around appointments, blocks and the appointment that moves', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('15:00'))]);
    await putRows(db, 'time_blocks', [
      {
        ...ALONE,
        id: 'b1',
        staff_id: 'ana',
        starts_at: at('16:15'),
        ends_at: at('22:00'),
        all_day: false,
        reason_id: null,
        note: null,
        blocks_online: false,
      },
    ]);
    const times = async (except?: string) => {
      const { slots } = await freeTimes(
        db,
        [{ variantId: 'cut', staffId: 'ana' }],
        at('05:00'),
        at('05:00', '2027-03-10'),
        except,
      );
      return slots.starts.map(local);
    };
    expect(await times()).toEqual(['09T14:00', '09T14:15', '09T22:00', '09T22:15']);
    expect((await times('a1')).slice(0, 7)).toEqual([
      '09T14:00',
      '09T14:15',
      '09T14:30',
      '09T14:45',
      '09T15:00',
      '09T15:15',
      '09T15:30',
    ]);
  });

  test('of anybody name everybody who does it', async () => {
    await setOverride(db, {
      staff_id: 'ben',
      variant_id: 'cut',
      offered: false,
      price_cents: null,
      duration_min: null,
    });
    const span = [at('05:00'), at('05:00', '2027-03-10')] as const;
    const { slots } = await freeTimes(db, [{ variantId: 'cut' }], ...span);
    expect(new Set(slots.masks)).toEqual(new Set([1]));
    const both = await freeTimes(db, [{ variantId: 'colour' }], ...span);
    expect(new Set(both.slots.masks)).toEqual(new Set([3]));
  });

  test('the best ones are near, by the same person or at the same time, and say why', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))], { conflict: true });
    await putAppointment(db, 'a2', [segmentOf('g2', 'ana', at('18:00'))]);
    const times = await bestTimes(db, 'a1');
    expect(times[0]).toMatchObject({ startsAt: at('18:00'), staffId: 'ben', distanceMin: 0 });
    expect(times[0]?.reasons).toEqual(['same_time', 'same_day']);
    expect(times[1]).toMatchObject({ startsAt: at('18:45'), staffId: 'ana', distanceMin: 45 });
    expect(times[1]?.reasons).toEqual(['same_staff', 'same_day', 'close', 'fills_gap']);
    expect(times.some(({ reasons }) => reasons.includes('same_weekday'))).toBe(true);
    expect(times.every(({ startsAt }) => startsAt >= db.now())).toBe(true);
    expect(await bestTimes(db, 'none')).toEqual([]);
  });

  test('warnings tell what is in the way and when nobody works', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))]);
    expect(await placeWarnings(db, [segmentOf('x', 'ana', at('18:15'))])).toEqual([
      { kind: 'overlap', staffId: 'ana', rows: ['appointments:a1'] },
    ]);
    expect(await placeWarnings(db, [segmentOf('x', 'ana', at('18:15'))], 'a1')).toEqual([]);
    expect(await placeWarnings(db, [segmentOf('x', 'ben', at('22:30'))])).toEqual([
      { kind: 'outside_hours', staffId: 'ben', rows: [] },
    ]);
    expect(await placeWarnings(db, [])).toEqual([]);
  });
});
