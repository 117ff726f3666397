import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { cashSale } from './gifts.ts';
import { makeSalon, type Salon } from './salon.ts';
import {
  anon,
  countOf,
  Device,
  insert,
  newId,
  rowOf,
  rpc,
  signedIn,
  useDatabase,
} from './setup.ts';

const database = useDatabase();
let salon: Salon;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `closing-${(slugs += 1)}`);
});

const call = (user: Uuid, name: string, args: object = {}) =>
  rpc(database.db, signedIn(user), name, { business_id: salon.id, ...args });
const close = () => call(salon.users.owner, 'close_business', { name: salon.slug });
const runJobs = () => database.db.sql('select private.run_jobs()');
const statuses = async () =>
  Object.fromEntries(
    (
      await database.db.sql<{ email: string; status: string }>(
        'select email, status from public.memberships where business_id = $1',
        [salon.id],
      )
    ).map(({ email, status }) => [email.split('@')[0], status]),
  );
const mailsTo = async (email: string) =>
  (
    await database.db.sql<{ kind: string }>(
      'select kind from private.mail_outbox where to_email = $1 order by due_at',
      [email],
    )
  ).map(({ kind }) => kind);
const ownerMail = () => `owner@${salon.slug}.example`;

describe('closing a business', () => {
  test('asks for its name, and only its owner may', async () => {
    expect(
      await call(salon.users.owner, 'close_business', { name: 'Something else' }),
    ).toMatchObject({ ok: false, code: 'invalid', field: 'name' });
    for (const role of ['manager', 'front_desk', 'practitioner'] as const) {
      expect(await call(salon.users[role], 'close_business', { name: salon.slug })).toMatchObject({
        code: 'not_allowed',
      });
    }
    expect((await statuses())['owner']).toBe('active');
  });

  test('asks whoever has an authenticator app for a code of this moment', async () => {
    const { owner } = salon.users;
    await database.db.sql(
      `insert into auth.users (id, email) values ($1, $2) on conflict do nothing`,
      [owner, `${owner}@x.example`],
    );
    await database.db.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
       values ($1, $2, 'totp', 'verified', 'A')`,
      [newId(), owner],
    );
    const shownAt = (minutesAgo: number) => ({
      role: 'authenticated' as const,
      claims: {
        ...signedIn(owner).claims,
        aal: 'aal2',
        amr: [
          { method: 'totp', timestamp: Math.floor(Date.now() / 1000) - minutesAgo * 60 },
          { method: 'password', timestamp: Math.floor(Date.now() / 1000) },
        ],
      },
    });
    const args = { business_id: salon.id, name: salon.slug };
    expect(await rpc(database.db, shownAt(60), 'close_business', args)).toMatchObject({
      code: 'mfa_required',
    });
    expect(await rpc(database.db, shownAt(1), 'close_business', args)).toMatchObject({ ok: true });
  });

  test('closes it for everybody at once, and tells them why', async () => {
    await insert(database.db, 'memberships', {
      id: newId(),
      business_id: salon.id,
      email: `nia@${salon.slug}.example`,
      role: 'assistant',
      status: 'invited',
    });
    await database.db.sql(
      `insert into private.invitations (token_hash, business_id, membership_id, expires_at)
       select private.token_hash($2), m.business_id, m.id, now() + interval '1 day'
       from public.memberships m where m.business_id = $1 and m.status = 'invited'`,
      [salon.id, `join-${salon.slug}`],
    );
    expect(await call(salon.users.manager, 'business_end')).toMatchObject({ state: 'open' });
    const answer = await close();
    expect(answer).toMatchObject({ ok: true });
    const days = (Date.parse(String(answer['erase_at'])) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(14, 1);

    for (const user of [salon.users.owner, salon.users.practitioner]) {
      const device = new Device(database.db, user, salon.id);
      expect(await device.pull()).toMatchObject({ ok: false, code: 'access_lost' });
      expect(await call(user, 'business_end')).toMatchObject({
        state: 'closed',
        is_owner: user === salon.users.owner,
      });
    }
    expect(await call(newId(), 'business_end')).toMatchObject({ state: 'open' });
    expect(
      await rpc(database.db, signedIn(newId(), `nia@${salon.slug}.example`), 'accept_invitation', {
        token: `join-${salon.slug}`,
      }),
    ).toMatchObject({ ok: false, code: 'link_expired' });
    expect(await rowOf(database.db, 'businesses', salon.id)).toMatchObject({
      booking_enabled: false,
    });
    expect(await rpc(database.db, anon, 'public_profile', { slug: salon.slug })).toMatchObject({
      ok: true,
      business: { booking_enabled: false },
    });
    expect(await mailsTo(ownerMail())).toEqual(['business_closed', 'business_erase_soon']);
  });

  test('is taken back by its owner as it was, and nobody else', async () => {
    await database.db.sql(
      `update public.memberships set status = 'suspended' where business_id = $1 and role = 'assistant'`,
      [salon.id],
    );
    const before = await statuses();
    await close();
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['suspended']));
    expect(await call(salon.users.manager, 'reopen_business')).toMatchObject({ code: 'not_found' });
    const { owner } = salon.users;
    expect(await rpc(database.db, signedIn(owner), 'my_closed_businesses', {})).toMatchObject({
      businesses: [{ id: salon.id, name: salon.slug }],
    });
    expect(await call(owner, 'reopen_business')).toEqual({ ok: true });
    expect(await statuses()).toEqual(before);
    expect(await rowOf(database.db, 'businesses', salon.id)).toMatchObject({
      booking_enabled: true,
    });
    expect(await rpc(database.db, signedIn(owner), 'my_closed_businesses', {})).toMatchObject({
      businesses: [],
    });
    expect(await mailsTo(ownerMail())).toEqual(['business_closed']);
    expect(await call(owner, 'reopen_business')).toMatchObject({ code: 'not_found' });
  });
});

describe('erasing it', () => {
  /** Where its id still stands. */
  const leftovers = async (): Promise<string[]> => {
    const tables = await database.db.sql<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'private')
       order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      if ((await countOf(database.db, `${name} t where t::text like $1`, [`%${salon.id}%`])) > 0) {
        found.push(name);
      }
    }
    return found;
  };
  const makeDue = () =>
    database.db.sql(
      `update private.closed_businesses set erase_at = now() - interval '1 second'
       where business_id = $1`,
      [salon.id],
    );

  test('waits for its day', async () => {
    await close();
    await runJobs();
    expect(await rowOf(database.db, 'businesses', salon.id)).toMatchObject({ id: salon.id });
  });

  test('leaves nothing but the id, and nothing of others is touched', async () => {
    const other = await makeSalon(database.db, `kept-${(slugs += 1)}`);
    const owner = new Device(database.db, salon.users.owner, salon.id);
    await owner.pull();
    const photo = `${salon.id}/${salon.rows.client_photos}`;
    const portrait = `${salon.id}/staff/portrait.jpg`;
    await database.db.sql(
      `insert into storage.objects (bucket_id, name)
       values ('client-photos', $1), ('pictures', $2), ('pictures', $3)`,
      [photo, portrait, `${other.id}/staff/portrait.jpg`],
    );
    expect((await leftovers()).length).toBeGreaterThan(20);
    await close();
    await makeDue();
    await runJobs();
    expect(await leftovers()).toEqual(['private.erased_businesses', 'private.file_trash']);
    expect(await owner.pull()).toMatchObject({ code: 'access_lost' });
    expect(await call(salon.users.practitioner, 'business_end')).toMatchObject({ state: 'erased' });
    const others = await new Device(database.db, other.users.owner, other.id).pull();
    expect(others['tables'].clients).toHaveLength(2);

    // Its owner hears of it when the last file is gone.
    expect(await mailsTo(ownerMail())).toEqual([]);
    expect(
      await database.db.sql('select bucket_id, name from private.trashed_files(10) order by 1'),
    ).toEqual([
      { bucket_id: 'client-photos', name: photo },
      { bucket_id: 'pictures', name: portrait },
    ]);
    await database.db.sql(`select private.files_swept('client-photos', $1)`, [[photo]]);
    await database.db.sql(`select private.files_swept('pictures', $1)`, [[portrait]]);
    await runJobs();
    expect(await mailsTo(ownerMail())).toEqual(['business_erased']);
    expect(await leftovers()).toEqual(['private.erased_businesses']);
    await runJobs();
    expect(await mailsTo(ownerMail())).toEqual(['business_erased']);
  });
});

describe('what is not paid for', () => {
  beforeEach(() =>
    database.db.sql(
      `insert into private.server_settings (name, value) values ('billing_provider', 'test')
       on conflict (name) do update set value = excluded.value`,
    ),
  );
  afterEach(() =>
    database.db.sql(`delete from private.server_settings where name = 'billing_provider'`),
  );
  const change = (wanted: object, role: 'owner' | 'manager' = 'owner') =>
    call(salon.users[role], 'change_billing', { change: wanted });
  const state = (role: 'owner' | 'manager' = 'owner') => call(salon.users[role], 'billing_state');
  const back = (column: string, days: number) =>
    database.db.sql(
      `update private.subscriptions set ${column} = now() - $2 * interval '1 day'
       where business_id = $1`,
      [salon.id, days],
    );
  const isBookable = async (): Promise<unknown> =>
    (await rpc(database.db, anon, 'public_profile', { slug: salon.slug }))['business']
      .booking_enabled;

  test('is nothing as long as nobody has chosen a plan', async () => {
    expect(await state()).toMatchObject({ access: 'full', subscription: null, seats: 2 });
    expect(await isBookable()).toBe(true);
    expect(await change({ pay: true })).toMatchObject({ code: 'not_found' });
  });

  test('begins with a month to try it, for as many as take appointments', async () => {
    expect(await change({ plan: 'solo' })).toMatchObject({ code: 'invalid', field: 'plan' });
    expect(await change({ plan: 'team' }, 'manager')).toMatchObject({ code: 'not_allowed' });
    expect(await change({ plan: 'team' })).toMatchObject({
      access: 'full',
      subscription: { plan: 'team', status: 'trialing' },
    });
    await back('trial_ends_at', 1);
    expect(await state()).toMatchObject({ access: 'limited' });
    expect(await change({ pay: true })).toMatchObject({
      access: 'full',
      subscription: { status: 'active' },
      invoices: [{ state: 'paid', amount_cents: 3000 }],
    });
  });

  test('is warned of for two weeks, and then bookings online are off, and nothing else', async () => {
    await change({ plan: 'team' });
    expect(await change({ pay: false })).toMatchObject({ access: 'warned' });
    expect(await isBookable()).toBe(true);
    await back('past_due_since', 15);
    expect(await state()).toMatchObject({ access: 'limited' });
    expect(await isBookable()).toBe(false);
    const buyer = { name: 'Ann', email: 'ann@example.com' };
    expect(
      await rpc(database.db, anon, 'start_gift_card', {
        slug: salon.slug,
        request: { amount_cents: 5000, buyer },
        op_id: newId(),
      }),
    ).toMatchObject({ code: 'paused' });
    // The till goes on, and everything can be taken along.
    const desk = new Device(database.db, salon.users.front_desk, salon.id);
    await desk.pull();
    const { sale_id, ops } = cashSale(desk.clientId, 1, 5000);
    expect((await desk.push(ops)).result['status']).toBe('applied');
    const owner = new Device(database.db, salon.users.owner, salon.id);
    const { tables } = await owner.pull();
    expect(tables).toHaveProperty('clients');
    expect(tables).toMatchObject({
      sales: expect.arrayContaining([expect.objectContaining({ id: sale_id, total_cents: 5000 })]),
      payments: expect.arrayContaining([
        expect.objectContaining({ sale_id, method: 'cash', amount_cents: 5000 }),
      ]),
    });
    expect(await state()).toMatchObject({ access: 'limited' });
    await change({ pay: true });
    expect(await isBookable()).toBe(true);
    expect((await state())['invoices']).toHaveLength(1);
  });

  test('is told to the team without what it costs', async () => {
    await change({ plan: 'team' });
    const told = await state('manager');
    expect(told).toMatchObject({ access: 'full', may_manage: false });
    expect(told).not.toHaveProperty('invoices');
  });

  test('ends with its period when it was cancelled, and not before', async () => {
    await change({ plan: 'team' });
    await change({ pay: true });
    expect(await change({ cancel: true })).toMatchObject({ access: 'full' });
    await back('current_period_end', 1);
    expect(await state()).toMatchObject({ access: 'limited' });
    expect(await change({ cancel: false })).toMatchObject({ access: 'full' });
  });

  test('keeps messages to clients back, and lets those to its own people go', async () => {
    await change({ plan: 'team' });
    await back('trial_ends_at', 1);
    await database.db.sql(
      `select private.queue_mail($1, 'thank_you', 'c@example.com', 'C', '{"client": {}}', now()),
         private.queue_mail($1, 'daily_plan', 'o@example.com', 'O', '{}', now())`,
      [salon.id],
    );
    expect(
      await database.db.sql(
        `select to_email, state, last_error from private.mail_outbox
         where business_id = $1 and to_email in ('c@example.com', 'o@example.com')
         order by to_email`,
        [salon.id],
      ),
    ).toEqual([
      { to_email: 'c@example.com', state: 'suppressed', last_error: 'unpaid' },
      { to_email: 'o@example.com', state: 'queued', last_error: null },
    ]);
  });

  test('is nothing where the server charges nothing', async () => {
    await database.db.sql(`delete from private.server_settings where name = 'billing_provider'`);
    expect(await state()).toMatchObject({ provider: null, access: 'full' });
    expect(await change({ plan: 'team' })).toMatchObject({ code: 'not_offered' });
  });
});
