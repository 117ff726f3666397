import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productMigrations } from '#tests/harness/database-image.ts';

/**
 * Hosted projects may still be on PostgreSQL 15, tests run on 17: what newer versions brought must
 * not slip in. Not a parser; a list of the words that would be tempting.
 */
const NEWER_THAN_15: [feature: string, pattern: RegExp][] = [
  ['any_value (16)', /\bany_value\s*\(/i],
  ['pg_input_is_valid (16)', /\bpg_input_(is_valid|error_info)\s*\(/i],
  ['json constructors (16)', /\bjson_(array|arrayagg|object|objectagg)\s*\(/i],
  ['is json (16)', /\bis\s+(not\s+)?json\b/i],
  ['json_table and friends (17)', /\bjson_(table|exists|query|value|scalar|serialize)\s*\(/i],
  ['numbers with underscores or prefixes (16)', /(?<![\w.'$-])(\d+_\d+|0[xob][0-9a-f]+)\b/i],
  ['array_sample, array_shuffle (16)', /\barray_(sample|shuffle|sort|reverse)\s*\(/i],
  ['date_add with a zone (16)', /\bdate_(add|subtract)\s*\(/i],
  ['random_normal (16), random in a range (17)', /\brandom(_normal\s*\(|\s*\([^)])/i],
  ['copy defaults (16)', /\bcopy\b[^;]*\bdefault\b/i],
  ['merge returning, not matched by source (17)', /\bmerge\s+into\b/i],
  ['uuid versions (18, 17)', /\buuid(v4|v7|_extract_\w+)\s*\(/i],
  ['to_bin, to_oct (17)', /\bto_(bin|oct)\s*\(/i],
  ['old and new in returning (18)', /\breturning\s+(old|new)\b/i],
  ['virtual columns (18)', /\bgenerated\s+always\s+as\s*\([^;]*\)\s*virtual\b/i],
  ['without overlaps (18)', /\bwithout\s+overlaps\b/i],
];

test('the migrations use nothing that PostgreSQL 15 does not know', async () => {
  const files = (await readdir(productMigrations)).filter((name) => name.endsWith('.sql'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const sql = (await readFile(join(productMigrations, file), 'utf8')).replace(/--.*$/gm, '');
    for (const [feature, pattern] of NEWER_THAN_15) {
      expect(pattern.exec(sql)?.[0] ?? null, `${file}: ${feature}`).toBeNull();
    }
  }
});

test.each(NEWER_THAN_15)('the list finds %s', (feature, pattern) => {
  const examples: Record<string, string> = {
    'any_value (16)': 'select any_value(x)',
    'pg_input_is_valid (16)': `where pg_input_is_valid(x, 'int')`,
    'json constructors (16)': `select json_object('a': 1)`,
    'is json (16)': 'check (x is json)',
    'json_table and friends (17)': `from json_table(x, '$')`,
    'numbers with underscores or prefixes (16)': 'limit 10_000',
    'array_sample, array_shuffle (16)': 'select array_sort(x)',
    'date_add with a zone (16)': `date_add(x, interval '1 day', zone)`,
    'random_normal (16), random in a range (17)': 'select random(1, 6)',
    'copy defaults (16)': `copy t from stdin with (default 'x')`,
    'merge returning, not matched by source (17)': 'merge into t using s',
    'uuid versions (18, 17)': 'default uuidv7()',
    'to_bin, to_oct (17)': 'select to_bin(5)',
    'old and new in returning (18)': 'update t set x = 1 returning old.x',
    'virtual columns (18)': 'x int generated always as (y * 2) virtual',
    'without overlaps (18)': 'primary key (id, during without overlaps)',
  };
  expect(pattern.test(examples[feature]!)).toBe(true);
});
