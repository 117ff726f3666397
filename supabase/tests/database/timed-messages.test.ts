import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, CONSENT, filledIn, FIRST_DAY, makeSalon, soldCut, type Salon, wish } from './salon.ts';
import { anon, Device, newId, patch, put, rowOf, rpc, signedIn, useDatabase } from './setup.ts';
import { visitOps, visitRows } from './visits.ts';

const database = useDatabase();

let salon: Salon;
let desk: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `timed-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.owner, salon.id);
  await desk.pull();
  // Whatever time it is now.
  await database.db.sql(
    'update public.booking_rules set quiet_from_min = 0, quiet_to_min = 0 where id = $1',
    [salon.id],
  );
  await database.db.sql(`delete from private.mail_outbox where business_id = $1`, [salon.id]);
});

const run = () => database.db.sql('select private.run_jobs()');
type Mail = {
  kind: string;
  state: string;
  last_error: string | null;
  words: object | null;
  asks: string | null;
};
const mails = () =>
  database.db.sql<Mail>(
    `select kind, state, last_error, data -> 'words' as words,
       data #>> '{appointment,confirmation}' as asks from private.mail_outbox
     where business_id = $1 order by created_at, kind`,
    [salon.id],
  );
const states = async () => (await mails()).map(({ kind, state }) => `${kind} ${state}`);
const own = (key: string, more: object) =>
  desk.push([put('message_templates', newId(), { key, ...more })]);

/** As if it had been booked a month ago, and began in so many minutes (past ones are negative). */
const shift = (id: Uuid, minutes: number) =>
  database.db.transaction(async (within) => {
    await within('set local session_replication_role = replica');
    await within(
      `update public.appointments set created_at = now() - interval '30 days',
         starts_at = date_trunc('minute', now()) + $2 * interval '1 minute',
         ends_at = date_trunc('minute', now()) + ($2 + 60) * interval '1 minute'
       where id = $1`,
      [id, minutes],
    );
    await within(
      `update private.row_changes set at = now() - interval '30 days' where row_id = $1`,
      [id],
    );
    await within(
      `delete from private.mail_outbox where business_id = $1 and kind = 'booking_confirmed'`,
      [salon.id],
    );
  });

const visit = async (minutes: number, more: object = {}, hour = 14) => {
  const rows = visitRows(salon, salon.ann, at(FIRST_DAY, hour), {
    appointment: { client_id: salon.client, ...more },
  });
  await desk.push(visitOps(rows));
  await shift(rows.id, minutes);
  return { id: rows.id, segment: rows.segment.id };
};
const DAY = 1440;

describe('reminders', () => {
  test('of imported visits go out only after somebody said so, and not for a later import', async () => {
    const { id, segment } = await visit(DAY - 1, { source: 'import' });
    await run();
    expect(await states()).toEqual([]);
    await desk.push([patch('businesses', salon.id, { imports_told_at: '2999-01-01T00:00:00Z' })]);
    const later = await visit(2 * DAY - 1, { source: 'import' }, 16);
    await database.db.transaction(async (within) => {
      await within('set local session_replication_role = replica');
      await within(
        `update public.appointments set created_at = now() + interval '1 minute' where id = $1`,
        [later.id],
      );
    });
    await run();
    expect(await states()).toEqual(['reminder_1 queued']);
    // From then on they are told of what changes, too.
    await desk.push([
      patch('appointments', id, { overlap_accepted: true }),
      patch('appointment_segments', segment, { starts_at: at(FIRST_DAY + 1, 15) }),
    ]);
    expect(await states()).toEqual(['reminder_1 cancelled', 'rescheduled queued']);
  });

  test('go out once, a day and two days before, with the words of the business', async () => {
    await own('reminder_1', { body: 'See you, {{client_first_name}}.' });
    const { id } = await visit(2 * DAY - 1);
    await run();
    await run();
    expect(await states()).toEqual(['confirm_request queued']);
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({
      confirmation: 'requested',
    });
    await shift(id, DAY - 1);
    await run();
    await run();
    expect(await mails()).toMatchObject([
      { kind: 'confirm_request' },
      // Nobody has said that they come: the reminder asks again.
      { kind: 'reminder_1', words: { body: 'See you, {{client_first_name}}.' }, asks: 'requested' },
    ]);
  });

  test('who is asked whether they come says so by the link, twice if they like', async () => {
    const { id } = await visit(2 * DAY - 1);
    await run();
    const [mail] = await database.db.sql<{ token: string }>(
      `select data ->> 'manage_token' as token from private.mail_outbox
       where business_id = $1 and kind = 'confirm_request'`,
      [salon.id],
    );
    const confirm = (token: string) => rpc(database.db, anon, 'confirm_booking', { token });
    expect(await confirm('guess')).toMatchObject({ ok: false, code: 'not_found' });
    expect(await rpc(database.db, anon, 'booking_status', mail!)).toMatchObject({
      appointment: { confirmation: 'requested' },
    });
    for (const _ of [1, 2]) expect(await confirm(mail!.token)).toEqual({ ok: true });
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({
      confirmation: 'confirmed',
    });
    await shift(id, -5);
    expect(await confirm(mail!.token)).toMatchObject({ ok: false, code: 'past' });
    await desk.push([patch('appointments', id, { status: 'cancelled' })]);
    expect(await confirm(mail!.token)).toMatchObject({ ok: false, code: 'already_cancelled' });
  });

  test('a provider that is away for two hours: sent once, and never after the start', async () => {
    await visit(DAY - 1);
    await visit(DAY - 1, { client_id: salon.client }, 16);
    await run();
    const claim = () =>
      database.db.sql<{ id: string; attempts: number }>(
        'select id, attempts from private.claim_mail(100) where business_id = $1',
        [salon.id],
      );
    const fail = async (rows: { id: string }[]) => {
      for (const { id } of rows) {
        await database.db.sql(`select private.finish_mail($1, 'down')`, [id]);
      }
    };
    const pass = () =>
      database.db.sql(
        `update private.mail_outbox set due_at = now() where business_id = $1 and state = 'queued'`,
        [salon.id],
      );
    for (const attempts of [1, 2, 3, 4]) {
      const rows = await claim();
      expect(rows.map((row) => row.attempts)).toEqual([attempts, attempts]);
      // Another sender at the same moment gets none of them.
      expect(await claim()).toEqual([]);
      await fail(rows);
      await run();
      await pass();
    }
    const [first] = await database.db.sql<{ id: string }>(
      `update private.mail_outbox set expires_at = now() - interval '1 second'
       where id = (select id from private.mail_outbox where business_id = $1 limit 1) returning id`,
      [salon.id],
    );
    const left = await claim();
    expect(left).toHaveLength(1);
    await database.db.sql('select private.finish_mail($1, null)', [left[0]!.id]);
    expect(left[0]!.id).not.toBe(first!.id);
    expect((await mails()).map(({ state, last_error }) => [state, last_error]).toSorted()).toEqual([
      ['failed', 'too_late'],
      ['sent', null],
    ]);
  });

  test.each([
    ['too early', DAY + 5, []],
    ['a little late: the server was away', DAY - 120, ['reminder_1 queued']],
    ['too late to help', DAY - 200, []],
    ['begun', -1, []],
  ] as const)('%s', async (_, minutes, expected) => {
    await visit(minutes);
    await run();
    expect(await states()).toEqual(expected);
  });

  test('who has just booked or been moved has just heard of it', async () => {
    const { id, segment } = await visit(DAY - 1);
    await database.db.sql(`update private.row_changes set at = now() where row_id = $1`, [id]);
    await database.db.transaction(async (within) => {
      await within('set local session_replication_role = replica');
      await within('update public.appointments set created_at = now() where id = $1', [id]);
    });
    await run();
    expect(await states()).toEqual([]);
    expect(segment).toBeTruthy();
  });

  test('of what was cancelled, is a conflict, or is nobody’s are none', async () => {
    const gone = await visit(DAY - 1);
    await desk.push([patch('appointments', gone.id, { status: 'cancelled' })]);
    await database.db.sql(`delete from private.mail_outbox where business_id = $1`, [salon.id]);
    await visit(DAY - 1, { client_id: null }, 15);
    await visit(DAY - 1, { client_id: salon.otherClient }, 16);
    await run();
    expect(await states()).toEqual([]);
  });

  test('nobody is asked for ever: who has no address is not due, who wants none was not asked', async () => {
    const silent = await visit(DAY - 1, { client_id: salon.otherClient });
    const due = await database.db.sql(
      'select from private.due_messages() where appointment_id = $1',
      [silent.id],
    );
    expect(due).toEqual([]);
    await desk.push([
      put('consent_events', newId(), {
        client_id: salon.client,
        purpose: 'reminders',
        channel: 'email',
        state: 'denied',
        source: 'phone',
        at: new Date().toISOString(),
      }),
    ]);
    const { id } = await visit(2 * DAY - 1, {}, 15);
    await run();
    expect(await states()).toEqual(['confirm_request suppressed']);
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({ confirmation: 'none' });
  });

  test('a visit that has moved while its reminder waited for its turn is not spoken of', async () => {
    const { id } = await visit(DAY - 1);
    const send = (begins: string) =>
      database.db.sql(
        `select private.send_timed('reminder_1', id, null, ${begins}) from public.appointments
         where id = $1`,
        [id],
      );
    await send(`starts_at + interval '1 hour'`);
    expect(await states()).toEqual([]);
    await send('starts_at');
    expect(await states()).toEqual(['reminder_1 queued']);
  });

  test('one that cannot be written keeps no other waiting', async () => {
    const { id } = await visit(DAY - 1);
    await visit(DAY - 2, {}, 16);
    await database.db.sql(
      `create function private.refuse_one() returns trigger language plpgsql as $$
       begin raise exception 'no'; end $$`,
    );
    try {
      await database.db.sql(
        `create trigger refuse_one before insert on private.mail_outbox for each row
         when (new.data #>> '{appointment,id}' = '${id}') execute function private.refuse_one()`,
      );
      await run();
      expect(await states()).toEqual(['reminder_1 queued']);
    } finally {
      await database.db.sql('drop function private.refuse_one() cascade');
    }
    await run();
    expect(await states()).toEqual(['reminder_1 queued', 'reminder_1 queued']);
  });

  test('one that waits for its provider goes with the visit that is moved', async () => {
    const { id, segment } = await visit(DAY - 1);
    await run();
    expect(await states()).toEqual(['reminder_1 queued']);
    await desk.push([
      patch('appointments', id, { overlap_accepted: true }),
      patch('appointment_segments', segment, { starts_at: at(FIRST_DAY + 1, 15) }),
    ]);
    expect(await states()).toEqual(['reminder_1 cancelled', 'rescheduled queued']);
    // The new time has a reminder of its own.
    await shift(id, DAY - 1);
    await run();
    expect((await states()).filter((line) => line.startsWith('reminder'))).toEqual([
      'reminder_1 cancelled',
      'reminder_1 queued',
    ]);
  });

  test('seats have theirs, and seats that were given back have none', async () => {
    const { id } = await visit(DAY - 1, { client_id: null, capacity: 3 });
    const seat = newId();
    await desk.push([
      put('attendees', seat, {
        appointment_id: id,
        client_id: salon.client,
        seats: 1,
        state: 'booked',
      }),
    ]);
    await database.db.transaction(async (within) => {
      await within('set local session_replication_role = replica');
      await within(
        `update public.attendees set created_at = now() - interval '30 days' where id = $1`,
        [seat],
      );
      await within(
        `update private.row_changes set at = now() - interval '30 days' where row_id in ($1, $2)`,
        [id, seat],
      );
    });
    const reminders = async () => (await states()).filter((line) => line.startsWith('reminder'));
    await run();
    expect(await reminders()).toEqual(['reminder_1 queued']);
    await desk.push([patch('attendees', seat, { state: 'cancelled' })]);
    expect(await reminders()).toEqual(['reminder_1 cancelled']);
  });

  test('follow what the business has set, and what the client wants', async () => {
    await own('reminder_1', { enabled: false });
    await own('reminder_2', { enabled: true, offset_min: 60 });
    await visit(DAY - 1);
    await visit(59, {}, 15);
    await run();
    expect(await states()).toEqual(['reminder_2 queued']);
    await database.db.sql('delete from private.mail_outbox');
    await desk.push([
      put('consent_events', newId(), {
        client_id: salon.client,
        purpose: 'reminders',
        channel: 'email',
        state: 'denied',
        source: 'phone',
        at: new Date().toISOString(),
      }),
    ]);
    await visit(58, {}, 16);
    await run();
    expect(await mails()).toMatchObject([
      { kind: 'reminder_2', state: 'suppressed', last_error: 'no_consent' },
      { kind: 'reminder_2', state: 'suppressed', last_error: 'no_consent' },
    ]);
  });
});

describe('after a visit', () => {
  const consent = (state: string) =>
    desk.push([
      put('consent_events', newId(), {
        client_id: salon.client,
        purpose: 'marketing',
        channel: 'email',
        state,
        source: 'in_person',
        at: new Date(Date.now() - 1000).toISOString(),
      }),
    ]);
  const over = async (minutes: number) => {
    const { id } = await visit(minutes);
    await database.db.transaction(async (within) => {
      await within('set local session_replication_role = replica');
      await within(`update public.appointments set status = 'completed' where id = $1`, [id]);
      // Who comes anyway is not invited.
      await within(
        `update public.appointments set client_id = null where business_id = $1 and id <> $2`,
        [salon.id, id],
      );
    });
    return id;
  };

  test('invitations go only to who agreed, and end with a link that works without signing in', async () => {
    await own('rebook', { enabled: true, offset_min: 2 * DAY });
    await over(-2 * DAY - 61);
    await run();
    expect(await states()).toEqual(['rebook suppressed']);

    await database.db.sql('delete from private.mail_outbox');
    await consent('granted');
    await run();
    expect(await states()).toEqual(['rebook queued']);
    const [mail] = await database.db.sql<{ token: string }>(
      `select data ->> 'unsubscribe_token' as token from private.mail_outbox where business_id = '${salon.id}'`,
    );
    expect(await rpc(database.db, anon, 'unsubscribe', { token: 'guess' })).toMatchObject({
      ok: false,
      code: 'not_found',
    });
    for (const _ of [1, 2]) {
      expect(await rpc(database.db, anon, 'unsubscribe', { token: mail!.token })).toMatchObject({
        ok: true,
      });
    }
    expect(
      await database.db.sql(
        `select state, source from public.consent_events
         where business_id = $1 and client_id = $2 and purpose = 'marketing' order by at`,
        [salon.id, salon.client],
      ),
    ).toEqual([
      { state: 'granted', source: 'in_person' },
      { state: 'withdrawn', source: 'online' },
    ]);
    await database.db.sql('delete from private.mail_outbox');
    await run();
    expect(await states()).toEqual(['rebook suppressed']);
  });

  test('who has a seat in a class comes anyway, and is not invited', async () => {
    await own('rebook', { enabled: true, offset_min: 2 * DAY });
    await consent('granted');
    const session = visitRows(salon, salon.ann, at(FIRST_DAY, 16), {
      appointment: { client_id: null, capacity: 3 },
    });
    await desk.push(visitOps(session));
    await desk.push([
      put('attendees', newId(), {
        appointment_id: session.id,
        client_id: salon.client,
        seats: 1,
        state: 'booked',
      }),
    ]);
    await over(-2 * DAY - 61);
    await run();
    expect((await states()).filter((line) => line.startsWith('rebook'))).toEqual([]);
  });

  test('thanks go out once the visit is over, if the business wants that', async () => {
    const id = await over(-60 - 180 - 1);
    await run();
    expect(await states()).toEqual([]);
    await own('thank_you', { enabled: true });
    await run();
    await run();
    expect(await states()).toEqual(['thank_you queued']);
    expect(id).toBeTruthy();
  });
});

test('what was sent about a visit is told to those who see it, and to nobody else', async () => {
  const { id } = await visit(DAY - 1);
  await run();
  const told = (user: Uuid) =>
    rpc(database.db, signedIn(user), 'appointment_messages', {
      business_id: salon.id,
      appointment_id: id,
    });
  const [client] = await database.db.sql<{ email: string }>(
    'select email from public.clients where id = $1',
    [salon.client],
  );
  expect(await told(salon.users.owner)).toMatchObject({
    ok: true,
    messages: [{ kind: 'reminder_1', state: 'queued', reason: null, to: client!.email }],
  });
  await desk.push([patch('appointments', id, { status: 'cancelled' })]);
  const { messages } = await told(salon.users.owner);
  expect(messages).toContainEqual(
    expect.objectContaining({ kind: 'reminder_1', state: 'cancelled' }),
  );
  const other = await makeSalon(database.db, `timed-other-${(slugs += 1)}`);
  expect(await told(other.users.owner)).toMatchObject({ ok: false, code: 'not_found' });
});

test('what was sent to a client is told by all visits of theirs that somebody sees', async () => {
  await visit(DAY - 1);
  const byBen = visitRows(salon, salon.ben, at(FIRST_DAY, 16), {
    appointment: { client_id: salon.client },
  });
  await desk.push(visitOps(byBen));
  await shift(byBen.id, DAY - 1);
  await run();
  const told = async (user: Uuid, client_id = salon.client) => {
    const { ok, code, messages } = await rpc(database.db, signedIn(user), 'client_messages', {
      business_id: salon.id,
      client_id,
    });
    return ok ? (messages as { to: string | null }[]).map(({ to }) => to) : code;
  };
  const [client] = await database.db.sql<{ email: string }>(
    'select email from public.clients where id = $1',
    [salon.client],
  );
  expect(await told(salon.users.owner)).toEqual([client!.email, client!.email]);
  // Ann does one of them, and the assistant may not know addresses.
  expect(await told(salon.users.practitioner)).toEqual([client!.email]);
  expect(await told(salon.users.assistant)).toEqual([null, null]);
  expect(await told(salon.users.practitioner, salon.otherClient)).toBe('not_found');
  const other = await makeSalon(database.db, `timed-other-${(slugs += 1)}`);
  expect(await told(other.users.owner)).toBe('not_found');
});

describe('what became of a mail', () => {
  const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
  const hear = (mail_id: Uuid, event: string, for_good = false) =>
    rpc(database.db, server, 'note_mail_event', { mail_id, event, for_good });
  const sentTo = async (kind: string): Promise<Uuid> => {
    const [mail] = await database.db.sql<{ id: Uuid }>(
      `update private.mail_outbox set state = 'sent' where business_id = $1 and kind = $2
         and state in ('queued', 'sent') returning id`,
      [salon.id, kind],
    );
    return mail!.id;
  };
  const log = async (id: Uuid) => {
    const { messages } = await rpc(
      database.db,
      signedIn(salon.users.owner),
      'appointment_messages',
      {
        business_id: salon.id,
        appointment_id: id,
      },
    );
    return (messages as { kind: string; state: string; reason: string | null }[]).map(
      ({ kind, state, reason }) => [kind, state, reason],
    );
  };

  test('is told by its provider, in any order and twice', async () => {
    const { id } = await visit(DAY - 1);
    await run();
    const mail = await sentTo('reminder_1');
    expect(await log(id)).toEqual([['reminder_1', 'sent', null]]);
    for (const [event, state] of [
      ['delivered', 'delivered'],
      ['opened', 'opened'],
      ['delivered', 'opened'],
      ['opened', 'opened'],
    ] as const) {
      expect(await hear(mail, event)).toEqual({ ok: true });
      expect(await log(id)).toEqual([['reminder_1', state, null]]);
    }
    expect(await hear(newId(), 'delivered')).toMatchObject({ ok: false, code: 'not_found' });
  });

  test('an address that is none is marked, and written to again once it is another one', async () => {
    const { id } = await visit(DAY - 1);
    await run();
    const mail = await sentTo('reminder_1');
    // A full mailbox is written to again.
    await hear(mail, 'bounced');
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({
      email_bounced_at: null,
    });
    await hear(mail, 'bounced', true);
    expect(await log(id)).toEqual([['reminder_1', 'bounced', null]]);
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({
      email_bounced_at: expect.any(String) as string,
    });
    // The devices hear of it.
    const pulled = await desk.pull();
    expect(pulled['tables'].clients).toMatchObject([{ id: salon.client }]);

    await visit(DAY - 1, {}, 15);
    await run();
    expect(await states()).toEqual(['reminder_1 sent', 'reminder_1 suppressed']);
    await desk.push([patch('clients', salon.client, { email: 'cleo@new.example' })]);
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({
      email_bounced_at: null,
    });
    await visit(DAY - 1, {}, 16);
    await run();
    expect(await states()).toEqual([
      'reminder_1 sent',
      'reminder_1 suppressed',
      'reminder_1 queued',
    ]);
  });

  test('who calls it spam gets no more invitations, and still hears of their visits', async () => {
    const { id } = await visit(DAY - 1);
    await desk.push([
      put('consent_events', newId(), {
        client_id: salon.client,
        ...CONSENT,
        at: new Date(Date.now() - 1000).toISOString(),
      }),
    ]);
    await run();
    const mail = await sentTo('reminder_1');
    for (const _ of [1, 2]) expect(await hear(mail, 'complained')).toEqual({ ok: true });
    expect(await log(id)).toEqual([['reminder_1', 'complained', null]]);
    expect(
      await database.db.sql(
        `select state, text_version from public.consent_events
         where business_id = $1 and client_id = $2 order by at`,
        [salon.id, salon.client],
      ),
    ).toEqual([
      { state: 'granted', text_version: '' },
      { state: 'withdrawn', text_version: 'spam' },
    ]);
    await visit(DAY - 1, {}, 15);
    await run();
    expect(await states()).toEqual(['reminder_1 sent', 'reminder_1 queued']);
  });
});

test('what is about no visit stands in the log of the client, for who sees them', async () => {
  await database.db.sql(`update public.forms set status = 'published' where id = $1`, [
    salon.rows.forms,
  ]);
  await desk.push([
    put('form_requests', newId(), {
      form_id: salon.rows.forms,
      client_id: salon.client,
      appointment_id: null,
      channel: 'email',
      asked_at: new Date().toISOString(),
    }),
  ]);
  await database.db.sql(
    `insert into public.waitlist_entries (id, business_id, client_id, items, windows, source, state)
     values ($1, $2, $3, $4, $5, 'public', 'waiting')`,
    [
      newId(),
      salon.id,
      salon.client,
      JSON.stringify(wish(salon.cut).items),
      JSON.stringify(wish(salon.cut).windows),
    ],
  );
  await database.db.sql(
    `select private.mail_waitlist(e, 'waitlist_joined', now(), private.new_token())
     from public.waitlist_entries e where e.business_id = $1 and e.client_id = $2`,
    [salon.id, salon.client],
  );
  const kinds = async (user: Uuid) => {
    const { messages } = await rpc(database.db, signedIn(user), 'client_messages', {
      business_id: salon.id,
      client_id: salon.client,
    });
    return (messages as { kind: string }[]).map(({ kind }) => kind).toSorted();
  };
  expect(await kinds(salon.users.owner)).toEqual(['form_request', 'waitlist_joined']);
  // Ann's own client; Ben's are not hers to look at.
  expect(await kinds(salon.users.practitioner)).toEqual(['form_request', 'waitlist_joined']);
  const { code } = await rpc(database.db, signedIn(salon.users.practitioner), 'client_messages', {
    business_id: salon.id,
    client_id: salon.otherClient,
  });
  expect(code).toBe('not_found');
});

test('nobody’s mailbox is filled: what is over the day’s cap is noted and not sent', async () => {
  await database.db.sql(
    `select private.queue_mail($1, 'reminder_1', 'cap@x.example', null,
       jsonb_build_object('client', '{}'::jsonb,
         'appointment', jsonb_build_object('id', n, 'ical_sequence', 0)), now())
     from generate_series(1, 32) n`,
    [salon.id],
  );
  const found = await states();
  expect(found.filter((line) => line === 'reminder_1 queued')).toHaveLength(30);
  expect(found.filter((line) => line === 'reminder_1 suppressed')).toHaveLength(2);
});

describe('a form that is missing', () => {
  const publish = (more = '') =>
    database.db.sql(`update public.forms set status = 'published' ${more} where id = $1`, [
      salon.rows.forms,
    ]);
  const fill = (appointment_id: Uuid | null) =>
    desk.push([
      put('form_submissions', newId(), {
        form_id: salon.rows.forms,
        version_id: salon.rows.form_versions,
        client_id: salon.client,
        appointment_id,
        ...filledIn({ q1: 'Latex' }),
      }),
    ]);
  const reminded = async () => (await states()).filter((one) => one.startsWith('form_reminder'));

  test('is asked for once, the day before, and no more once it is filled in', async () => {
    await publish();
    const { id } = await visit(DAY - 1);
    await run();
    await run();
    expect(await reminded()).toEqual(['form_reminder queued']);
    await fill(id);
    expect(await reminded()).toEqual(['form_reminder cancelled']);
    await run();
    expect(await reminded()).toEqual(['form_reminder cancelled']);
  });

  test('that is wanted after the visit is asked for then, once, until it is filled in', async () => {
    await publish(`, wanted = 'after'`);
    const rows = await visit(-60 - 61);
    await database.db.transaction(async (within) => {
      await within('set local session_replication_role = replica');
      await within(`update public.appointments set status = 'completed' where id = $1`, [rows.id]);
    });
    const asked = async () => (await states()).filter((one) => one.startsWith('form_after'));
    await run();
    await run();
    expect(await asked()).toEqual(['form_after queued']);
    const [mail] = await database.db.sql<{ forms: { key: string }[]; token: string }>(
      `select data -> 'forms' as forms, data ->> 'manage_token' as token
       from private.mail_outbox where business_id = $1 and kind = 'form_after'`,
      [salon.id],
    );
    expect(mail!.forms).toHaveLength(1);
    expect(mail!.token).toBeTruthy();
    await fill(rows.id);
    expect(await asked()).toEqual(['form_after cancelled']);
  });

  test('two forms with times of their own are asked for one by one, and no sooner', async () => {
    await publish(`, wanted = 'before', offset_min = 300`);
    const soon = newId();
    await database.db.transaction(async (within) => {
      await within('set local session_replication_role = replica');
      await within(
        `insert into public.forms (id, business_id, name, status, public_key, offset_min)
         values ($1::uuid, $2, 'Today', 'published', $1::text, 120)`,
        [soon, salon.id],
      );
      await within(
        `insert into public.form_versions (id, business_id, form_id, number, fields, published_at)
         select $1, business_id, $2, 1, fields, published_at from public.form_versions where id = $3`,
        [newId(), soon, salon.rows.form_versions],
      );
    });
    const asked = () =>
      database.db.sql<{ names: string[] }>(
        `select array(select f ->> 'name' from jsonb_array_elements(data -> 'forms') f) as names
         from private.mail_outbox where business_id = $1 and kind = 'form_reminder'
         order by created_at`,
        [salon.id],
      );
    const { id } = await visit(DAY - 1);
    await run();
    expect(await asked()).toEqual([]);
    await shift(id, 299);
    await run();
    await run();
    expect(await asked()).toEqual([{ names: ['Before your visit'] }]);
    await fill(id);
    await database.db.sql('delete from private.mail_outbox where business_id = $1', [salon.id]);
    await shift(id, 119);
    await run();
    await run();
    expect(await asked()).toEqual([{ names: ['Today'] }]);
  });

  test.each([
    ['as soon as it is paid', null, ['form_after queued']],
    ['an hour later', 60, []],
  ] as const)('that is wanted after the payment is asked for %s', async (_, offset, expected) => {
    await publish(`, wanted = 'payment', offset_min = ${offset}`);
    const { id } = await visit(-30, {}, 15);
    const asked = async () => (await states()).filter((one) => one.startsWith('form_after'));
    await run();
    expect(await asked()).toEqual([]);
    const sale = newId();
    const parts = soldCut(salon.ann, 1, desk.clientId);
    const { result } = await desk.push([
      put('sales', sale, { ...parts.sale, client_id: salon.client }),
      put('sale_lines', newId(), { sale_id: sale, ...parts.line, appointment_id: id }),
      put('tips', newId(), { sale_id: sale, ...parts.tip }),
      put('payments', newId(), { sale_id: sale, ...parts.payment }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    await run();
    await run();
    expect(await asked()).toEqual(expected);
    const paid = async (minutes: number) => {
      await database.db.transaction(async (within) => {
        await within('set local session_replication_role = replica');
        for (const table of ['sales', 'payments']) {
          await within(
            `update public.${table} set created_at = now() - $2 * interval '1 minute'
             where ${table === 'sales' ? 'id' : 'sale_id'} = $1`,
            [sale, minutes],
          );
        }
      });
    };
    await paid(61);
    await run();
    expect(await asked()).toEqual(['form_after queued']);
    await fill(id);
    expect(await asked()).toEqual(['form_after cancelled']);
  });

  test('of a visit whose sale was taken back nothing is asked any more', async () => {
    await publish(`, wanted = 'payment'`);
    const { id } = await visit(-30, {}, 15);
    const sale = newId();
    const parts = soldCut(salon.ann, 1, desk.clientId);
    await desk.push([
      put('sales', sale, { ...parts.sale, client_id: salon.client }),
      put('sale_lines', newId(), { sale_id: sale, ...parts.line, appointment_id: id }),
      put('tips', newId(), { sale_id: sale, ...parts.tip }),
      put('payments', newId(), { sale_id: sale, ...parts.payment }),
      put('refunds', newId(), {
        sale_id: sale,
        ...parts.refund,
        kind: 'void',
        method: null,
        amount_cents: 5500,
        reason: '',
      }),
    ]);
    const wanted = () =>
      database.db.sql(
        'select f.name from public.appointments a, private.wanted_forms(a) f where a.id = $1',
        [id],
      );
    expect(await wanted()).toEqual([]);
    await database.db.sql(`delete from public.refunds where sale_id = $1`, [sale]);
    expect(await wanted()).toEqual([{ name: 'Before your visit' }]);
  });

  test('is not asked for when an earlier visit still counts, but when each visit wants it', async () => {
    await publish();
    await fill(null);
    await visit(DAY - 1);
    await run();
    expect(await reminded()).toEqual([]);
    await publish(`, frequency = 'every_visit'`);
    await run();
    expect(await reminded()).toEqual(['form_reminder queued']);
  });
});

describe('the plan for the next day', () => {
  /** So that it is due now: so many minutes before the next midnight, by the clock of UTC. */
  const minutesLeft = (): number => {
    const now = new Date();
    return 1440 - (now.getUTCHours() * 60 + now.getUTCMinutes());
  };
  const plans = () =>
    database.db.sql<{ to_email: string; data: { visits: { client_name: string }[] } }>(
      `select to_email, data from private.mail_outbox where business_id = $1 and kind = 'daily_plan'`,
      [salon.id],
    );
  const switchOn = () =>
    own('daily_plan', { enabled: true, offset_min: Math.max(15, minutesLeft() + 5) });

  test('goes once to who has something to do and signs in, and to nobody else', async () => {
    const { id } = await visit(minutesLeft() + 600);
    await database.db.transaction(async (within) => {
      await within('set local session_replication_role = replica');
      await within(
        `update public.appointment_segments s set starts_at = a.starts_at, ends_at = a.ends_at
         from public.appointments a where a.id = s.appointment_id and a.id = $1`,
        [id],
      );
    });
    await run();
    expect(await plans()).toEqual([]);
    await switchOn();
    await run();
    await run();
    expect(await plans()).toMatchObject([
      {
        to_email: `practitioner@${salon.slug}.example`,
        data: { visits: [{ client_name: 'Cleo Reyes' }] },
      },
    ]);
  });

  test('is not written when nothing is to be done', async () => {
    await switchOn();
    await run();
    expect(await plans()).toEqual([]);
  });

  test('is not due for who has nothing that stands', async () => {
    const { id } = await visit(minutesLeft() + 600);
    await database.db.transaction(async (within) => {
      await within('set local session_replication_role = replica');
      await within(
        `update public.appointment_segments s set starts_at = a.starts_at, ends_at = a.ends_at
         from public.appointments a where a.id = s.appointment_id and a.id = $1`,
        [id],
      );
      await within('update public.appointments set conflict = true where id = $1', [id]);
    });
    await switchOn();
    const due = 'select staff_id from private.due_plans() where business_id = $1';
    expect(await database.db.sql(due, [salon.id])).toEqual([]);
  });
});
