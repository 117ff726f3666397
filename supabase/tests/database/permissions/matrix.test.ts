import { beforeAll, describe, expect, test } from 'vitest';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { useDatabase } from '../setup.ts';
import { ATTEMPT, readShapes, type Shapes } from './attempts.ts';
import { makeCast, MATRIX_TABLES, type Cast } from './cast.ts';
import { asPrincipal, fromPreset, probes, tryRights, type Subject } from './matrix.ts';
import { PRINCIPALS, tableRights } from './read-rights.ts';

const database = useDatabase();
const rights = tableRights();
let cast: Cast;
let shapes: Shapes;

beforeAll(async () => {
  cast = await makeCast(database.db);
  await database.db.exec(ATTEMPT);
  shapes = await readShapes(database.db.sql, MATRIX_TABLES);
}, BOOT_TIMEOUT_MS);

const missesOf = (subject: Subject) =>
  database.db.transaction((sql) => tryRights(sql, cast, shapes, subject, rights));

test.each(PRINCIPALS)('%s reaches what the table says, and nothing else', async (principal) => {
  expect(await missesOf(asPrincipal(principal))).toEqual([]);
});

test.each(probes(rights).map((probe) => [probe.name, probe] as const))(
  'a member with %s',
  async (_, probe) => {
    expect(await missesOf(probe)).toEqual([]);
  },
);

describe('the table agrees with itself', () => {
  test.each(['owner', 'manager', 'front_desk', 'practitioner', 'assistant'] as const)(
    'what %s reaches follows from the role',
    (role) => {
      for (const right of rights) {
        expect([right.table, right.action, right.cells[role]]).toEqual([
          right.table,
          right.action,
          fromPreset(role, right),
        ]);
      }
    },
  );

  test('every kind of row is there for somebody to reach', () => {
    for (const right of rights)
      expect(right.cells.service, `${right.table} ${right.action}`).toContain('X');
  });
});
