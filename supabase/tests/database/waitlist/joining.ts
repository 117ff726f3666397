import { beforeEach, describe, expect, test } from 'vitest';
import { refusal, type Shop } from '../booking/shop.ts';
import { at } from '../salon.ts';
import { countOf, Device, fromAddress, newId, patch, rowOf, rpc } from '../setup.ts';
import { DAY, lineOf } from './line.ts';

/** Clients who put themselves on the list, and the link with which they leave it. */
export const joining = (shop: Shop): void => {
  const { joinRequest, join, status, leave, joined, mails } = lineOf(shop);
  const rules = (change: object) => shop.rules({ ...change });
  const known = () => ({
    first_name: 'Cleo',
    last_name: 'Reyes',
    email: `cleo@${shop.salon.slug}.example`,
    phone: '+17185550142',
  });

  test('stores what was asked for, once per operation, and mails the link', async () => {
    const opId = newId();
    const items = [shop.item({ staff_id: shop.salon.ben })];
    const answer = await join({ items }, opId);
    expect(answer).toMatchObject({
      ok: true,
      status: 'waiting',
      leave_token: expect.stringMatching(/^[\w-]{43}$/),
      entry: {
        state: 'waiting',
        items: [{ service_name: 'Cut', staff_ids: [shop.salon.ben], staff_names: ['Ben'] }],
        expires_at: at(DAY, 17),
        time_zone: 'UTC',
      },
    });
    // Answers are kept: nobody's own words are in them.
    expect(JSON.stringify(answer)).not.toContain('Any day');
    expect(await join({ items }, opId)).toEqual(answer);
    const rows = await joined();
    expect(rows).toMatchObject([
      {
        items: [{ variant_id: shop.salon.cut, staff_ids: [shop.salon.ben], add_on_ids: [] }],
        windows: joinRequest().windows,
        note: 'Any day',
        state: 'waiting',
        priority: 0,
        appointment_id: null,
        fits_at: null,
      },
    ]);
    expect(await rowOf(shop.db, 'clients', rows[0]!.client_id)).toMatchObject({
      first_name: 'Nia',
      source: 'online',
    });
    expect(await mails()).toMatchObject([
      {
        kind: 'waitlist_joined',
        to_email: 'nia@example.com',
        data: { token: answer['leave_token'], entry: { id: rows[0]!.id, state: 'waiting' } },
      },
    ]);
  });

  test('says the same to somebody known and to somebody new', async () => {
    const [fresh, old] = [await join(), await join({ client: known() })];
    const shapeOf = (answer: object) => JSON.stringify({ ...answer, leave_token: 'x' });
    expect(shapeOf(old)).toBe(shapeOf(fresh));
    expect((await joined()).map(({ client_id }) => client_id)).toContain(shop.salon.client);
  });

  test('keeps what a known client calls themselves beside the client, and changes nothing', async () => {
    await join({ client: { ...known(), first_name: 'C' } });
    expect(await rowOf(shop.db, 'clients', shop.salon.client)).toMatchObject({
      first_name: 'Cleo',
    });
    expect(
      await shop.db.sql('select body from public.client_notes where client_id = $1', [
        shop.salon.client,
      ]),
    ).toEqual([
      { body: `Joined the waitlist online as C Reyes, ${known().email}, ${known().phone}` },
    ]);
    // Whose number it is is not told to whoever typed it.
    expect((await mails())[0]!.data['client'].first_name).toBe('C');
  });

  const windowsOf = (...changes: object[]) =>
    changes.map((change) => ({ ...joinRequest().windows[0], ...change }));

  test('is refused in words that help, and stores nothing then', async () => {
    const day = (days: number) => at(days, 0).slice(0, 10);
    const asked: [string, object][] = [
      ['invalid windows', { windows: null }],
      ['invalid windows', { windows: [] }],
      ['invalid windows', { windows: windowsOf({}, {}, {}, {}, {}, {}) }],
      ['invalid windows', { windows: windowsOf({ from_min: 600, to_min: 600 }) }],
      ['invalid windows', { windows: windowsOf({ to_min: 1441 }) }],
      ['invalid windows', { windows: windowsOf({ from_min: '540' }) }],
      ['invalid windows', { windows: windowsOf({ from_min: null }) }],
      ['invalid windows', { windows: windowsOf({ to_day: day(DAY - 1) }) }],
      ['invalid windows', { windows: windowsOf({ to_day: '2026-02-31' }) }],
      ['invalid windows', { windows: windowsOf({ to_day: day(DAY + 367) }) }],
      ['invalid windows', { windows: windowsOf({ weekdays: [7] }) }],
      ['invalid windows', { windows: windowsOf({ weekdays: 'Mon' }) }],
      ['invalid windows', { windows: windowsOf({ more: 1 }) }],
      ['invalid windows', { windows: windowsOf({ from_day: "'; --" }) }],
      ['past windows', { windows: windowsOf({ from_day: day(-3), to_day: day(-1) }) }],
      ['too_far windows', { windows: windowsOf({ from_day: day(61), to_day: day(70) }) }],
      ['invalid flexible_min', { flexible_min: 241 }],
      ['invalid flexible_min', { flexible_min: '30' }],
      ['not_offered place', { place: 'client' }],
      ['not_offered bundle_id', { items: [shop.item({ bundle_id: newId() })] }],
      ['invalid items', { items: [] }],
      ['invalid variant_id', { items: [{ variant_id: 'x' }] }],
      ['not_offered variant_id', { items: [shop.item({ variant_id: newId() })] }],
      ['not_offered staff_id', { items: [shop.item({ staff_id: newId() })] }],
      ['too_many items', { items: Array.from({ length: 6 }, () => shop.item()) }],
      ['invalid client.email', { client: { ...known(), email: 'x' } }],
      ['invalid client', { client: 'Nia' }],
    ];
    for (const [reason, more] of asked) {
      // Limits are another test.
      await shop.db.sql('delete from private.rate_limits');
      expect([reason, refusal(await join(more))]).toEqual([reason, reason]);
    }
    expect(await joined()).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(
      await rpc(shop.db, fromAddress('203.0.113.9'), 'join_waitlist', {
        slug: 'nobody',
        request: joinRequest(),
        op_id: newId(),
      }),
    ).toEqual({ ok: false, code: 'not_found' });
  });

  test('is closed when the business says so, and to whom it does not take online', async () => {
    await rules({ allow_waitlist: false });
    expect(refusal(await join())).toBe('waitlist_off');
    await rules({ allow_waitlist: true, audience: 'existing' });
    expect(refusal(await join())).toBe('blocked');
    await rules({ audience: 'all' });
    await shop.set('clients', shop.salon.client, { online_booking: 'block' });
    expect(refusal(await join({ client: known() }))).toBe('blocked');
    await shop.set('businesses', shop.salon.id, { booking_enabled: false });
    expect(refusal(await join())).toBe('paused');
    await shop.set('businesses', shop.salon.id, { booking_enabled: true });
    await shop.set('services', shop.salon.service, { location_types: ['client'] });
    expect(refusal(await join())).toBe('invalid address');
    await shop.set('services', shop.salon.service, { location_types: ['business'], capacity: 5 });
    expect(refusal(await join())).toBe('not_offered variant_id');
    expect(await joined()).toEqual([]);
  });

  describe('a visit at the client’s', () => {
    const address = { line1: '12 Elm Street', city: 'Queens', postal_code: '11375' };
    const visit = (more: object = {}) => join({ place: 'client', address, ...more });
    beforeEach(async () => {
      await shop.set('services', shop.salon.service, { location_types: ['business', 'client'] });
    });

    test('is waited for with where to come to; a new client has that address', async () => {
      expect(await visit()).toMatchObject({ ok: true, entry: { location_type: 'client' } });
      const [row] = await joined();
      expect(row).toMatchObject({ location_type: 'client', address });
      expect(await rowOf(shop.db, 'clients', row!.client_id)).toMatchObject({ address });
      // Whoever has the link knows where they live.
      expect(JSON.stringify(await mails())).not.toContain('Elm Street');
    });

    test('needs an address to which somebody comes', async () => {
      expect(refusal(await visit({ address: null }))).toBe('invalid address');
      expect(refusal(await visit({ address: { line1: ' ' } }))).toBe('invalid address.line1');
      await shop.rules({ visit_postal_codes: ['112'] });
      expect(refusal(await visit())).toBe('outside_area address.postal_code');
      expect(await joined()).toEqual([]);
    });

    test('is at the business where that is asked for, and no address is kept then', async () => {
      expect(await visit({ place: 'business' })).toMatchObject({ ok: true });
      expect(await joined()).toMatchObject([{ location_type: null, address: null }]);
    });
  });

  test('says how flexible somebody is, and lets them say anew', async () => {
    const { leave_token: token } = await join({ flexible_min: 30 });
    const change = (more: object) =>
      rpc(shop.db, fromAddress('203.0.113.80'), 'change_waitlist', {
        token,
        windows: windowsOf({}),
        note: null,
        op_id: newId(),
        ...more,
      });
    expect(await joined()).toMatchObject([{ flexible_min: 30 }]);
    // A page that was loaded before it was asked does not say.
    expect(await change({})).toMatchObject({ ok: true, entry: { flexible_min: 30 } });
    expect(await change({ flexible_min: 120 })).toMatchObject({ entry: { flexible_min: 120 } });
    expect(refusal(await change({ flexible_min: 500 }))).toBe('invalid flexible_min');
    expect(await joined()).toMatchObject([{ flexible_min: 120 }]);
  });

  test('one address joins five times an hour at most, and gets three mails a day', async () => {
    const answers: string[] = [];
    for (let n = 0; n < 6; n += 1) answers.push(refusal(await join()));
    expect(answers).toEqual([...Array(5).fill('ok'), 'rate_limited']);
    expect(await mails()).toHaveLength(3);
    expect(await joined()).toHaveLength(5);
  });

  test('its link shows the place and changes nothing, until the client leaves', async () => {
    const { leave_token: token } = await join();
    const [before] = await joined();
    for (let n = 0; n < 2; n += 1) {
      expect(await status(token)).toMatchObject({
        ok: true,
        entry: { state: 'waiting', note: 'Any day', items: [{ service_name: 'Cut' }] },
        business: { slug: shop.salon.slug },
      });
    }
    expect(await joined()).toEqual([before]);

    const opId = newId();
    const left = await leave(token, opId);
    expect(left).toMatchObject({ ok: true, status: 'cancelled', entry: { state: 'cancelled' } });
    expect(await leave(token, opId)).toEqual(left);
    // Leaving twice is no mistake.
    expect(await leave(token)).toMatchObject({ ok: true, status: 'cancelled' });
    expect(await joined()).toMatchObject([{ state: 'cancelled' }]);
    // Whoever left knows.
    expect((await mails()).map(({ kind }) => kind)).toEqual(['waitlist_joined']);
  });

  test('its link lets the client say anew when they can come, once per operation', async () => {
    const { leave_token: token } = await join();
    const change = (windows: unknown, note: unknown = 'Later', opId = newId()) =>
      rpc(shop.db, fromAddress('203.0.113.77'), 'change_waitlist', {
        token,
        windows,
        note: JSON.stringify(note),
        op_id: opId,
      });
    const opId = newId();
    const windows = windowsOf({ from_min: 600 }, { from_min: 700, to_min: 800 });
    const changed = await change(windows, ' After work ', opId);
    expect(changed).toMatchObject({ ok: true, status: 'waiting', entry: { windows } });
    expect(JSON.stringify(changed)).not.toContain('After work');
    expect(await change(windows, 'x', opId)).toEqual(changed);
    const [row] = await joined();
    expect(row).toMatchObject({ windows, note: 'After work', state: 'waiting', priority: 0 });
    for (const [reason, wrong] of [
      ['invalid windows', []],
      ['invalid windows', windowsOf({}, {}, {}, {}, {}, {})],
      ['past windows', windowsOf({ from_day: '2020-01-01', to_day: '2020-01-02' })],
      [
        'too_far windows',
        windowsOf({ from_day: at(61, 0).slice(0, 10), to_day: at(61, 0).slice(0, 10) }),
      ],
    ] as const) {
      expect([reason, refusal(await change(wrong))]).toEqual([reason, reason]);
    }
    expect(await joined()).toEqual([row]);
    await leave(token);
    expect(refusal(await change(windows))).toBe('already_closed');
    const guessed = await rpc(shop.db, fromAddress('203.0.113.78'), 'change_waitlist', {
      token: 'guessed',
      windows,
      note: null,
      op_id: newId(),
    });
    expect(guessed).toEqual({ ok: false, code: 'not_found' });
  });

  test('its link lives as long as what its client waits for now', async () => {
    const { leave_token: token } = await join();
    const day = at(50, 0).slice(0, 10);
    const changed = await rpc(shop.db, fromAddress('203.0.113.79'), 'change_waitlist', {
      token,
      windows: windowsOf({ from_day: day, to_day: day }),
      note: null,
      op_id: newId(),
    });
    expect(changed).toMatchObject({ ok: true, status: 'waiting' });
    const [link] = await shop.db.sql<{ outlives: boolean }>(
      `select t.expires_at > e.expires_at as outlives
       from private.public_tokens t
       join public.waitlist_entries e on e.business_id = t.business_id and e.id = t.entry_id
       where t.token_hash = private.token_hash($1)`,
      [token as string],
    );
    expect(link).toEqual({ outlives: true });
  });

  test('the link of a place that is over says so', async () => {
    const { leave_token: token } = await join();
    const [{ id } = { id: '' }] = await joined();
    for (const state of ['booked', 'expired']) {
      await shop.set('waitlist_entries', id, { state });
      expect(refusal(await leave(token))).toBe('already_closed');
      expect(await status(token)).toMatchObject({ ok: true, entry: { state } });
    }
  });

  test('wrong, old and other links get the one neutral answer, and guessing is limited', async () => {
    const notFound = { ok: false, code: 'not_found' };
    const { manage_token: manage } = await shop.book();
    const { leave_token: token } = await join();
    for (const wrong of ['', 'x', manage as string]) {
      expect(await status(wrong)).toEqual(notFound);
      expect(await leave(wrong)).toEqual(notFound);
    }
    for (const name of ['booking_status', 'cancel_booking', 'reschedule_booking']) {
      expect(
        await rpc(shop.db, fromAddress('198.51.100.7'), name, {
          token,
          ...(name === 'booking_status' ? {} : { op_id: newId() }),
          ...(name === 'reschedule_booking' ? { starts_at: at(DAY, 10) } : {}),
        }),
      ).toEqual(notFound);
    }
    await shop.db.sql(
      `update private.public_tokens set expires_at = now() where purpose = 'waitlist'`,
    );
    expect(await status(token)).toEqual(notFound);
    const guess = (n: number) =>
      rpc(shop.db, fromAddress('203.0.113.50'), 'waitlist_status', { token: `guess-${n}` });
    for (let n = 0; n < 20; n += 1) expect(await guess(n)).toEqual(notFound);
    expect(refusal(await guess(20))).toBe('rate_limited');
  });

  test('of a client who is erased nothing is left, and nothing comes back', async () => {
    const { leave_token: token } = await join();
    const [row] = await joined();
    const owner = new Device(shop.db, shop.salon.users.owner, shop.salon.id);
    await owner.pull();
    await owner.push([patch('clients', row!.client_id, { status: 'anonymised' })]);
    expect(await status(token)).toEqual({ ok: false, code: 'not_found' });
    expect(await joined()).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(
      await countOf(shop.db, 'private.public_tokens where business_id = $1', [shop.salon.id]),
    ).toBe(0);
  });
};
