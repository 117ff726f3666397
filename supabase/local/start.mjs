// `npm start` and `npm run dev`: everything from a fresh clone to a running product.
// Plain Node, because on a fresh clone nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../../.ci/install.mjs';

const root = join(import.meta.dirname, '..', '..');
const isDev = process.argv.includes('--dev');
process.chdir(root);

/** The newest change below these paths, in milliseconds. */
const newest = (paths) =>
  paths.reduce((latest, path) => {
    if (!existsSync(path)) return latest;
    const stat = statSync(path);
    if (!stat.isDirectory()) return Math.max(latest, stat.mtimeMs);
    return Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))));
  }, 0);

const SOURCES = [
  'src',
  'sync',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

const buildIfStale = () => {
  const built = existsSync('dist/sw.js') ? statSync('dist/sw.js').mtimeMs : 0;
  if (built > newest(SOURCES)) return;
  console.log('Building the app …');
  const build = spawnSync('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
};

ensureInstalled();
if (!isDev) buildIfStale();

const server = spawn(
  process.execPath,
  ['--import', 'tsx', 'supabase/local/main.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
// The terminal sends Ctrl-C to both; the server needs its moment to close the database.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('close', (code) => process.exit(code ?? 0));
