import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from './data-lock.ts';

describe('the lock on a data folder', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'daybook-lock-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const lockFile = () => join(folder, 'daybook.lock');
  const leaveLockOf = (pid: number, bornAt: string | null) =>
    writeFileSync(lockFile(), JSON.stringify({ pid, bornAt, token: 'theirs' }));

  it('refuses a second holder and names the process that has it', () => {
    lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    expect(() => lockDataFolder(folder)).toThrow(`process ${process.pid}`);
  });

  it('can be taken again after it was released', () => {
    lockDataFolder(folder)();
    expect(() => lockDataFolder(folder)).not.toThrow();
  });

  it('is taken over from a process that no longer exists', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    leaveLockOf(pid, null);
    lockDataFolder(folder);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it('is taken over when its number now belongs to another process, where the system tells', () => {
    leaveLockOf(process.pid, 'born long before');
    const attempt = () => lockDataFolder(folder);
    // Only Linux says when a process was born; elsewhere caution wins.
    const takesOver = process.platform === 'linux';
    expect(outcomeOf(attempt)).toBe(takesOver ? 'taken' : DataFolderInUseError);
  });

  it('is taken over when the file is unreadable, as after a power cut', () => {
    writeFileSync(lockFile(), '');
    expect(() => lockDataFolder(folder)).not.toThrow();
  });

  it('is not released by somebody it was taken from', () => {
    const release = lockDataFolder(folder);
    leaveLockOf(process.pid, null);
    release();
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ token: 'theirs' });
  });

  it('lets only one of two takers replace a dead lock', () => {
    leaveLockOf(spawnSync(process.execPath, ['-e', '']).pid, null);
    writeFileSync(`${lockFile()}.takeover`, JSON.stringify({ pid: process.pid }));
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
  });
});

function outcomeOf(attempt: () => unknown): unknown {
  try {
    attempt();
    return 'taken';
  } catch (error) {
    return (error as Error).constructor;
  }
}
