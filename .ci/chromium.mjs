// Finds a Chromium for the end-to-end tests, and installs one when there is none.
// Order: CHROMIUM_PATH, Playwright's own download, the system's, Debian's package, Playwright's installer.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without its window: the same engine, at four fifths of the work. Tests need no more. */
const shellPath = '/usr/bin/chromium-headless-shell';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const find = async (isShellEnough) => {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  const paths = isShellEnough ? [shellPath, ...systemPaths] : systemPaths;
  return paths.find((path) => existsSync(path));
};

const run = (command, args) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const install = (name) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);

/**
 * Path of a Chromium that runs here; installs one if need be, and throws with what to do when that fails.
 * @param isShellEnough Debian's headless shell will do, and is preferred.
 */
export const ensureChromium = async ({ isShellEnough = false } = {}) => {
  const found = await find(isShellEnough);
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (apt-get install chromium) …');
    run('apt-get', ['update', '-qq']);
    // Older releases of Debian have no package of the shell.
    if (!isShellEnough || !install('chromium-headless-shell')) install('chromium');
  } else {
    console.log('Installing Chromium (npx playwright install chromium) …');
    run('npx', ['playwright', 'install', 'chromium']);
  }
  const installed = await find(isShellEnough);
  if (installed) return installed;
  throw new Error(
    'No Chromium for the end-to-end tests. Install one (`npx playwright install chromium`, or your ' +
      "system's package) or set CHROMIUM_PATH to its executable.",
  );
};
