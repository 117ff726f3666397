import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Sql } from '#supabase/local/database/database.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { makeSalon } from '../salon.ts';
import { newId, patch, rpc, signedIn, useDatabase } from '../setup.ts';
import { undone } from '../undone.ts';
import { ATTEMPT, attempt, planOf, readShapes, type Job, type Shapes } from './attempts.ts';
import { makeCast, MATRIX_TABLES, type Cast } from './cast.ts';
import { leaksToHalfProven, ownerAt, protectOwner, SECOND_FACTOR_REQUIRED } from './half-proven.ts';
import { asPrincipal, tryRights } from './matrix.ts';
import { namePictures } from './name-pictures.ts';
import { tableRights } from './read-rights.ts';

const database = useDatabase();
const rights = tableRights();
let cast: Cast;
let shapes: Shapes;

beforeAll(async () => {
  cast = await makeCast(database.db);
  await database.db.exec(ATTEMPT);
  shapes = await readShapes(database.db.sql, MATRIX_TABLES);
}, BOOT_TIMEOUT_MS);

const unseen = (run: (sql: Sql) => Promise<void>): Promise<void> =>
  undone((work) => database.db.transaction(work), run);

describe('on the tables', () => {
  test('an owner who has shown only the password is refused on every line of the table', () =>
    unseen(async (sql) => {
      await protectOwner(sql, cast);
      expect(await leaksToHalfProven(sql, cast, shapes, rights)).toEqual([]);
    }));

  test('no read or change is answered with silence, which a device would take for "nothing is left"', () =>
    unseen(async (sql) => {
      await protectOwner(sql, cast);
      const lines = rights.filter(({ action }) => ['select', 'update', 'delete'].includes(action));
      const jobs = lines.flatMap((right) => planOf(right, 'owner', cast, shapes));
      const outcomes = await attempt(
        sql,
        ownerAt(cast, 'aal1'),
        jobs.map(({ job }) => job),
      );
      expect(outcomes.length).toBeGreaterThan(60);
      expect(new Set(outcomes)).toEqual(new Set([SECOND_FACTOR_REQUIRED]));
    }));

  test('with the code the same owner reaches what every owner reaches', () =>
    unseen(async (sql) => {
      await protectOwner(sql, cast);
      const proven = { ...cast, callers: { ...cast.callers, owner: ownerAt(cast, 'aal2') } };
      expect(await tryRights(sql, proven, shapes, asPrincipal('owner'), rights)).toEqual([]);
    }));

  test('an app that was never confirmed asks for nothing', () =>
    unseen(async (sql) => {
      await protectOwner(sql, cast);
      await sql(`update auth.mfa_factors set status = 'unverified'`);
      expect(await tryRights(sql, cast, shapes, asPrincipal('owner'), rights)).toEqual([]);
    }));

  test('it is about the one person: colleagues go on as before', () =>
    unseen(async (sql) => {
      await protectOwner(sql, cast);
      expect(await tryRights(sql, cast, shapes, asPrincipal('manager'), rights)).toEqual([]);
    }));
});

describe('in the functions', () => {
  /** A salon whose owner has an app, and the owner's token before and after the code. */
  const protectedSalon = async () => {
    const { db } = database;
    const salon = await makeSalon(db, `two-steps-${newId().slice(0, 8)}`);
    const { owner } = salon.users;
    await db.sql('insert into auth.users (id, email) values ($1, $2)', [
      owner,
      `${owner}@cast.example`,
    ]);
    await db.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
       values ($1, $2, 'totp', 'verified', 'A')`,
      [newId(), owner],
    );
    const half = signedIn(owner);
    const amr = [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) }];
    const whole: Caller = { ...half, claims: { ...half.claims, aal: 'aal2', amr } };
    const [membership] = await db.sql<{ id: string }>(
      'select id from public.memberships where business_id = $1 and user_id = $2',
      [salon.id, salon.users.assistant],
    );
    return { salon, half, whole, assistant: membership!.id };
  };
  type Scene = Awaited<ReturnType<typeof protectedSalon>>;

  const calls: [name: string, args: (scene: Scene) => Record<string, unknown>][] = [
    ['sync_pull', ({ salon }) => ({ business_id: salon.id, client_id: newId(), cursor: 0 })],
    ['sync_window', ({ salon }) => ({ business_id: salon.id, window: {} })],
    ['sync_digest', ({ salon }) => ({ business_id: salon.id })],
    [
      'appointment_history',
      ({ salon }) => ({ business_id: salon.id, appointment_id: salon.visit }),
    ],
    [
      'appointment_messages',
      ({ salon }) => ({ business_id: salon.id, appointment_id: salon.visit }),
    ],
    ['client_messages', ({ salon }) => ({ business_id: salon.id, client_id: salon.client })],
    [
      'sync_push',
      ({ salon }) => ({ business_id: salon.id, client_id: newId(), schema: 1, mutations: [] }),
    ],
    [
      'invite_member',
      ({ salon }) => ({
        business_id: salon.id,
        request: { email: 'new@cast.example', role: 'assistant' },
      }),
    ],
    [
      'set_member_role',
      ({ salon, assistant }) => ({
        business_id: salon.id,
        membership_id: assistant,
        role: 'front_desk',
      }),
    ],
    [
      'remove_member',
      ({ salon, assistant }) => ({ business_id: salon.id, membership_id: assistant }),
    ],
    [
      'transfer_ownership',
      ({ salon, assistant }) => ({ business_id: salon.id, membership_id: assistant }),
    ],
    [
      'create_business',
      () => ({
        request: { name: 'Second', slug: `second-${newId().slice(0, 8)}`, time_zone: 'UTC' },
        op_id: newId(),
      }),
    ],
    ['close_business', ({ salon }) => ({ business_id: salon.id, name: salon.slug })],
    ['my_closed_businesses', () => ({})],
    ['business_end', ({ salon }) => ({ business_id: salon.id })],
    ['retention_preview', ({ salon }) => ({ business_id: salon.id, years: 2 })],
    ['my_recovery_codes', () => ({})],
    ['make_recovery_codes', () => ({})],
    ['my_calendar_feed', ({ salon }) => ({ business_id: salon.id })],
    ['end_calendar_feed', ({ salon }) => ({ business_id: salon.id })],
    ['my_outside_calendars', ({ salon }) => ({ business_id: salon.id })],
    ['my_pay', ({ salon }) => ({ business_id: salon.id })],
    ['remove_outside_calendar', ({ salon }) => ({ business_id: salon.id, calendar_id: newId() })],
  ];

  test.each(calls)('%s refuses the password alone and takes the code', async (name, args) => {
    const scene = await protectedSalon();
    const { db } = database;
    await expect(rpc(db, scene.half, name, args(scene))).rejects.toMatchObject({
      code: SECOND_FACTOR_REQUIRED,
    });
    expect(await rpc(db, scene.whole, name, args(scene))).toMatchObject({ ok: true });
  });

  test('a refused batch leaves nothing behind: its mutations are sent again, and judged then', async () => {
    const { salon, half, whole } = await protectedSalon();
    const { db } = database;
    const batch = {
      business_id: salon.id,
      client_id: newId(),
      schema: 1,
      mutations: [
        {
          id: newId(),
          seq: 1,
          name: 'client.edit',
          at: new Date().toISOString(),
          base_rev: 0,
          ops: [patch('clients', salon.client, { note: 'said twice' })],
        },
      ],
    };
    await expect(rpc(db, half, 'sync_push', batch)).rejects.toMatchObject({
      code: SECOND_FACTOR_REQUIRED,
    });
    const answer = await rpc(db, whole, 'sync_push', batch);
    expect(answer['results']).toMatchObject([{ seq: 1, status: 'applied' }]);
  });
});

test('pictures are closed too, those that were thrown away included', () =>
  unseen(async (sql) => {
    await protectOwner(sql, cast);
    const { id, rows } = cast.salon;
    const gone = newId();
    await sql(
      'insert into private.photo_trash (photo_id, business_id, deleted_by) values ($1, $2, $3)',
      [gone, id, cast.users.owner],
    );
    const { t: named, n: unnamed } = await namePictures(sql, cast.salon);
    const photos = [`${id}/${rows.client_photos}`, `${id}/${gone}`];
    const names = [...photos, named, unnamed];
    for (const [bucket, files] of [
      ['client-photos', photos],
      ['pictures', [named, unnamed]],
    ] as const) {
      await sql(
        `insert into storage.objects (bucket_id, name) select $1::text, unnest($2::text[])`,
        [bucket, files],
      );
    }
    const table: Job['table'] = 'client_photos';
    const jobs: Job[] = [
      ...names.map((name) => ({
        table,
        statement: `select jsonb_agg(o.name) from storage.objects o where o.name = '${name}'`,
        reads: true,
      })),
      { table, statement: 'delete from storage.objects' },
    ];
    const outcomes = (aal: 'aal1' | 'aal2') => attempt(sql, ownerAt(cast, aal), jobs);
    expect(await outcomes('aal1')).toEqual(jobs.map(() => SECOND_FACTOR_REQUIRED));
    expect(await outcomes('aal2')).toEqual([...names.map((name) => [name]), []]);
  }));

test('the channel of the business is closed to a half-proven member', () =>
  unseen(async (sql) => {
    await protectOwner(sql, cast);
    const hears = async (aal: 'aal1' | 'aal2') => {
      const { role, claims } = ownerAt(cast, aal);
      const [row] = await sql<{ hears: boolean }>(
        `select (realtime_local.access($1, $2, $3, 'read') ->> 'broadcast')::boolean as hears`,
        [`business:${cast.salon.id}`, role, JSON.stringify(claims)],
      );
      return row!.hears;
    };
    expect(await hears('aal1')).toBe(false);
    expect(await hears('aal2')).toBe(true);
  }));
