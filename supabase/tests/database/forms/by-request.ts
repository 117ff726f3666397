import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#supabase/local/database/database.ts';
import type { Uuid } from '#domain/rows.ts';
import { at, filledIn, FIRST_DAY, type Salon } from '../salon.ts';
import { anon, type Device, insert, newId, patch, put, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';

type Place = { readonly db: Database; readonly salon: Salon; readonly desk: Device };

/** Clients whom staff ask to fill in a form: by mail, at a visit or at none. */
export const byRequest = (place: Place): void => {
  beforeEach(async () => {
    await place.db.sql(
      `update public.forms set status = 'published', wanted = 'manual' where id = $1`,
      [place.salon.rows.forms],
    );
    await place.db.sql('delete from private.mail_outbox where business_id = $1', [place.salon.id]);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const ask = async (more: object = {}, id: Uuid = newId(), who = place.desk) => {
    const { result } = await who.push([
      put('form_requests', id, {
        form_id: place.salon.rows.forms,
        client_id: place.salon.client,
        appointment_id: null,
        channel: 'email',
        asked_at: at(0, 9),
        ...more,
      }),
    ]);
    return { id, status: String(result['status']) };
  };
  const mails = () =>
    place.db.sql<{ state: string; to_email: string; data: Answer }>(
      `select state, to_email, data from private.mail_outbox
       where business_id = $1 and kind = 'form_request' order by created_at, id`,
      [place.salon.id],
    );
  const states = async () => (await mails()).map(({ state }) => state);
  const key = async () =>
    String((await rowOf(place.db, 'forms', place.salon.rows.forms))['public_key']);
  const fill = (more: object = {}) =>
    place.desk.push([
      put('form_submissions', newId(), {
        form_id: place.salon.rows.forms,
        version_id: place.salon.rows.form_versions,
        client_id: place.salon.client,
        appointment_id: null,
        ...filledIn({ q1: 'Latex' }),
        submitted_at: at(0, 10),
        ...more,
      }),
    ]);

  test('without a visit: a mail whose link names the client, and fills in for them', async () => {
    await ask();
    const [mail] = await mails();
    expect(mail).toMatchObject({
      state: 'queued',
      to_email: `cleo@${place.salon.slug}.example`,
      data: { form: { name: 'Before your visit' }, starts_at: null, visit_id: null },
    });
    const link = { key: await key(), token: mail!.data['form_token'] as string };
    expect(await rpc(place.db, anon, 'public_form', link)).toMatchObject({
      ok: true,
      is_of_visit: false,
    });
    expect(
      await rpc(place.db, anon, 'submit_form', {
        ...link,
        version: 1,
        answers: { q1: 'Latex' },
        op_id: newId(),
      }),
    ).toMatchObject({ ok: true });
    const filled = await place.db.sql(
      `select appointment_id from public.form_submissions
       where client_id = $1 and filled_on = 'client_device'`,
      [place.salon.client],
    );
    expect(filled).toEqual([{ appointment_id: null }]);
    expect(await states()).toEqual(['cancelled']);
    expect(await rpc(place.db, anon, 'booking_status', { token: link.token })).toMatchObject({
      code: 'not_found',
    });
  });

  test('its link lasts thirty days: from the mail on, that of a visit from its end on', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    await ask();
    await ask({ appointment_id: place.salon.visit });
    const visit = await rowOf(place.db, 'appointments', place.salon.visit);
    const sent = await mails();
    for (const [appointment, from] of [
      [null, now],
      [place.salon.visit, Date.parse(String(visit['ends_at']))],
    ] as const) {
      const { data } = sent.find((mail) => mail.data['visit_id'] === appointment)!;
      const link = { key: await key(), token: data['form_token'] as string };
      const asked = async (pastMs: number): Promise<unknown> => {
        vi.setSystemTime(from + 30 * 86_400_000 + pastMs);
        const { ok, code } = await rpc(place.db, anon, 'public_form', link);
        return code ?? ok;
      };
      expect(await asked(-1000)).toBe(true);
      expect(await asked(0)).toBe('not_found');
    }
  });

  test('for a visit: its link, and the visit wants the form until it is filled in', async () => {
    await ask({ appointment_id: place.salon.visit });
    const [mail] = await mails();
    const token = mail!.data['form_token'] as string;
    const status = await rpc(place.db, anon, 'booking_status', { token });
    expect(status['forms']).toMatchObject([{ key: await key(), done: false }]);
    await fill({ appointment_id: place.salon.visit });
    const after = await rpc(place.db, anon, 'booking_status', { token });
    expect(after['forms']).toMatchObject([{ done: true }]);
    expect(await states()).toEqual(['cancelled']);
  });

  test('is sent again when they are asked again, and not when it only changes hands', async () => {
    const { id } = await ask();
    await place.desk.push([patch('form_requests', id, { asked_at: at(0, 11) })]);
    expect(await states()).toEqual(['cancelled', 'queued']);
    await place.desk.push([patch('form_requests', id, { client_id: place.salon.otherClient })]);
    expect(await states()).toEqual(['cancelled', 'queued']);
  });

  test('is not sent when it is taken back in time, handed to a phone, or nothing is published', async () => {
    const { id } = await ask();
    await place.desk.push([{ table: 'form_requests', id, op: 'delete', value: null }]);
    expect(await states()).toEqual(['cancelled']);
    await ask({ channel: 'phone' });
    await place.db.sql(`update public.forms set status = 'archived' where id = $1`, [
      place.salon.rows.forms,
    ]);
    await ask();
    expect(await states()).toEqual(['cancelled']);
  });

  test('of a class: everybody gets a link of their own seats, and answers for themselves', async () => {
    const { db, salon } = place;
    const session = await addVisit(db, salon, salon.ann, at(FIRST_DAY + 1, 10), {
      appointment: { capacity: 5 },
      segment: { variant_id: salon.cut },
    });
    const people = ['first', 'second'].map((name) => ({
      id: newId(),
      email: `${name}@${salon.slug}.example`,
    }));
    for (const person of people) {
      const about = { business_id: salon.id, client_id: person.id };
      await insert(db, 'clients', { business_id: salon.id, first_name: 'A', ...person });
      const seat = { id: newId(), ...about, appointment_id: session.id, seats: 1, state: 'booked' };
      await insert(db, 'attendees', seat);
    }
    await db.sql('delete from private.mail_outbox where business_id = $1', [salon.id]);
    for (const { id } of people) await ask({ client_id: id, appointment_id: session.id });
    const sent = await mails();
    expect(sent.map(({ to_email }) => to_email).toSorted()).toEqual(
      people.map(({ email }) => email).toSorted(),
    );
    const tokenOf = (email: string): string =>
      String(sent.find(({ to_email }) => to_email === email)?.data['form_token']);
    const [first = '', second = ''] = people.map(({ email }) => tokenOf(email));
    const formsOf = async (token: string): Promise<unknown> =>
      (await rpc(db, anon, 'booking_status', { token }))['forms'];
    expect(await formsOf(first)).toMatchObject([{ key: await key(), done: false }]);
    const answer = await rpc(db, anon, 'submit_form', {
      key: await key(),
      token: first,
      version: 1,
      answers: { q1: 'Latex' },
      op_id: newId(),
    });
    expect(answer).toMatchObject({ ok: true });
    expect(await formsOf(first)).toMatchObject([{ done: true }]);
    expect(await formsOf(second)).toMatchObject([{ done: false }]);
    expect((await states()).toSorted()).toEqual(['cancelled', 'queued']);
  });

  test('of a class: who has no seat any more gets a link that names nothing but them', async () => {
    const { db, salon } = place;
    const session = await addVisit(db, salon, salon.ann, at(FIRST_DAY + 1, 10), {
      appointment: { capacity: 5 },
      segment: { variant_id: salon.cut },
    });
    await insert(db, 'attendees', {
      id: newId(),
      business_id: salon.id,
      client_id: salon.client,
      appointment_id: session.id,
      seats: 1,
      state: 'cancelled',
    });
    await db.sql('delete from private.mail_outbox where business_id = $1', [salon.id]);
    await ask({ appointment_id: session.id });
    const [mail] = await mails();
    expect(mail!.data).toMatchObject({ visit_id: null });
  });

  const traces = () =>
    place.db.sql<{ id: Uuid; asked: boolean; sent: boolean; opened: boolean }>(
      `select id, asked_at is not null as asked, sent_at is not null as sent,
         opened_at is not null as opened
       from public.form_requests where business_id = $1 and client_id = $2`,
      [place.salon.id, place.salon.client],
    );
  const deliver = async (kind: string) => {
    await place.db.sql(
      `update private.mail_outbox set state = 'sending' where business_id = $1 and kind = $2`,
      [place.salon.id, kind],
    );
    await place.db.sql(
      `select private.finish_mail(id, null) from private.mail_outbox
       where business_id = $1 and kind = $2`,
      [place.salon.id, kind],
    );
  };

  test('is sent when its mail has left, and opened when its page says so', async () => {
    await ask({ appointment_id: place.salon.visit });
    expect(await traces()).toMatchObject([{ asked: true, sent: false, opened: false }]);
    await deliver('form_request');
    expect(await traces()).toMatchObject([{ sent: true, opened: false }]);
    const [mail] = await mails();
    const link = { key: await key(), token: mail!.data['form_token'] as string };
    // Whoever only looks at the address reads the form at most.
    await rpc(place.db, anon, 'public_form', link);
    expect(await traces()).toMatchObject([{ opened: false }]);
    const open = (more: object) => rpc(place.db, anon, 'form_opened', { ...link, ...more });
    expect(await open({ token: 'guess' })).toMatchObject({ code: 'not_found' });
    expect(await open({ key: 'guess' })).toMatchObject({ code: 'not_found' });
    expect(await open({})).toEqual({ ok: true });
    const head = () => place.db.sql('select max(rev) from public.form_requests');
    const before = await head();
    expect(await open({})).toEqual({ ok: true });
    expect(await head()).toEqual(before);
    expect(await traces()).toMatchObject([{ asked: true, sent: true, opened: true }]);
  });

  test('a mail about the visit that leads to a form leaves a trace, and asks for nothing', async () => {
    await place.db.sql(`update public.forms set wanted = 'before' where id = $1`, [
      place.salon.rows.forms,
    ]);
    await fill();
    await place.db.sql(
      `select private.queue_mail($1, 'reminder_1', 'cleo@x.example', null,
         private.appointment_mail_data(a, 'token', null, null), now())
       from public.appointments a where a.id = $2`,
      [place.salon.id, place.salon.visit],
    );
    expect(await traces()).toEqual([]);
    await deliver('reminder_1');
    const [trace] = await traces();
    expect(trace).toMatchObject({ asked: false, sent: true, opened: false });
    // What they filled in before still counts, and nothing more is sent.
    const [lacks] = await place.db.sql<{ lacks: boolean }>(
      'select private.lacks_forms(a) as lacks from public.appointments a where id = $1',
      [place.salon.visit],
    );
    expect(lacks).toEqual({ lacks: false });
    expect(await mails()).toEqual([]);
    // The same request as that of a device, so asking by hand afterwards is no second one.
    const hash = createHash('sha256')
      .update(`form_request:${place.salon.rows.forms}:${place.salon.visit}:${place.salon.client}`)
      .digest('hex');
    expect(trace!.id.slice(0, 8)).toBe(hash.slice(0, 8));
    expect(trace!.id.slice(24)).toBe(hash.slice(20, 32));
    await place.desk.push([
      patch('form_requests', trace!.id, { asked_at: at(0, 9), channel: 'email' }),
    ]);
    expect(await states()).toEqual(['queued']);
    const { result } = await place.desk.push([
      patch('form_requests', trace!.id, { opened_at: at(0, 9) }),
    ]);
    expect(result).toMatchObject({ status: 'refused' });
  });

  test('gives nobody the link of somebody else’s visit', async () => {
    await ask({ appointment_id: place.salon.otherVisit });
    const [mail] = await mails();
    expect(mail!.data).toMatchObject({ visit_id: null, starts_at: null });
    const token = mail!.data['form_token'] as string;
    expect(await rpc(place.db, anon, 'booking_status', { token })).toMatchObject({
      code: 'not_found',
    });
  });
};
