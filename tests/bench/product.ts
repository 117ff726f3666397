/** The built product on its embedded backend, with data of its own that later runs find again. */
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemo } from '#supabase/demo/seed.ts';
import type { DemoSize } from '#supabase/demo/seed.ts';
import { startBackend } from '#supabase/local/backend.ts';
import type { Backend } from '#supabase/local/backend-types.ts';
import { databaseFingerprint, productMigrations } from '#tests/harness/database-image.ts';

const root = join(import.meta.dirname, '../..');

export const DEMO = { email: 'demo@daybook.example', password: 'daybook-demo' };

/** Seeded once and kept until the database changes; a run works on a copy. */
export const startProduct = async (
  name: string,
  size: DemoSize,
  env: Record<string, string> = {},
): Promise<Backend> => {
  const folder = join(root, '.daybook/bench-data', name);
  const kept = join(folder, await databaseFingerprint(productMigrations));
  const data = join(folder, 'run');
  if (!existsSync(kept)) {
    const making = join(folder, 'making');
    // With what earlier migrations made.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const backend = await startBackend({
      data: { kind: 'pglite', dir: making },
      log: () => undefined,
    });
    await seedDemo(backend.sql, { now: new Date(), size });
    await backend.stop();
    await rename(making, kept);
  }
  await rm(data, { recursive: true, force: true });
  await cp(kept, data, { recursive: true });
  return startBackend({
    data: { kind: 'pglite', dir: data },
    appDir: join(root, 'dist'),
    auth: { limits: null },
    jobsEveryMs: 3_600_000,
    log: () => undefined,
    env: { ...process.env, ...env },
  });
};

export type Account = { token: string; userId: string; businessId: string };

export const signIn = async (backend: Backend): Promise<Account> => {
  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(DEMO),
  });
  const { access_token: token, user } = (await answer.json()) as {
    access_token: string;
    user: { id: string };
  };
  const [row] = await backend.sql<{ business_id: string }>(
    'select business_id from public.memberships where user_id = $1',
    [user.id],
  );
  return { token, userId: user.id, businessId: row!.business_id };
};
