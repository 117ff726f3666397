import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at, FIRST_DAY, FORM_FIELDS } from '../salon.ts';
import { anon, countOf, insert, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

/** A day on which nobody has anything. */
const DAY = FIRST_DAY + 1;
const START = at(DAY, 14);

/** Who books for others as well. */
export const guests = (shop: Shop): void => {
  const { rules, set, item, book, hold } = shop;

  beforeEach(async () => {
    await rules({ group_max: 3, assign_rule: 'rank' });
  });

  const guest = (first_name = '', ...items: object[]) => ({
    first_name,
    items: items.length > 0 ? items : [item()],
  });
  const asked = (...who: object[]) => ({
    guests: who,
    starts_at: START,
    expected_total: 5000 * (who.length + 1),
  });
  const come = (who: object[], more: object = {}, opId = newId()) =>
    book({ ...asked(...who), ...more }, opId);
  const addCy = async (): Promise<Uuid> => {
    const cy = await addStaff(shop.db, shop.salon, 'Cy');
    await set('staff', cy, { rank: 3 });
    return cy;
  };
  /** Who comes when to whom, whoever booked first. */
  const visitsOf = (answer: Answer) =>
    shop.db.sql<{ name: string | null; staff: string; hour: number; with_me: boolean }>(
      `select c.first_name as name, p.display_name as staff,
         extract(epoch from s.starts_at - $2::timestamptz)::int / 3600.0 as hour,
         a.group_id = $1 as with_me
       from public.appointments a
       join public.appointment_segments s on s.appointment_id = a.id
       join public.staff p on p.id = s.staff_id
       left join public.clients c on c.id = a.client_id
       where a.group_id = $1 order by a.id <> $1, s.starts_at, p.display_name`,
      [answer['appointment'].id, at(DAY, 0)],
    );
  const shown = async (answer: Answer) =>
    (await visitsOf(answer)).map(({ name, staff, hour }) => `${name} ${staff} ${Number(hour)}`);
  const online = () =>
    countOf(shop.db, `public.appointments where business_id = $1 and source = 'online'`, [
      shop.salon.id,
    ]);
  const heldBy = (key: Uuid) =>
    countOf(shop.db, 'private.busy_segments where hold_key = $1', [key]);
  const byLink = (answer: Answer) => ({
    status: () => rpc(shop.db, anon, 'booking_status', { token: answer['manage_token'] }),
    cancel: (opId = newId()) =>
      rpc(shop.db, anon, 'cancel_booking', { token: answer['manage_token'], op_id: opId }),
    move: () =>
      rpc(shop.db, anon, 'reschedule_booking', {
        token: answer['manage_token'],
        starts_at: at(DAY, 10),
        op_id: newId(),
      }),
  });

  test('all begin together where there is somebody for each, as one group of visits', async () => {
    const { ann, ben } = shop.salon;
    const answer = await come([guest('Tom')]);
    expect(answer).toMatchObject({
      ok: true,
      status: 'booked',
      appointment: {
        total: 5000,
        segments: [{ staff_id: ann }],
        guests: [
          {
            first_name: 'Tom',
            status: 'booked',
            starts_at: START,
            ends_at: at(DAY, 15),
            total: 5000,
            segments: [{ staff_id: ben, service_name: 'Cut' }],
          },
        ],
      },
    });
    expect(await shown(answer)).toEqual(['Nia Ann 14', 'Tom Ben 14']);
    const visit = await rowOf(shop.db, 'appointments', answer['appointment'].guests[0].id);
    expect(visit).toMatchObject({
      group_id: answer['appointment'].id,
      source: 'online',
      staff_note: 'Comes with Nia Doe',
    });
  });

  test('whoever can be served by one alone gets that one', async () => {
    const { ann, ben, rows } = shop.salon;
    // Ben does not cut, and only Ann is left for the guest, although she comes first.
    await set('staff_service_overrides', rows.staff_service_overrides, { offered: false });
    const cy = await addCy();
    await addVisit(shop.db, shop.salon, cy, at(DAY, 16));
    const answer = await come([guest('Tom', item({ staff_id: ann }))]);
    expect(answer['appointment'].segments).toMatchObject([{ staff_id: cy }]);
    expect(await shown(answer)).toEqual(['Nia Cy 14', 'Tom Ann 14']);
    expect(refusal(await come([guest('', item({ staff_id: ben }))]))).toBe('not_offered staff_id');
  });

  test('each has all of theirs from one person, without a break', async () => {
    const twice = [item(), item()];
    const answer = await come([guest('Tom', ...twice)], { expected_total: 15_000 });
    expect(await shown(answer)).toEqual(['Nia Ann 14', 'Tom Ben 14', 'Tom Ben 15']);
  });

  test('some come at a time where there are too few for all', async () => {
    expect(await shown(await come([guest('Tom'), guest('Ida')]))).toEqual([
      'Nia Ann 14',
      'Tom Ben 14',
      'Ida Ann 15',
    ]);
  });

  test('one comes after the other where the team is busy, with the buffers of both between them', async () => {
    await set('staff', shop.salon.ben, { bookable: false });
    await set('service_variants', shop.salon.cut, { buffer_before_min: 15, buffer_after_min: 15 });
    const answer = await come([guest('Tom')]);
    expect(await shown(answer)).toEqual(['Nia Ann 14', 'Tom Ann 15.5']);
    // What is left before them is too short for three.
    expect(refusal(await come([guest(), guest()], { starts_at: at(DAY, 12) }))).toBe(
      'slot_taken starts_at',
    );
  });

  test('days that are full by a number of visits are not filled by one group', async () => {
    await set('staff', shop.salon.ben, { bookable: false });
    await rules({ max_per_day_per_staff: 4 });
    expect(refusal(await come([guest()]))).toBe('slot_taken starts_at');
    await set('staff', shop.salon.ben, { bookable: true });
    expect(refusal(await come([guest()]))).toBe('ok');
  });

  test('each sits in a chair of their own, or they come one after the other', async () => {
    const { salon, db } = shop;
    const pool = salon.rows.resource_pools;
    await set('services', salon.service, { resource_needs: [{ pool_id: pool, qty: 1 }] });
    const key = newId();
    const held = asked(guest('Tom'));
    expect(refusal(await hold(key, held))).toBe('ok');
    const late = await come([guest('Tom')], { hold_key: key });
    expect(await shown(late)).toEqual(['Nia Ann 14', 'Tom Ann 15']);
    await insert(db, 'resources', {
      id: newId(),
      business_id: salon.id,
      pool_id: pool,
      name: 'Chair 2',
      sort_key: 'b',
    });
    const another = newId();
    const sooner = { starts_at: at(DAY, 10) };
    expect(refusal(await hold(another, { ...held, ...sooner }))).toBe('ok');
    expect(await heldBy(another)).toBe(4);
    const answer = await come([guest('Ida')], { ...sooner, hold_key: another });
    expect(await shown(answer)).toEqual(['Nia Ann 10', 'Ida Ben 10']);
    expect(
      await countOf(db, 'public.appointments where business_id = $1 and conflict', [salon.id]),
    ).toBe(0);
  });

  test('one hold keeps the time of all of them, under whatever names', async () => {
    const key = newId();
    const first = await hold(key, asked(guest()));
    expect(refusal(first)).toBe('ok');
    expect(await heldBy(key)).toBe(2);
    expect(refusal(await book({ starts_at: START }))).toBe('slot_taken starts_at');
    // Asked for again without the guest it is another request: one place is free again.
    expect(refusal(await hold(key, { starts_at: START }))).toBe('ok');
    expect(await heldBy(key)).toBe(1);
    await hold(key, asked(guest()));
    expect(refusal(await come([guest('Tom')], { hold_key: key }))).toBe('ok');
    expect(await heldBy(key)).toBe(0);
  });

  test('asking again gets the same answer, and books nobody twice', async () => {
    const opId = newId();
    const first = await come([guest('Tom'), guest()], {}, opId);
    expect(refusal(first)).toBe('ok');
    expect(await come([guest('Tom'), guest()], {}, opId)).toEqual(first);
    expect(await online()).toBe(3);
  });

  test('where the time of one is lost nobody is booked', async () => {
    await set('staff', shop.salon.ben, { bookable: false });
    await addVisit(shop.db, shop.salon, shop.salon.ann, at(DAY, 15));
    const clients = await countOf(shop.db, 'public.clients where business_id = $1', [
      shop.salon.id,
    ]);
    expect(refusal(await come([guest('Tom')]))).toBe('slot_taken starts_at');
    expect(await online()).toBe(0);
    expect(await countOf(shop.db, 'public.clients where business_id = $1', [shop.salon.id])).toBe(
      clients,
    );
  });

  test.each([
    ['nothing but a word', 'Tom', 'invalid guests'],
    ['an object', { first_name: 'Tom' }, 'invalid guests'],
    ['a list of words', ['Tom'], 'invalid guests'],
    ['nobody', [null], 'invalid guests'],
    ['a name of two lines', [{ first_name: 'Tom\nTim', items: [] }], 'invalid guests'],
    ['a number for a name', [{ first_name: 5, items: [] }], 'invalid guests'],
    ['a name without end', [{ first_name: 'x'.repeat(121), items: [] }], 'invalid guests'],
    ['nothing to have', [{ first_name: 'Tom' }], 'invalid items'],
    ['an empty list to have', [{ first_name: 'Tom', items: [] }], 'invalid items'],
    [
      'a service of nobody',
      [{ items: [{ variant_id: newId(), staff_id: null, add_on_ids: [] }] }],
      'not_offered variant_id',
    ],
    ['too many', Array.from({ length: 3 }, () => ({})), 'too_many guests'],
    ['ten thousand', Array.from({ length: 10_000 }, () => ({})), 'too_many guests'],
  ])('%s is refused', async (_what, list, code) => {
    expect(refusal(await book({ guests: list }))).toBe(code);
    expect(refusal(await hold(newId(), { guests: list }))).toBe(code);
    expect(await online()).toBe(0);
  });

  test('more than can be planned are refused before anything is looked for', async () => {
    await rules({ group_max: 6, max_services: 10 });
    const ten = Array.from({ length: 10 }, () => item());
    expect(refusal(await come([guest('', ...ten), guest('', ...ten)], { items: ten }))).toBe(
      'too_many guests',
    );
  });

  test('a price that has risen for one of them is refused', async () => {
    expect(refusal(await come([guest()], { expected_total: 9999 }))).toBe(
      'price_changed expected_total',
    );
    expect(refusal(await come([guest()], { expected_total: 10_000 }))).toBe('ok');
  });

  test('a guest who was here before is known by their name again, each of two by themselves', async () => {
    const clientsOf = async (answer: Answer): Promise<Uuid[]> => {
      const list = answer['appointment'].guests as { id: Uuid }[];
      const rows = await Promise.all(list.map(({ id }) => rowOf(shop.db, 'appointments', id)));
      return rows.map((one) => one['client_id'] as Uuid);
    };
    const [tom] = await clientsOf(await come([guest('Tom')]));
    const [again, other] = await clientsOf(
      await come([guest('tom'), guest('Tom')], { starts_at: at(DAY, 9) }),
    );
    expect(again).toBe(tom);
    expect(other).not.toBe(tom);
    expect(await rowOf(shop.db, 'clients', other!)).toMatchObject({
      first_name: 'Tom',
      last_name: '',
      email: null,
      phone: null,
    });
    // Of whoever is not named nothing is known.
    expect(await clientsOf(await come([guest(' ')], { starts_at: at(DAY, 16) }))).toEqual([null]);
  });

  test('where a person looks first they look at all of them', async () => {
    await rules({ approval_mode: 'new_clients' });
    const known = await rowOf(shop.db, 'clients', shop.salon.client);
    const client = {
      first_name: 'Cleo',
      last_name: 'Reyes',
      email: known['email'],
      phone: '(718) 555-0142',
    };
    expect(await book({ client, starts_at: at(DAY, 9) })).toMatchObject({ status: 'booked' });
    // The guest is new.
    expect(await come([guest('Tom')], { client })).toMatchObject({
      status: 'pending',
      appointment: { guests: [{ status: 'pending' }] },
    });
  });

  describe('nobody comes along', () => {
    const alone = 'not_offered guests';

    test('unless the business says so', async () => {
      await rules({ group_max: 1 });
      expect(refusal(await come([guest()]))).toBe('too_many guests');
      expect(refusal(await come([]))).toBe('ok');
    });

    test('to a visit at the client’s', async () => {
      await set('services', shop.salon.service, { location_types: ['client'] });
      const address = { line1: '12 Elm Street', city: 'Queens', postal_code: '11375' };
      expect(refusal(await come([guest()], { place: 'client', address }))).toBe(alone);
    });

    test('to a class', async () => {
      const session = await addVisit(shop.db, shop.salon, shop.salon.ann, START, {
        appointment: { capacity: 5 },
        segment: { variant_id: shop.salon.cut },
      });
      expect(
        refusal(await come([guest()], { session: { id: session.id, seats: 2, waiting: false } })),
      ).toBe(alone);
    });

    test('to what is filled in before', async () => {
      const { salon } = shop;
      await insert(shop.db, 'form_versions', {
        id: newId(),
        business_id: salon.id,
        form_id: salon.rows.forms,
        fields: [{ ...FORM_FIELDS[0]!, required: true }],
        published_at: at(0, 9),
      });
      await set('forms', salon.rows.forms, { status: 'published', enforce: 'block_online' });
      expect(refusal(await come([guest()]))).toBe(alone);
    });

    test('to what is paid before, or wants a card', async () => {
      await shop.db.sql(
        `insert into private.server_settings (name, value) values ('payment_provider', 'test')
         on conflict do nothing`,
      );
      // Of a sum that only all of them together come to.
      const dear = {
        client: 'any',
        min_total_cents: 8000,
        no_shows: null,
        source: 'any',
        rule: { percent: 30 },
      };
      await rules({ deposit_rules: [dear] });
      expect(refusal(await come([guest()]))).toBe(alone);
      expect(
        refusal(
          await rpc(shop.db, anon, 'start_payment', {
            slug: shop.salon.slug,
            request: shop.request({ ...asked(guest()), hold_key: newId() }),
            op_id: newId(),
          }),
        ),
      ).toBe(alone);
      expect(refusal(await come([]))).toBe('ok');
      await rules({ deposit_rules: [], asks_card: true });
      expect(refusal(await come([guest()], { starts_at: at(DAY, 9) }))).toBe(alone);
    });
  });

  describe('one of them is called off by the link', () => {
    const LATE = { late_cancel: { percent: 50 }, no_show: null, grace_min: 0 };
    const late = () => rules({ fee_terms: LATE, cancel_notice_min: 14_400 });
    const agreed = { fee_terms: { ...LATE, notice_min: 14_400 } };
    const callOff = (answer: Answer, person: number | null, more: object = {}) =>
      rpc(shop.db, anon, 'cancel_booking', {
        token: answer['manage_token'],
        op_id: newId(),
        person,
        ...more,
      });
    const states = async (answer: Answer) => {
      const { appointment } = (await byLink(answer).status()) as Answer;
      return [appointment, ...appointment.guests].map((one: { status: string }) => one.status);
    };
    const mails = async (answer: Answer) => {
      const rows = await shop.db.sql<{ kind: string; data: Answer }>(
        `select kind, data from private.mail_outbox
         where business_id = $1 and kind <> 'booking_confirmed' order by created_at, id`,
        [shop.salon.id],
      );
      expect(rows.every(({ data }) => data['client'].email === 'nia@example.com')).toBe(true);
      expect(answer['ok']).toBe(true);
      return rows;
    };

    test('the rest stands: one mail says who still comes, and staff see who does not', async () => {
      const answer = await come([guest('Tom'), guest('Ida')]);
      const before = await byLink(answer).status();
      expect(before['people']).toEqual(
        [0, 1, 2].map((person) => ({ person, cancel_refusal: null, cancel_fee: 0 })),
      );
      expect(await callOff(answer, 2, { reason: 'Ill' })).toMatchObject({
        ok: true,
        status: 'booked',
      });
      expect(await states(answer)).toEqual(['booked', 'booked', 'cancelled']);
      const after = await byLink(answer).status();
      expect(after).toMatchObject({
        can_cancel: true,
        people: [{}, {}, { cancel_refusal: 'already_cancelled' }],
      });
      expect(after['appointment'].ical_uid).toBe(before['appointment'].ical_uid);
      expect(after['appointment'].ical_sequence).toBe(before['appointment'].ical_sequence + 1);
      const [mail, ...others] = await mails(answer);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        kind: 'changed',
        data: {
          called_off: 'Ida',
          guests: [{ first_name: 'Tom' }],
          appointment: {
            status: 'booked',
            ical_uid: after['appointment'].ical_uid,
            ical_sequence: after['appointment'].ical_sequence,
          },
        },
      });
      // The link of that mail is as good as the first one.
      const token = mail!.data['manage_token'] as string;
      expect(await rpc(shop.db, anon, 'booking_status', { token })).toMatchObject({ ok: true });
      const { id } = answer['appointment'].guests[1] as { id: Uuid };
      expect(await rowOf(shop.db, 'appointments', id)).toMatchObject({
        status: 'cancelled',
        cancel_by: 'client',
        cancel_reason: 'Ill',
      });
      const told = await shop.db.sql<{ done_by: string; changes: object }>(
        `select done_by, changes from private.appointment_history
         where appointment_id = $1 order by id desc limit 1`,
        [id],
      );
      expect(told).toMatchObject([
        { done_by: 'client', changes: { status: ['booked', 'cancelled'] } },
      ]);
    });

    test('whoever booked stays at home: the link, the mails and the event are still theirs', async () => {
      const answer = await come([guest('Tom'), guest('Ida')]);
      expect(await callOff(answer, 0)).toMatchObject({ ok: true, status: 'booked' });
      expect(await states(answer)).toEqual(['cancelled', 'booked', 'booked']);
      const status = await byLink(answer).status();
      expect(status).toMatchObject({ can_cancel: true, can_reschedule: false });
      expect(await mails(answer)).toMatchObject([
        {
          kind: 'changed',
          data: {
            called_off: '',
            client: { first_name: 'Nia', dependant: 'Tom' },
            client_id: await shop.db
              .sql<{ client_id: Uuid }>('select client_id from public.appointments where id = $1', [
                answer['appointment'].id,
              ])
              .then(([row]) => row!.client_id),
            guests: [{ first_name: 'Ida' }],
            appointment: {
              status: 'booked',
              starts_at: START,
              ical_uid: status['appointment'].ical_uid,
              ical_sequence: status['appointment'].ical_sequence,
            },
          },
        },
      ]);
      // All who are left are called off as one.
      expect(await callOff(answer, null)).toMatchObject({ ok: true, status: 'cancelled' });
      expect(await states(answer)).toEqual(['cancelled', 'cancelled', 'cancelled']);
      const [, last] = await mails(answer);
      expect(last).toMatchObject({
        kind: 'cancelled_by_client',
        data: { appointment: { ical_sequence: status['appointment'].ical_sequence + 1 } },
      });
    });

    test('the last one who is left takes the whole with them', async () => {
      const answer = await come([guest('Tom')]);
      expect(refusal(await callOff(answer, 1))).toBe('ok');
      expect(await byLink(answer).status()).toMatchObject({ can_reschedule: true });
      expect(await callOff(answer, 0)).toMatchObject({ ok: true, status: 'cancelled' });
      expect((await mails(answer)).map(({ kind }) => kind)).toEqual([
        'changed',
        'cancelled_by_client',
      ]);
      expect(await byLink(answer).status()).toMatchObject({
        can_cancel: false,
        cancel_refusal: 'already_cancelled',
      });
    });

    test('it costs what that one costs, by the same rules', async () => {
      await late();
      const answer = await come([guest('Tom'), guest()], agreed);
      expect(await byLink(answer).status()).toMatchObject({
        // Nobody owes for who has no name.
        cancel_fee: 5000,
        people: [{ cancel_fee: 2500 }, { cancel_fee: 2500 }, { cancel_fee: 0 }],
        fees: { late_cancel: 5000, owed: 0 },
      });
      expect(refusal(await callOff(answer, 1))).toBe('fee_changed fee');
      expect(await states(answer)).toEqual(['booked', 'booked', 'booked']);
      expect(refusal(await callOff(answer, 1, { fee: 2500 }))).toBe('ok');
      expect(
        await rowOf(shop.db, 'appointments', answer['appointment'].guests[0].id),
      ).toMatchObject({ fee_kind: 'late_cancel', fee_cents: 2500, fee_state: 'proposed' });
      expect(await byLink(answer).status()).toMatchObject({
        cancel_fee: 2500,
        fees: { late_cancel: 2500, owed: 2500 },
      });
    });

    test('twice is once, and what is called off is not called off again', async () => {
      const answer = await come([guest('Tom'), guest('Ida')]);
      const opId = newId();
      const first = await callOff(answer, 1, { op_id: opId });
      expect(refusal(first)).toBe('ok');
      expect(await callOff(answer, 1, { op_id: opId })).toEqual(first);
      expect(refusal(await callOff(answer, 1))).toBe('already_cancelled');
      expect(await mails(answer)).toHaveLength(1);
    });

    test('nobody is called off who is not of the booking, too late, or by another link', async () => {
      const answer = await come([guest('Tom')]);
      expect(refusal(await callOff(answer, 2))).toBe('invalid person');
      expect(refusal(await callOff(answer, -1))).toBe('invalid person');
      expect(refusal(await callOff({ manage_token: 'wrong' }, 1))).toBe('not_found');
      await rules({ cancel_notice_min: 14_400 });
      expect(refusal(await callOff(answer, 1))).toBe('too_late');
      expect(await states(answer)).toEqual(['booked', 'booked']);
    });

    test('the time is free for others', async () => {
      const answer = await come([guest('Tom')]);
      const late = { starts_at: START, items: [item({ staff_id: shop.salon.ben })] };
      expect(refusal(await book(late))).toBe('slot_taken starts_at');
      expect(refusal(await callOff(answer, 1))).toBe('ok');
      expect(refusal(await book(late))).toBe('ok');
    });

    test('whoever booked is reminded of the guests who come without them', async () => {
      const answer = await come([guest('Tom'), guest()]);
      const reminded = async () => {
        const rows = await shop.db.sql<{ id: Uuid; by: Uuid | null }>(
          `select a.id, private.reminded_of(a, 'reminder_1') as by from public.appointments a
           where a.group_id = $1`,
          [answer['appointment'].id],
        );
        return rows.filter((row) => row.by !== null).map((row) => row.id);
      };
      expect(await reminded()).toEqual([]);
      await callOff(answer, 0);
      const [tom, other] = answer['appointment'].guests as { id: Uuid }[];
      expect(await reminded()).toEqual([tom!.id]);
      await shop.db.sql(
        `select private.send_timed('reminder_1', a.id, null, a.starts_at)
         from public.appointments a where a.id = $1`,
        [tom!.id],
      );
      expect((await mails(answer)).at(-1)).toMatchObject({
        kind: 'reminder_1',
        data: { client: { dependant: 'Tom' }, guests: [{ person: 2 }] },
      });
      await callOff(answer, 1);
      expect(await reminded()).toEqual([other!.id]);
    });
  });

  describe('by the link of whoever booked', () => {
    test('all of them are shown, and nobody whom the team has added', async () => {
      const answer = await come([guest('Tom')]);
      await addVisit(shop.db, shop.salon, shop.salon.ann, at(DAY, 16), {
        appointment: { group_id: answer['appointment'].id, client_id: shop.salon.otherClient },
      });
      const status = await byLink(answer).status();
      expect(status['appointment'].guests).toMatchObject([{ first_name: 'Tom', total: 5000 }]);
      const names = (status['staff'] as { display_name: string }[]).map((one) => one.display_name);
      expect(names.toSorted()).toEqual(['Ann', 'Ben']);
      expect(status).toMatchObject({ can_cancel: true, can_reschedule: false });
    });

    test('all of them are cancelled, once, and their time is free again', async () => {
      const answer = await come([guest('Tom'), guest()]);
      const { cancel, status } = byLink(answer);
      const opId = newId();
      const cancelled = await cancel(opId);
      expect(cancelled).toMatchObject({
        ok: true,
        status: 'cancelled',
        appointment: { guests: [{ status: 'cancelled' }, { status: 'cancelled' }] },
      });
      expect(await cancel(opId)).toEqual(cancelled);
      expect(await status()).toMatchObject({ can_cancel: false });
      expect(refusal(await come([guest('Tom'), guest()]))).toBe('ok');
    });

    test('what it costs late is the sum of them', async () => {
      await rules({
        fee_terms: { late_cancel: { percent: 50 }, no_show: null, grace_min: 0 },
        cancel_notice_min: 14_400,
      });
      const answer = await come([guest('Tom')], {
        fee_terms: {
          late_cancel: { percent: 50 },
          no_show: null,
          grace_min: 0,
          notice_min: 14_400,
        },
      });
      expect(await byLink(answer).status()).toMatchObject({ cancel_fee: 5000 });
      const cancel = (fee: number) =>
        rpc(shop.db, anon, 'cancel_booking', {
          token: answer['manage_token'],
          op_id: newId(),
          fee,
        });
      expect(refusal(await cancel(2500))).toBe('fee_changed fee');
      expect(refusal(await cancel(5000))).toBe('ok');
    });

    test('they are not moved apart; whoever comes alone after all may move', async () => {
      const answer = await come([guest('Tom')]);
      const { move, status } = byLink(answer);
      expect(refusal(await move())).toBe('reschedule_disabled');
      await set('appointments', answer['appointment'].guests[0].id, { status: 'cancelled' });
      expect(await status()).toMatchObject({ can_reschedule: true });
      expect(refusal(await move())).toBe('ok');
    });
  });

  test('one mail says who comes when, also when it is off', async () => {
    const mails = () =>
      shop.db.sql<{ kind: string; data: Answer }>(
        'select kind, data from private.mail_outbox where business_id = $1 order by created_at, id',
        [shop.salon.id],
      );
    const answer = await come([guest('Tom'), guest()]);
    const [confirmed, ...others] = await mails();
    expect(others).toEqual([]);
    expect(confirmed).toMatchObject({
      kind: 'booking_confirmed',
      data: {
        client: { email: 'nia@example.com' },
        guests: [
          { first_name: 'Tom', person: 1, services: 'Cut' },
          { first_name: '', person: 2, services: 'Cut' },
        ],
      },
    });
    await byLink(answer).cancel();
    expect((await mails()).slice(1)).toMatchObject([
      { kind: 'cancelled_by_client', data: { guests: [{ person: 1 }, { person: 2 }] } },
    ]);
  });
};
