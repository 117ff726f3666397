import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_FILE = 'daybook.lock';

/** A takeover that takes longer than this died in the middle. */
const STALE_TAKEOVER_MS = 10_000;

type Holder = { pid: number; bornAt: string | null; token: string };

/** Another process that is alive uses the data folder. */
export class DataFolderInUseError extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. ` +
        `Two backends on one folder would destroy it: stop the other one first ` +
        `(kill ${pid}), or choose another folder.`,
    );
    this.pid = pid;
  }
}

/**
 * Claims the folder for this process and answers how to release it. A lock whose process is gone
 * (kill -9, power cut) is taken over; a lock of a living process throws DataFolderInUseError.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, LOCK_FILE);
  const mine: Holder = {
    pid: process.pid,
    bornAt: kernelView(process.pid)?.bornAt ?? null,
    token: randomUUID(),
  };
  if (!create(path, mine)) takeOver(folder, path, mine);
  return () => {
    if (read(path)?.token === mine.token) rmSync(path, { force: true });
  };
}

function takeOver(folder: string, path: string, mine: Holder): void {
  const holder = read(path);
  if (holder && isAlive(holder)) throw new DataFolderInUseError(folder, holder.pid);

  // Two starters may both have seen the dead lock: only one may replace it.
  const guard = `${path}.takeover`;
  if (!create(guard, mine)) {
    if (ageOf(guard) < STALE_TAKEOVER_MS) {
      throw new DataFolderInUseError(folder, read(guard)?.pid ?? 0);
    }
    rmSync(guard, { force: true });
    if (!create(guard, mine)) throw new DataFolderInUseError(folder, read(guard)?.pid ?? 0);
  }
  try {
    const now = read(path);
    if (now && isAlive(now)) throw new DataFolderInUseError(folder, now.pid);
    writeFileSync(path, JSON.stringify(mine));
  } finally {
    rmSync(guard, { force: true });
  }
}

function create(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = kernelView(holder.pid);
  if (now === null) return true;
  // A killed process keeps its number until its parent has noticed.
  if (now.state === 'Z' || now.state === 'X') return false;
  // Process numbers are reused; a process born at another time is another process.
  return holder.bornAt === null || now.bornAt === holder.bornAt;
}

/** State and start (in the kernel's own ticks) of a process; null where the system does not say. */
function kernelView(pid: number): { state: string; bornAt: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the fields follow the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0]!, bornAt: fields[19]! };
  } catch {
    return null;
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
