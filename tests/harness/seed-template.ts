import { rm } from 'node:fs/promises';
import { startBackend } from '#supabase/local/backend.ts';
import { SMALL, seedDemo } from '#supabase/demo/seed.ts';
import { TEMPLATE_DATA } from './server.ts';

/** Before all end-to-end tests: one data folder with the small demo business, to be copied. */
export default async function seedTemplate(): Promise<void> {
  await rm(TEMPLATE_DATA, { recursive: true, force: true });
  const backend = await startBackend({ data: { kind: 'pglite', dir: TEMPLATE_DATA }, port: 0 });
  try {
    await seedDemo(backend.sql, { now: new Date(), size: SMALL });
  } finally {
    await backend.stop();
  }
}
