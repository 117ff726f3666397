// Installs what package.json asks for when it is missing or the lock has changed since.
// Plain Node without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.daybook-install');

const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package.json')))
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Makes node_modules match the lock; returns whether it had to do anything. Exits with npm's code when npm fails. */
export const ensureInstalled = (say = console.log) => {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    console.error(`Daybook needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return false;
  say('Installing packages (npm install) …');
  const started = Date.now();
  // `npm install`, not `npm ci`: a lock written on one platform may lack the others' optional builds.
  const result = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(stamp, fingerprint());
  say(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  return true;
};
