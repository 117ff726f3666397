import { expect, test } from 'vitest';
import { CONSENT_TEXTS } from '#domain/clients/consent-texts.ts';
import { at, FIRST_DAY, PATCH_TEST } from '../salon.ts';
import { countOf, insert, newId, rowOf } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

/** Which clients are booked, which wait for approval, which are turned away. */
export const whoIsTaken = (shop: Shop): void => {
  const { rules, set, book, request } = shop;

  const cleo = () => ({
    client: { ...request().client, email: `cleo@${shop.salon.slug}.example` },
  });

  test('a blocked client gets the same answer as anybody the business does not take', async () => {
    await set('clients', shop.salon.client, { online_booking: 'block' });
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
    await set('services', shop.salon.service, { audience: 'existing' });
    const stranger = { client: { ...request().client, email: 'x@example.com', phone: '5550000' } };
    expect(refusal(await book(stranger))).toBe('blocked');
    await set('services', shop.salon.service, { audience: 'all' });
    await set('service_variants', shop.salon.cut, { for_client: 'returning' });
    expect(refusal(await book(stranger))).toBe('blocked');
    expect(refusal(await book(cleo()))).toBe('ok');
  });

  test('members only: who has a membership that runs', async () => {
    await set('services', shop.salon.service, { audience: 'members' });
    expect(refusal(await book(cleo()))).toBe('blocked');
    const membership = newId();
    await insert(shop.db, 'client_memberships', {
      id: membership,
      business_id: shop.salon.id,
      client_id: shop.salon.client,
      name: 'Two cuts a month',
      price_cents: 8000,
      credits: 2,
      service_ids: [shop.salon.service],
      renews_months: 1,
      state: 'paused',
    });
    expect(refusal(await book(cleo()))).toBe('blocked');
    await set('client_memberships', membership, { state: 'active' });
    expect(refusal(await book())).toBe('blocked');
    expect(refusal(await book(cleo()))).toBe('ok');
  });

  test('no more visits ahead than one client may have; the answer does not say why', async () => {
    const ahead = await countOf(
      shop.db,
      `public.appointments
       where client_id = $1 and status in ('pending', 'booked') and starts_at > now()`,
      [shop.salon.client],
    );
    await rules({ max_open_per_client: ahead + 1 });
    expect(refusal(await book(cleo()))).toBe('ok');
    const again = { ...cleo(), starts_at: at(FIRST_DAY, 15) };
    expect(await book(again)).toEqual({ ok: false, code: 'blocked' });
    const stranger = { client: { ...request().client, email: 'x@example.com', phone: '5550000' } };
    expect(refusal(await book({ ...stranger, starts_at: at(FIRST_DAY, 16) }))).toBe('ok');
    await rules({ max_open_per_client: null });
    expect(refusal(await book(again))).toBe('ok');
  });

  test('the option of a service that is for them, when there is one; who is blocked learns nothing', async () => {
    const returning = newId();
    await insert(shop.db, 'service_variants', {
      ...(await rowOf(shop.db, 'service_variants', shop.salon.cut)),
      id: returning,
      for_client: 'returning',
    });
    await set('service_variants', shop.salon.cut, { for_client: 'new' });
    const again = { items: [shop.item({ variant_id: returning })] };
    expect(refusal(await book(cleo()))).toBe('other_variant returning');
    expect(refusal(await book(again))).toBe('other_variant new');
    await set('clients', shop.salon.client, { online_booking: 'block' });
    expect(refusal(await book(cleo()))).toBe('blocked');
    await set('clients', shop.salon.client, { online_booking: 'allow' });
    expect(refusal(await book({ ...again, ...cleo() }))).toBe('ok');
    expect(refusal(await book({ starts_at: at(FIRST_DAY, 16) }))).toBe('ok');
    // What is not on the menu any more is nobody's.
    await set('service_variants', returning, { status: 'archived' });
    expect(refusal(await book({ ...cleo(), starts_at: at(FIRST_DAY, 18) }))).toBe('blocked');
  });

  test('somebody with a guardian is booked as themselves, and no answer shows the other', async () => {
    const guardian = newId();
    await insert(shop.db, 'clients', {
      id: guardian,
      business_id: shop.salon.id,
      first_name: 'Planted',
      email: 'planted@mail.example',
      phone: '+17185559988',
    });
    const before = await book(cleo());
    await set('clients', shop.salon.client, { guardian_id: guardian, guardian_receives: true });
    const after = await book({ ...cleo(), starts_at: at(FIRST_DAY, 16) });
    expect(refusal(before)).toBe('ok');
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(JSON.stringify(after)).not.toMatch(/planted|17185559988/i);
    const visit = await rowOf(shop.db, 'appointments', after['appointment'].id);
    expect(visit['client_id']).toBe(shop.salon.client);
  });

  test('who ticks news agrees to them, once, and only for an address of their own', async () => {
    const events = (client: unknown) =>
      shop.db.sql(
        `select channel, state, source, text_version, wording from public.consent_events
         where client_id = $1 and purpose = 'marketing'`,
        [client],
      );
    let days = FIRST_DAY;
    const visit = async (more: object) => {
      const answer = await book({ ...more, starts_at: at((days += 1), 14) });
      expect(refusal(answer)).toBe('ok');
      return (await rowOf(shop.db, 'appointments', answer['appointment'].id))['client_id'];
    };
    const nia = await visit({ news: true });
    expect(await visit({ news: true })).toBe(nia);
    const { version, wording } = CONSENT_TEXTS.marketing;
    expect(await events(nia)).toEqual([
      { channel: 'email', state: 'granted', source: 'online', text_version: version, wording },
    ]);
    // By her number, with somebody else's address.
    const { client } = request();
    const other = { client: { ...client, email: 'other@example.com' } };
    await set('clients', String(nia), { email: 'nia2@example.com' });
    await shop.db.sql('delete from public.consent_events where client_id = $1', [nia]);
    expect(await visit({ ...other, news: true })).toBe(nia);
    expect(await events(nia)).toEqual([]);
    expect(await visit({ client: { ...client, email: 'nia2@example.com' } })).toBe(nia);
    expect(await events(nia)).toEqual([]);
  });

  test('a merged client leads to the one that is left', async () => {
    await set('clients', shop.salon.client, {
      merged_into: shop.salon.otherClient,
      status: 'archived',
    });
    const answer = await book(cleo());
    expect(await rowOf(shop.db, 'appointments', answer['appointment'].id)).toMatchObject({
      client_id: shop.salon.otherClient,
    });
  });

  test.each([
    ['all requests', () => rules({ approval_mode: 'all' }), 'pending', 'pending'],
    ['new clients', () => rules({ approval_mode: 'new_clients' }), 'pending', 'booked'],
    [
      'this service',
      () => set('services', shop.salon.service, { approval: true }),
      'pending',
      'pending',
    ],
    [
      'this client',
      () => set('clients', shop.salon.client, { online_booking: 'approve' }),
      'booked',
      'pending',
    ],
    [
      'a client who pays a deposit first',
      () => set('clients', shop.salon.client, { payment_rule: 'deposit' }),
      'booked',
      'pending',
    ],
    [
      'who stayed away once too often',
      async () => {
        await rules({ approve_after_no_shows: 2 });
        for (const day of [-4, -2]) {
          await addVisit(shop.db, shop.salon, shop.salon.ben, at(day, 9), {
            appointment: { client_id: shop.salon.client, status: 'no_show' },
          });
        }
      },
      'booked',
      'pending',
    ],
    [
      'a service that asks for a patch test, of who lacks it',
      async () => {
        await set('services', shop.salon.service, { patch_test_required: true });
        await insert(shop.db, 'patch_tests', {
          id: newId(),
          business_id: shop.salon.id,
          client_id: shop.salon.client,
          ...PATCH_TEST,
          result: 'passed',
        });
      },
      'pending',
      'booked',
    ],
    [
      'a test that is over by then, of who has it',
      async () => {
        await set('services', shop.salon.service, { patch_test_required: true });
        await insert(shop.db, 'patch_tests', {
          id: newId(),
          business_id: shop.salon.id,
          client_id: shop.salon.client,
          ...PATCH_TEST,
          expires_on: at(FIRST_DAY - 1, 9).slice(0, 10),
          result: 'passed',
        });
      },
      'pending',
      'pending',
    ],
  ])('approval of %s', async (_what, prepare, stranger, known) => {
    await prepare();
    expect(await book()).toMatchObject({ status: stranger });
    expect(await book({ ...cleo(), starts_at: at(FIRST_DAY, 15) })).toMatchObject({
      status: known,
    });
    const kinds = await shop.db.sql<{ kind: string }>(
      'select kind from private.mail_outbox where business_id = $1 order by created_at',
      [shop.salon.id],
    );
    expect(kinds.map((row) => row.kind)).toEqual(
      [stranger, known].map((s) => (s === 'pending' ? 'booking_requested' : 'booking_confirmed')),
    );
  });

  test.each([
    ['the business says so', true, [null], 'slot_taken starts_at'],
    ['its service says so', false, [true], 'slot_taken starts_at'],
    ['one of its services says so', false, [false, true], 'slot_taken starts_at'],
    [
      'the business says so of the one that says nothing',
      true,
      [false, null],
      'slot_taken starts_at',
    ],
    ['nobody says so', false, [null], 'ok'],
    ['its service says that it does not', true, [false], 'ok'],
  ] as const)('a request keeps its time when %s', async (_who, business, services, answer) => {
    const { salon } = shop;
    await set('staff', salon.ben, { bookable: false });
    await rules({ approval_mode: 'all', pending_blocks_slot: business });
    const variants = [salon.cut];
    const second = newId();
    await insert(shop.db, 'services', {
      ...(await rowOf(shop.db, 'services', salon.service)),
      id: second,
      name: 'Beard',
    });
    variants.push(newId());
    await insert(shop.db, 'service_variants', {
      ...(await rowOf(shop.db, 'service_variants', salon.cut)),
      id: variants[1]!,
      service_id: second,
    });
    for (const [index, pending_blocks_slot] of services.entries()) {
      await set('services', [salon.service, second][index]!, { pending_blocks_slot });
    }
    const items = services.map((_, index) => shop.item({ variant_id: variants[index]! }));
    expect(await book({ items, expected_total: 5000 * items.length })).toMatchObject({
      status: 'pending',
    });
    expect(refusal(await book())).toBe(answer);
  });
};
