/** Every fault and every invariant of the test plan has somebody who shows it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAULTS, FAULTS_WITHOUT, INVARIANTS, JUDGED_BY_THE_SIMULATOR } from './register.ts';
import type { Shown } from './register.ts';

const root = join(import.meta.dirname, '../..');
const sourceOf = (file: string): string => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Titles are literals; quotes inside them stand as they are or escaped. */
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const titlesOf = (file: string): string[] =>
  [...sourceOf(file).matchAll(LITERAL)].map(([, plain, template]) => plain ?? template ?? '');

const missing = (register: Readonly<Record<string, readonly Shown[]>>): string[] =>
  Object.entries(register).flatMap(([id, shown]) =>
    shown
      .filter(([file, words]) => !titlesOf(file).some((title) => title.includes(words)))
      .map(([file, words]) => `${id}: ${file} «${words}»`),
  );

describe('the faults', () => {
  test('F01 to F40 each have a test or a reason, and none has both', () => {
    const all = Array.from({ length: 40 }, (_, at) => `F${String(at + 1).padStart(2, '0')}`);
    const named = [...Object.keys(FAULTS), ...Object.keys(FAULTS_WITHOUT)];
    expect(named.toSorted()).toEqual(all);
  });

  test('the tests that are named are there', () => {
    expect(missing(FAULTS)).toEqual([]);
  });
});

describe('the invariants', () => {
  test('INV-1 to INV-20 each have a test', () => {
    const all = Array.from({ length: 20 }, (_, at) => `INV-${at + 1}`);
    expect(Object.keys(INVARIANTS)).toEqual(all);
  });

  test('the tests that are named are there', () => {
    expect(missing(INVARIANTS)).toEqual([]);
  });

  test('what the simulator is said to judge has words of its own there', () => {
    const judges = sourceOf('tests/sim/invariants.ts') + sourceOf('tests/sim/check-log.ts');
    const silent = JUDGED_BY_THE_SIMULATOR.filter(
      (id) => !new RegExp(`'(INV-\\d+, )?${id}\\b`).test(judges),
    );
    expect(silent).toEqual([]);
  });
});
