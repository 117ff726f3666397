import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Local time becomes an instant in one place per language: src/domain/time/wall.ts and
 * supabase/migrations/…local_time.sql. Everything else that could do it answers differently in the
 * hour that happens twice, or with the zone of whoever looks.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));

const filesOf = async (folder: string, ending: RegExp): Promise<string[]> => {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
};
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)(\/\/|--).*$/gm, '');

test('no code reads or writes the clock of the device’s own zone', async () => {
  const local =
    /\.(get|set)(Hours|Minutes|Date|Day|Month|FullYear)\(|getTimezoneOffset|toLocale(Date|Time)String|\bnew Date\([^()]*,[^()]*\)|\bTemporal\./;
  const files = [
    ...(await filesOf('src', /\.tsx?$/)),
    ...(await filesOf('sync', /\.ts$/)),
    ...(await filesOf('supabase/functions', /\.ts$/)),
  ];
  expect(files.length).toBeGreaterThan(300);
  const found: string[] = [];
  for (const file of files) {
    if (local.test(withoutComments(await readFile(join(root, file), 'utf8')))) found.push(file);
  }
  expect(found).toEqual([
    // The library that packs reads the dates of files off the device's clock; an hour that this one
    // skips is an hour off there, and nothing is computed from it.
    'src/platform/zip.ts',
  ]);
});

test('SQL turns local time into instants in one file', async () => {
  const found = new Map<string, number>();
  for (const file of await filesOf('supabase/migrations', /\.sql$/)) {
    const sql = withoutComments(await readFile(join(root, file), 'utf8'));
    // `x at time zone z` on an instant is its local time, which is always one; such a day is fine.
    const others = sql
      .replace(/\((\w+\.)?\w+(\(\w*\))? at time zone [\w.]+\)::date/g, '')
      .match(/at time zone/g);
    if (others) found.set(file.replace(/.*\d_/, ''), others.length);
  }
  expect([...found.keys()].toSorted()).toEqual([
    // Whether a zone exists.
    'foundation.sql',
    // Offsets of whole days, for days without a change; held to local_time.sql by a table of tests.
    'free_time.sql',
    'local_time.sql',
    // Reads which offset holds at an instant; the way back to instants is that of local_time.sql.
    'zone_rules.sql',
  ]);
});
