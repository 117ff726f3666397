import { expect, test } from 'vitest';
import type { Database } from '#supabase/local/database/database.ts';
import type { FormField, FormSubmissionRow, Uuid } from '#domain/rows.ts';
import { refusal } from '../booking/shop.ts';
import { at, filledIn, FIRST_DAY, FORM_FIELDS, makeSalon, type Salon } from '../salon.ts';
import { anon, fromAddress, insert, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';

type Place = { readonly db: Database; readonly salon: Salon };

/** Clients who fill in by a link: of the form alone, or of a visit. */
export const byLink = (place: Place): void => {
  const change = async (set: string): Promise<void> => {
    await place.db.sql(`update public.forms set ${set} where id = $1`, [place.salon.rows.forms]);
  };
  const publish = (more = 'public_link_on = true') => change(`status = 'published', ${more}`);
  const keyOf = async (salon = place.salon): Promise<string> =>
    String((await rowOf(place.db, 'forms', salon.rows.forms))['public_key']);
  const look = (key: string, more: object = {}, caller = anon): Promise<Answer> =>
    rpc(place.db, caller, 'public_form', { key, ...more });
  const send = async (answers: unknown, more: object = {}, caller = anon): Promise<Answer> =>
    rpc(place.db, caller, 'submit_form', {
      key: await keyOf(),
      version: 1,
      answers,
      op_id: newId(),
      ...more,
    });
  const received = () =>
    place.db.sql<FormSubmissionRow & { id: Uuid }>(
      `select * from public.form_submissions
       where business_id = $1 and filled_on = 'client_device' order by created_at, id`,
      [place.salon.id],
    );
  /** A link to Ann's visit with the client of the salon, or to another one. */
  const linkTo = async (visit: Uuid = place.salon.visit, salon = place.salon): Promise<string> => {
    const token = newId();
    await place.db.sql('select private.add_manage_token($1, $2, $3, now())', [
      salon.id,
      visit,
      token,
    ]);
    return token;
  };
  const formsOf = async (token: string): Promise<unknown> =>
    (await rpc(place.db, anon, 'booking_status', { token }))['forms'];
  const addVersion = (fields: FormField[]): Promise<void> =>
    insert(place.db, 'form_versions', {
      id: newId(),
      business_id: place.salon.id,
      form_id: place.salon.rows.forms,
      fields,
      published_at: at(0, 9),
    });
  const nothing = { ok: false, code: 'not_found' };

  test('a form is read without what staff are to notice, and looking changes nothing', async () => {
    await publish();
    const answer = await look(await keyOf());
    expect(answer).toMatchObject({
      ok: true,
      form: { name: 'Before your visit', version: 1 },
      business: { slug: place.salon.slug },
    });
    expect(answer['form'].fields).toEqual(FORM_FIELDS.map((field) => ({ ...field, flag: null })));
    expect(await received()).toEqual([]);
  });

  test('drafts, archived and closed forms and made-up keys get the one neutral answer', async () => {
    const key = await keyOf();
    for (const set of [
      `status = 'draft', public_link_on = true`,
      `status = 'archived'`,
      `status = 'published', public_link_on = false`,
    ]) {
      await change(set);
      expect(await look(key)).toEqual(nothing);
      expect(await send({ q1: 'Latex' })).toEqual(nothing);
    }
    await publish();
    for (const wrong of ['', 'x', `${key}x`, "'; --"]) expect(await look(wrong)).toEqual(nothing);
    expect(await look(key)).toMatchObject({ ok: true });
    expect(await received()).toEqual([]);
  });

  test('what comes in is sealed once, with its flags, and belongs to nobody yet', async () => {
    await publish();
    const opId = newId();
    const answers = { q1: 'Latex', q2: true };
    const answer = await send({ ...answers, q7: 'x', constructor: 1 }, { op_id: opId });
    expect(answer).toEqual({ ok: true, submitted_at: expect.any(String) });
    expect(await send(answers, { op_id: opId })).toEqual(answer);
    const { version_hash, content_hash } = filledIn(answers);
    expect(await received()).toMatchObject([
      {
        form_id: place.salon.rows.forms,
        version_id: place.salon.rows.form_versions,
        client_id: null,
        appointment_id: null,
        answers,
        flags: [{ field: 'q2', level: 'danger' }],
        state: 'complete',
        version_hash,
        content_hash,
      },
    ]);
  });

  test('the link of a visit says whose it is, also where the form has no link of its own', async () => {
    await publish('public_link_on = false');
    const token = await linkTo();
    const key = await keyOf();
    const wanted = { name: 'Before your visit', key, each_visit: false };
    expect(await formsOf(token)).toEqual([{ ...wanted, done: false }]);
    expect(await look(key, { token })).toMatchObject({ ok: true });
    expect(await send({ q1: 'Latex' }, { token })).toMatchObject({ ok: true });
    expect(await received()).toMatchObject([
      { client_id: place.salon.client, appointment_id: place.salon.visit },
    ]);
    expect(await formsOf(token)).toEqual([{ ...wanted, done: true }]);
    await place.db.sql(
      `update public.form_submissions set state = 'void', void_reason = 'x' where client_id = $1`,
      [place.salon.client],
    );
    expect(await formsOf(token)).toEqual([{ ...wanted, done: false }]);
  });

  test('who sits in a class is asked for themselves: a guardian for each child, and for their own seat', async () => {
    await publish('public_link_on = false');
    const { db, salon } = place;
    const session = await addVisit(db, salon, salon.ann, at(FIRST_DAY + 1, 10), {
      appointment: { capacity: 5 },
      segment: { variant_id: salon.cut },
    });
    const guardian_id = newId();
    const people = [
      { id: guardian_id, email: 'grace@mail.example' },
      { id: newId(), guardian_id },
      { id: newId(), guardian_id },
    ];
    const tokens = new Map<Uuid, string>();
    for (const person of people) {
      const about = { business_id: salon.id, client_id: person.id };
      await insert(db, 'clients', { business_id: salon.id, first_name: 'A', ...person });
      const seat = { id: newId(), ...about, appointment_id: session.id, seats: 1, state: 'booked' };
      await insert(db, 'attendees', seat);
      const token = newId();
      await db.sql('select private.add_manage_token($1, $2, $3, now(), $4)', [
        salon.id,
        session.id,
        token,
        seat.id,
      ]);
      tokens.set(person.id, token);
    }
    const done = async () =>
      Promise.all(
        people.map(async ({ id }) => {
          const [form] = (await formsOf(tokens.get(id)!)) as { done: boolean }[];
          return form?.done;
        }),
      );
    expect(await done()).toEqual([false, false, false]);
    const child = people[1]!.id;
    expect(refusal(await send({ q1: 'Latex' }, { token: tokens.get(child) }))).toBe('ok');
    expect(await received()).toMatchObject([{ client_id: child, appointment_id: session.id }]);
    expect(await done()).toEqual([false, true, false]);
    expect(refusal(await send({ q1: 'No' }, { token: tokens.get(guardian_id) }))).toBe('ok');
    expect(await done()).toEqual([true, true, false]);
  });

  test('a wrong, an old or a foreign link opens nothing, and guessing is limited', async () => {
    await publish();
    const key = await keyOf();
    const other = await makeSalon(place.db, `form-link-${newId()}`);
    const foreign = await linkTo(other.visit, other);
    const old = await linkTo();
    await place.db.sql(
      'update private.public_tokens set expires_at = now() where token_hash = private.token_hash($1)',
      [old],
    );
    for (const token of ['', 'x', old, foreign]) {
      expect(await look(key, { token })).toEqual(nothing);
      expect(await send({ q1: 'Latex' }, { token })).toEqual(nothing);
    }
    const guess = (n: number) => look(key, { token: `guess-${n}` }, fromAddress('203.0.113.80'));
    for (let n = 0; n < 20; n += 1) expect(await guess(n)).toEqual(nothing);
    expect(refusal(await guess(20))).toBe('rate_limited');
    expect(await received()).toEqual([]);
  });

  test('a visit wants the forms of its services, before it or after it, unless it is off', async () => {
    await publish();
    const token = await linkTo();
    const names = async (of = token): Promise<string[]> =>
      ((await formsOf(of)) as { name: string }[]).map(({ name }) => name);
    expect(await names()).toEqual(['Before your visit']);
    await change(`service_ids = array['${newId()}'::uuid]`);
    expect(await names()).toEqual([]);
    await change(`service_ids = array['${place.salon.service}'::uuid]`);
    expect(await names()).toEqual(['Before your visit']);
    for (const wanted of ['after', 'manual']) {
      await change(`wanted = '${wanted}'`);
      expect(await names()).toEqual([]);
    }
    await change(`wanted = 'before', service_ids = '{}'`);
    const off = await linkTo(place.salon.otherVisit);
    expect(await names(off)).toEqual(['Before your visit']);
    await rpc(place.db, anon, 'cancel_booking', { token: off, op_id: newId() });
    expect(await names(off)).toEqual([]);

    await place.db.sql(
      `update public.appointment_segments set starts_at = now() - interval '2 hours'
       where appointment_id = $1`,
      [place.salon.visit],
    );
    expect(await names()).toEqual([]);
    await change(`wanted = 'after'`);
    expect(await names()).toEqual(['Before your visit']);
  });

  test('who books online is asked for them in the mail, known or not', async () => {
    await publish();
    const mailed = async (client: object, hour: number): Promise<unknown> => {
      await place.db.sql('delete from private.mail_outbox where business_id = $1', [
        place.salon.id,
      ]);
      await rpc(place.db, anon, 'book', {
        slug: place.salon.slug,
        request: {
          items: [{ variant_id: place.salon.cut, staff_id: place.salon.ben, add_on_ids: [] }],
          starts_at: at(FIRST_DAY + 1, hour),
          client,
          policy_version: 1,
        },
        op_id: newId(),
      });
      const [mail] = await place.db.sql<{ data: Answer }>(
        `select data from private.mail_outbox where business_id = $1 and kind = 'booking_confirmed'`,
        [place.salon.id],
      );
      return mail?.data['forms'];
    };
    const known = {
      first_name: 'Cleo',
      last_name: 'Reyes',
      email: `cleo@${place.salon.slug}.example`,
      phone: '+17185550142',
    };
    // They have filled it in before: nobody learns that from what is asked.
    expect(await send({ q1: 'Latex' }, { token: await linkTo() })).toMatchObject({ ok: true });
    const asked = [{ name: 'Before your visit', key: await keyOf(), each_visit: false }];
    expect(await mailed(known, 10)).toEqual(asked);
    const fresh = { ...known, first_name: 'Nia', email: 'nia@example.com', phone: '7185550199' };
    expect(await mailed(fresh, 12)).toEqual(asked);
  });

  test('the version that somebody had before them counts, one that never was does not', async () => {
    await publish();
    await addVersion([{ ...FORM_FIELDS[0]!, label: 'Any allergies?' }]);
    expect((await look(await keyOf()))['form']).toMatchObject({
      version: 2,
      fields: [{ label: 'Any allergies?' }],
    });
    expect(refusal(await send({ q1: 'Latex' }))).toBe('ok');
    expect(refusal(await send({ q1: 'Latex' }, { version: 2 }))).toBe('ok');
    expect(refusal(await send({ q1: 'Latex' }, { version: 3 }))).toBe('stale version');
    expect(refusal(await send({ q1: 'Latex' }, { version: null }))).toBe('stale version');
    expect((await received()).map(({ version_id }) => version_id)).toContain(
      place.salon.rows.form_versions,
    );
  });

  test('what cannot be an answer is refused in words that help, and nothing is stored', async () => {
    await publish();
    const asked: [string, unknown, object?][] = [
      ['invalid answers', null],
      ['invalid answers', [1]],
      ['invalid answers', { q1: 'x'.repeat(400_001) }],
      ['invalid q1', { q1: 'x'.repeat(501) }],
      ['invalid q1', { q1: ['x'] }],
      ['invalid q2', { q2: 'yes' }],
      ['invalid op_id', {}, { op_id: null }],
    ];
    for (const [reason, answers, more] of asked) {
      expect([reason, refusal(await send(answers, more))]).toEqual([reason, reason]);
    }
    expect(await send({ q2: 'yes' })).toMatchObject({ field: 'q2', rule: 'wrong_type' });
    expect(await received()).toEqual([]);
    // Markup is text.
    const hostile = '<img src=x onerror=alert(1)>"{{name}}\r\nBcc: x@example.com';
    expect(refusal(await send({ q1: hostile }))).toBe('ok');
    expect(await received()).toMatchObject([{ answers: { q1: hostile } }]);
  });

  test('one network sends sixty in an hour at most; what was answered is still answered', async () => {
    await publish();
    const caller = fromAddress('203.0.113.90');
    const opId = newId();
    const first = await send({}, { op_id: opId }, caller);
    for (let n = 1; n < 60; n += 1) expect(refusal(await send({}, {}, caller))).toBe('ok');
    expect(refusal(await send({}, {}, caller))).toBe('rate_limited');
    expect(await send({}, { op_id: opId }, caller)).toEqual(first);
    expect(refusal(await send({}, {}, fromAddress('198.51.100.90')))).toBe('ok');
    expect(await received()).toHaveLength(61);
  });
};
