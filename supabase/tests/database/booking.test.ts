import { beforeEach, describe, expect, test } from 'vitest';
import { addVisit, at, FIRST_DAY, makeSalon, PATCH_TEST, type Salon } from './salon.ts';
import {
  anon,
  countOf,
  fromAddress,
  insert,
  newId,
  rowOf,
  rpc,
  useDatabase,
  type Answer,
} from './setup.ts';

const database = useDatabase();
let salon: Salon;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `booking-${(slugs += 1)}`);
});

const rules = (change: Record<string, unknown>) => set('booking_rules', salon.id, change);
const set = async (table: string, id: string, change: Record<string, unknown>) => {
  const columns = Object.keys(change);
  await database.db.sql(
    `update public.${table} t set ${columns.map((name) => `"${name}" = r."${name}"`).join(', ')}
     from jsonb_populate_record(null::public.${table}, $1::jsonb) r where t.id = $2`,
    [JSON.stringify(change), id],
  );
};
const item = (more: object = {}) => ({
  variant_id: salon.cut,
  staff_id: null,
  add_on_ids: [],
  ...more,
});
const request = (more: object = {}) => ({
  items: [item()],
  starts_at: at(FIRST_DAY, 14),
  time_zone: 'UTC',
  client: {
    first_name: 'Nia',
    last_name: 'Doe',
    email: 'nia@example.com',
    phone: '(718) 555-0199',
  },
  note: '',
  policy_version: 1,
  expected_total: 5000,
  hold_key: null,
  answers: null,
  guests: [],
  ...more,
});
const book = (more: object = {}, opId = newId()): Promise<Answer> =>
  rpc(database.db, anon, 'book', { slug: salon.slug, request: request(more), op_id: opId });
const hold = (key: string, more: object = {}): Promise<Answer> =>
  rpc(database.db, anon, 'hold_slot', {
    slug: salon.slug,
    request: { items: [item()], starts_at: at(FIRST_DAY, 14), ...more },
    hold_key: key,
  });
const refusal = ({ ok, code, field }: Answer) => (ok ? 'ok' : `${code} ${field ?? ''}`.trim());

describe('the page', () => {
  test('shows what is offered and nothing else', async () => {
    const profile = await rpc(database.db, anon, 'public_profile', { slug: salon.slug });
    expect(profile).toMatchObject({
      ok: true,
      business: { name: salon.slug, time_zone: 'UTC' },
      policy: { version: 1, body: 'Be kind.' },
      services: [{ id: salon.service }],
      variants: [{ id: salon.cut, price_cents: 5000, duration_min: 60 }],
      overrides: [{ staff_id: salon.ben, offered: true }],
      add_ons: [{ id: salon.rows.add_ons }],
    });
    expect(profile['staff'].map((person: { id: string }) => person.id)).toEqual([
      salon.ann,
      salon.ben,
    ]);
    const said = JSON.stringify(profile);
    for (const secret of [
      'Cleo',
      '17185550142',
      'membership',
      'custom_permissions',
      'created_by',
    ]) {
      expect(said).not.toContain(secret);
    }
  });

  test('leaves out the hidden and the archived, and the names of hidden staff', async () => {
    await set('staff', salon.ben, { online_visible: false });
    await rules({ staff_choice: 'hidden' });
    const profile = await rpc(database.db, anon, 'public_profile', { slug: salon.slug });
    expect(profile['staff']).toMatchObject([{ id: salon.ann, display_name: '', title: null }]);
    await set('services', salon.service, { visibility: 'hidden' });
    const hidden = await rpc(database.db, anon, 'public_profile', { slug: salon.slug });
    expect(hidden).toMatchObject({ services: [], variants: [], categories: [], add_on_groups: [] });
  });

  test('an unknown address is not found, whatever is asked of it', async () => {
    const slug = 'nobody-here';
    const calls: [string, object][] = [
      ['public_profile', {}],
      ['public_availability', { from_day: '2027-01-01', to_day: '2027-01-02' }],
      ['hold_slot', { request: {}, hold_key: newId() }],
      ['book', { request: {}, op_id: newId() }],
    ];
    for (const [name, args] of calls) {
      expect(await rpc(database.db, anon, name, { slug, ...args })).toEqual({
        ok: false,
        code: 'not_found',
      });
    }
  });

  test('free time is minutes, pairwise, without a reason', async () => {
    const day = at(FIRST_DAY, 0).slice(0, 10);
    const answer = await rpc(database.db, anon, 'public_availability', {
      slug: salon.slug,
      from_day: day,
      to_day: day,
    });
    const midnight = Date.parse(at(FIRST_DAY, 0)) / 60_000;
    const free = (id: string) =>
      answer['staff']
        .find((person: { id: string }) => person.id === id)
        .free.map((minute: number) => (minute - midnight) / 60);
    expect(free(salon.ann)).toEqual([9, 10, 11, 17]);
    expect(free(salon.ben)).toEqual([9, 10, 11, 12, 13, 17]);
    expect(Object.keys(answer).toSorted()).toEqual(['ok', 'resources', 'server_time', 'staff']);
  });

  test('too many days are refused, a paused business has none to give', async () => {
    const ask = (from_day: string, to_day: string) =>
      rpc(database.db, anon, 'public_availability', { slug: salon.slug, from_day, to_day });
    expect(refusal(await ask('2027-01-01', '2027-03-04'))).toBe('invalid to_day');
    expect(refusal(await ask('2027-01-02', '2027-01-01'))).toBe('invalid to_day');
    await set('businesses', salon.id, { booking_enabled: false });
    const day = at(FIRST_DAY, 0).slice(0, 10);
    expect(await ask(day, day)).toMatchObject({ ok: true, staff: [] });
  });
});

describe('booking', () => {
  test('makes client, appointment, segment, place, token and mail', async () => {
    const answer = await book({ note: ' Please ring twice ' });
    expect(answer).toMatchObject({
      ok: true,
      status: 'booked',
      appointment: {
        status: 'booked',
        starts_at: at(FIRST_DAY, 14),
        ends_at: at(FIRST_DAY, 15),
        time_zone: 'UTC',
        total: 5000,
        deposit: 0,
        segments: [{ variant_id: salon.cut, starts_at: at(FIRST_DAY, 14), minutes: 60 }],
      },
    });
    const row = await rowOf(database.db, 'appointments', answer['appointment'].id);
    expect(row).toMatchObject({
      source: 'online',
      client_note: 'Please ring twice',
      staff_note: null,
      policy_version: 1,
      conflict: false,
      ical_sequence: 0,
      created_by: null,
    });
    expect(await rowOf(database.db, 'clients', row['client_id'] as string)).toMatchObject({
      first_name: 'Nia',
      email: 'nia@example.com',
      phone: '+17185550199',
      phone_raw: '(718) 555-0199',
      source: 'online',
    });
    const [mail] = await database.db.sql<{ kind: string; to_email: string; data: Answer }>(
      'select kind, to_email, data from private.mail_outbox where business_id = $1',
      [salon.id],
    );
    expect(mail).toMatchObject({
      kind: 'booking_confirmed',
      to_email: 'nia@example.com',
      data: {
        manage_token: answer['manage_token'],
        client: { first_name: 'Nia' },
        appointment: { id: row.id, ical_sequence: 0, segments: [{ service_name: 'Cut' }] },
        cancel_until: at(FIRST_DAY - 1, 14),
      },
    });
  });

  describe('a visit at the client’s', () => {
    const address = { line1: '12 Elm Street', city: 'Queens' };
    const placed = async (more: object) => {
      const answer = await book(more);
      if (!answer['ok']) return refusal(answer);
      const row = await rowOf(database.db, 'appointments', answer['appointment'].id);
      return [row['location_type'], row['address']];
    };

    test('keeps where to come to, apart from the note', async () => {
      await set('services', salon.service, { location_types: ['client'] });
      expect(await placed({ address })).toEqual(['client', address]);
    });

    test('may be asked for without an address, which the staff then ask for', async () => {
      await set('services', salon.service, { location_types: ['client'] });
      expect(await placed({ address: null })).toEqual(['client', null]);
    });

    test('is one only when no service of the request can be done at the business', async () => {
      const [service, cut] = [newId(), newId()];
      const copy = async (table: 'services' | 'service_variants', id: string, change: object) =>
        insert(database.db, table, {
          ...(await rowOf(database.db, table, salon.rows[table])),
          id,
          name: 'At home',
          ...change,
        });
      await copy('services', service, { location_types: ['client'] });
      await copy('service_variants', cut, { service_id: service });
      const items = [item({ variant_id: cut }), item()];
      expect(await placed({ address, items, expected_total: 10000 })).toEqual(['business', null]);
      expect(await placed({ address, items: [items[0]], starts_at: at(FIRST_DAY, 9) })).toEqual([
        'client',
        address,
      ]);
    });

    test.each([['a text'], [{ city: 'Queens' }], [{ line1: 5 }], [{ line1: 'x', colour: 'red' }]])(
      'with %j for an address is refused',
      async (wrong) => {
        await set('services', salon.service, { location_types: ['client'] });
        expect(await placed({ address: wrong })).toBe('invalid address');
      },
    );
  });

  test('finds a returning client by mail or phone, and shows what differs to the staff only', async () => {
    await set('businesses', salon.id, { country_code: 'US' });
    const answer = await book({
      client: {
        first_name: 'C',
        last_name: 'Reyes',
        email: 'new@example.com',
        phone: '718 555 0142',
      },
    });
    const row = await rowOf(database.db, 'appointments', answer['appointment'].id);
    expect(row).toMatchObject({
      client_id: salon.client,
      staff_note: 'Booked online as C Reyes, new@example.com, 718 555 0142',
    });
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({
      first_name: 'Cleo',
      email: `cleo@${salon.slug}.example`,
    });
    // Whoever guesses a phone number must not be told by mail whose it is.
    const [mail] = await database.db.sql<{ data: Answer; to_email: string }>(
      'select data, to_email from private.mail_outbox where business_id = $1',
      [salon.id],
    );
    expect(mail!.to_email).toBe('new@example.com');
    expect(JSON.stringify([mail, answer])).not.toContain('Cleo');
  });

  test('the same op_id gets the same answer and books once', async () => {
    const opId = newId();
    const first = await book({}, opId);
    const second = await book({ starts_at: at(FIRST_DAY, 16) }, opId);
    expect(second).toEqual(first);
    expect(
      await countOf(database.db, 'public.appointments where source = $1 and business_id = $2', [
        'online',
        salon.id,
      ]),
    ).toBe(1);
    const refusedOp = newId();
    expect(refusal(await book({}, refusedOp))).toBe('ok');
    const third = newId();
    expect(refusal(await book({}, third))).toBe('slot_taken starts_at');
    await database.db.sql('delete from public.appointments where source = $1', ['online']);
    expect(refusal(await book({}, third))).toBe('slot_taken starts_at');
  });

  test('with a named person, add-ons and several services in a row', async () => {
    const answer = await book({
      items: [
        item({ staff_id: salon.ann, add_on_ids: [salon.rows.add_ons] }),
        item({ staff_id: salon.ben }),
      ],
      expected_total: 11000,
    });
    expect(answer).toMatchObject({ ok: true, appointment: { total: 11000 } });
    expect(answer['appointment'].segments).toMatchObject([
      { staff_id: salon.ann, starts_at: at(FIRST_DAY, 14), minutes: 75 },
      { staff_id: salon.ben, starts_at: at(FIRST_DAY, 15, 15), minutes: 60 },
    ]);
  });

  test('waits for the next service no longer than the rules allow', async () => {
    await addVisit(database.db, salon, salon.ben, at(FIRST_DAY, 15), { minutes: 10 });
    const items = [item({ staff_id: salon.ann }), item({ staff_id: salon.ben })];
    await rules({ max_gap_min: 5 });
    expect(refusal(await book({ items, expected_total: 10000 }))).toBe('slot_taken starts_at');
    await rules({ max_gap_min: 10 });
    const answer = await book({ items, expected_total: 10000 });
    expect(answer['appointment'].segments[1]).toMatchObject({ starts_at: at(FIRST_DAY, 15, 10) });
  });

  test('waiting time between buffers and processing is used', async () => {
    await set('service_variants', salon.cut, {
      processing_min: 60,
      finishing_min: 15,
      duration_min: 30,
    });
    const items = [item({ staff_id: salon.ann })];
    expect(refusal(await book({ items }))).toBe('ok');
    expect(refusal(await book({ items, starts_at: at(FIRST_DAY, 14, 30) }))).toBe('ok');
    expect(refusal(await book({ items, starts_at: at(FIRST_DAY, 14, 15) }))).toBe(
      'slot_taken starts_at',
    );
  });
});

describe('anybody', () => {
  const chosen = async () => (await book())['appointment']?.segments[0].staff_id;

  test('least busy: whoever has worked less that day', async () => {
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15, 30));
    expect(await chosen()).toBe(salon.ben);
  });

  test('rank: the first of the list', async () => {
    await rules({ assign_rule: 'rank' });
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15, 30));
    expect(await chosen()).toBe(salon.ann);
  });

  test('first free: whoever has waited longest', async () => {
    await rules({ assign_rule: 'first_free' });
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 13, 30), { minutes: 15 });
    expect(await chosen()).toBe(salon.ben);
  });

  test('the other one when the preferred one is taken, then nobody', async () => {
    await rules({ assign_rule: 'rank' });
    expect(await chosen()).toBe(salon.ann);
    expect(await chosen()).toBe(salon.ben);
    expect(refusal(await book())).toBe('slot_taken starts_at');
  });

  test('takes the price and length of the person it gets', async () => {
    await set('staff_service_overrides', salon.rows.staff_service_overrides, {
      price_cents: 7000,
      duration_min: 90,
    });
    await rules({ assign_rule: 'rank' });
    await book();
    const answer = await book();
    expect(answer).toMatchObject({
      ok: true,
      appointment: { total: 7000, ends_at: at(FIRST_DAY, 15, 30) },
    });
  });
});

describe('what is refused', () => {
  const soon = (minutes: number) => {
    const start = new Date(Math.ceil(Date.now() / 900_000) * 900_000 + minutes * 60_000);
    return start.toISOString();
  };
  test.each<[string, () => Promise<void> | void, () => object, string]>([
    ['a time that is gone', () => {}, () => ({ starts_at: at(-1, 14) }), 'past starts_at'],
    ['too short notice', () => {}, () => ({ starts_at: soon(0) }), 'too_soon starts_at'],
    ['beyond the window', () => {}, () => ({ starts_at: at(62, 14) }), 'too_far starts_at'],
    ['off the grid', () => {}, () => ({ starts_at: at(FIRST_DAY, 14, 5) }), 'off_grid starts_at'],
    ['no instant', () => {}, () => ({ starts_at: 'soon' }), 'invalid starts_at'],
    [
      'outside hours',
      () => {},
      () => ({ starts_at: at(FIRST_DAY, 18) }),
      'outside_hours starts_at',
    ],
    [
      'into the evening',
      () => {},
      () => ({ starts_at: at(FIRST_DAY, 16, 30) }),
      'outside_hours starts_at',
    ],
    [
      'a day off',
      () => rules({ window_days: 90 }),
      () => ({ starts_at: at(40, 14) }),
      'outside_hours starts_at',
    ],
    [
      'a block',
      () => {},
      () => ({ items: [item({ staff_id: salon.ben })], starts_at: at(FIRST_DAY, 12) }),
      'slot_taken starts_at',
    ],
    [
      'approved time off',
      () => {},
      () => ({ items: [item({ staff_id: salon.ben })], starts_at: at(30, 14) }),
      'slot_taken starts_at',
    ],
    ['a full day', () => rules({ max_per_day_per_staff: 1 }), () => ({}), 'slot_taken starts_at'],
    ['no items', () => {}, () => ({ items: [] }), 'invalid items'],
    [
      'more items than allowed',
      () => rules({ multi_service: false }),
      () => ({ items: [item(), item()] }),
      'too_many items',
    ],
    [
      'an unknown service',
      () => {},
      () => ({ items: [item({ variant_id: newId() })] }),
      'not_offered variant_id',
    ],
    [
      'nonsense for a service',
      () => {},
      () => ({ items: [item({ variant_id: 7 })] }),
      'invalid variant_id',
    ],
    [
      'an archived one',
      () => set('service_variants', salon.cut, { status: 'archived' }),
      () => ({}),
      'not_offered variant_id',
    ],
    [
      'a person who does not do it',
      () => set('staff_service_overrides', salon.rows.staff_service_overrides, { offered: false }),
      () => ({ items: [item({ staff_id: salon.ben })] }),
      'not_offered staff_id',
    ],
    [
      'a person when the choice is not the client’s',
      () => rules({ staff_choice: 'any_only' }),
      () => ({ items: [item({ staff_id: salon.ben })] }),
      'not_offered staff_id',
    ],
    [
      'an add-on of something else',
      () => {},
      () => ({ items: [item({ add_on_ids: [newId()] })] }),
      'invalid add_on_ids',
    ],
    [
      'too few add-ons',
      () => set('add_on_groups', salon.rows.add_on_groups, { min_count: 1 }),
      () => ({}),
      'invalid add_on_ids',
    ],
    ['an older policy', () => {}, () => ({ policy_version: 0 }), 'policy_changed policy_version'],
    [
      'no policy at all',
      () => {},
      () => ({ policy_version: null }),
      'policy_changed policy_version',
    ],
    [
      'a price that has risen',
      () => set('service_variants', salon.cut, { price_cents: 5001 }),
      // Ben still does it for the old price; with Ann it costs more than was shown.
      () => ({ items: [item({ staff_id: salon.ann })] }),
      'price_changed expected_total',
    ],
    [
      'no name',
      () => {},
      () => ({ client: { ...request().client, first_name: ' ', last_name: '' } }),
      'invalid client.first_name',
    ],
    [
      'no mail address',
      () => {},
      () => ({ client: { ...request().client, email: '' } }),
      'invalid client.email',
    ],
    [
      'a broken mail address',
      () => {},
      () => ({ client: { ...request().client, email: 'a b@c' } }),
      'invalid client.email',
    ],
    [
      'no phone number',
      () => {},
      () => ({ client: { ...request().client, phone: '' } }),
      'invalid client.phone',
    ],
    ['a client that is a list', () => {}, () => ({ client: [] }), 'invalid client'],
    [
      'a business on a break',
      () => set('businesses', salon.id, { booking_enabled: false }),
      () => ({}),
      'paused',
    ],
  ])('%s', async (_what, prepare, change, expected) => {
    await prepare();
    if (expected.includes('slot_taken') && _what === 'a full day') {
      await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 9), { minutes: 15 });
    }
    const answer = await book(change());
    expect(refusal(answer)).toBe(expected);
    expect(Object.keys(answer).filter((key) => !['ok', 'code', 'field'].includes(key))).toEqual([]);
    expect(
      await countOf(
        database.db,
        `public.appointments where business_id = $1 and source = 'online'`,
        [salon.id],
      ),
    ).toBe(0);
    expect(
      await countOf(database.db, `public.clients where business_id = $1 and source = 'online'`, [
        salon.id,
      ]),
    ).toBe(0);
  });

  test('a lower price than expected is no reason to refuse', async () => {
    expect(refusal(await book({ expected_total: 9999 }))).toBe('ok');
  });

  test('shapes that nobody sends are refused, never an error', async () => {
    for (const broken of [null, [], 'x', 7, { items: {} }, { items: [null] }, { items: [[]] }]) {
      const answer = await rpc(database.db, anon, 'book', {
        slug: salon.slug,
        request: JSON.stringify(broken),
        op_id: newId(),
      });
      expect(answer['ok']).toBe(false);
      expect(['invalid', 'too_many']).toContain(answer['code']);
    }
  });
});

describe('who is taken', () => {
  const cleo = () => ({
    client: { ...request().client, email: `cleo@${salon.slug}.example` },
  });

  test('a blocked client gets the same answer as anybody the business does not take', async () => {
    await set('clients', salon.client, { online_booking: 'block' });
    const blocked = await book(cleo());
    await rules({ audience: 'existing' });
    const stranger = await book();
    expect(blocked).toEqual({ ok: false, code: 'blocked' });
    expect(stranger).toEqual(blocked);
  });

  test('existing or new clients only, by business, service or variant', async () => {
    await rules({ audience: 'new' });
    expect(refusal(await book(cleo()))).toBe('blocked');
    expect(refusal(await book())).toBe('ok');
    await rules({ audience: 'all' });
    await set('services', salon.service, { audience: 'existing' });
    const stranger = { client: { ...request().client, email: 'x@example.com', phone: '5550000' } };
    expect(refusal(await book(stranger))).toBe('blocked');
    await set('services', salon.service, { audience: 'all' });
    await set('service_variants', salon.cut, { for_client: 'returning' });
    expect(refusal(await book(stranger))).toBe('blocked');
    expect(refusal(await book(cleo()))).toBe('ok');
  });

  test('a merged client leads to the one that is left', async () => {
    await set('clients', salon.client, { merged_into: salon.otherClient, status: 'archived' });
    const answer = await book(cleo());
    expect(await rowOf(database.db, 'appointments', answer['appointment'].id)).toMatchObject({
      client_id: salon.otherClient,
    });
  });

  test.each([
    ['all requests', () => rules({ approval_mode: 'all' }), 'pending', 'pending'],
    ['new clients', () => rules({ approval_mode: 'new_clients' }), 'pending', 'booked'],
    [
      'this service',
      () => set('services', salon.service, { approval: true }),
      'pending',
      'pending',
    ],
    [
      'this client',
      () => set('clients', salon.client, { online_booking: 'approve' }),
      'booked',
      'pending',
    ],
    [
      'a client who pays a deposit first',
      () => set('clients', salon.client, { payment_rule: 'deposit' }),
      'booked',
      'pending',
    ],
    [
      'who stayed away once too often',
      async () => {
        await rules({ approve_after_no_shows: 2 });
        for (const day of [-4, -2]) {
          await addVisit(database.db, salon, salon.ben, at(day, 9), {
            appointment: { client_id: salon.client, status: 'no_show' },
          });
        }
      },
      'booked',
      'pending',
    ],
    [
      'a service that asks for a patch test, of who lacks it',
      async () => {
        await set('services', salon.service, { patch_test_required: true });
        await insert(database.db, 'patch_tests', {
          id: newId(),
          business_id: salon.id,
          client_id: salon.client,
          ...PATCH_TEST,
          result: 'passed',
        });
      },
      'pending',
      'booked',
    ],
  ])('approval of %s', async (_what, prepare, stranger, known) => {
    await prepare();
    expect(await book()).toMatchObject({ status: stranger });
    expect(await book({ ...cleo(), starts_at: at(FIRST_DAY, 15) })).toMatchObject({
      status: known,
    });
    const kinds = await database.db.sql<{ kind: string }>(
      'select kind from private.mail_outbox where business_id = $1 order by created_at',
      [salon.id],
    );
    expect(kinds.map((row) => row.kind)).toEqual(
      [stranger, known].map((s) => (s === 'pending' ? 'booking_requested' : 'booking_confirmed')),
    );
  });
});

describe('holds', () => {
  test('keep the time for whoever holds it', async () => {
    await rules({ assign_rule: 'rank' });
    await set('staff', salon.ben, { bookable: false });
    const key = newId();
    const held = await hold(key);
    expect(held).toEqual({ ok: true, expires_at: expect.any(String) });
    const life = Date.parse(held['expires_at']) - Date.now();
    expect(life).toBeGreaterThan(9 * 60_000);
    expect(life).toBeLessThanOrEqual(10 * 60_000);
    expect(refusal(await hold(newId()))).toBe('slot_taken starts_at');
    expect(refusal(await book())).toBe('slot_taken starts_at');
    expect(refusal(await book({ hold_key: key }))).toBe('ok');
    expect(
      await countOf(database.db, 'private.slot_holds where business_id = $1', [salon.id]),
    ).toBe(0);
  });

  test('are extended once, moved freely, and given back', async () => {
    const key = newId();
    const first = await hold(key);
    const second = await hold(key);
    const third = await hold(key);
    expect(Date.parse(second['expires_at']) - Date.parse(first['expires_at'])).toBe(5 * 60_000);
    expect(third).toEqual(second);
    await hold(key, { starts_at: at(FIRST_DAY, 15) });
    expect(await countOf(database.db, 'private.busy_segments where hold_key = $1', [key])).toBe(1);
    const release = () =>
      rpc(database.db, anon, 'release_hold', { slug: salon.slug, hold_key: key });
    expect(await release()).toEqual({ ok: true });
    expect(await release()).toEqual({ ok: true });
    expect(await countOf(database.db, 'private.busy_segments where hold_key = $1', [key])).toBe(0);
  });

  test('that ran out hold nothing', async () => {
    await set('staff', salon.ben, { bookable: false });
    const key = newId();
    await hold(key);
    await database.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 second' where hold_key = $1`,
      [key],
    );
    expect(refusal(await book())).toBe('ok');
    expect(refusal(await book({ hold_key: key }))).toBe('slot_taken starts_at');
  });

  test('of another business open nothing here', async () => {
    const other = await makeSalon(database.db, `${salon.slug}-x`);
    const key = newId();
    await hold(key);
    await set('staff', salon.ann, { bookable: false });
    await set('staff', salon.ben, { bookable: false });
    expect(
      await rpc(database.db, anon, 'hold_slot', {
        slug: other.slug,
        request: { items: [{ ...item(), variant_id: other.cut }], starts_at: at(FIRST_DAY, 14) },
        hold_key: key,
      }),
    ).toMatchObject({ ok: false, code: 'invalid' });
  });

  test('are checked like a booking', async () => {
    expect(refusal(await hold(newId(), { starts_at: at(FIRST_DAY, 18) }))).toBe(
      'outside_hours starts_at',
    );
    expect(refusal(await hold(newId(), { items: [] }))).toBe('invalid items');
  });

  test('a place staff took offline waits for the hold and gets it when it is given back', async () => {
    const key = newId();
    await set('staff', salon.ben, { bookable: false });
    await hold(key);
    const visit = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 14));
    expect(await rowOf(database.db, 'appointments', visit.id)).toMatchObject({ conflict: true });
    await rpc(database.db, anon, 'release_hold', { slug: salon.slug, hold_key: key });
    expect(await rowOf(database.db, 'appointments', visit.id)).toMatchObject({ conflict: false });
  });
});

describe('limits per network, mail address and business', () => {
  test('count the last hop only, and tell when to come back', async () => {
    const call = (address: string) =>
      rpc(database.db, fromAddress(address), 'hold_slot', {
        slug: salon.slug,
        request: { items: [], starts_at: at(FIRST_DAY, 14) },
        hold_key: newId(),
      });
    for (let n = 0; n < 40; n += 1) {
      expect(await call(`10.0.${n}.1, 203.0.113.${n}`)).toMatchObject({ code: 'invalid' });
    }
    expect(await call('198.51.100.1, 203.0.113.77')).toEqual({
      ok: false,
      code: 'rate_limited',
      retry_after_sec: expect.any(Number),
    });
    expect(await call('203.0.113.1, 198.51.100.1')).toMatchObject({ code: 'invalid' });
  });

  test('one mail address books ten times in ten minutes at most', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 11; n += 1) codes.push(refusal(await book({ starts_at: at(-1, 14) })));
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('past starts_at'));
    expect(codes[10]).toBe('rate_limited');
  });

  test('a limited call is not remembered as the answer', async () => {
    const opId = newId();
    await database.db.sql(`update private.rate_rules set most = 0 where bucket = 'book:business'`);
    expect(refusal(await book({}, opId))).toBe('rate_limited');
    await database.db.sql(
      `update private.rate_rules set most = 600 where bucket = 'book:business'`,
    );
    expect(refusal(await book({}, opId))).toBe('ok');
  });
});

// Last, because it breaks the database of this file.
test('an error that nobody thought of tells nothing', async () => {
  await database.db.sql(
    `create or replace function private.read_person(details jsonb, rules public.booking_rules, country text)
     returns private.booking_person language plpgsql as $$
     begin raise exception 'secret of %', 'Cleo' using detail = 'more secrets'; end $$`,
  );
  expect(await book()).toEqual({ ok: false, code: 'unknown' });
});
