// `npm test`: everything that has to be true before a change lands, in the order that fails fastest.
// Plain Node, because on a fresh clone nothing is installed yet.
//   npm test                      everything
//   npm test -- --only=unit,e2e   some stages: format lint types unused build size unit e2e
import { spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from '../.ci/install.mjs';

const root = join(import.meta.dirname, '..');
const results = join(root, 'tests', 'results');
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');

process.chdir(root);
ensureInstalled();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/**
 * Databases, browser profiles and copies of the demo are written for a moment and thrown away: in
 * memory where it has a folder of its own with room enough, else where the system keeps such files.
 */
const temporary = (() => {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize <= 8 * 2 ** 30) return null;
    const folder = mkdtempSync(join(memory, 'daybook-test-'));
    // PostgreSQL refuses to run as root: as the user without rights it has to get in too.
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return null;
  }
})();
if (temporary) {
  process.env.TMPDIR = temporary;
  process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
}

const exec = (command, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', command, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
const node = (script, args = []) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('close', (code) => resolve(code ?? 1));
  });

const sources = ['src', 'sync', 'sw', 'supabase', 'tests', 'vite.config.ts'];
const counts = [];
/** One line for each failed test, said last: of a long run only the end may be kept. */
const failures = [];
/** Tests that failed among the others and passed by themselves: each is a defect to be repaired. */
const unsteady = [];
/** More than these fail for a reason: nothing is tried again then. */
const SECOND_TRIES = 3;
let passed = 0;
let failed = 0;

const readJson = (name) => {
  try {
    return JSON.parse(readFileSync(join(results, name), 'utf8'));
  } catch {
    return null;
  }
};

/** A kind of test is where its file lives; the table printed at the end is per kind. */
const kindOf = (file) => {
  const path = file.slice(root.length + 1);
  if (path.startsWith('tests/sim')) return 'simulator';
  if (path.startsWith('tests/contract')) return 'contract';
  if (path.startsWith('supabase/tests')) return 'database';
  if (path.startsWith('supabase/')) return 'backend';
  if (path.startsWith('tests/')) return 'cross-folder';
  if (path.includes('.dom.test.')) return 'component';
  return 'unit';
};

/** Where a test stands, its words, and the first line of what was wrong with it. */
const faultOf = (file, test, message) => ({
  file: file.replace(`${root}/`, ''),
  test,
  message: stripVTControlCharacters(message).split('\n', 1)[0],
});

/** What a run of Vitest came to, by kind of test. */
const vitestResult = (name) => {
  const kinds = {};
  const faults = [];
  for (const file of readJson(name)?.testResults ?? []) {
    const kind = (kinds[kindOf(file.name)] ??= { passed: 0, failed: 0 });
    const broken = file.assertionResults.filter(({ status }) => status !== 'passed');
    kind.passed += file.assertionResults.length - broken.length;
    // A skipped test counts as failed: it is a promise that nobody checks.
    for (const { fullName, failureMessages, status } of broken) {
      faults.push(faultOf(file.name, fullName, failureMessages?.[0] ?? status));
    }
    if (file.status === 'failed' && broken.length === 0) {
      faults.push(faultOf(file.name, 'the whole file', file.message));
    }
  }
  for (const { file } of faults) kinds[kindOf(join(root, file))].failed++;
  return { kinds, faults };
};

/** What a run of Playwright came to. */
const playwrightResult = (name) => {
  const report = readJson(name);
  if (!report) return { kinds: {}, faults: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const faults = report.suites.flatMap(specs).flatMap((spec) => {
    const bad = spec.tests.find((test) => test.status !== 'expected');
    if (!bad) return [];
    const error = bad.results.at(-1)?.error?.message ?? bad.status;
    return [faultOf(join('tests/e2e', spec.file), spec.title, error)];
  });
  return {
    kinds: { 'end-to-end': { passed: expected, failed: unexpected + flaky + skipped } },
    faults,
  };
};

/**
 * Runs tests, and the few that failed once more by themselves. What passes then does not stop a
 * change, but is named at the end.
 * @param run runs all tests, or those of the faults it is given; answers the exit code and what
 *   came of it
 */
const withSecondTry = async (run) => {
  const first = await run([]);
  const { kinds, faults } = first.result;
  let { code } = first;
  let lasting = faults;
  if (code !== 0 && faults.length > 0 && faults.length <= SECOND_TRIES) {
    console.log(`\n── once more: ${faults.map(({ file }) => file).join(' ')}`);
    const second = await run(faults);
    code = second.code;
    lasting = code === 0 ? [] : second.result.faults;
    if (code === 0) {
      unsteady.push(...faults);
      for (const kind of Object.values(kinds)) {
        kind.passed += kind.failed;
        kind.failed = 0;
      }
    }
  }
  for (const { file, test, message } of lasting) {
    failures.push(`  ${file} › ${test}\n    ${message}`);
  }
  counts.push(...Object.entries(kinds));
  return code;
};

const vitest = async (again) => {
  const name = again.length > 0 ? 'vitest-again.json' : 'vitest.json';
  const code = await exec('vitest', [
    'run',
    ...new Set(again.map(({ file }) => file)),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=tests/results/${name}`,
  ]);
  return { code, result: vitestResult(name) };
};

const playwright = async (again) => {
  const name = again.length > 0 ? 'playwright-again.json' : 'playwright.json';
  const code = await exec(
    'playwright',
    [
      'test',
      '--config',
      'tests/playwright.config.ts',
      ...(again.length > 0 ? ['--last-failed', '--workers=1'] : []),
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: `tests/results/${name}` },
  );
  return { code, result: playwrightResult(name) };
};

const stages = {
  format: () => exec('prettier', ['--check', '--log-level=warn', '.']),
  lint: () => exec('oxlint', ['--type-aware', '--deny-warnings', ...sources]),
  types: () => node('.ci/typecheck.mjs'),
  unused: () => exec('knip', ['-c', '.knip.json']),
  build: () => exec('vite', ['build', '--logLevel', 'warn']),
  size: () => node('.ci/size.mjs'),
  unit: () => withSecondTry(vitest),
  e2e: () => withSecondTry(playwright),
};

const unknown = only?.filter((name) => !(name in stages)) ?? [];
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. Stages: ${Object.keys(stages).join(' ')}`);
  process.exit(2);
}

const broken = [];
for (const [name, stage] of Object.entries(stages)) {
  if (only && !only.includes(name)) continue;
  const started = Date.now();
  console.log(`\n── ${name}`);
  const code = await stage();
  console.log(
    `── ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (code !== 0) broken.push(name);
  // Nothing after a broken build can say anything true.
  if (code !== 0 && name === 'build') break;
}

console.log('\nTests by kind');
for (const [kind, count] of counts) {
  passed += count.passed;
  failed += count.failed;
  console.log(
    `  ${kind.padEnd(14)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed`,
  );
}
if (unsteady.length > 0) {
  const lines = unsteady.map(({ file, test, message }) => `  ${file} › ${test}\n    ${message}`);
  console.log(`\nFailed among the others, passed by itself\n${lines.join('\n')}`);
}
if (failures.length > 0) console.log(`\nFailed\n${failures.join('\n')}`);
if (broken.length > 0) console.log(`\nBroken stages: ${broken.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(broken.length > 0 || failed > 0 ? 1 : 0);
