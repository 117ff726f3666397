import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import {
  anon,
  countOf,
  Device,
  newId,
  patch,
  put,
  rowOf,
  rpc,
  useDatabase,
  type Answer,
} from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `mail-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
});

type Mail = { kind: string; to_email: string; data: Answer; delay: number };
const mails = () =>
  database.db.sql<Mail>(
    `select kind, to_email, data, round(extract(epoch from due_at - created_at))::int as delay
     from private.mail_outbox where business_id = $1 order by created_at, id`,
    [salon.id],
  );
const kinds = async () => (await mails()).map((mail) => mail.kind);
const sendAll = () =>
  database.db.sql(
    `update private.mail_outbox set state = 'sent', due_at = now() where business_id = $1`,
    [salon.id],
  );
const create = async (more: object = {}, startsAt = at(FIRST_DAY, 14)) => {
  const visit = visitRows(salon, salon.ann, startsAt, {
    appointment: { client_id: salon.client, ...more },
  });
  await desk.push(visitOps(visit));
  return { id: visit.id, segment: visit.segment.id };
};
const move = (segment: Uuid, startsAt: string) =>
  desk.push([patch('appointment_segments', segment, { starts_at: startsAt })]);
const set = (id: Uuid, change: object) => desk.push([patch('appointments', id, { ...change })]);

describe('a series is told of once', () => {
  const bookSeries = async (count: number) => {
    const series = newId();
    const visits = Array.from({ length: count }, (_, index) =>
      visitRows(salon, salon.ann, at(FIRST_DAY + index * 7, 14), {
        appointment: { client_id: salon.client, series_id: series, series_index: index },
      }),
    );
    await desk.push([
      put('series', series, {
        rule: `FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=${count}`,
        starts_on: '2027-03-09',
        start_minute: 840,
        time_zone: 'UTC',
      }),
      ...visitOps(...visits),
    ]);
    return visits;
  };

  test('with all of its dates, each with a link that works', async () => {
    const visits = await bookSeries(5);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.kind).toBe('booking_confirmed');
    expect(mail?.data['appointment'].id).toBe(visits[0]?.id);
    const also = mail?.data['also'] as { starts_at: string; manage_token: string }[];
    expect(also.map(({ starts_at }) => starts_at)).toEqual(
      visits.slice(1).map(({ appointment }) => appointment.starts_at),
    );
    const status = await rpc(database.db, anon, 'booking_status', { token: also[2]?.manage_token });
    expect(status).toMatchObject({ ok: true, appointment: { id: visits[3]?.id } });
  });

  test('also when its rest moves, or is given up', async () => {
    const visits = await bookSeries(4);
    await sendAll();
    await desk.push(
      visits.slice(1).map(({ segment }, place) =>
        patch('appointment_segments', segment.id, {
          starts_at: at(FIRST_DAY + 7 + place * 7, 15),
        }),
      ),
    );
    await sendAll();
    await desk.push(
      visits.slice(2).map(({ id }) => patch('appointments', id, { status: 'cancelled' })),
    );
    const told = (await mails()).map(({ kind, data }) => `${kind} ${data['also']?.length}`);
    expect(told).toEqual(['booking_confirmed 3', 'rescheduled 2', 'cancelled_by_business 1']);
  });
});

describe('what staff change is told to the client', () => {
  test('two minutes later, with a link of its own', async () => {
    const { id } = await create();
    const [mail] = await mails();
    expect(mail).toMatchObject({
      kind: 'booking_confirmed',
      to_email: `cleo@${salon.slug}.example`,
      delay: 120,
      data: { appointment: { id, segments: [{ staff_name: 'Ann' }] } },
    });
    expect(
      await rpc(database.db, anon, 'booking_status', { token: mail!.data['manage_token'] }),
    ).toMatchObject({ ok: true, appointment: { id } });
  });

  test('a correction made meanwhile goes into the same mail', async () => {
    const { segment } = await create();
    await move(segment, at(FIRST_DAY, 15));
    expect(await mails()).toMatchObject([
      { kind: 'booking_confirmed', data: { appointment: { starts_at: at(FIRST_DAY, 15) } } },
    ]);
  });

  test('what is cancelled at once is not mentioned', async () => {
    const { id } = await create();
    await set(id, { status: 'cancelled' });
    expect(await kinds()).toEqual([]);
  });

  test('a move says where it was, a cancellation says that the business did it', async () => {
    const { id, segment } = await create();
    await sendAll();
    await move(segment, at(FIRST_DAY, 15));
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'rescheduled',
      data: { previous_starts_at: at(FIRST_DAY, 14) },
    });
    await sendAll();
    await set(id, { status: 'cancelled', cancel_reason: 'Ann is ill' });
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'cancelled_by_business',
      data: { manage_token: null, appointment: { cancel_reason: 'Ann is ill' } },
    });
  });

  describe('a move that the client has been told of by somebody', () => {
    const moveSilently = (id: Uuid, segment: Uuid, startsAt: string, more = '') =>
      desk.push(
        [
          patch('appointments', id, { overlap_accepted: false }),
          patch('appointment_segments', segment, { starts_at: startsAt }),
        ],
        { name: `appointment.move.silently${more}` },
      );

    test('is not mailed, nor is its way back, but what comes after says where it was', async () => {
      const { id, segment } = await create();
      await sendAll();
      await moveSilently(id, segment, at(FIRST_DAY, 15));
      await moveSilently(id, segment, at(FIRST_DAY, 16), '.undo');
      expect(await kinds()).toEqual(['booking_confirmed']);
      await move(segment, at(FIRST_DAY, 11));
      expect((await mails()).at(-1)).toMatchObject({
        kind: 'rescheduled',
        data: { previous_starts_at: at(FIRST_DAY, 14) },
      });
    });

    test('goes into the mail that still waits', async () => {
      const { id, segment } = await create();
      await moveSilently(id, segment, at(FIRST_DAY, 15));
      expect(await mails()).toMatchObject([
        { kind: 'booking_confirmed', data: { appointment: { starts_at: at(FIRST_DAY, 15) } } },
      ]);
    });

    test('does not silence what else becomes of it', async () => {
      const { id, segment } = await create();
      await sendAll();
      await desk.send([
        desk.mutation({
          name: 'appointment.move.silently',
          ops: [
            patch('appointments', id, { overlap_accepted: false }),
            patch('appointment_segments', segment, { starts_at: at(FIRST_DAY, 15) }),
          ],
        }),
        desk.mutation({ ops: [patch('appointments', id, { status: 'cancelled' })] }),
      ]);
      expect((await kinds()).at(-1)).toBe('cancelled_by_business');
    });
  });

  describe('a visit that is given up, and the client told of it by somebody', () => {
    const cancel = (id: Uuid, name = 'appointment.cancelled.silently') =>
      desk.push([patch('appointments', id, { status: 'cancelled' })], { name });

    test('is not mailed, nor is its way back', async () => {
      const { id } = await create();
      await sendAll();
      await cancel(id);
      await desk.push([patch('appointments', id, { status: 'booked' })], {
        name: 'appointment.booked.silently',
      });
      expect(await kinds()).toEqual(['booking_confirmed']);
      await set(id, { status: 'cancelled' });
      expect(await kinds()).toEqual(['booking_confirmed', 'cancelled_by_business']);
    });

    test('takes along what waits to be said about it', async () => {
      const { id, segment } = await create();
      await sendAll();
      await move(segment, at(FIRST_DAY, 16));
      expect(await kinds()).toEqual(['booking_confirmed', 'rescheduled']);
      await cancel(id, 'series.cancel.silently');
      expect(await kinds()).toEqual(['booking_confirmed']);
    });

    test('of which only the move was told is mailed', async () => {
      const { id } = await create();
      await sendAll();
      await cancel(id, 'appointment.move.silently');
      expect(await kinds()).toEqual(['booking_confirmed', 'cancelled_by_business']);
    });
  });

  test('what changes besides the time is told, once for all that is changed at once', async () => {
    const { id, segment } = await create();
    await sendAll();
    await desk.push([patch('appointment_segments', segment, { service_name: 'Cut and colour' })]);
    await set(id, { location_type: 'phone' });
    const [, mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'changed',
      delay: 120,
      data: {
        appointment: { location_type: 'phone', segments: [{ service_name: 'Cut and colour' }] },
      },
    });
    await sendAll();
    // The same visit as it stands, changed once more.
    await desk.push([patch('appointment_segments', segment, { price_cents: 6000 })]);
    expect(await kinds()).toEqual(['booking_confirmed', 'changed', 'changed']);
    // A new time says more.
    await move(segment, at(FIRST_DAY, 15));
    expect(await kinds()).toEqual(['booking_confirmed', 'changed', 'rescheduled']);
  });

  test('a longer visit is a change, not another time', async () => {
    const { segment } = await create();
    await sendAll();
    await desk.push([patch('appointment_segments', segment, { duration_min: 75 })]);
    expect(await kinds()).toEqual(['booking_confirmed', 'changed']);
  });

  test('who did not come is told when the business wants it, and not when they came after all', async () => {
    const missed = await create({}, at(-1, 14));
    await set(missed.id, { status: 'no_show' });
    expect(await kinds()).toEqual([]);
    await new Device(database.db, salon.users.owner, salon.id).push([
      put('message_templates', newId(), { key: 'no_show', enabled: true }),
    ]);
    await set(missed.id, { status: 'booked' });
    await set(missed.id, { status: 'no_show' });
    expect(await kinds()).toEqual(['no_show']);
    await set(missed.id, { status: 'booked' });
    expect(await kinds()).toEqual([]);
  });

  test('an approved request is confirmed', async () => {
    const { id } = await create({ status: 'pending' });
    expect(await kinds()).toEqual([]);
    await set(id, { status: 'booked' });
    expect(await kinds()).toEqual(['booking_confirmed']);
  });

  test.each(['booked', 'declined'] as const)(
    'an answer that is taken back in time is not told: %s',
    async (answer) => {
      const { id } = await create({ status: 'pending', source: 'online' });
      await set(id, { status: answer });
      expect(await kinds()).toHaveLength(1);
      const { result } = await set(id, { status: 'pending' });
      expect(result).toMatchObject({ status: 'applied' });
      expect(await kinds()).toEqual([]);
      // The next answer is told like a first one.
      await set(id, { status: 'booked' });
      expect(await kinds()).toEqual(['booking_confirmed']);
    },
  );

  test('what was told is not taken back, nor what was answered long ago, nor what nobody asked for', async () => {
    const { id } = await create({ status: 'pending', source: 'online' });
    await set(id, { status: 'declined' });
    await sendAll();
    const told = await set(id, { status: 'pending' });
    expect(told.result).toMatchObject({ status: 'refused', code: 'undo_expired' });

    const old = await create({ status: 'pending', source: 'online' }, at(FIRST_DAY + 1, 14));
    await set(old.id, { status: 'booked' });
    await database.db.sql(
      `update private.row_changes set at = at - interval '3 minutes' where row_id = $1`,
      [old.id],
    );
    const late = await set(old.id, { status: 'pending' });
    expect(late.result).toMatchObject({ status: 'refused', code: 'undo_expired' });

    const own = await create({}, at(FIRST_DAY + 2, 14));
    const never = await set(own.id, { status: 'pending' });
    expect(never.result).toMatchObject({ status: 'refused', code: 'illegal_transition' });
  });

  test('nothing is said of notes, arrivals, the past, imports, walk-ins, or nobody', async () => {
    const { id } = await create();
    await sendAll();
    await set(id, { staff_note: 'x' });
    await set(id, { status: 'arrived' });
    await set(id, { status: 'booked' });
    await create({}, at(-1, 14));
    await create({ source: 'import' }, at(FIRST_DAY + 1, 14));
    await create({ source: 'walk_in' }, at(FIRST_DAY + 2, 14));
    await create({ client_id: null }, at(FIRST_DAY + 3, 14));
    await create({ client_id: salon.otherClient }, at(FIRST_DAY + 4, 14));
    expect(await kinds()).toEqual(['booking_confirmed']);
  });

  test('a place that is not theirs is told only when it is', async () => {
    const { segment } = await create({}, at(FIRST_DAY, 10));
    expect(await kinds()).toEqual([]);
    await move(segment, at(FIRST_DAY, 15));
    expect(await kinds()).toEqual(['booking_confirmed']);
  });

  test('a seed of appointments is no news', async () => {
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15), {
      appointment: { client_id: salon.client },
    });
    expect(await kinds()).toEqual([]);
  });

  test('one mail per state of the event, however often it is asked for', async () => {
    const { id } = await create();
    const ask = () =>
      database.db.sql(
        `select private.mail_appointment($1, 'booking_confirmed', now(), null, null)`,
        [id],
      );
    await sendAll();
    await ask();
    await ask();
    expect(await kinds()).toEqual(['booking_confirmed']);
  });
});

describe('the words of the business', () => {
  const own = (key: string, more: object) =>
    new Device(database.db, salon.users.owner, salon.id).push([
      put('message_templates', newId(), { key, ...more }),
    ]);

  test('travel with the mail as they were when it was caused, and what is off is not sent', async () => {
    expect((await own('booking_confirmed', { body: 'Welcome {{what}}' })).result).toMatchObject({
      status: 'applied',
    });
    await own('rescheduled', { enabled: false });
    const { segment } = await create();
    expect(await mails()).toMatchObject([
      { kind: 'booking_confirmed', data: { words: { subject: null, body: 'Welcome {{what}}' } } },
    ]);
    await sendAll();
    await move(segment, at(FIRST_DAY, 15));
    expect(await kinds()).toEqual(['booking_confirmed']);
  });

  test('of a request that is turned down are others than of a cancellation', async () => {
    await own('booking_declined', { subject: 'Sorry' });
    await own('cancelled_by_business', { enabled: false });
    const { id } = await create({ status: 'pending', source: 'online' });
    await set(id, { status: 'declined' });
    expect(await mails()).toMatchObject([
      { kind: 'cancelled_by_business', data: { words: { subject: 'Sorry', body: null } } },
    ]);
  });

  test.each([
    ['a subject of two lines', { subject: 'One\nBcc: x@evil.example' }],
    ['nothing but spaces', { body: '  ' }],
    ['more than a phone takes', { sms_body: 'x'.repeat(1025) }],
    ['a message that there is not', { key: 'spam' }],
    ['years ahead', { offset_min: 1_000_000 }],
  ])('are refused: %s', async (_, more) => {
    expect((await own('reminder_2', more)).result).toMatchObject({ status: 'refused' });
  });
});

describe('work by the clock', () => {
  const run = () => database.db.sql('select private.run_jobs()');

  test('requests expire after their time, or shortly before they would begin', async () => {
    await database.db.sql('update public.booking_rules set pending_expiry_min = 60 where id = $1', [
      salon.id,
    ]);
    const old = await create({ status: 'pending' });
    const fresh = await create({ status: 'pending' }, at(FIRST_DAY + 1, 14));
    const near = await create(
      { status: 'pending' },
      new Date(Date.now() + 20 * 60_000).toISOString(),
    );
    await database.db.transaction(async (sql) => {
      await sql('set local session_replication_role = replica');
      await sql(
        `update public.appointments set created_at = now() - interval '61 minutes' where id = $1`,
        [old.id],
      );
    });
    await run();
    const statusOf = async (id: Uuid) => (await rowOf(database.db, 'appointments', id))['status'];
    expect(await statusOf(old.id)).toBe('expired');
    expect(await statusOf(near.id)).toBe('expired');
    expect(await statusOf(fresh.id)).toBe('pending');
    expect(
      await countOf(database.db, 'private.busy_segments where appointment_id = $1', [old.id]),
    ).toBe(0);
  });

  test('holds that ran out go, and who waited gets the place', async () => {
    const key = newId();
    await rpc(database.db, anon, 'hold_slot', {
      slug: salon.slug,
      request: {
        items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
        starts_at: at(FIRST_DAY, 14),
      },
      hold_key: key,
    });
    const { id } = await create({}, at(FIRST_DAY, 14, 30));
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({ conflict: true });
    await database.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 second' where hold_key = $1`,
      [key],
    );
    await run();
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({ conflict: false });
    expect(await countOf(database.db, 'private.slot_holds where hold_key = $1', [key])).toBe(0);
  });

  test('what is older than its use goes, and the floor remembers', async () => {
    await desk.push([put('clients', newId(), { first_name: 'X' })]);
    const gone = newId();
    await desk.push([put('clients', gone, { first_name: 'Y' })]);
    const { answer } = await desk.push([{ table: 'clients', id: gone, op: 'delete', value: null }]);
    for (const [table, column] of [
      ['tombstones', 'deleted_at'],
      ['mutation_log', 'applied_at'],
      ['row_changes', 'at'],
    ]) {
      await database.db.sql(
        `update private.${table} set ${column} = now() - interval '181 days' where business_id = $1`,
        [salon.id],
      );
    }
    await database.db.sql('delete from private.job_runs');
    await run();
    for (const table of ['tombstones', 'mutation_log', 'row_changes']) {
      expect(
        await countOf(database.db, `private.${table} where business_id = $1`, [salon.id]),
      ).toBe(0);
    }
    const [clock] = await database.db.sql<{ floor: number }>(
      'select tombstone_floor::int as floor from private.business_clock where business_id = $1',
      [salon.id],
    );
    expect(clock!.floor).toBe(answer['rev']);
  });
});
