// Builds the app when its sources are newer than the last build. Plain Node without packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** What ends up in dist/; tests and the backend do not. */
const SOURCES = [
  'src',
  'sync',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** Makes dist/ match the sources; exits with the builder's code when that fails. */
export function ensureBuilt(say = (text) => process.stdout.write(`${text}\n`)) {
  const built = newest(join(root, 'dist', 'index.html'));
  const changed = Math.max(...SOURCES.map((name) => newest(join(root, name))));
  if (built > changed) return;
  say(built === 0 ? 'Building the app …' : 'The sources have changed: building the app …');
  const started = Date.now();
  const result = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' },
  );
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}${result.stderr}\nThe app could not be built.\n`);
    process.exit(result.status ?? 1);
  }
  say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
}

/** When the file, or anything below the folder, last changed; 0 when it does not exist. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const facts = statSync(path);
  if (!facts.isDirectory()) return facts.mtimeMs;
  return readdirSync(path)
    .filter((name) => !name.startsWith('.') && !name.includes('.test.'))
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), facts.mtimeMs);
}
