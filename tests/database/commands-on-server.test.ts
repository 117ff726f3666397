import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { createAddOn, createAddOnGroup, editAddOnGroup } from '#db/commands/add-ons.ts';
import { cancelAppointment, changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import { moveAppointment, resizeAppointment } from '#db/commands/appointment-time.ts';
import { createAppointment, editAppointment } from '#db/commands/appointments.ts';
import { clearSpecialDays, setSpecialDays } from '#db/commands/special-days.ts';
import { setVisitPlace } from '#db/commands/visit-place.ts';
import {
  createBlock,
  createBlocks,
  deleteBlock,
  deleteBlocks,
  editBlocks,
  moveBlock,
} from '#db/commands/blocks.ts';
import { editBusiness, editRules, publishPolicy } from '#db/commands/business.ts';
import { archiveClient, createClient, editClient, setClientTag } from '#db/commands/clients.ts';
import {
  createTimeOff,
  setDateException,
  setTimeOffStatus,
  setWorkPattern,
} from '#db/commands/hours.ts';
import { createReason, deleteReason, editReason, moveReason } from '#db/commands/reasons.ts';
import {
  archiveVariant,
  createCategory,
  createService,
  createVariant,
  editService,
  editVariant,
  moveService,
} from '#db/commands/services.ts';
import { changeServices } from '#db/commands/appointment-services.ts';
import { setOverrides } from '#db/commands/overrides.ts';
import { saveAddOnGroup } from '#db/commands/save-add-ons.ts';
import { saveService, setServiceOffered } from '#db/commands/save-service.ts';
import { cancelSeries, editSeriesNote } from '#db/commands/series-edit.ts';
import { createSeries, extendSeries, moveSeries } from '#db/commands/series.ts';
import { archiveStaff, createStaff, editStaff, orderStaff } from '#db/commands/staff.ts';
import { addMenu } from '#db/commands/starter-menu.ts';
import { openMemoryDb } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { BOOT_TIMEOUT_MS, startTestBackend } from '../harness/backend.ts';
import type { TestBackend } from '../harness/backend.ts';

/**
 * What people do on a device is legal on the server, and both end with the same rows: every command
 * once, through the real push.
 */
let backend: TestBackend;
let person: Awaited<ReturnType<TestBackend['signedIn']>>;
let db: DaybookDb;

const SERVER_OWN = ['rev', 'created_at', 'updated_at', 'created_by'];

beforeAll(async () => {
  backend = await startTestBackend();
  person = await backend.signedIn();
  const made = await person.client.rpc('create_business', {
    request: { name: 'Test Salon', slug: 'test-salon', time_zone: 'America/New_York' },
    op_id: crypto.randomUUID(),
  });
  const businessId = (made.data as { business_id: Uuid }).business_id;
  db = await openMemoryDb({ businessId, userId: person.id });
  for (const [table, rows] of Object.entries(await serverRows()))
    await db.table(table).bulkPut(rows);
}, BOOT_TIMEOUT_MS);
afterAll(async () => {
  db.close();
  await backend.stop();
});

const serverRows = async (): Promise<Record<string, AnyRow[]>> => {
  const found: Record<string, AnyRow[]> = {};
  for (const table of TABLES) {
    const [row] = await backend.sql<{ rows: AnyRow[] }>(
      `select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') as rows from public.${table} t`,
    );
    found[table] = must(row, 'an answer').rows;
  }
  return found;
};

const deviceId = async (): Promise<Uuid> => {
  const device = await db.meta.get('device');
  return device?.key === 'device' ? device.client_id : '';
};

/** Sends everything that waits; what the server said of each mutation by name. */
const push = async (): Promise<string[]> => {
  const entries = await db.outbox.orderBy('seq').toArray();
  const { data, error } = await person.client.rpc('sync_push', {
    business_id: db.businessId,
    client_id: await deviceId(),
    schema: 1,
    mutations: entries.map(({ v: _v, ...mutation }) => mutation),
  });
  expect(error).toBeNull();
  const { results } = data as { results: { seq: number; status: string; code?: string }[] };
  return results.map(({ seq, status, code }) => {
    const name = entries.find((entry) => entry.seq === seq)?.name;
    return `${name} ${status}${code ? ` ${code}` : ''}`;
  });
};

const plain = (row: AnyRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !SERVER_OWN.includes(field)));

test('every command is applied, and device and server end with the same rows', async () => {
  const today = new Date(db.nowMs()).toISOString().slice(0, 10);
  const at = (clock: string, days: number) => `${addDays(today, days)}T${clock}:00+00:00`;
  const owner = must((await db.rows('staff').toArray())[0], 'the owner').id;

  // Settings, team, hours
  valueOf(await editBusiness(db, { name: 'Salon of Tests', address: { line1: '1 Main St' } }));
  valueOf(await editRules(db, { slot_step_min: 0, window_days: 90 }));
  valueOf(await publishPolicy(db, 'Be on time.'));
  const ben = valueOf(await createStaff(db, { display_name: 'Ben' }));
  const leaving = valueOf(await createStaff(db, { display_name: 'Leaving' }));
  valueOf(await editStaff(db, ben, { title: 'Stylist', colour: 'rose' }));
  valueOf(await orderStaff(db, [ben, owner, leaving]));
  valueOf(await archiveStaff(db, leaving));
  const weeks = [Array.from({ length: 7 }, (): [number, number][] => [[540, 1080]])];
  valueOf(await setWorkPattern(db, { staff_id: ben, valid_from: addDays(today, 3), weeks }));
  valueOf(
    await setDateException(db, {
      staff_id: null,
      on_day: addDays(today, 30),
      kind: 'closed',
      ranges: [],
      note: 'Closed',
    }),
  );
  const lunch = valueOf(await createReason(db, { name: 'Tea' }));
  const unused = valueOf(await createReason(db, { name: 'Unused' }));
  valueOf(await editReason(db, lunch, { default_min: 20 }));
  valueOf(await moveReason(db, unused, 0));
  valueOf(await deleteReason(db, unused));
  const off = valueOf(
    await createTimeOff(
      db,
      {
        staff_id: ben,
        starts_at: at('05:00', 40),
        ends_at: at('05:00', 42),
        reason_id: null,
        note: null,
      },
      'requested',
    ),
  );
  valueOf(await setTimeOffStatus(db, off, 'approved'));

  // Catalogue
  const hair = valueOf(
    await createCategory(db, { name: 'Hair', colour: 'teal', visible_online: true }),
  );
  const cut = valueOf(
    await createService(db, { name: 'Cut', category_id: hair }, [
      { duration_min: 45, price_cents: 6000 },
    ]),
  );
  const colour = valueOf(await createService(db, { name: 'Colour' }));
  valueOf(
    await editService(db, colour, {
      category_id: hair,
      location_types: ['client'],
      description: 'Long',
    }),
  );
  valueOf(await moveService(db, colour, 0));
  const long = valueOf(await createVariant(db, cut, { name: 'Long', duration_min: 60 }));
  valueOf(await editVariant(db, long, { price_kind: 'free' }));
  valueOf(await archiveVariant(db, long));
  const variant = must(
    (await db.rows('service_variants').toArray()).find(
      (one) => one.service_id === cut && one.id !== long,
    ),
    'a variant',
  ).id;
  valueOf(
    await setOverrides(db, [
      {
        staff_id: ben,
        variant_id: variant,
        offered: true,
        price_cents: 7000,
        duration_min: null,
      },
    ]),
  );
  const extras = valueOf(
    await createAddOnGroup(db, { name: 'Extras', service_ids: [cut], min_count: 0, max_count: 2 }),
  );
  const mask = valueOf(
    await createAddOn(db, { group_id: extras, name: 'Mask', price_cents: 1500, extra_min: 10 }),
  );
  valueOf(await editAddOnGroup(db, extras, { service_ids: [cut, colour] }));

  // What the editors save as one mutation
  const updo = valueOf(
    await saveService(db, {
      id: null,
      service: { name: 'Updo', category_id: hair },
      variants: [
        { id: null, values: { name: 'Short', price_cents: 5000 } },
        { id: null, values: { name: 'Long', price_cents: 8000 } },
      ],
      offered: new Map([[ben, false]]),
    }),
  );
  const [short] = (await db.rows('service_variants').toArray()).filter(
    ({ service_id }) => service_id === updo,
  );
  valueOf(
    await saveService(db, {
      id: updo,
      service: { approval: true },
      variants: [
        { id: null, values: { name: 'Bridal', price_kind: 'from', price_cents: 20_000 } },
        { id: must(short, 'a variant').id, values: { duration_min: 50 } },
      ],
    }),
  );
  valueOf(await setServiceOffered(db, [cut, updo], ben, false));
  valueOf(await setServiceOffered(db, [cut, updo], ben, true));
  const treats = valueOf(
    await saveAddOnGroup(db, {
      id: null,
      group: { name: 'Treats', service_ids: [cut] },
      addOns: [
        { id: null, values: { name: 'Tea' } },
        { id: null, values: { name: 'Head massage', price_cents: 900, extra_min: 5 } },
      ],
    }),
  );
  valueOf(await saveAddOnGroup(db, { id: treats, group: { max_count: 2 }, addOns: [] }));
  valueOf(
    await addMenu(db, [
      {
        category: 'hair',
        colour: 'rose',
        services: [{ name: 'Blow-dry', variant: { price_cents: 0, duration_min: 30 } }],
      },
    ]),
  );

  // Clients
  const ada = valueOf(
    await createClient(db, {
      first_name: 'Ada',
      phone: '(212) 555-0123',
      tags: ['vip'],
      birthday: '--05-17',
    }),
  );
  valueOf(await editClient(db, ada, { email: 'ADA@mail.example', tags: ['colour'] }));
  valueOf(await setClientTag(db, ada, 'friend', true));
  const gone = valueOf(await createClient(db, { last_name: 'Gone' }));
  valueOf(await valueOf(await archiveClient(db, gone)).undo());

  // Time that is not for clients
  const holidays = {
    first_day: addDays(today, 40),
    last_day: addDays(today, 42),
    kind: 'closed' as const,
    ranges: [],
    note: 'Holidays',
  };
  const special = valueOf(await setSpecialDays(db, holidays));
  const shorter = { ...holidays, last_day: addDays(today, 41) };
  valueOf(await valueOf(await setSpecialDays(db, shorter, special.ids)).undo());
  const now = await db.rows('date_exceptions').toArray();
  const own = now.filter(({ note }) => note === 'Holidays').map(({ id }) => id);
  valueOf(await valueOf(await clearSpecialDays(db, own)).undo());
  const block = valueOf(
    await createBlock(db, {
      staff_id: ben,
      starts_at: at('14:00', 5),
      ends_at: at('15:00', 5),
      all_day: false,
      reason_id: lunch,
      note: null,
      blocks_online: true,
    }),
  );
  valueOf(await moveBlock(db, block.id, { startsAt: at('16:00', 5), staffId: null }));
  valueOf(await valueOf(await deleteBlock(db, block.id)).undo());
  const lunches = valueOf(
    await createBlocks(db, {
      staffIds: [ben, null],
      spans: [5, 12, 19].map((days) => ({
        starts_at: at('17:00', days),
        ends_at: at('18:00', days),
      })),
      rule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=3',
      all_day: false,
      reason_id: lunch,
      note: null,
      blocks_online: true,
    }),
  );
  const [lunch1, lunch2, lunch3] = lunches.ids as [Uuid, Uuid, Uuid];
  valueOf(await moveBlock(db, lunch1, { startsAt: at('16:00', 5) }));
  valueOf(await valueOf(await editBlocks(db, [{ id: lunch2, patch: { note: 'Long' } }])).undo());
  valueOf(await valueOf(await deleteBlocks(db, [lunch2, lunch3])).undo());

  // Appointments
  const segment = (staffId: Uuid, startsAt: string) => ({
    variant_id: variant,
    service_name: 'Cut',
    add_on_ids: [mask],
    staff_id: staffId,
    any_staff: false,
    starts_at: startsAt,
    duration_min: 55,
    processing_min: 20,
    finishing_min: 10,
    buffer_before_min: 0,
    buffer_after_min: 5,
    travel_before_min: 0,
    travel_after_min: 0,
    processing_bookable: true,
    price_kind: 'fixed' as const,
    price_cents: 7500,
  });
  const visit = valueOf(
    await createAppointment(db, {
      client_id: ada,
      segments: [segment(ben, at('14:00', 7)), segment(owner, at('15:30', 7))],
    }),
  );
  valueOf(await moveAppointment(db, visit, { startsAt: at('16:00', 8) }));
  valueOf(await resizeAppointment(db, visit, { endsAt: at('19:30', 8) }));
  valueOf(
    await valueOf(
      await moveAppointment(db, visit, { startsAt: at('15:00', 9), staffId: ben }),
    ).undo(),
  );
  valueOf(await editAppointment(db, visit, { staff_note: 'Fringe', confirmation: 'confirmed' }));
  const [cutPart] = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .equals(visit)
    .sortBy('position');
  const others = [
    { ...segment(ben, at('16:00', 8)), id: must(cutPart, 'the first part').id, price_cents: 5000 },
    { ...segment(owner, at('17:25', 8)), id: null },
    { ...segment(ben, at('18:50', 8)), id: null, add_on_ids: [] },
  ];
  valueOf(await valueOf(await changeServices(db, visit, others.slice(0, 2))).undo());
  valueOf(await changeServices(db, visit, others));
  const home = {
    location_type: 'client' as const,
    address: { line1: '5 Main St' },
    travel_before_min: 30,
    travel_after_min: 10,
  };
  valueOf(await valueOf(await setVisitPlace(db, visit, home)).undo());
  valueOf(await setVisitPlace(db, visit, home));
  valueOf(
    await valueOf(await cancelAppointment(db, visit, { reason: 'ill', by: 'client' })).undo!(),
  );
  const second = valueOf(
    await createAppointment(
      db,
      { client_id: null, segments: [segment(ben, at('16:10', 8))] },
      { acceptOverlap: true },
    ),
  );
  valueOf(await changeAppointmentStatus(db, second, 'arrived'));
  valueOf(await changeAppointmentStatus(db, second, 'in_service'));
  valueOf(await changeAppointmentStatus(db, second, 'completed'));
  const request = valueOf(
    await createAppointment(db, {
      client_id: ada,
      status: 'pending',
      segments: [segment(owner, at('14:00', 10))],
    }),
  );
  valueOf(await changeAppointmentStatus(db, request, 'declined'));

  // A series: booked, extended, moved with one left, noted, given up and taken back, and one undone.
  const weekly = (count: number) => `FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=${count}`;
  const layout = {
    rule: weekly(4),
    starts_on: addDays(today, 20),
    start_minute: 840,
    first_index: 0,
  };
  const everyWeek = (from: number, count: number, hour = '14:00') =>
    Array.from({ length: count }, (_, place) => ({
      index: from + place,
      startsAt: at(hour, 20 + (from + place) * 7),
      acceptOverlap: false,
      isMoved: false,
    }));
  const form = { client_id: ada, segments: [segment(ben, at('14:00', 20))] };
  const series = valueOf(await createSeries(db, form, layout, everyWeek(0, 4)));
  const [, first, other, last] = series.ids as [Uuid, Uuid, Uuid, Uuid];
  valueOf(await extendSeries(db, last, { ...layout, rule: weekly(6) }, everyWeek(4, 2)));
  valueOf(
    await moveSeries(db, {
      id: series.id,
      layout: { ...layout, rule: weekly(5), start_minute: 960, first_index: 1 },
      dates: everyWeek(1, 2, '16:00').map((date, place) => ({
        ...date,
        id: [first, other][place]!,
      })),
      leftIds: [last],
      staffId: owner,
      durationMin: 45,
    }),
  );
  valueOf(await editSeriesNote(db, first, [first, other], { field: 'staff_note', text: 'Window' }));
  valueOf(
    await valueOf(
      await cancelSeries(db, series.id, [other, last], { reason: 'ill', by: 'client' }),
    ).undo(),
  );
  const mistake = { ...form, segments: [segment(ben, at('09:00', 21))] };
  valueOf(await valueOf(await createSeries(db, mistake, layout, everyWeek(0, 2, '09:00'))).undo());

  const said = await push();
  expect(said.filter((line) => !line.endsWith(' applied'))).toEqual([]);
  expect(said.length).toBeGreaterThan(40);

  const server = await serverRows();
  for (const table of TABLES) {
    const local = (await db.table<AnyRow>(table).orderBy('id').toArray()).map(plain);
    expect({ table, rows: local.map(withoutTimes(table)) }).toEqual({
      table,
      rows: must(server[table], table).map(plain).map(withoutTimes(table)),
    });
  }
}, 60_000);

/** Moments that the server may stamp a little later than the device. */
const withoutTimes =
  (table: TableName) =>
  (row: Record<string, unknown>): Record<string, unknown> => {
    if (table !== 'appointments') return row;
    const { arrived_at: _a, started_at: _s, finished_at: _f, cancelled_at: _c, ...rest } = row;
    return rest;
  };
