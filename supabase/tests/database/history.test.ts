import { beforeEach, describe, expect, test } from 'vitest';
import { historyEntries } from '#domain/appointments/history.ts';
import { historyChanges, type HistoryLine } from '#domain/appointments/history-line.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { addStaff, at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { Device, newId, op, patch, rowOf, rpc, signedIn, useDatabase } from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `history-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
});

type Page = { ok: boolean; code?: string; lines: HistoryLine[]; more: boolean };
const page = (
  appointment: Uuid,
  more: { who?: Caller; before?: number; page_size?: number } = {},
): Promise<Page> => {
  const { who = signedIn(salon.users.owner), ...rest } = more;
  return rpc(database.db, who, 'appointment_history', {
    business_id: salon.id,
    appointment_id: appointment,
    ...rest,
  }) as Promise<Page>;
};
/** What happened, the newest first, without the times. */
const told = async (appointment: Uuid) => {
  const { lines } = await page(appointment);
  return historyEntries(lines).map(({ by, facts }) => ({ by, facts }));
};
const push = async (ops: Op[], made_at = new Date().toISOString()) => {
  const { result } = await desk.push(ops, { name: 'appointment.change', at: made_at });
  await desk.pull();
  return result;
};
const book = async (staff: Uuid, hour: number) => {
  const visit = visitRows(salon, staff, at(FIRST_DAY + 1, hour), {
    appointment: { client_id: salon.client },
  });
  await push(visitOps(visit));
  return { id: visit.id, segment: visit.segment.id };
};

describe('the history of an appointment', () => {
  test('tells of booking, moving, handing over and cancelling, each from what to what', async () => {
    const { id, segment } = await book(salon.ann, 10);
    await push([
      patch('appointment_segments', segment, {
        starts_at: at(FIRST_DAY + 2, 11),
        staff_id: salon.ben,
      }),
    ]);
    await push([patch('appointments', id, { status: 'arrived' })]);
    const span = (day: number, hour: number) => ({
      startsAt: at(FIRST_DAY + day, hour),
      endsAt: at(FIRST_DAY + day, hour + 1),
    });
    expect(await told(id)).toEqual([
      {
        by: 'member',
        facts: [{ kind: 'status', from: 'booked', to: 'arrived', isLate: false }],
      },
      {
        by: 'member',
        facts: [
          { kind: 'moved', from: span(1, 10), to: span(2, 11) },
          { kind: 'person', service: 'Cut', from: salon.ann, to: salon.ben },
        ],
      },
      {
        by: 'member',
        facts: [
          {
            kind: 'booked',
            source: 'staff',
            status: 'booked',
            span: span(1, 10),
            clientId: salon.client,
            services: [{ service: 'Cut', staffId: salon.ann }],
          },
        ],
      },
    ]);
  });

  test('says of notes and addresses that they changed, and never what they say', async () => {
    const { id } = await book(salon.ann, 10);
    await push([
      patch('appointments', id, {
        staff_note: 'HIV positive',
        location_type: 'client',
        address: { line1: '5 Secret Street' },
      }),
    ]);
    await push([patch('appointments', id, { staff_note: 'something else' })]);
    await push([patch('appointments', id, { staff_note: null })]);
    expect(JSON.stringify(await page(id))).not.toMatch(/HIV|Secret|something/);
    expect((await told(id)).flatMap(({ facts }) => facts)).toMatchObject([
      { kind: 'staff_note', change: 'removed' },
      { kind: 'staff_note', change: 'changed' },
      { kind: 'place', from: 'business', to: 'client' },
      { kind: 'staff_note', change: 'added' },
      { kind: 'booked' },
    ]);
  });

  test('knows services that join a visit and leave it', async () => {
    const { id, segment } = await book(salon.ann, 10);
    const second = visitRows(salon, salon.ann, at(FIRST_DAY + 1, 11)).segment;
    const { id: _id, business_id: _business, ...value } = second;
    await push([
      op('appointment_segments', second.id, 'put', {
        ...value,
        appointment_id: id,
        position: 1,
        service_name: 'Tint',
      }),
      patch('appointment_segments', segment, { price_cents: 4000 }),
    ]);
    await push([op('appointment_segments', second.id, 'delete', null)]);
    const facts = (await told(id)).flatMap((entry) => entry.facts);
    expect(facts).toContainEqual({ kind: 'service_added', service: 'Tint', staffId: salon.ann });
    expect(facts).toContainEqual({
      kind: 'price',
      service: 'Cut',
      fromCents: 0,
      toCents: 4000,
    });
    expect(facts).toContainEqual({ kind: 'service_removed', service: 'Tint' });
  });

  test('names the person and the device, and says what was made offline', async () => {
    const session = newId();
    const owner = salon.users.owner;
    const caller = signedIn(owner);
    const phone: Caller = { ...caller, claims: { ...caller.claims, session_id: session } };
    await rpc(database.db, phone, 'note_device', {
      device_id: newId(),
      facts: { name: 'Phone of Olga' },
    });
    await addStaffFor(salon, 'owner', 'Olga');
    const clientId = newId();
    const made = new Date(Date.now() - 90 * 60_000).toISOString();
    const visit = visitRows(salon, salon.ann, at(FIRST_DAY + 1, 14));
    await rpc(database.db, phone, 'sync_push', {
      business_id: salon.id,
      client_id: clientId,
      schema: 1,
      mutations: [{ id: newId(), seq: 1, name: 'x', at: made, base_rev: 0, ops: visitOps(visit) }],
    });
    const [entry] = historyEntries((await page(visit.id)).lines);
    expect(entry).toMatchObject({ who: 'Olga', device: 'Phone of Olga', wasOffline: true });
    expect(Date.parse(entry!.madeAt)).toBe(Date.parse(made));
    expect(Date.parse(entry!.arrivedAt!)).toBeGreaterThan(Date.parse(made) + 80 * 60_000);
    await push([patch('appointments', visit.id, { status: 'arrived' })]);
    const [latest] = historyEntries((await page(visit.id)).lines);
    expect(latest).toMatchObject({ userId: salon.users.front_desk, wasOffline: false });
  });

  test('who loses a place to somebody has done nothing: the server has', async () => {
    const { id } = await book(salon.ann, 10);
    const visit = visitRows(salon, salon.ann, at(FIRST_DAY + 1, 10));
    expect(await push(visitOps(visit))).toMatchObject({ status: 'conflict' });
    expect((await told(visit.id))[0]!.facts).toMatchObject([
      { kind: 'booked' },
      { kind: 'conflict', isTaken: true },
    ]);
    await push([patch('appointments', id, { status: 'cancelled', cancel_by: 'staff' })]);
    expect((await told(visit.id))[0]).toEqual({
      by: 'system',
      facts: [{ kind: 'conflict', isTaken: false }],
    });
  });

  test('clients who book and cancel online are clients, whoever is signed in in their browser', async () => {
    const answer = await rpc(database.db, signedIn(salon.users.owner), 'book', {
      slug: salon.slug,
      op_id: newId(),
      request: {
        items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
        starts_at: at(FIRST_DAY + 3, 10),
        policy_version: 1,
        client: { first_name: 'Nia', email: 'nia@example.com', phone: '7185550111' },
      },
    });
    const id = answer['appointment'].id as Uuid;
    const [booked] = historyEntries((await page(id)).lines);
    expect(booked).toMatchObject({ by: 'client', userId: null, device: null, wasOffline: false });
    expect(booked!.facts).toMatchObject([{ kind: 'booked', source: 'online' }]);
    await database.db.sql(`select private.add_manage_token($1, $2, 'mine', now())`, [salon.id, id]);
    await rpc(database.db, { role: 'anon', claims: { role: 'anon' } }, 'cancel_booking', {
      token: 'mine',
      op_id: newId(),
    });
    expect((await told(id))[0]).toMatchObject({
      by: 'client',
      facts: [{ kind: 'status', from: 'booked', to: 'cancelled' }],
    });
  });

  test('comes in pages that lose nothing', async () => {
    const { id } = await book(salon.ann, 10);
    for (let n = 0; n < 8; n += 1) {
      await push([patch('appointments', id, { staff_note: `note ${n}` })]);
    }
    const whole = await page(id);
    expect(whole.more).toBe(false);
    const lines: HistoryLine[] = [];
    let next: Page;
    do {
      const before = lines.at(-1)?.id;
      next = await page(id, { page_size: 3, ...(before ? { before } : {}) });
      expect(next.lines.length).toBeLessThanOrEqual(3);
      lines.push(...next.lines);
    } while (next.more);
    expect(lines).toEqual(whole.lines);
    expect(historyEntries(lines)).toHaveLength(9);
  });

  test('is only ever added to', async () => {
    const { id } = await book(salon.ann, 10);
    for (const change of [
      `update private.appointment_history set kind = 'removed'`,
      'delete from private.appointment_history',
    ]) {
      await expect(database.db.sql(change)).rejects.toMatchObject({ code: '42501' });
    }
    expect((await page(id)).lines).not.toEqual([]);
  });

  test('outlives the appointment, for the case that it comes back', async () => {
    const { id } = await book(salon.ann, 10);
    await push([op('appointments', id, 'delete', null)]);
    expect(await page(id)).toMatchObject({ ok: false, code: 'not_found' });
    const again = visitRows(salon, salon.ann, at(FIRST_DAY + 1, 10));
    await push(
      visitOps({
        ...again,
        id,
        appointment: { ...again.appointment, id },
        segment: { ...again.segment, appointment_id: id },
      }),
    );
    expect((await told(id)).map(({ facts }) => facts[0]!.kind)).toEqual([
      'booked',
      'removed',
      'booked',
    ]);
  });
});

describe('the history is seen by those who see the appointment', () => {
  test('and by nobody else, in this business or another', async () => {
    const other = await makeSalon(database.db, `history-${(slugs += 1)}`);
    const practitioner = signedIn(salon.users.practitioner);
    expect(await page(salon.visit, { who: practitioner })).toMatchObject({ ok: true });
    expect(await page(salon.otherVisit, { who: practitioner })).toEqual({
      ok: false,
      code: 'not_found',
    });
    expect(await page(salon.visit, { who: signedIn(other.users.owner) })).toMatchObject({
      code: 'not_found',
    });
    // Another business's appointment under one's own name is none either.
    expect(
      await rpc(database.db, signedIn(other.users.owner), 'appointment_history', {
        business_id: other.id,
        appointment_id: salon.visit,
      }),
    ).toMatchObject({ code: 'not_found' });
  });

  test('whoever is taken off a visit reads no further', async () => {
    const { id, segment } = await book(salon.ann, 10);
    const practitioner = signedIn(salon.users.practitioner);
    expect((await page(id, { who: practitioner })).lines).not.toEqual([]);
    await push([patch('appointment_segments', segment, { staff_id: salon.ben })]);
    expect(await page(id, { who: practitioner })).toMatchObject({ code: 'not_found' });
  });
});

test('a device works out of its outbox what the server will write', async () => {
  const { id, segment } = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY + 1, 10));
  const changes: [table: 'appointments' | 'appointment_segments', row: Uuid, value: object][] = [
    ['appointments', id, { staff_note: 'a', address: { line1: 'x' }, location_type: 'client' }],
    ['appointments', id, { client_id: salon.client, staff_note: 'b', address: null }],
    ['appointments', id, { status: 'arrived', confirmation: 'confirmed' }],
    ['appointments', id, { group_id: newId() }],
    ['appointments', id, { group_id: null }],
    ['appointment_segments', segment, { price_cents: 1, service_name: 'Other' }],
    ['appointment_segments', segment, { staff_id: salon.ben, duration_min: 30 }],
  ];
  for (const [table, row, value] of changes) {
    const was = await rowOf(database.db, table, row);
    await push([patch(table, row, { ...value })]);
    const now = await rowOf(database.db, table, row);
    const { lines } = await page(id);
    const kind = table === 'appointments' ? 'changed' : 'service_changed';
    expect(lines.find((line) => line.kind === kind)!.changes).toEqual(
      historyChanges(table, was, now),
    );
  }
});

/** A column for somebody who has an account. */
const addStaffFor = async (of: Salon, role: keyof Salon['users'], name: string) => {
  const id = await addStaff(database.db, of, name);
  await database.db.sql(
    `update public.staff set membership_id = (
       select m.id from public.memberships m where m.business_id = $1 and m.user_id = $2)
     where id = $3`,
    [of.id, of.users[role], id],
  );
};
