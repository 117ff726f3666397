import { describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FORM_FIELDS } from '../salon.ts';
import { anon, countOf, insert, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { DAY, START, usePartyOf } from './party.ts';
import { refusal, type Shop } from './shop.ts';

/** Who books for others as well. */
export const guests = (shop: Shop): void => {
  const { rules, set, item, book, hold } = shop;
  const { guest, asked, come, addCy, shown, online, heldBy } = usePartyOf(shop);

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
};
