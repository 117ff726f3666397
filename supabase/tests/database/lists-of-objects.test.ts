import { expect, test } from 'vitest';
import { useDatabase } from './setup.ts';

/** What every column stands on that keeps a list of objects (`private.is_list_of`). */

const database = useDatabase();

/** Lists of at most three objects with `a` and `b`, and perhaps `c`. */
const isList = async (list: string | null): Promise<boolean> => {
  const [row] = await database.db.sql<{ is: boolean }>(
    `select private.is_list_of($1::jsonb, 3, '{a,b}', '{c}') as is`,
    [list],
  );
  return row!.is;
};

const ONE = '{"a": 1, "b": 2}';
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  ['no entry at all', '[]'],
  ['as many as there may be', `[${[ONE, ONE, ONE].join()}]`],
  ['a key that may be there', '[{"c": 3, "b": 2, "a": 1}]'],
  ['whatever the keys hold', `[{"a": null, "b": ${nested(500)}, "c": {"d": 1e300}}]`],
  ['a key twice, of which one is kept', '[{"a": 1, "b": 2, "a": 3}]'],
])('takes %s', async (_, list) => {
  expect(await isList(list)).toBe(true);
});

test.each([
  ['nothing', null],
  ['null', 'null'],
  ['a truth', 'true'],
  ['a number beyond all numbers', '1e4000'],
  ['a text', '"[]"'],
  ['an object', ONE],
  ['one more than there may be', `[${[ONE, ONE, ONE, ONE].join()}]`],
  ['a hundred thousand', `[${Array.from({ length: 100_000 }, () => ONE).join()}]`],
  ['an entry without a key', '[{"a": 1}]'],
  ['an optional key instead', '[{"a": 1, "c": 2}]'],
  ['an empty entry', '[{}]'],
  ['a key that nobody knows', '[{"a": 1, "b": 2, "d": 3}]'],
  ['a key that is only written alike', '[{"a": 1, "B": 2}]'],
  ['a key without a name', '[{"a": 1, "b": 2, "": 3}]'],
  ['a bad entry behind a good one', `[${ONE}, null]`],
  ['numbers', '[1, 2]'],
  ['the names of the keys', '["a", "b"]'],
  ['a list of the names of the keys', '[["a", "b"]]'],
  ['a list of lists', `[${nested(1000)}]`],
])('refuses %s', async (_, list) => {
  expect(await isList(list)).toBe(false);
});

test('without optional keys there are none', async () => {
  const [row] = await database.db.sql(
    `select private.is_list_of('[{"a": 1}]', 1, '{a}') as just,
      private.is_list_of('[{"a": 1, "c": 2}]', 1, '{a}') as more`,
  );
  expect(row).toEqual({ just: true, more: false });
});
