import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { DaybookDb } from '../open.ts';
import { alsoMeant, familyOf } from '../queries/family.ts';
import { familyCandidates } from '../queries/family-candidates.ts';
import { errorOf, lastOps, openSalon, valueOf } from '../test-rows.ts';
import { archiveClient, createClient, editClient } from './clients.ts';
import { eraseClient } from './erase-client.ts';
import { removeGuardian, setGuardian, setGuardianReceives } from './guardian.ts';
import { mergeClients } from './merge-clients.ts';

let db: DaybookDb;
let tim: string;
let ana: string;
beforeEach(async () => {
  db = await openSalon();
  tim = await added('Tim');
  ana = await added('Ana');
});
afterEach(() => db.close());

const added = async (first_name: string): Promise<string> =>
  valueOf(await createClient(db, { first_name }));
const client = async (id: string) => must(await db.rows('clients').get(id), 'the client is there');
const guardianOf = async (id: string) => (await client(id)).guardian_id;
const namesOf = async (id: string) => {
  const { guardian, dependants } = await familyOf(db, await client(id));
  return [guardian?.first_name ?? null, ...dependants.map(({ first_name }) => first_name)];
};

describe('a guardian', () => {
  test('is one patch of the dependant, and shows on both', async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
    expect(await lastOps(db)).toEqual([
      {
        table: 'clients',
        id: tim,
        op: 'patch',
        value: { guardian_id: 'cleo', guardian_receives: false },
      },
    ]);
    valueOf(await setGuardian(db, ana, 'cleo'));
    expect(await namesOf('cleo')).toEqual([null, 'Ana', 'Tim']);
    expect(await namesOf(tim)).toEqual(['Cleo']);
  });

  test('is taken back, unless somebody has chosen another one since', async () => {
    const first = valueOf(await setGuardian(db, tim, 'cleo'));
    valueOf(await first.undo());
    expect(await guardianOf(tim)).toBeNull();
    const again = valueOf(await setGuardian(db, tim, 'cleo'));
    const other = valueOf(await setGuardian(db, tim, ana));
    valueOf(await again.undo());
    expect(await guardianOf(tim)).toBe(ana);
    valueOf(await other.undo());
    expect(await guardianOf(tim)).toBe('cleo');
  });

  test('is removed with the mark, and both come back by undo', async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
    valueOf(await setGuardianReceives(db, tim, true));
    const removed = valueOf(await removeGuardian(db, tim));
    expect(await client(tim)).toMatchObject({ guardian_id: null, guardian_receives: false });
    valueOf(await removed.undo());
    expect(await client(tim)).toMatchObject({ guardian_id: 'cleo', guardian_receives: true });
  });

  test('that would make a chain is refused, in both directions, and does not come back by undo', async () => {
    const refused = { code: 'invalid', field: 'guardian_id', rule: 'not_a_choice' };
    valueOf(await setGuardian(db, tim, 'cleo'));
    expect(errorOf(await setGuardian(db, ana, tim))).toMatchObject(refused);
    expect(errorOf(await setGuardian(db, 'cleo', ana))).toMatchObject(refused);
    expect(errorOf(await setGuardian(db, ana, ana))).toMatchObject(refused);
    expect(errorOf(await setGuardian(db, ana, 'nobody'))).toMatchObject(refused);
    expect(errorOf(await setGuardian(db, 'nobody', ana))).toMatchObject({ code: 'not_found' });

    const removed = valueOf(await removeGuardian(db, tim));
    valueOf(await setGuardian(db, 'cleo', ana));
    valueOf(await removed.undo());
    expect(await guardianOf(tim)).toBeNull();
  });

  test('is offered only where it can be one, and so is a dependant', async () => {
    const bo = await added('Bo');
    valueOf(await setGuardian(db, tim, 'cleo'));
    const offered = async (role: 'guardian' | 'dependant') =>
      (await familyCandidates(db, bo, role, '')).map(({ name }) => name).toSorted();
    expect(await offered('guardian')).toEqual(['Ana', 'Cleo Adams']);
    expect(await offered('dependant')).toEqual(['Ana']);
  });

  test('brings those along for whom a visit may be meant, and they bring each other', async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
    valueOf(await setGuardian(db, ana, 'cleo'));
    const meant = async (id: string) =>
      (await alsoMeant(db, await client(id))).map(({ first_name }) => first_name);
    expect(await meant('cleo')).toEqual(['Ana', 'Tim']);
    expect(await meant(tim)).toEqual(['Cleo', 'Ana']);
  });
});

describe('a guardian who goes', () => {
  beforeEach(async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
    valueOf(await setGuardianReceives(db, tim, true));
  });

  test('by being archived leaves nobody behind who depends on them, and undo brings it back', async () => {
    const archived = valueOf(await archiveClient(db, 'cleo'));
    expect(await client(tim)).toMatchObject({ guardian_id: null, guardian_receives: false });
    valueOf(await archived.undo());
    expect(await client('cleo')).toMatchObject({ status: 'active' });
    expect(await client(tim)).toMatchObject({ guardian_id: 'cleo', guardian_receives: true });
  });

  test('by being archived stays gone for whom another one was chosen since', async () => {
    const archived = valueOf(await archiveClient(db, 'cleo'));
    valueOf(await setGuardian(db, tim, ana));
    valueOf(await archived.undo());
    expect(await guardianOf(tim)).toBe(ana);
  });

  test('by being erased leaves nobody behind, and neither does an erased dependant', async () => {
    valueOf(await eraseClient(db, 'cleo'));
    expect(await guardianOf(tim)).toBeNull();
    valueOf(await setGuardian(db, tim, ana));
    valueOf(await eraseClient(db, tim));
    expect(await client(tim)).toMatchObject({ status: 'anonymised', guardian_id: null });
  });
});

describe('a merge', () => {
  const merge = async (...ids: string[]) => valueOf(await mergeClients(db, ids, {}));
  let twin: string;
  beforeEach(async () => {
    twin = await added('Cleopatra');
  });

  test('gives the dependants of both to the one who stays, and back', async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
    valueOf(await setGuardian(db, ana, twin));
    valueOf(await setGuardianReceives(db, ana, true));
    const { undo } = await merge('cleo', twin);
    expect(await namesOf('cleo')).toEqual([null, 'Ana', 'Tim']);
    expect((await client(ana)).guardian_receives).toBe(true);
    valueOf(await undo());
    expect(await namesOf('cleo')).toEqual([null, 'Tim']);
    expect(await namesOf(twin)).toEqual([null, 'Ana']);
  });

  test('of dependants keeps the guardian, and gives the link of the other one back', async () => {
    valueOf(await setGuardian(db, ana, 'cleo'));
    const { undo } = await merge(tim, ana);
    expect([await guardianOf(tim), await guardianOf(ana)]).toEqual(['cleo', null]);
    valueOf(await undo());
    expect([await guardianOf(tim), await guardianOf(ana)]).toEqual([null, 'cleo']);
  });

  test('of a guardian with their dependant leaves no link to oneself', async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
    const { undo } = await merge('cleo', tim);
    expect([await guardianOf('cleo'), await guardianOf(tim)]).toEqual([null, null]);
    valueOf(await undo());
    expect([await guardianOf('cleo'), await guardianOf(tim)]).toEqual([null, 'cleo']);
  });

  test('never makes a chain: whoever others depend on has no guardian', async () => {
    valueOf(await setGuardian(db, twin, tim));
    valueOf(await setGuardian(db, ana, 'cleo'));
    const { undo } = await merge(twin, 'cleo');
    expect([await guardianOf(twin), await guardianOf(ana)]).toEqual([null, twin]);
    valueOf(await undo());
    expect([await guardianOf(twin), await guardianOf(ana)]).toEqual([tim, 'cleo']);
  });

  test('is undone without touching a guardian that was chosen since', async () => {
    valueOf(await setGuardian(db, ana, twin));
    const { undo } = await merge('cleo', twin);
    valueOf(await setGuardian(db, ana, tim));
    valueOf(await undo());
    expect(await guardianOf(ana)).toBe(tim);
  });
});

test('a client from before there were guardians can be changed and merged', async () => {
  const { guardian_id: _guardian, guardian_receives: _receives, ...old } = await client('cleo');
  await db.table('clients').put(old);
  valueOf(await editClient(db, 'cleo', { note: 'Tea' }));
  const merged = valueOf(await mergeClients(db, ['cleo', tim], {}));
  valueOf(await merged.undo());
  expect(await client('cleo')).toMatchObject({ note: 'Tea' });
  expect(await client(tim)).toMatchObject({ status: 'active' });
});
