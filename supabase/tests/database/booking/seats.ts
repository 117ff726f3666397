import { beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, countOf, Device, newId, patch, put, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

const DAY = FIRST_DAY + 1;
const START = at(DAY, 10);

/** Seats of a class: seen, booked, waited for, given back, and what is told about them. */
export const seats = (shop: Shop): void => {
  const { rules, set, request } = shop;
  let session: Uuid;

  const plan = async (capacity: number, startsAt = START): Promise<Uuid> =>
    (
      await addVisit(shop.db, shop.salon, shop.salon.ann, startsAt, {
        appointment: { capacity },
        segment: { variant_id: shop.salon.cut, service_name: 'Yoga', price_cents: 2000 },
      })
    ).id;

  beforeEach(async () => {
    await set('services', shop.salon.service, { capacity: 3 });
    session = await plan(3);
  });

  /** Everybody has an address and a number of their own, by which they are known. */
  const guest = (name: string) => ({
    client: {
      ...request().client,
      first_name: name,
      email: `${name}@example.com`.toLowerCase(),
      phone: `(718) 555-0${100 + name.charCodeAt(0)}`,
    },
  });
  const take = (name: string, count = 1, more: Answer = {}, opId = newId()): Promise<Answer> => {
    const { session: asked, ...rest } = more;
    const wanted = { id: session, seats: count, waiting: false, ...asked };
    const whole = {
      ...request({ ...guest(name), starts_at: START, expected_total: 2000 * count, ...rest }),
      items: [],
      session: wanted,
    };
    const { slug } = shop.salon;
    return rpc(shop.db, anon, 'book', { slug, request: whole, op_id: opId });
  };
  const wait = (name: string, count = 1) => take(name, count, { session: { waiting: true } });
  const ask = (): Promise<Answer> =>
    rpc(shop.db, anon, 'public_sessions', { slug: shop.salon.slug });
  const listed = async (): Promise<Answer[]> => (await ask())['sessions'];
  const attendee = (id: Uuid) => rowOf(shop.db, 'attendees', id);
  const status = (token: string): Promise<Answer> =>
    rpc(shop.db, anon, 'booking_status', { token });
  const giveBack = (token: string, count?: number, opId = newId()): Promise<Answer> =>
    rpc(shop.db, anon, 'cancel_booking', {
      token,
      op_id: opId,
      ...(count === undefined ? {} : { seats: count }),
    });
  const mails = () =>
    shop.db.sql<{ kind: string; to_email: string; data: Answer }>(
      `select kind, to_email, data from private.mail_outbox where business_id = $1
       order by created_at, kind`,
      [shop.salon.id],
    );
  const news = async () =>
    (await mails()).map(({ kind, to_email }) => `${kind} ${to_email.split('@')[0]!}`).toSorted();
  /** So that what follows is a message of its own. */
  const sendAll = () =>
    shop.db.sql(`update private.mail_outbox set state = 'sent', due_at = now()`);
  const forgetMails = () => shop.db.sql('delete from private.mail_outbox');
  const openDesk = async () => {
    const desk = new Device(shop.db, shop.salon.users.front_desk, shop.salon.id);
    await desk.pull();
    return desk;
  };

  test('are listed with how many are left, without a name', async () => {
    expect(await listed()).toEqual([
      {
        id: session,
        starts_at: START,
        ends_at: at(DAY, 11),
        left: 3,
        variant_id: shop.salon.cut,
        staff_id: shop.salon.ann,
        price_kind: 'fixed',
        price_cents: 2000,
      },
    ]);
    await take('Nia', 2);
    const answer = await ask();
    expect(answer['sessions']).toMatchObject([{ left: 1 }]);
    expect(JSON.stringify(answer)).not.toMatch(/nia/i);
    const profile = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(profile['services']).toMatchObject([{ is_class: true }]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['that are no class', () => set('services', shop.salon.service, { capacity: null })],
    ['that are hidden', () => set('services', shop.salon.service, { visibility: 'hidden' })],
    ['that need a yes', () => set('services', shop.salon.service, { approval: true })],
    ['that begin too soon', () => rules({ min_notice_min: 10_080 })],
    ['beyond the window', () => rules({ window_days: 3 })],
    ['that do not take place', () => set('appointments', session, { status: 'cancelled' })],
    [
      'of a business that is paused',
      () => set('businesses', shop.salon.id, { booking_enabled: false }),
    ],
  ])('of classes %s are neither listed nor booked', async (_, act) => {
    await act();
    expect(await listed()).toEqual([]);
    expect(await take('Nia')).toMatchObject({ ok: false });
    expect(await countOf(shop.db, 'public.attendees where appointment_id = $1', [session])).toBe(0);
  });

  test('are what is booked of a class: its time is not', async () => {
    expect(refusal(await shop.book())).toBe('not_offered variant_id');
  });

  test('of a person whom the page does not show come without that person', async () => {
    await set('staff', shop.salon.ann, { online_visible: false });
    expect(await listed()).toMatchObject([{ id: session, staff_id: null }]);
  });

  test('are booked once per operation, with client, link and mail', async () => {
    const opId = newId();
    const answer = await take('Nia', 2, {}, opId);
    const { appointment, manage_token: token } = answer;
    expect(answer).toMatchObject({
      ok: true,
      status: 'booked',
      appointment: {
        status: 'booked',
        starts_at: START,
        ends_at: at(DAY, 11),
        seats: 2,
        is_waiting: false,
        total: 4000,
        segments: [{ service_name: 'Yoga', price_cents: 4000, staff_id: shop.salon.ann }],
      },
    });
    expect(await take('Nia', 2, {}, opId)).toEqual(answer);
    const row = await attendee(appointment.id);
    expect(row).toMatchObject({ appointment_id: session, seats: 2, state: 'booked' });
    expect(await rowOf(shop.db, 'clients', row['client_id'] as Uuid)).toMatchObject({
      first_name: 'Nia',
      source: 'online',
    });
    expect(await countOf(shop.db, 'public.attendees where appointment_id = $1', [session])).toBe(1);
    expect(await mails()).toMatchObject([
      {
        kind: 'booking_confirmed',
        to_email: 'nia@example.com',
        data: {
          manage_token: token,
          client: { first_name: 'Nia' },
          appointment: {
            id: appointment.id,
            status: 'booked',
            starts_at: START,
            seats: 2,
            ical_uid: `${appointment.id}@daybook.app`,
            segments: [{ service_name: 'Yoga', price_cents: 4000 }],
          },
          cancel_until: at(DAY - 1, 10),
        },
      },
    ]);
  });

  test('that are not there are refused, or waited for by whoever asks to', async () => {
    await take('Nia', 2);
    expect(refusal(await take('Max', 2))).toBe('class_full seats');
    expect(refusal(await wait('Big', 4))).toBe('class_full seats');
    const waiting = await wait('Max', 2);
    expect(waiting).toMatchObject({
      ok: true,
      status: 'waiting',
      appointment: { status: 'pending', is_waiting: true, seats: 2 },
    });
    expect(await listed()).toMatchObject([{ left: 1 }]);
    expect(await news()).toEqual(['booking_confirmed nia', 'seats_waiting max']);
    // Who chose to wait is no question for a person.
    expect(
      await countOf(shop.db, 'public.attention_items where entity_id = $1', [
        waiting['appointment'].id,
      ]),
    ).toBe(0);
    // Whoever asked to wait although there is a seat has it.
    expect(await wait('Eve', 1)).toMatchObject({ status: 'booked' });
    await rules({ allow_waitlist: false });
    expect(refusal(await wait('Ida', 1))).toBe('class_full seats');
  });

  test('that are not there are seen before the turn comes, by who asks for nothing that is wrong', async () => {
    const isTooLate = async (count: number, more: Answer = {}) => {
      const { session: asked, ...rest } = more;
      const wanted = {
        ...request({ ...guest('Max'), starts_at: START, expected_total: 2000 * count, ...rest }),
        items: [],
        session: { id: session, seats: count, waiting: false, ...asked },
      };
      const [row] = await shop.db.sql<{ look: boolean | null; now: boolean }>(
        `select (private.look_at($1, $2::jsonb, null)).is_gone as look,
           private.is_class_full($1, $2::jsonb -> 'session') as now`,
        [shop.salon.id, JSON.stringify(wanted)],
      );
      return row;
    };
    const [yes, no] = [
      { look: true, now: true },
      { look: false, now: false },
    ];
    expect(await isTooLate(3)).toEqual(no);
    await take('Nia', 2);
    expect(await isTooLate(1)).toEqual(no);
    expect(await isTooLate(2)).toEqual(yes);
    expect(await isTooLate(2, { session: { waiting: true } })).toEqual(no);
    expect(await isTooLate(4, { session: { waiting: true } })).toEqual(yes);
    // Whatever else is wrong is told in the turn, and first.
    for (const more of [
      { policy_version: 7 },
      { starts_at: at(DAY, 11) },
      { client: null },
      { session: { seats: 21 } },
      { session: { id: newId() } },
    ]) {
      expect(await isTooLate(2, more), JSON.stringify(more)).toMatchObject({ look: null });
    }
    await rules({ allow_waitlist: false });
    expect(await isTooLate(2, { session: { waiting: true } })).toEqual(yes);
    await set('appointments', session, { capacity: 4 });
    expect(await isTooLate(2)).toEqual(no);
  });

  test('are somebody’s once, and can be taken again after they were given back', async () => {
    const first = await take('Nia');
    expect(refusal(await take('Nia'))).toBe('duplicate session');
    await giveBack(first['manage_token']);
    const again = await take('Nia', 2);
    expect(again).toMatchObject({ ok: true, appointment: { id: first['appointment'].id } });
    expect(await news()).toEqual([
      'booking_confirmed nia',
      'booking_confirmed nia',
      'cancelled_by_client nia',
    ]);
  });

  test('are refused for the reasons for which times are', async () => {
    const reasons = {
      'invalid seats': take('Nia', 0),
      'stale starts_at': take('Nia', 1, { starts_at: at(DAY, 11) }),
      'policy_changed policy_version': take('Nia', 1, { policy_version: 7 }),
      'price_changed expected_total': take('Nia', 1, { expected_total: 1999 }),
      'invalid client.email': take('Nia', 1, { client: { ...request().client, email: 'x' } }),
      'not_offered session': take('Nia', 1, { session: { id: shop.salon.visit } }),
    };
    for (const [reason, answer] of Object.entries(reasons)) {
      expect(refusal(await answer)).toBe(reason);
    }
    expect(refusal(await take('Nia', 1, { session: { id: 'x' } }))).toBe('not_offered session');
    expect(refusal(await take('Nia', 1, { session: { seats: '2; --' } }))).toBe('invalid seats');
    const cleo = { client: { ...request().client, email: `cleo@${shop.salon.slug}.example` } };
    for (const change of [
      { online_booking: 'block' },
      { online_booking: 'approve' },
      { online_booking: 'allow', payment_rule: 'deposit' },
    ]) {
      await set('clients', shop.salon.client, change);
      expect(await take('Cleo', 1, cleo)).toEqual({ ok: false, code: 'blocked' });
    }
    await set('services', shop.salon.service, { audience: 'existing' });
    expect(await take('Nia')).toEqual({ ok: false, code: 'blocked' });
  });

  test('need no yes where only visits do', async () => {
    await rules({ approval_mode: 'all' });
    expect(await take('Nia')).toMatchObject({ status: 'booked' });
  });

  test('of a known client who typed another name are told apart by the staff', async () => {
    const client = {
      ...request().client,
      first_name: 'C',
      email: `cleo@${shop.salon.slug}.example`,
    };
    await take('C', 1, { client });
    expect(
      await shop.db.sql('select body from public.client_notes where client_id = $1', [
        shop.salon.client,
      ]),
    ).toEqual([{ body: `Booked online as C Doe, ${client.email}, ${client.phone}` }]);
    expect(await rowOf(shop.db, 'appointments', session)).toMatchObject({ staff_note: null });
  });

  test('are shown by their link, which changes nothing and cannot move the class', async () => {
    const { manage_token: token, appointment } = await take('Nia', 2);
    const before = await attendee(appointment.id);
    for (let n = 0; n < 2; n += 1) {
      expect(await status(token)).toMatchObject({
        ok: true,
        appointment: {
          id: appointment.id,
          status: 'booked',
          seats: 2,
          total: 4000,
          ical_uid: `${appointment.id}@daybook.app`,
        },
        needs: [],
        can_cancel: true,
        can_reschedule: false,
        cancel_until: at(DAY - 1, 10),
      });
    }
    expect(await attendee(appointment.id)).toEqual(before);
    const moved = await rpc(shop.db, anon, 'reschedule_booking', {
      token,
      starts_at: at(DAY, 14),
      op_id: newId(),
    });
    expect(moved).toEqual({ ok: false, code: 'reschedule_disabled' });
    expect(await rowOf(shop.db, 'appointments', session)).toMatchObject({ starts_at: START });
  });

  test('are given back in parts or whole, once per operation; who waits gets them and a message', async () => {
    const nia = await take('Nia', 3);
    const max = await wait('Max', 1);
    const eve = await wait('Eve', 2);
    await forgetMails();
    const opId = newId();
    const token = nia['manage_token'];
    const part = await giveBack(token, 1, opId);
    expect(part).toMatchObject({ ok: true, status: 'booked', appointment: { seats: 2 } });
    expect(await giveBack(token, 1, opId)).toEqual(part);
    expect(await attendee(nia['appointment'].id)).toMatchObject({ seats: 2, state: 'booked' });
    expect(await attendee(max['appointment'].id)).toMatchObject({ conflict: false });
    expect(await news()).toEqual(['booking_confirmed max', 'seats_changed nia']);
    expect(await status(max['manage_token'])).toMatchObject({
      appointment: { status: 'booked', is_waiting: false },
    });
    for (const count of [0, 3]) expect(refusal(await giveBack(token, count))).toBe('invalid seats');

    await sendAll();
    expect(await giveBack(token)).toMatchObject({ ok: true, status: 'cancelled' });
    expect(await attendee(nia['appointment'].id)).toMatchObject({ state: 'cancelled' });
    expect(await attendee(eve['appointment'].id)).toMatchObject({ conflict: false });
    expect(await news()).toContain('cancelled_by_client nia');
    expect(await news()).toContain('booking_confirmed eve');
    expect(await status(token)).toMatchObject({
      appointment: { status: 'cancelled' },
      can_cancel: false,
      cancel_refusal: 'already_cancelled',
    });
    expect(refusal(await giveBack(token))).toBe('already_cancelled');
  });

  test('stay theirs when it is too late, but who only waits may always leave', async () => {
    const nia = await take('Nia', 3);
    const max = await wait('Max');
    await rules({ cancel_notice_min: 20_160 });
    expect(refusal(await giveBack(nia['manage_token']))).toBe('too_late');
    expect(await giveBack(max['manage_token'])).toMatchObject({ ok: true });
    await rules({ cancel_notice_min: 0, allow_cancel: false });
    expect(refusal(await giveBack(nia['manage_token']))).toBe('cancel_disabled');
    expect(await attendee(nia['appointment'].id)).toMatchObject({ state: 'booked', seats: 3 });
  });

  test('of a class that staff move or cancel: each who sits there is told', async () => {
    const nia = await take('Nia', 2);
    await take('Max');
    await wait('Eve');
    await sendAll();
    const desk = await openDesk();
    const [segment] = await shop.db.sql<{ id: Uuid }>(
      'select id from public.appointment_segments where appointment_id = $1',
      [session],
    );
    await desk.push([patch('appointment_segments', segment!.id, { starts_at: at(DAY, 14) })]);
    const moved = (await mails()).filter(({ kind }) => kind === 'rescheduled');
    expect(moved.map(({ to_email }) => to_email).toSorted()).toEqual([
      'max@example.com',
      'nia@example.com',
    ]);
    expect(moved[0]!.data).toMatchObject({
      previous_starts_at: START,
      appointment: { starts_at: at(DAY, 14) },
    });
    // The link in the newest message works, and so does the first one.
    for (const token of [nia['manage_token'], moved[0]!.data['manage_token']]) {
      expect(await status(token)).toMatchObject({ appointment: { starts_at: at(DAY, 14) } });
    }
    await sendAll();
    await desk.push([patch('appointments', session, { status: 'cancelled' })]);
    expect((await news()).filter((line) => line.startsWith('cancelled_by_business'))).toEqual([
      'cancelled_by_business eve',
      'cancelled_by_business max',
      'cancelled_by_business nia',
    ]);
    expect(await status(nia['manage_token'])).toMatchObject({
      appointment: { status: 'cancelled' },
      can_cancel: false,
    });
  });

  test('that staff give, change or take back are told once, and not when it was a mistake', async () => {
    const desk = await openDesk();
    const id = newId();
    await desk.push([
      put('attendees', id, {
        appointment_id: session,
        client_id: shop.salon.client,
        seats: 1,
        state: 'booked',
      }),
    ]);
    const change = (value: Record<string, unknown>) => desk.push([patch('attendees', id, value)]);
    expect((await mails()).map(({ kind }) => kind)).toEqual(['booking_confirmed']);
    await change({ state: 'cancelled' });
    expect(await mails()).toEqual([]);
    await change({ state: 'booked' });
    await sendAll();
    await change({ seats: 2 });
    await sendAll();
    await change({ state: 'attended' });
    await change({ state: 'booked' });
    await change({ state: 'cancelled' });
    expect((await mails()).map(({ kind }) => kind).toSorted()).toEqual([
      'booking_confirmed',
      'cancelled_by_business',
      'seats_changed',
    ]);
  });

  test('of a client who is erased have no link and no message left', async () => {
    const { manage_token: token, appointment } = await take('Nia');
    const { client_id: client } = await attendee(appointment.id);
    const owner = new Device(shop.db, shop.salon.users.owner, shop.salon.id);
    await owner.pull();
    await owner.push([patch('clients', client as Uuid, { status: 'anonymised' })]);
    expect(await status(token)).toEqual({ ok: false, code: 'not_found' });
    expect(await mails()).toEqual([]);
  });
};
