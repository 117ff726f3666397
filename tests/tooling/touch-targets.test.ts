import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * What is pressed is 44 px high under a finger (WCAG 2.5.5). A lower look for a mouse says beside its
 * height how high it is for fingers; links inside text are as high as their line.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Class names as they stand in the sources: one string, in one line. */
const STRINGS = /(['"`])((?:(?!\1)[^\n\\])*)\1/g;
const PRESSED = /hover:|pointer-coarse:/;
const IN_TEXT = /\bunderline\b/;
/** Up to 40 px; 11 of the scale are 44. */
const LOW = /(?<![\w:-])(?:min-h|h|size)-(?:[1-9]|10)(?![\w.[-])/;
const FOR_FINGERS = /pointer-coarse:(?:min-h|h|size)-1[1-9]/;

const isTooLow = (look: string): boolean =>
  PRESSED.test(look) && !IN_TEXT.test(look) && LOW.test(look) && !FOR_FINGERS.test(look);

test.each([
  ['min-h-9 px-3 hover:bg-raised', true],
  ['size-10 rounded-full hover:text-danger', true],
  ['min-h-9 px-3 pointer-coarse:min-h-10', true],
  ['min-h-9 px-3 hover:bg-raised pointer-coarse:min-h-11', false],
  ['min-h-11 h-1.5 max-h-9 hover:bg-raised', false],
  ['inline-flex min-h-6 underline hover:text-accent', false],
])('%s: too low for a finger is %s', (look, expected) => {
  expect(isTooLow(look)).toBe(expected);
});

test('whatever is pressed is high enough for a finger', async () => {
  const entries = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(300);
  const found: string[] = [];
  for (const file of files) {
    for (const [, , look = ''] of (await readFile(file, 'utf8')).matchAll(STRINGS)) {
      if (isTooLow(look)) found.push(`${file.slice(root.length)}: ${look.slice(0, 20)}`);
    }
  }
  expect(found).toEqual([
    // The letters beside the list, which are not there for fingers.
    'src/features/clients/client-list.tsx: grid h-6 w-7 place-i',
  ]);
});
