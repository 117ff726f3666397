import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBackend } from '#supabase/local/backend.ts';
import { SMALL, seedDemo } from '#supabase/demo/seed.ts';
import { TEMPLATE_DATA } from './server.ts';

const app = join(import.meta.dirname, '../../dist/index.html');

/** Before all end-to-end tests: one data folder with the small demo business, to be copied. */
export default async function seedTemplate(): Promise<void> {
  if (!existsSync(app)) throw new Error('There is no built app yet: run `npm run build` first.');
  await rm(TEMPLATE_DATA, { recursive: true, force: true });
  const backend = await startBackend({ data: { kind: 'pglite', dir: TEMPLATE_DATA }, port: 0 });
  try {
    await seedDemo(backend.sql, { now: new Date(), size: SMALL });
  } finally {
    await backend.stop();
  }
}
