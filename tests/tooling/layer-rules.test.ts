import { execFile } from 'node:child_process';
import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-layers-'));
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the linter says to one file at one place of the tree. */
const lint = async (path: string, source: string): Promise<string> => {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, source);
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const result = await run(process.execPath, [oxlint, '-f', 'json', file], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return result.stdout;
};

const forbidden: [where: string, source: string, lesson: string][] = [
  ['src/domain/a.ts', `import 'react';`, 'src/domain is pure'],
  ['src/domain/a.ts', `import '#db/open.ts';`, 'src/domain is pure'],
  ['src/domain/a.ts', `export const now = () => Date.now();`, 'src/domain has no clock'],
  ['src/domain/a.ts', `export const x = () => Math.random();`, 'src/domain has no randomness'],
  ['src/domain/a.ts', `export const x = () => fetch('/');`, 'src/domain is pure'],
  ['src/features/clients/a.ts', `import '#features/calendar/x.ts';`, 'do not import each other'],
  ['src/features/clients/a.ts', `import 'dexie';`, 'Screens read through #db/queries'],
  ['src/features/clients/a.ts', `import '#remote/client.ts';`, 'never wait for the network'],
  ['src/db/a.ts', `import '#remote/client.ts';`, 'never wait for the network'],
  ['src/ui/a.ts', `import '#db/open.ts';`, 'src/ui knows no product word'],
  ['sync/core/a.ts', `import 'dexie';`, 'sync/core decides, it does nothing'],
  ['sync/engine/a.ts', `import '#sync/adapters/x.ts';`, 'knows only the core and the ports'],
  ['sync/client.ts', `import '#sync/engine/x.ts';`, 'must not be bundled into the window'],
  ['sw/a.ts', `import '#domain/money/format.ts';`, 'must stay small'],
  ['supabase/local/a.ts', `import '#db/open.ts';`, 'shares only #domain'],
  ['src/app/a.ts', `import '#tests/x.ts';`, 'never imports from tests'],
];

test.each(forbidden)('%s may not say %s, and is told why', async (path, source, lesson) => {
  expect(await lint(path, source)).toContain(lesson);
});

const allowed: [where: string, source: string][] = [
  ['src/features/booking/a.ts', `import '#remote/public-booking.ts';`],
  ['src/features/clients/a.ts', `import '#db/queries/clients.ts';`],
  ['src/db/use-query.ts', `import 'react';`],
  ['src/domain/a.ts', `import '#domain/rows.ts';`],
  ['sync/adapters/a.ts', `import 'dexie';`],
];

test.each(allowed)('%s may say %s', async (path, source) => {
  expect(await lint(path, source)).not.toContain('no-restricted-imports');
});
