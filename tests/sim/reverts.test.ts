import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REVERTS } from './reverts-list.ts';

// The run itself takes minutes and is not part of the suite; without this nobody would see that the
// sources have moved away from under it.
test.each(REVERTS)('the sources still say what is reverted: $name', ({ changes }) => {
  for (const [file, from, to] of changes) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(source).toContain(from);
    expect(to).not.toBe(from);
  }
});
