import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, createTestClient } from '#tests/harness/backend.ts';
import { type BackendProcess, startBackendProcess } from '#tests/harness/backend-process.ts';
import { startBackend } from './backend.ts';
import { DataFolderInUseError } from './data-lock.ts';

const SECRET_KEY = 'sb_secret_daybook_local';
const MIGRATION = 'create table public.entries (n int primary key, note text);';

describe('a backend on a data folder', { timeout: 3 * BOOT_TIMEOUT_MS }, () => {
  let folder: string;
  let running: BackendProcess[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-life-'));
    mkdirSync(join(folder, 'migrations'));
    writeFileSync(join(folder, 'migrations', '1_entries.sql'), MIGRATION);
    running = [];
  });
  afterEach(async () => {
    for (const backend of running) await backend.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const options = () => ({
    data: { kind: 'pglite', dir: join(folder, 'data') } as const,
    migrationsDir: join(folder, 'migrations'),
    realtime: false,
  });
  const start = async () => {
    const { data, ...rest } = options();
    const backend = await startBackendProcess({ ...rest, dir: data.dir });
    running.push(backend);
    return backend;
  };
  const entries = (backend: BackendProcess) =>
    createTestClient(backend.url, SECRET_KEY).from('entries');

  it('loses nothing it has acknowledged when it is killed in the middle of writing', async () => {
    const acknowledged: number[] = [];
    let next = 0;
    for (let round = 0; round < 2; round++) {
      const backend = await start();
      const killAt = next + 150;
      const writer = async () => {
        for (;;) {
          const n = next++;
          const { status } = await entries(backend).insert({ n, note: 'x'.repeat(500) });
          if (status !== 201) return;
          acknowledged.push(n);
          if (acknowledged.length >= killAt) void backend.kill();
        }
      };
      await Promise.all([writer(), writer(), writer()]);
    }
    const survivor = await start();
    const { data } = await entries(survivor).select('n').order('n').limit(1000);
    const kept = new Set(data!.map((row) => row.n as number));
    expect(acknowledged.length).toBeGreaterThanOrEqual(300);
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
    expect(await survivor.stop()).toBe(0);
  });

  it('stops cleanly on SIGTERM and knows everybody again after it', async () => {
    const first = await start();
    const admin = createTestClient(first.url, SECRET_KEY).auth.admin;
    await admin.createUser({ email: 'a@x.example', password: 'password1', email_confirm: true });
    const client = createTestClient(first.url, 'sb_publishable_daybook_local');
    const { data } = await client.auth.signInWithPassword({
      email: 'a@x.example',
      password: 'password1',
    });
    expect(await first.stop()).toBe(0);
    expect(existsSync(join(folder, 'data', 'daybook.lock'))).toBe(false);

    const second = await start();
    const again = createTestClient(second.url, 'sb_publishable_daybook_local');
    const { error } = await again.auth.setSession(data.session!);
    expect(error).toBeNull();
    expect(await second.stop()).toBe(0);
  });

  it('refuses a second backend and says which process has the folder', async () => {
    const first = await start();
    const second = startBackend({ ...options(), log: () => {} });
    await expect(second).rejects.toThrow(DataFolderInUseError);
    await expect(second).rejects.toThrow(`in use by process ${first.pid}`);
    expect((await entries(first).insert({ n: 1 })).status).toBe(201);
  });

  it('that could not start leaves the folder free for one that can', async () => {
    writeFileSync(join(folder, 'migrations', '2_broken.sql'), 'create tabel x;');
    await expect(startBackend({ ...options(), log: () => {} })).rejects.toThrow('2_broken.sql');
    rmSync(join(folder, 'migrations', '2_broken.sql'));
    const backend = await startBackend({ ...options(), log: () => {} });
    await backend.stop();
  });
});
