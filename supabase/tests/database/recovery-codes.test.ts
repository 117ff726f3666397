import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Uuid } from '#domain/rows.ts';
import { anon, countOf, newId, rpc, signedIn, useDatabase } from './setup.ts';

const database = useDatabase();
let ana: Uuid;
let ben: Uuid;
beforeEach(async () => {
  [ana, ben] = [newId(), newId()];
  for (const id of [ana, ben]) {
    await database.db.sql('insert into auth.users (id, email) values ($1, $2)', [
      id,
      `${id}@codes.example`,
    ]);
    await addApp(id);
  }
});

const addApp = (userId: Uuid, status = 'verified') =>
  database.db.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
     values ($1, $2, 'totp', $3, 'A')`,
    [newId(), userId, status],
  );

type Session = Caller & { id: Uuid };
/** A session of somebody, after the password alone or after a code of the app as well. */
const session = async (userId: Uuid, shownMinutesAgo?: number): Promise<Session> => {
  const id = newId();
  await database.db.sql('insert into auth.sessions (id, user_id) values ($1, $2)', [id, userId]);
  const caller = signedIn(userId);
  const timestamp = Math.floor(Date.now() / 1000) - (shownMinutesAgo ?? 0) * 60;
  const proof =
    shownMinutesAgo === undefined ? {} : { aal: 'aal2', amr: [{ method: 'totp', timestamp }] };
  return { ...caller, claims: { ...caller.claims, ...proof, session_id: id }, id };
};
const make = async (userId: Uuid) =>
  (await rpc(database.db, await session(userId, 1), 'make_recovery_codes', {}))[
    'codes'
  ] as string[];
const redeem = (who: Caller, code: string) => rpc(database.db, who, 'use_recovery_code', { code });
const state = async (userId: Uuid) =>
  rpc(database.db, await session(userId, 1), 'my_recovery_codes', {});
const apps = (userId: Uuid) =>
  countOf(database.db, 'auth.mfa_factors where user_id = $1', [userId]);
const sessionsOf = async (userId: Uuid) =>
  (
    await database.db.sql<{ id: string }>('select id from auth.sessions where user_id = $1', [
      userId,
    ])
  ).map(({ id }) => id);
const mailsTo = (userId: Uuid) =>
  database.db.sql<{ kind: string; data: Record<string, unknown> }>(
    'select kind, data from private.mail_outbox where to_email = $1',
    [`${userId}@codes.example`],
  );
const eventsOf = async (userId: Uuid) =>
  (
    await database.db.sql<{ kind: string }>(
      'select kind from private.account_events where user_id = $1 order by at, kind desc',
      [userId],
    )
  ).map(({ kind }) => kind);

describe('making recovery codes', () => {
  test('tells ten different ones once, which no table holds', async () => {
    const codes = await make(ana);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await state(ana)).toMatchObject({ left: 10, last_used_at: null });
    const kept = await database.db.sql<{ salt: string; hash: string; row: string }>(
      `select encode(salt, 'hex') as salt, encode(hash, 'hex') as hash, c::text as row
       from private.recovery_codes c where user_id = $1`,
      [ana],
    );
    expect(new Set(kept.map(({ salt }) => salt)).size).toBe(10);
    expect(new Set(kept.map(({ hash }) => hash)).size).toBe(10);
    const plain = codes.map((code) => code.replace('-', ''));
    for (const { row } of kept) for (const code of plain) expect(row).not.toContain(code);
  });

  test('ends the codes from before', async () => {
    const [old] = await make(ana);
    const codes = await make(ana);
    expect(await state(ana)).toMatchObject({ left: 10 });
    const here = await session(ana);
    expect(await redeem(here, old!)).toEqual({ ok: false, code: 'code_invalid' });
    expect(await redeem(here, codes[0]!)).toEqual({ ok: true });
  });

  test('takes a code of the app that was just shown, and an app at all', async () => {
    expect(await rpc(database.db, await session(ana, 11), 'make_recovery_codes', {})).toEqual({
      ok: false,
      code: 'mfa_required',
    });
    await database.db.sql(`update auth.mfa_factors set status = 'unverified' where user_id = $1`, [
      ana,
    ]);
    expect(await rpc(database.db, await session(ana), 'make_recovery_codes', {})).toEqual({
      ok: false,
      code: 'not_found',
    });
  });

  test('neither makes nor counts them for the password alone', async () => {
    await make(ana);
    const half = await session(ana);
    for (const name of ['make_recovery_codes', 'my_recovery_codes']) {
      await expect(rpc(database.db, half, name, {})).rejects.toMatchObject({ code: 'PT401' });
    }
  });

  test('shows nobody anything of the tables, whatever they have proved', async () => {
    await make(ana);
    const proven = await session(ana, 1);
    for (const caller of [anon, await session(ana), proven]) {
      for (const table of ['recovery_codes', 'account_events']) {
        for (const statement of [
          `select * from private.${table}`,
          `delete from private.${table}`,
          `insert into private.${table} (user_id) values ('${ana}')`,
        ]) {
          await expect(
            database.db.as(caller, (sql) => sql(statement)),
            statement,
          ).rejects.toMatchObject({ code: '42501' });
        }
      }
    }
  });
});

describe('getting in with a recovery code', () => {
  test('takes the apps away, ends the other sessions, writes it down and tells by mail', async () => {
    const [code] = await make(ana);
    const thief = await session(ana);
    const here = await session(ana);
    expect(await redeem(here, code!)).toEqual({ ok: true });
    expect(await apps(ana)).toBe(0);
    expect(await sessionsOf(ana)).toEqual([here.id]);
    expect(await eventsOf(ana)).toEqual(['recovery_codes_made', 'recovery_code_used']);
    expect(await mailsTo(ana)).toMatchObject([
      { kind: 'recovery_code_used', data: { clock: { time_zone: 'UTC' } } },
    ]);
    // The token of an ended session is good for nothing here, though it has not run out.
    expect(await redeem(thief, code!)).toEqual({ ok: false, code: 'session_expired' });
    // Nobody else has noticed.
    expect(await apps(ben)).toBe(1);
  });

  test('works however it was typed off the paper', async () => {
    const here = await session(ana);
    const [code] = await make(ana);
    const typed = ` ${code!.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(await redeem(here, typed)).toEqual({ ok: true });
  });

  test('works once: with the app back on, the same code is a wrong one and the next one right', async () => {
    const [first, second] = await make(ana);
    await redeem(await session(ana), first!);
    await addApp(ana);
    expect(await state(ana)).toMatchObject({ left: 9, last_used_at: expect.any(String) });
    const here = await session(ana);
    expect(await redeem(here, first!)).toEqual({ ok: false, code: 'code_invalid' });
    expect(await apps(ana)).toBe(1);
    expect(await redeem(here, second!)).toEqual({ ok: true });
  });

  test('wrong, empty and somebody else’s codes get one and the same answer, and change nothing', async () => {
    await make(ana);
    const [theirs] = await make(ben);
    const here = await session(ana);
    for (const code of [theirs!, '', 'ABCDE-FGHJK', `' or true --`]) {
      expect(await redeem(here, code)).toEqual({ ok: false, code: 'code_invalid' });
    }
    expect([await apps(ana), await apps(ben)]).toEqual([1, 1]);
    expect(await sessionsOf(ana)).toContain(here.id);
    expect([await mailsTo(ana), await mailsTo(ben)]).toEqual([[], []]);
    expect(await state(ben)).toMatchObject({ left: 10 });
  });

  test('cannot be guessed: from the sixth try of an hour on even the right one waits', async () => {
    const [code] = await make(ana);
    const here = await session(ana);
    for (let n = 0; n < 5; n += 1) await redeem(here, 'ABCDE-FGHJK');
    // From another session too: the person is counted.
    for (const caller of [here, await session(ana)]) {
      const answer = await redeem(caller, code!);
      expect(answer).toMatchObject({ ok: false, code: 'rate_limited' });
      expect(answer['retry_after_sec']).toBeGreaterThan(0);
    }
    expect(await apps(ana)).toBe(1);
    // It was not spent, and others are not kept waiting.
    expect(await state(ana)).toMatchObject({ left: 10 });
    const [theirs] = await make(ben);
    expect(await redeem(await session(ben), theirs!)).toEqual({ ok: true });
    await database.db.sql(
      `update private.rate_limits set window_start = window_start - interval '1 hour'
       where bucket = 'recovery_code:person'`,
    );
    expect(await redeem(here, code!)).toEqual({ ok: true });
  });

  test('is for who lacks the app: after its code nothing is recovered, without an app nothing is asked', async () => {
    const [code] = await make(ana);
    expect(await redeem(await session(ana, 1), code!)).toEqual({ ok: false, code: 'not_allowed' });
    const here = await session(ana);
    expect(await redeem(here, code!)).toEqual({ ok: true });
    // The answer was lost on the way: asked again, it is the same, and nothing is spent or mailed.
    expect(await redeem(here, code!)).toEqual({ ok: true });
    expect(await mailsTo(ana)).toHaveLength(1);
    await expect(redeem(anon, code!)).rejects.toMatchObject({ code: '42501' });
  });
});

test('codes go with the second step that they were made for', async () => {
  await make(ana);
  await make(ben);
  await database.db.sql('delete from auth.mfa_factors where user_id = $1', [ana]);
  await database.db.sql(`delete from private.job_runs where job = 'prune'`);
  await database.db.sql('select private.run_jobs()');
  const left = (userId: Uuid) =>
    countOf(database.db, 'private.recovery_codes where user_id = $1', [userId]);
  expect([await left(ana), await left(ben)]).toEqual([0, 10]);
});

test('what happened to an account is not changed afterwards, by nobody', async () => {
  await make(ana);
  for (const statement of [
    `update private.account_events set kind = 'recovery_code_used'`,
    'delete from private.account_events',
  ]) {
    await expect(database.db.sql(statement)).rejects.toMatchObject({ code: '42501' });
  }
});

test('each character of a code is one of thirty-two, none of them rarer than the rest', async () => {
  const rows = await database.db.sql<{ letter: string; n: number }>(
    `select letter, count(*)::int as n
     from generate_series(1, 1000), lateral (select private.new_recovery_code() as code
       where generate_series > 0) c,
       unnest(string_to_array(c.code, null)) letter
     group by letter`,
  );
  expect(
    rows
      .map(({ letter }) => letter)
      .toSorted()
      .join(''),
  ).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  // 10,000 letters, 312 of each expected: a coin this unfair comes up once in a billion runs.
  for (const { n } of rows) expect(Math.abs(n - 312.5)).toBeLessThan(120);
});
