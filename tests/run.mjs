// `npm test`: everything that has to be true before a change lands, in the order that fails fastest.
// Plain Node, because on a fresh clone nothing is installed yet.
//   npm test                      everything
//   npm test -- --only=unit,e2e   some stages: format lint types unused build size unit e2e
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
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

const tellFailure = (file, test, message) =>
  failures.push(
    `  ${file.replace(`${root}/`, '')} › ${test}\n    ${stripVTControlCharacters(message).split('\n', 1)[0]}`,
  );

const countVitest = () => {
  const report = readJson('vitest.json');
  if (!report) return;
  const kinds = {};
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      const kind = (kinds[kindOf(file.name)] ??= { passed: 0, failed: 0 });
      // A skipped test counts as failed: it is a promise that nobody checks.
      if (test.status === 'passed') kind.passed++;
      else {
        kind.failed++;
        tellFailure(file.name, test.fullName, test.failureMessages?.[0] ?? test.status);
      }
    }
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      tellFailure(file.name, 'the whole file', file.message);
      (kinds[kindOf(file.name)] ??= { passed: 0, failed: 0 }).failed++;
    }
  }
  for (const [kind, count] of Object.entries(kinds)) counts.push([kind, count]);
};

const countPlaywright = () => {
  const report = readJson('playwright.json');
  if (!report) return;
  const { expected, unexpected, flaky, skipped } = report.stats;
  counts.push(['end-to-end', { passed: expected, failed: unexpected + flaky + skipped }]);
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  for (const spec of report.suites.flatMap(specs)) {
    const bad = spec.tests.find((test) => test.status !== 'expected');
    if (!bad) continue;
    const error = bad.results.at(-1)?.error?.message ?? bad.status;
    tellFailure(join('tests/e2e', spec.file), spec.title, error);
  }
};

const stages = {
  format: () => exec('prettier', ['--check', '--log-level=warn', '.']),
  lint: () => exec('oxlint', ['--type-aware', '--deny-warnings', ...sources]),
  types: () => node('.ci/typecheck.mjs'),
  unused: () => exec('knip', ['-c', '.knip.json']),
  build: () => exec('vite', ['build', '--logLevel', 'warn']),
  size: () => node('.ci/size.mjs'),
  unit: async () => {
    const code = await exec('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=tests/results/vitest.json',
    ]);
    countVitest();
    return code;
  },
  e2e: async () => {
    const code = await exec('playwright', ['test', '--config', 'tests/playwright.config.ts'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: 'tests/results/playwright.json',
    });
    countPlaywright();
    return code;
  },
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
if (failures.length > 0) console.log(`\nFailed\n${failures.join('\n')}`);
if (broken.length > 0) console.log(`\nBroken stages: ${broken.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(broken.length > 0 || failed > 0 ? 1 : 0);
