import { expect, test } from 'vitest';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, countOf, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

/** What a request that is taken makes. */
export const booking = (shop: Shop): void => {
  const { rules, set, item, book } = shop;

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
        segments: [{ variant_id: shop.salon.cut, starts_at: at(FIRST_DAY, 14), minutes: 60 }],
      },
    });
    const row = await rowOf(shop.db, 'appointments', answer['appointment'].id);
    expect(row).toMatchObject({
      source: 'online',
      client_note: 'Please ring twice',
      staff_note: null,
      policy_version: 1,
      conflict: false,
      ical_sequence: 0,
      created_by: null,
    });
    expect(await rowOf(shop.db, 'clients', row['client_id'] as string)).toMatchObject({
      first_name: 'Nia',
      email: 'nia@example.com',
      phone: '+17185550199',
      phone_raw: '(718) 555-0199',
      source: 'online',
    });
    const [mail] = await shop.db.sql<{ kind: string; to_email: string; data: Answer }>(
      'select kind, to_email, data from private.mail_outbox where business_id = $1',
      [shop.salon.id],
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

  test('finds a returning client by mail or phone, and shows what differs to the staff only', async () => {
    await set('businesses', shop.salon.id, { country_code: 'US' });
    const answer = await book({
      client: {
        first_name: 'C',
        last_name: 'Reyes',
        email: 'new@example.com',
        phone: '718 555 0142',
      },
    });
    const row = await rowOf(shop.db, 'appointments', answer['appointment'].id);
    expect(row).toMatchObject({
      client_id: shop.salon.client,
      staff_note: 'Booked online as C Reyes, new@example.com, 718 555 0142',
    });
    expect(await rowOf(shop.db, 'clients', shop.salon.client)).toMatchObject({
      first_name: 'Cleo',
      email: `cleo@${shop.salon.slug}.example`,
    });
    // Whoever guesses a phone number must not be told by mail whose it is.
    const [mail] = await shop.db.sql<{ data: Answer; to_email: string }>(
      'select data, to_email from private.mail_outbox where business_id = $1',
      [shop.salon.id],
    );
    expect(mail!.to_email).toBe('new@example.com');
    expect(JSON.stringify([mail, answer])).not.toContain('Cleo');
  });

  test('finds a returning client by their second phone, and has nothing to tell about that', async () => {
    await set('businesses', shop.salon.id, { country_code: 'US' });
    await set('clients', shop.salon.client, {
      first_name: 'Cleo',
      last_name: 'Reyes',
      alt_phone: '+17185550177',
    });
    const answer = await book({
      client: {
        first_name: 'Cleo',
        last_name: 'Reyes',
        email: `cleo@${shop.salon.slug}.example`,
        phone: '718 555 0177',
      },
    });
    expect(await rowOf(shop.db, 'appointments', answer['appointment'].id)).toMatchObject({
      client_id: shop.salon.client,
      staff_note: null,
    });
    const byNumber = await book({
      starts_at: at(FIRST_DAY, 16),
      client: { first_name: 'C', last_name: 'R', email: 'x@example.com', phone: '718 555 0177' },
    });
    expect(await rowOf(shop.db, 'appointments', byNumber['appointment'].id)).toMatchObject({
      client_id: shop.salon.client,
    });
  });

  test('the same op_id gets the same answer and books once', async () => {
    const opId = newId();
    const first = await book({}, opId);
    const second = await book({ starts_at: at(FIRST_DAY, 16) }, opId);
    expect(second).toEqual(first);
    expect(
      await countOf(shop.db, 'public.appointments where source = $1 and business_id = $2', [
        'online',
        shop.salon.id,
      ]),
    ).toBe(1);
    const refusedOp = newId();
    expect(refusal(await book({}, refusedOp))).toBe('ok');
    const third = newId();
    expect(refusal(await book({}, third))).toBe('slot_taken starts_at');
    await shop.db.sql('delete from public.appointments where source = $1', ['online']);
    expect(refusal(await book({}, third))).toBe('slot_taken starts_at');
  });

  test('with a named person, add-ons and several services in a row', async () => {
    const answer = await book({
      items: [
        item({ staff_id: shop.salon.ann, add_on_ids: [shop.salon.rows.add_ons] }),
        item({ staff_id: shop.salon.ben }),
      ],
      expected_total: 11000,
    });
    expect(answer).toMatchObject({ ok: true, appointment: { total: 11000 } });
    expect(answer['appointment'].segments).toMatchObject([
      { staff_id: shop.salon.ann, starts_at: at(FIRST_DAY, 14), minutes: 75 },
      { staff_id: shop.salon.ben, starts_at: at(FIRST_DAY, 15, 15), minutes: 60 },
    ]);
  });

  test('waits for the next service no longer than the rules allow', async () => {
    await addVisit(shop.db, shop.salon, shop.salon.ben, at(FIRST_DAY, 15), { minutes: 10 });
    const items = [item({ staff_id: shop.salon.ann }), item({ staff_id: shop.salon.ben })];
    await rules({ max_gap_min: 5 });
    expect(refusal(await book({ items, expected_total: 10000 }))).toBe('slot_taken starts_at');
    await rules({ max_gap_min: 10 });
    const answer = await book({ items, expected_total: 10000 });
    expect(answer['appointment'].segments[1]).toMatchObject({ starts_at: at(FIRST_DAY, 15, 10) });
  });

  test('waiting time between buffers and processing is used', async () => {
    await set('service_variants', shop.salon.cut, {
      processing_min: 60,
      finishing_min: 15,
      duration_min: 30,
    });
    const items = [item({ staff_id: shop.salon.ann })];
    expect(refusal(await book({ items }))).toBe('ok');
    expect(refusal(await book({ items, starts_at: at(FIRST_DAY, 14, 30) }))).toBe('ok');
    expect(refusal(await book({ items, starts_at: at(FIRST_DAY, 14, 15) }))).toBe(
      'slot_taken starts_at',
    );
  });

  test('how to prepare is told with the visit and its mail, each note once', async () => {
    await set('services', shop.salon.service, { prep_note: 'Come with dry hair.' });
    const answer = await book({ items: [item(), item()], expected_total: 10000 });
    expect(answer['appointment'].prep_notes).toEqual(['Come with dry hair.']);
    expect(
      await rpc(shop.db, anon, 'booking_status', { token: answer['manage_token'] }),
    ).toMatchObject({ appointment: { prep_notes: ['Come with dry hair.'] } });
    const [mail] = await shop.db.sql<{ notes: string[] }>(
      `select data #> '{appointment,prep_notes}' as notes from private.mail_outbox
       where business_id = $1 and kind = 'booking_confirmed'`,
      [shop.salon.id],
    );
    expect(mail!.notes).toEqual(['Come with dry hair.']);
  });
};
