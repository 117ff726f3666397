// Takes one promise after the other out of a copy of the sources and looks who notices.
//   npx tsx tests/sim/reverts.ts [part of a name]
// What only the database can break (the clock's lock, the log, keys with their tenant, policies) is
// taken out by tests of its own, which run with the others: supabase/tests/database/races/reverts
// and permissions/policy-mutants.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REVERTS, type Revert } from './reverts-list.ts';

const SEEDS = 600;
const root = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = [
  '.ci',
  'src',
  'sync',
  'supabase',
  'sw',
  'tests',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

const run = (
  folder: string,
  command: string,
  args: string[],
): { isBroken: boolean; said: string } => {
  const done = spawnSync('npx', ['--no-install', command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { isBroken: done.status !== 0, said: `${done.stdout}${done.stderr}` };
};

/** Who noticed, in one line; null = nobody. A run that could not even start notices nothing. */
const noticed = (folder: string, revert: Revert): string | null => {
  if (revert.tests !== undefined) {
    const { isBroken, said } = run(folder, 'vitest', ['run', '--maxWorkers=1', ...revert.tests]);
    const [first] = [...said.matchAll(/FAIL\s+(?:\|\w+\|\s+)?(\S+\.test\.ts > .*)/g)];
    if (isBroken && first === undefined) throw new Error(said.slice(-2_000));
    return first?.[1] ?? null;
  }
  const { isBroken, said } = run(folder, 'tsx', [
    'tests/sim/run.ts',
    `--from=${revert.from ?? 1}`,
    `--runs=${SEEDS}`,
    '--jobs=1',
  ]);
  const found = /^FAILED (seed \d+: [^{"\n]*)/m.exec(said);
  if (isBroken && found === null) throw new Error(said.slice(-2_000));
  return found?.[1] ?? null;
};

const wanted = process.argv[2] ?? '';
for (const revert of REVERTS) {
  if (!revert.name.includes(wanted)) continue;
  const folder = await mkdtemp(join(tmpdir(), 'daybook-revert-'));
  try {
    for (const part of COPIED) await cp(join(root, part), join(folder, part), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, from, to] of revert.changes) {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not say: ${from}`);
      await writeFile(path, text.replace(from, to));
    }
    const by = noticed(folder, revert);
    console.log(`${by === null ? 'NOBODY NOTICED' : 'noticed'}  ${revert.name}\n    ${by ?? ''}`);
    if (by === null) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
