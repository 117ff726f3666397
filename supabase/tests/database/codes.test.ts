import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isErrorCode } from '#domain/errors/codes.ts';
import { RULES } from '#domain/validation/rules.ts';
import { productMigrations } from '#tests/harness/database-image.ts';

/** What only the sync engine is told, which acts on it and shows nobody anything. */
const FOR_THE_ENGINE = ['client_reused'];

test('every code that a function of the database answers has its words', async () => {
  const codes = new Set<string>();
  for (const file of await readdir(productMigrations)) {
    const sql = (await readFile(join(productMigrations, file), 'utf8')).replace(/--.*$/gm, '');
    for (const [, code] of sql.matchAll(
      /(?:refused?\(|'code',|rate_limited\(|\bcode :=|then|else)\s*'([a-z]+_[a-z_]+|duplicate|invalid|deleted|past|paused|blocked)'/g,
    )) {
      codes.add(code!);
    }
  }
  // Statuses, kinds and columns that stand behind THEN and ELSE as well.
  const others =
    /^(kept_|booking_|cancelled_by|seats_|manage_|slug_|column_|stale_field|all_day|short_text|needs_countersign|no_consent|no_answer$|taken_back$|past_due$|no_show$|staff_(new|changed|cancelled)$)|_(id|at)$/;
  // What is wrong with a field has words of its own.
  const rules: readonly string[] = RULES;
  expect(codes.size).toBeGreaterThan(30);
  expect(
    [...codes].filter(
      (code) =>
        !isErrorCode(code) &&
        !rules.includes(code) &&
        !others.test(code) &&
        !FOR_THE_ENGINE.includes(code),
    ),
  ).toEqual([]);
});
