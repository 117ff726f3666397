import { beforeAll, expect, test } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import type { TableName } from '#domain/rows.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { catalogFaults } from '../catalog-faults.ts';
import { useDatabase } from '../setup.ts';
import { undone } from '../undone.ts';
import { ATTEMPT, attempt, readShapes, type Shapes } from './attempts.ts';
import { makeCast, MATRIX_TABLES, type Cast } from './cast.ts';
import { leaksToHalfProven, protectOwner } from './half-proven.ts';
import { asPrincipal, probes, tryRights, type Subject } from './matrix.ts';
import { fileForms, namePictures } from './name-pictures.ts';
import { policyMutants, type Mutant } from './policy-mutants.ts';
import { tableRights, type Principal, type Right } from './read-rights.ts';

const database = useDatabase();
const rights = tableRights();
let cast: Cast;
let shapes: Shapes;

beforeAll(async () => {
  cast = await makeCast(database.db);
  await database.db.exec(ATTEMPT);
  shapes = await readShapes(database.db.sql, MATRIX_TABLES);
}, BOOT_TIMEOUT_MS);

/**
 * Who notices most comes first, with what the policy is about; the many who hold a single permission
 * are asked only when nobody else has seen anything.
 */
const FEW: Principal[] = ['owner', 'practitioner', 'assistant', 'front_desk', 'suspended', 'rival'];
const few = FEW.map(asPrincipal);
const many = probes(rights);

/** Who noticed the last one notices the next one most likely: they come first. */
const toFront = <T>(list: T[], one: T): void => {
  list.splice(list.indexOf(one), 1);
  list.unshift(one);
};

const unseen = <T>(run: (sql: Sql) => Promise<T>): Promise<T> =>
  undone((work) => database.db.transaction(work), run);

/** What the first witness says about a broken policy; null = nobody has noticed. */
const noticed = (mutant: Mutant): Promise<string | null> =>
  unseen(async (sql) => {
    for (const statement of mutant.statements) await sql(statement);
    const lines = rights.filter(({ table }) => table === mutant.table);
    if (mutant.policy.endsWith('_second_factor')) return fromHalfProven(sql, lines);
    const about = lines.filter((right) => isAbout(mutant, right));
    return (
      (await fromMatrix(sql, few, about)) ??
      (await fromMoves(sql, mutant)) ??
      (await fromTopics(sql)) ??
      (await fromFiles(sql, mutant)) ??
      (await fromCatalog(sql, mutant)) ??
      (await fromMatrix(sql, many, about)) ??
      (await fromMatrix(sql, [...few, ...many], lines))
    );
  });

/** Whether a line of the table of rights asks for what the policy decides. */
const isAbout = ({ command }: Mutant, { action }: Right): boolean =>
  command === 'all' || command === (COMMANDS[action] ?? 'update');
/** Every other action is an update with a rule of its own. */
const COMMANDS: Record<string, string> = {
  select: 'select',
  insert: 'insert',
  self_ok: 'insert',
  join_in: 'insert',
  delete: 'delete',
};

const fromMatrix = async (sql: Sql, witnesses: Subject[], lines: Right[]) => {
  if (lines.length === 0) return null;
  for (const witness of witnesses) {
    const [miss] = await tryRights(sql, cast, shapes, witness, lines);
    if (!miss) continue;
    toFront(witnesses, witness);
    return `${miss.who}: ${miss.what}`;
  }
  return null;
};

/** It narrows only those who lack a code: nobody else can tell. */
const fromHalfProven = async (sql: Sql, lines: Right[]): Promise<string | null> => {
  await protectOwner(sql, cast);
  const [leak] = await leaksToHalfProven(sql, cast, shapes, lines);
  return leak ?? null;
};

/** Where nothing may have changed for anybody, the rule that a check is written out notices. */
const fromCatalog = async (sql: Sql, { mayBeSame, policy }: Mutant): Promise<string | null> => {
  if (!mayBeSame) return null;
  const faults = await catalogFaults(sql);
  return faults.find((fault) => fault.endsWith(`: ${policy}`)) ?? null;
};

/**
 * Nobody may write business_id, so the part of a check that says "of my business" is a second lock
 * behind the first. Here the first one is open: the owner moves rows to the other business.
 */
const fromMoves = async (sql: Sql, { table }: Pick<Mutant, 'table'>): Promise<string | null> => {
  if (!rights.some((right) => right.table === table && right.action === 'update')) return null;
  const statement = `update public.${table} set business_id = '${cast.other.id}'`;
  await sql(`grant update (business_id) on public.${table} to authenticated`);
  const [outcome] = await attempt(sql, cast.callers.owner, [
    { table: table as TableName, statement, bare: true },
  ]);
  return outcome === '42501' ? null : 'owner: moves rows to another business';
};

const fromTopics = async (sql: Sql): Promise<string | null> => {
  for (const [principal, expected] of [
    ['owner', true],
    ['stranger', false],
  ] as const) {
    const { role, claims } = cast.callers[principal];
    const [row] = await sql<{ hears: boolean }>(
      `select (realtime_local.access($1, $2, $3, 'read') ->> 'broadcast')::boolean as hears`,
      [`business:${cast.salon.id}`, role, JSON.stringify(claims)],
    );
    if (row!.hears !== expected) return `${principal}: hears the business: ${row!.hears}`;
  }
  return null;
};

/** Files are rows of the platform: what is done with a file by who may and by who may not. */
const fromFiles = async (sql: Sql, { table }: Pick<Mutant, 'table'>): Promise<string | null> => {
  if (table !== 'objects') return null;
  const { salon, users } = cast;
  const [seen, thrown, fresh] = [
    `${salon.id}/${salon.rows.client_photos}`,
    `${salon.id}/${THROWN_AWAY}`,
    `${salon.id}/${cast.rowOf('client_photos', 'o', 'owner')}`,
  ];
  await sql(
    `insert into private.photo_trash (photo_id, business_id, deleted_by) values ($1, $2, $3)
     on conflict do nothing`,
    [THROWN_AWAY, salon.id, users.owner],
  );
  await sql(
    `insert into storage.objects (bucket_id, name) values ('client-photos', $1), ('client-photos', $2)
     on conflict do nothing`,
    [seen, thrown],
  );
  const pictures = await namePictures(sql, salon);
  await sql(
    `insert into storage.objects (bucket_id, name) values ('pictures', $1), ('pictures', $2)`,
    [pictures.v, pictures.n],
  );
  await fileForms(sql);
  const [filed, unfiled] = [
    `${salon.id}/${salon.rows.form_submissions}`,
    `${salon.id}/${cast.rowOf('form_submissions', 'o', 'owner')}`,
  ];
  await sql(`insert into storage.objects (bucket_id, name) values ('form-files', $1)`, [filed]);
  const look = 'select name from storage.objects where name = $1';
  const put = `insert into storage.objects (bucket_id, name) values ('client-photos', $1)`;
  const putPicture = `insert into storage.objects (bucket_id, name) values ('pictures', $1)`;
  const putFile = `insert into storage.objects (bucket_id, name) values ('form-files', $1)`;
  const remove = 'delete from storage.objects where name = $1 returning name';
  for (const [principal, statement, name, expected] of [
    ['owner', look, seen, 1],
    ['rival', look, seen, 0],
    ['owner', put, fresh, 0],
    ['rival', put, fresh, '42501'],
    ['owner', look, filed, 1],
    ['rival', look, filed, 0],
    ['owner', putFile, unfiled, 0],
    ['rival', putFile, unfiled, '42501'],
    ['owner', remove, thrown, 1],
    ['owner', remove, seen, 0],
    ['owner', look, pictures.v, 1],
    ['front_desk', look, pictures.v, 0],
    ['owner', putPicture, pictures.t, 0],
    ['front_desk', putPicture, pictures.t, '42501'],
    ['owner', remove, pictures.n, 1],
    ['owner', remove, pictures.v, 0],
    ['suspended', remove, pictures.n, 0],
  ] as const) {
    const got = await triedAs(sql, principal, statement, name);
    if (got !== expected) return `${principal}: ${statement}: ${got}`;
  }
  return null;
};

const THROWN_AWAY = crypto.randomUUID();

/** How many rows it answers, or the SQLSTATE; nothing of it stays. */
const triedAs = async (
  sql: Sql,
  principal: Principal,
  statement: string,
  name: string,
): Promise<number | string> => {
  const { role, claims } = cast.callers[principal];
  await sql('savepoint witness');
  try {
    await sql(
      `select set_config('request.jwt.claims', $1, true),
         set_config('request.jwt.claim.sub', $2, true), set_config('role', $3, true)`,
      [JSON.stringify(claims), cast.users[principal] ?? '', role],
    );
    return (await sql(statement, [name])).length;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await sql('rollback to savepoint witness');
  }
};

// That the witnesses of the matrix see nothing in them is what matrix.test.ts says.
test('as they are, rows stay in their business, and nobody notices anything of topics and files', async () => {
  await unseen(async (sql) => {
    for (const table of MATRIX_TABLES) {
      expect([table, await fromMoves(sql, { table })]).toEqual([table, null]);
    }
    expect(await fromTopics(sql)).toBeNull();
    expect(await fromFiles(sql, { table: 'objects' })).toBeNull();
  });
}, 400_000);

test('every broken policy is noticed', async () => {
  const mutants = await policyMutants(database.db.sql);
  const survivors: string[] = [];
  let byCatalogue = 0;
  for (const mutant of mutants) {
    const said = await noticed(mutant);
    if (said === null) survivors.push(`${mutant.policy} ${mutant.change}`);
    if (said?.startsWith('an update policy')) byCatalogue += 1;
  }
  expect(survivors).toEqual([]);
  expect(new Set(mutants.map(({ policy }) => policy)).size).toBeGreaterThan(65);
  expect(mutants.length).toBeGreaterThan(180);
  // Only update policies that check what they select may be noticed by their text alone.
  expect(byCatalogue).toBeLessThanOrEqual(mutants.filter(({ mayBeSame }) => mayBeSame).length);
}, 800_000);
