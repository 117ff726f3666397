import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { refusal, type Shop } from '../booking/shop.ts';
import { at, wish } from '../salon.ts';
import {
  anon,
  countOf,
  Device,
  insert,
  newId,
  patch,
  rowOf,
  rpc,
  signedIn,
  type Answer,
} from '../setup.ts';
import { addVisit, visitOps, visitRows } from '../visits.ts';
import { DAY, lineOf } from './line.ts';

/** Times that the server, or staff, offer to those who wait. */
export const offers = (shop: Shop): void => {
  const { enter, entry, join, joined, leave, mails, minute, status } = lineOf(shop);
  /** Twelve to three of Ann's whole day, which is taken. */
  let noon: Uuid;
  let desk: Device;

  beforeEach(async () => {
    const { db, salon } = shop;
    await addVisit(db, salon, salon.ann, at(DAY, 9), { minutes: 180 });
    noon = (await addVisit(db, salon, salon.ann, at(DAY, 12), { minutes: 180 })).id;
    await addVisit(db, salon, salon.ann, at(DAY, 15), { minutes: 120 });
    // Whatever time it is now.
    await shop.rules({ waitlist_mode: 'first_in_line', quiet_from_min: 0, quiet_to_min: 0 });
    desk = new Device(db, salon.users.front_desk, salon.id);
    await desk.pull();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const byAnn = (fromHour = 12, toHour = 13, more: object = {}) => {
    const { items, windows } = wish(shop.salon.cut, DAY, fromHour, toHour);
    return { items: [{ ...items[0]!, staff_ids: [shop.salon.ann], ...more }], windows };
  };
  const addClient = async (more: object = {}): Promise<Uuid> => {
    const id = newId();
    await insert(shop.db, 'clients', {
      id,
      business_id: shop.salon.id,
      first_name: 'Max',
      email: `${id}@example.com`,
      ...more,
    });
    return id;
  };
  /** So many people who wait for the same hour, in turn. */
  const line = async (count: number): Promise<Uuid[]> => {
    const ids: Uuid[] = [];
    for (let n = 0; n < count; n += 1) {
      ids.push(await enter({ ...byAnn(), client_id: await addClient() }));
    }
    return ids;
  };
  const cancelNoon = async () => {
    await desk.push([patch('appointments', noon, { status: 'cancelled' })]);
    await minute();
  };
  const states = async (ids: Uuid[]): Promise<string[]> =>
    Promise.all(ids.map(async (id) => (await entry(id)).state));
  const offersOf = async (id: Uuid) => (await entry(id)).offers ?? [];
  const lastOffer = async (id: Uuid) => (await offersOf(id))[0]!;
  const holds = () =>
    countOf(shop.db, 'private.slot_holds where business_id = $1', [shop.salon.id]);
  const mailsOf = async (kind: string) => (await mails()).filter((mail) => mail.kind === kind);
  const linkOf = async (id: Uuid): Promise<string> => {
    const sent = (await mailsOf('waitlist_offer')).filter(({ data }) => data['entry'].id === id);
    return sent.at(-1)!.data['token'] as string;
  };
  const answer = (token: string, more: object = {}, opId = newId()): Promise<Answer> =>
    rpc(shop.db, anon, 'answer_offer', {
      token,
      answer: { accept: true, policy_version: 1, fee_terms: null, expected_total: 5000, ...more },
      op_id: opId,
    });
  const answerAs = async (id: Uuid, more: object = {}, opId = newId()): Promise<Answer> =>
    answer(await linkOf(id), { offer_id: (await lastOffer(id)).id, ...more }, opId);
  /** Every mail so far is with whom it is for. */
  const post = () =>
    shop.db.sql(`update private.mail_outbox set state = 'sent' where business_id = $1`, [
      shop.salon.id,
    ]);
  /** As if the mails were sent and the time to answer were over. */
  const letPass = async () => {
    await post();
    await shop.db.sql(
      `update private.waitlist_offers
       set sent_at = now() - interval '2 hours', expires_at = now() - interval '1 minute'
       where business_id = $1 and state = 'sent'`,
      [shop.salon.id],
    );
    await shop.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 minute' where business_id = $1`,
      [shop.salon.id],
    );
    await minute();
    await minute();
  };
  const offerTime = (user: Uuid, id: Uuid, startsAt: string): Promise<Answer> =>
    rpc(shop.db, signedIn(user), 'offer_time', {
      business_id: shop.salon.id,
      entry_id: id,
      starts_at: startsAt,
      staff_id: shop.salon.ann,
    });
  const withdraw = async (id: Uuid): Promise<Answer> =>
    rpc(shop.db, signedIn(shop.salon.users.front_desk), 'withdraw_offer', {
      business_id: shop.salon.id,
      offer_id: (await lastOffer(id)).id,
    });

  test('the first in turn is offered a time that came free; it is theirs to accept, and once', async () => {
    const [first, second] = (await line(2)) as [Uuid, Uuid];
    await cancelNoon();
    expect(await states([first, second])).toEqual(['offered', 'waiting']);
    expect(await lastOffer(first)).toMatchObject({
      mode: 'first_in_line',
      state: 'sent',
      starts_at: at(DAY, 12),
      ends_at: at(DAY, 13),
      staff_ids: [shop.salon.ann],
    });
    expect(await mailsOf('waitlist_offer')).toHaveLength(1);
    const taken = await shop.book({
      starts_at: at(DAY, 12),
      items: [shop.item({ staff_id: shop.salon.ann })],
    });
    expect(refusal(taken)).toBe('slot_taken starts_at');

    await post();
    const opId = newId();
    const accepted = await answerAs(first, {}, opId);
    expect(accepted).toMatchObject({
      ok: true,
      status: 'booked',
      appointment: { starts_at: at(DAY, 12), status: 'booked' },
    });
    expect(await answerAs(first, {}, opId)).toEqual(accepted);
    expect(refusal(await answerAs(first))).toBe('offer_over');
    const row = await entry(first);
    expect(row).toMatchObject({
      state: 'booked',
      appointment_id: accepted['appointment'].id,
      offers: [{ state: 'accepted' }],
    });
    const [visit] = await shop.db.sql<Answer>(
      `select a.source, a.conflict, a.client_id, s.any_staff from public.appointments a
       join public.appointment_segments s on s.appointment_id = a.id where a.id = $1`,
      [row.appointment_id],
    );
    expect(visit).toEqual({
      source: 'waitlist',
      conflict: false,
      client_id: row.client_id,
      any_staff: false,
    });
    expect(
      await rpc(shop.db, anon, 'booking_status', { token: accepted['manage_token'] }),
    ).toMatchObject({ ok: true, can_cancel: true });
    expect(
      await countOf(
        shop.db,
        `private.mail_outbox where business_id = $1 and kind = 'booking_confirmed'`,
        [shop.salon.id],
      ),
    ).toBe(1);
    expect(await holds()).toBe(0);
  });

  test('who does not answer, or says no, lets the next in turn have it, and is not asked again', async () => {
    const ids = await line(3);
    await cancelNoon();
    await letPass();
    expect(await states(ids)).toEqual(['waiting', 'offered', 'waiting']);
    await post();
    expect(await answerAs(ids[1]!, { accept: false })).toEqual({ ok: true, status: 'declined' });
    expect(await holds()).toBe(0);
    await minute();
    expect(await states(ids)).toEqual(['waiting', 'waiting', 'offered']);
    await letPass();
    await minute();
    expect(await states(ids)).toEqual(['waiting', 'waiting', 'waiting']);
    const told = await Promise.all(ids.map(async (id) => (await offersOf(id)).map((o) => o.state)));
    expect(told).toEqual([['expired'], ['declined'], ['expired']]);
    expect(await mailsOf('waitlist_offer')).toHaveLength(3);
    expect(await mailsOf('waitlist_offer_over')).toEqual([]);
  });

  test('a child without an address is offered a time too: the guardian is written to', async () => {
    const mother = await addClient();
    const child = await addClient({ email: null, guardian_id: mother });
    const id = await enter({ ...byAnn(), client_id: child });
    await cancelNoon();
    expect(await states([id])).toEqual(['offered']);
    expect(await mailsOf('waitlist_offer')).toMatchObject([{ to_email: `${mother}@example.com` }]);
  });

  test('that its page was looked at is seen by staff, from the first time on, and ends nothing', async () => {
    const [id, other] = (await line(2)) as [Uuid, Uuid];
    await cancelNoon();
    const token = await linkOf(id);
    const { id: offerId } = await lastOffer(id);
    const view = (offer: Uuid, link = token) =>
      rpc(shop.db, anon, 'offer_viewed', { token: link, offer_id: offer });
    // Looking at the address, or reading how it stands, says nothing.
    await status(token);
    expect((await lastOffer(id)).viewed_at).toBeNull();
    const noted = () =>
      countOf(shop.db, 'private.waitlist_changes where business_id = $1', [shop.salon.id]);
    const before = await noted();
    expect(await view(offerId)).toEqual({ ok: true });
    const { viewed_at: seen, state } = await lastOffer(id);
    expect([typeof seen, state]).toEqual(['string', 'sent']);
    expect(await noted()).toBe(before);
    expect(await view(offerId)).toEqual({ ok: true });
    expect((await lastOffer(id)).viewed_at).toBe(seen);
    expect(await view(offerId, 'guessed')).toEqual({ ok: false, code: 'not_found' });
    expect(await view(newId())).toEqual({ ok: true });
    expect(await answerAs(id, { accept: false })).toMatchObject({ ok: true });
    expect((await entry(other)).offers).toEqual([]);
    expect(await lastOffer(id)).toMatchObject({ state: 'declined', viewed_at: seen });
  });

  test('a visit at the client’s leaves room for the way, and is booked where they said', async () => {
    await shop.set('services', shop.salon.service, { location_types: ['business', 'client'] });
    await shop.rules({ travel_before_min: 30, travel_after_min: 15 });
    const address = { line1: '12 Elm Street', city: 'Queens' };
    const there = { location_type: 'client', address };
    const id = await enter({ ...byAnn(12, 15), ...there, client_id: await addClient() });
    await cancelNoon();
    expect(await lastOffer(id)).toMatchObject({ starts_at: at(DAY, 12, 30) });
    const { appointment } = await answerAs(id);
    const [visit] = await shop.db.sql<Answer>(
      `select a.location_type, a.address, s.travel_before_min, s.travel_after_min
       from public.appointments a
       join public.appointment_segments s on s.appointment_id = a.id where a.id = $1`,
      [appointment.id],
    );
    expect(visit).toEqual({
      location_type: 'client',
      address,
      travel_before_min: 30,
      travel_after_min: 15,
    });
  });

  test('whom staff entered for a visit at home is asked for the address first, unless it is known', async () => {
    await shop.set('services', shop.salon.service, { location_types: ['client'] });
    const client = await addClient();
    const id = await enter({ ...byAnn(12, 15), client_id: client });
    await cancelNoon();
    expect(await entry(id)).toMatchObject({ state: 'waiting', fits_at: at(DAY, 12, 30) });
    const { front_desk } = shop.salon.users;
    expect(refusal(await offerTime(front_desk, id, at(DAY, 13)))).toBe('invalid address');
    await shop.set('clients', client, { address: { line1: '7 Oak Lane', label: 'Home' } });
    expect(await offerTime(front_desk, id, at(DAY, 13))).toEqual({ ok: true });
    const { appointment } = await answerAs(id);
    expect(await rowOf(shop.db, 'appointments', appointment.id)).toMatchObject({
      location_type: 'client',
      address: { line1: '7 Oak Lane' },
    });
  });

  test('a bundle is offered and booked for its price', async () => {
    const { salon, db } = shop;
    const [service, colour, bundle] = [newId(), newId(), newId()];
    await insert(db, 'services', {
      ...(await rowOf(db, 'services', salon.service)),
      id: service,
      name: 'Colour',
    });
    await insert(db, 'service_variants', {
      ...(await rowOf(db, 'service_variants', salon.cut)),
      id: colour,
      service_id: service,
      price_cents: 3000,
      duration_min: 30,
    });
    await insert(db, 'bundles', {
      id: bundle,
      business_id: salon.id,
      name: 'Bridal day',
      variant_ids: [salon.cut, colour],
      price_mode: 'fixed',
      price_cents: 6000,
      sort_key: 'a1',
    });
    await shop.rules({ multi_service: true, max_services: 1 });
    const { leave_token: token } = await join({
      items: [salon.cut, colour].map((variant_id) =>
        shop.item({ variant_id, bundle_id: bundle, staff_id: salon.ann }),
      ),
    });
    const [{ id } = { id: '' }] = await joined();
    await cancelNoon();
    const { offer } = await status(token);
    expect(offer.terms.prices).toEqual([
      { kind: 'fixed', cents: 3750 },
      { kind: 'fixed', cents: 2250 },
    ]);
    expect(refusal(await answerAs(id, { expected_total: 5999 }))).toBe(
      'price_changed expected_total',
    );
    expect(await answerAs(id, { expected_total: 6000 })).toMatchObject({
      ok: true,
      appointment: { total: 6000, ends_at: at(DAY, 13, 30) },
    });
  });

  test('an answer that comes after the end changes nothing', async () => {
    const [id] = (await line(1)) as [Uuid];
    await cancelNoon();
    const token = await linkOf(id);
    const { id: offerId } = await lastOffer(id);
    await shop.db.sql(
      `update private.waitlist_offers set sent_at = now() - interval '2 hours', expires_at = now()
       where entry_id = $1`,
      [id],
    );
    expect(refusal(await answer(token, { offer_id: offerId }))).toBe('offer_over');
    expect(await status(token)).toMatchObject({ offer: { state: 'expired' } });
    expect(await states([id])).toEqual(['offered']);
  });

  test('offered to everyone: the first answer has it, the others hear that they are too late', async () => {
    await shop.rules({ waitlist_mode: 'everyone' });
    const ids = (await line(3)) as [Uuid, Uuid, Uuid];
    await cancelNoon();
    expect(await states(ids)).toEqual(['offered', 'offered', 'offered']);
    expect(await holds()).toBe(0);
    await post();
    expect(await answerAs(ids[1])).toMatchObject({ ok: true, status: 'booked' });
    expect(await states(ids)).toEqual(['waiting', 'booked', 'waiting']);
    expect(refusal(await answerAs(ids[0]))).toBe('offer_over');
    expect(await mailsOf('waitlist_offer_over')).toMatchObject([
      { data: { offer: { state: 'superseded' }, entry: { state: 'waiting' } } },
      { data: { offer: { state: 'superseded' }, entry: { state: 'waiting' } } },
    ]);
  });

  test('offered to everyone and booked online by somebody else: all are too late', async () => {
    await shop.rules({ waitlist_mode: 'everyone' });
    const ids = await line(2);
    await cancelNoon();
    const booked = await shop.book({
      starts_at: at(DAY, 12),
      items: [shop.item({ staff_id: shop.salon.ann })],
    });
    expect(refusal(booked)).toBe('ok');
    expect(refusal(await answerAs(ids[0]!))).toBe('slot_taken starts_at');
    await minute();
    expect(await states(ids)).toEqual(['waiting', 'waiting']);
    expect((await lastOffer(ids[1]!)).state).toBe('superseded');
  });

  test('the highest value goes before the turn where the business wants that', async () => {
    await shop.rules({ waitlist_mode: 'highest_value' });
    const plain = await enter(byAnn(12, 14));
    const dear = await enter({
      ...byAnn(12, 14, { add_on_ids: [shop.salon.rows.add_ons] }),
      client_id: await addClient(),
    });
    await cancelNoon();
    expect(await states([plain, dear])).toEqual(['waiting', 'offered']);
  });

  test('nobody is offered a time by the server where staff decide, and those with whom they have to', async () => {
    const mute = await enter({ ...byAnn(12, 13), client_id: shop.salon.otherClient });
    const barred = await enter({
      ...byAnn(13, 14),
      client_id: await addClient({ online_booking: 'approve' }),
    });
    await cancelNoon();
    expect(await states([mute, barred])).toEqual(['waiting', 'waiting']);
    // The mark is there for staff.
    expect([(await entry(mute)).fits_at, (await entry(barred)).fits_at]).toEqual([
      at(DAY, 12),
      at(DAY, 13),
    ]);
    await shop.rules({ waitlist_mode: 'manual' });
    const [able] = (await line(1)) as [Uuid];
    await shop.db.sql(
      `insert into private.waitlist_changes (business_id, during) values ($1, tstzrange($2, $3))`,
      [shop.salon.id, at(DAY, 12), at(DAY, 15)],
    );
    await minute();
    expect(await entry(able)).toMatchObject({ state: 'waiting', fits_at: at(DAY, 12), offers: [] });
  });

  test('a client gets two offers on one day by the server, whatever they wait for', async () => {
    const ids = [
      await enter(byAnn(12, 13)),
      await enter(byAnn(13, 14)),
      await enter(byAnn(14, 15)),
    ];
    await cancelNoon();
    await minute();
    expect((await states(ids)).toSorted()).toEqual(['offered', 'offered', 'waiting']);
  });

  test('at night nothing is sent: the offer is in the mail in the morning, and its time begins then', async () => {
    const now = new Date();
    const minuteNow = now.getUTCHours() * 60 + now.getUTCMinutes();
    const morning = (minuteNow + 120) % 1440;
    await shop.rules({ quiet_from_min: (minuteNow + 1380) % 1440, quiet_to_min: morning });
    const [id] = (await line(1)) as [Uuid];
    await cancelNoon();
    const { sent_at, expires_at } = await lastOffer(id);
    const sent = new Date(sent_at);
    expect(sent.getUTCHours() * 60 + sent.getUTCMinutes()).toBe(morning);
    expect(Date.parse(expires_at) - sent.getTime()).toBe(120 * 60_000);
    const [mail] = await shop.db.sql<{ due: boolean }>(
      `select due_at = $2 as due from private.mail_outbox
       where business_id = $1 and kind = 'waitlist_offer'`,
      [shop.salon.id, sent_at],
    );
    expect(mail).toEqual({ due: true });
    // What nobody has read is taken back without a word.
    expect(await withdraw(id)).toEqual({ ok: true });
    expect((await mails()).map(({ kind }) => kind)).toEqual([]);
  });

  test.each([
    ['no quiet hours', 0, 0, '2027-03-13T03:00', '2027-03-13T03:00'],
    ['before midnight', 1260, 480, '2027-01-13T03:00', '2027-01-13T13:00'],
    ['after midnight', 1260, 480, '2027-01-13T08:00', '2027-01-13T13:00'],
    ['from the first minute on', 1260, 480, '2027-01-13T02:00', '2027-01-13T13:00'],
    ['until the last one', 1260, 480, '2027-01-13T12:59', '2027-01-13T13:00'],
    ['in the morning', 1260, 480, '2027-01-13T13:00', '2027-01-13T13:00'],
    ['by day', 1260, 480, '2027-01-13T20:00', '2027-01-13T20:00'],
    ['while the clocks go forward', 1260, 480, '2027-03-14T05:00', '2027-03-14T12:00'],
    ['in an hour that there is not', 1380, 150, '2027-03-14T06:30', '2027-03-14T07:30'],
    ['quiet by day', 720, 780, '2027-01-13T17:30', '2027-01-13T18:00'],
  ])('quiet hours, %s', async (_, from, to, moment, loud) => {
    const [row] = await shop.db.sql<{ same: boolean }>(
      `select private.next_loud(
         jsonb_populate_record(null::public.booking_rules, $1::jsonb), 'America/New_York',
         $2::timestamptz) = $3::timestamptz as same`,
      [JSON.stringify({ quiet_from_min: from, quiet_to_min: to }), `${moment}Z`, `${loud}Z`],
    );
    expect(row).toEqual({ same: true });
  });

  test('staff offer a time by hand, once, and take it back; the client hears of both', async () => {
    const { users } = shop.salon;
    await shop.rules({ waitlist_mode: 'manual' });
    const [id] = (await line(1)) as [Uuid];
    const mute = await enter({ ...byAnn(), client_id: shop.salon.otherClient });
    await cancelNoon();
    expect(refusal(await offerTime(users.practitioner, id, at(DAY, 12)))).toBe('not_allowed');
    expect(refusal(await offerTime(users.front_desk, mute, at(DAY, 12)))).toBe('invalid email');
    expect(refusal(await offerTime(users.front_desk, id, at(DAY, 9)))).toBe('slot_taken starts_at');
    expect(refusal(await offerTime(users.front_desk, id, at(0, 0)))).toBe('too_soon starts_at');
    await shop.set('businesses', shop.salon.id, { booking_enabled: false });
    expect(refusal(await offerTime(users.front_desk, id, at(DAY, 12)))).toBe('paused');
    await shop.set('businesses', shop.salon.id, { booking_enabled: true });
    for (let n = 0; n < 2; n += 1) {
      expect(await offerTime(users.front_desk, id, at(DAY, 12))).toEqual({ ok: true });
    }
    expect(refusal(await offerTime(users.front_desk, id, at(DAY, 13)))).toBe(
      'illegal_transition state',
    );
    expect(await offersOf(id)).toMatchObject([{ mode: 'manual', state: 'sent' }]);
    await post();
    expect(await withdraw(id)).toEqual({ ok: true });
    expect(await withdraw(id)).toEqual({ ok: true });
    expect(await states([id])).toEqual(['waiting']);
    expect(await holds()).toBe(0);
    expect(await mailsOf('waitlist_offer_over')).toMatchObject([
      { data: { offer: { state: 'withdrawn' } } },
    ]);
  });

  // at() counts from the day that it is.
  const NOON = at(DAY, 12);
  /** So long before noon of that day, to the second. */
  const clockAt = (minutes: number, seconds = 0): void => {
    const now = Date.parse(NOON) - minutes * 60_000 - seconds * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now });
  };

  test('is over an hour before the start, and not made when a quarter of an hour would not be left', async () => {
    const { front_desk } = shop.salon.users;
    await shop.rules({ waitlist_mode: 'manual', waitlist_respond_min: 120 });
    const [id] = (await line(1)) as [Uuid];
    await cancelNoon();
    const until = async (): Promise<number> => {
      const { sent_at, expires_at } = await lastOffer(id);
      expect(Date.parse(sent_at)).toBe(Date.now());
      return (Date.parse(NOON) - Date.parse(expires_at)) / 60_000;
    };
    const offered = async (): Promise<string> => refusal(await offerTime(front_desk, id, NOON));
    // Two hours to answer are there to the second, then they end an hour before.
    for (const [minutes, seconds, left] of [
      [180, 1, 60 + 1 / 60],
      [180, 0, 60],
      [179, 0, 60],
      [75, 0, 60],
    ] as const) {
      clockAt(minutes, seconds);
      expect(await offered()).toBe('ok');
      expect(await until()).toBeCloseTo(left, 6);
      expect(await withdraw(id)).toEqual({ ok: true });
    }
    clockAt(75, -1);
    expect(await offered()).toBe('too_soon starts_at');
    expect(await states([id])).toEqual(['waiting']);
  });

  test.each([
    ['a quarter of an hour is left', 75, 0, 'offered'],
    ['less is left: staff see it', 75, -1, 'marked'],
    ['an hour is left to come', 60, 0, 'marked'],
    ['nobody could come any more', 60, -1, 'waiting'],
  ] as const)(
    'by itself, of what comes free so soon: %s',
    async (_, minutes, seconds, expected) => {
      const [id] = (await line(1)) as [Uuid];
      clockAt(minutes, seconds);
      await desk.push([patch('appointments', noon, { status: 'cancelled' })]);
      await minute();
      const { state, fits_at } = await entry(id);
      // With an offer the mark goes.
      expect(fits_at === null ? state : 'marked').toBe(expected);
    },
  );

  test('whom staff book by hand has no offer any more, and gets the time that it held', async () => {
    const [id] = (await line(1)) as [Uuid];
    await cancelNoon();
    await desk.pull();
    const { client_id } = await entry(id);
    const visit = visitRows(shop.salon, shop.salon.ann, at(DAY, 12), {
      appointment: { client_id, source: 'waitlist' },
    });
    await desk.push([
      ...visitOps(visit),
      patch('waitlist_entries', id, { state: 'booked', appointment_id: visit.id }),
    ]);
    expect(await entry(id)).toMatchObject({ state: 'booked', offers: [{ state: 'superseded' }] });
    const [row] = await shop.db.sql<{ conflict: boolean }>(
      'select conflict from public.appointments where id = $1',
      [visit.id],
    );
    expect(row).toEqual({ conflict: false });
    expect(await mailsOf('waitlist_offer_over')).toEqual([]);
  });

  test.each([
    [
      'an overlap that staff accept',
      async () => {
        await addVisit(shop.db, shop.salon, shop.salon.ann, at(DAY, 12), {
          appointment: { overlap_accepted: true },
        });
      },
    ],
    [
      'a block',
      () =>
        insert(shop.db, 'time_blocks', {
          id: newId(),
          business_id: shop.salon.id,
          staff_id: shop.salon.ann,
          starts_at: at(DAY, 12),
          ends_at: at(DAY, 12, 30),
        }),
    ],
    [
      'time off',
      () =>
        insert(shop.db, 'time_off', {
          id: newId(),
          business_id: shop.salon.id,
          staff_id: shop.salon.ann,
          starts_at: at(DAY, 0),
          ends_at: at(DAY + 1, 0),
          status: 'approved',
        }),
    ],
  ])('a time that is held is over by %s: the client hears it, and waits again', async (_, take) => {
    const [id] = (await line(1)) as [Uuid];
    await cancelNoon();
    await post();
    await minute();
    expect(await states([id])).toEqual(['offered']);
    await take();
    await minute();
    expect(await states([id])).toEqual(['waiting']);
    expect((await lastOffer(id)).state).toBe('superseded');
    expect(await holds()).toBe(0);
    expect(await mailsOf('waitlist_offer_over')).toHaveLength(1);
  });

  test('who leaves the list gives the time back; so do those who are off it or erased', async () => {
    const { leave_token: token } = await join({ ...byAnn(), items: [shop.item()] });
    await shop.set('staff', shop.salon.ben, { bookable: false });
    await cancelNoon();
    const [own] = await joined();
    expect((await lastOffer(own!.id)).state).toBe('sent');
    expect(await leave(token)).toMatchObject({ ok: true, status: 'cancelled' });
    expect((await lastOffer(own!.id)).state).toBe('declined');
    expect(await holds()).toBe(0);

    const [off, gone] = (await line(2)) as [Uuid, Uuid];
    await minute();
    expect(await states([off, gone])).toEqual(['offered', 'waiting']);
    await desk.pull();
    await desk.push([patch('waitlist_entries', off, { state: 'cancelled' })]);
    expect((await lastOffer(off)).state).toBe('withdrawn');
    await minute();
    expect(await states([gone])).toEqual(['offered']);
    const owner = new Device(shop.db, shop.salon.users.owner, shop.salon.id);
    await owner.pull();
    await owner.push([patch('clients', (await entry(gone)).client_id, { status: 'anonymised' })]);
    expect(await holds()).toBe(0);
    expect(await countOf(shop.db, 'private.waitlist_offers where entry_id = $1', [gone])).toBe(0);
  });

  test('the page says what is offered and what one agrees to, and looking changes nothing', async () => {
    const [id] = (await line(1)) as [Uuid];
    await cancelNoon();
    const token = await linkOf(id);
    for (let n = 0; n < 2; n += 1) {
      expect(await status(token)).toMatchObject({
        ok: true,
        entry: { state: 'offered' },
        offer: {
          state: 'sent',
          starts_at: at(DAY, 12),
          staff_names: ['Ann'],
          terms: {
            prices: [{ kind: 'fixed', cents: 5000 }],
            fees: null,
            policy: { version: 1, body: 'Be kind.' },
          },
        },
      });
    }
    const offerId = (await lastOffer(id)).id;
    const tried = async (more: object) =>
      refusal(await answer(token, { offer_id: offerId, ...more }));
    expect(await tried({ accept: 'yes' })).toBe('invalid answer');
    expect(await tried({ offer_id: newId() })).toBe('offer_over');
    expect(await tried({ offer_id: 5 })).toBe('offer_over');
    expect(await tried({ policy_version: 7 })).toBe('policy_changed policy_version');
    expect(await tried({ expected_total: 4000 })).toBe('price_changed expected_total');
    expect(refusal(await answer('guessed', { offer_id: offerId }))).toBe('not_found');
    await shop.set('businesses', shop.salon.id, { booking_enabled: false });
    expect(await tried({})).toBe('paused');
    await shop.set('businesses', shop.salon.id, { booking_enabled: true });
    expect(await states([id])).toEqual(['offered']);
    expect(await tried({})).toBe('ok');
  });

  test('a deposit is not left out: the page says it will be asked for, and a person is told to ask', async () => {
    await shop.rules({ deposit_rule: { percent: 30 } });
    const [id] = (await line(1)) as [Uuid];
    await cancelNoon();
    const asked = async () => (await status(await linkOf(id)))['offer'].terms.deposit as number;
    await shop.db.sql(`delete from private.server_settings where name = 'payment_provider'`);
    expect(await asked()).toBe(0);
    await shop.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')`,
    );
    try {
      expect(await asked()).toBe(1500);
      const { appointment } = await answerAs(id);
      expect(
        await shop.db.sql(
          `select entity, kind, mine from public.attention_items
           where business_id = $1 and entity_id = $2`,
          [shop.salon.id, appointment.id],
        ),
      ).toEqual([{ entity: 'appointments', kind: 'balance', mine: { deposit: 1500 } }]);
    } finally {
      await shop.db.sql(`delete from private.server_settings where name = 'payment_provider'`);
    }
  });
};
