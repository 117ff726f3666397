import { giveDemoPictures } from '#supabase/demo/pictures.ts';
import { seedDemo } from '#supabase/demo/seed.ts';
import type { Backend } from './backend-types.ts';

type Place = Pick<Backend, 'sql' | 'isNew' | 'url' | 'secretKey'>;

/** Beside the CLI's own seeds, so that it is remembered where such things are. */
const MARK = 'demo business';

/**
 * Gives a database that this start has created the demo business. Remembers that it is wanted
 * before it begins: an interrupted seed goes on at the next start, and a person's own data never
 * gets one.
 */
export async function ensureDemoBusiness(
  backend: Place,
  say: (text: string) => void,
  seed: (backend: Place) => Promise<void> = makeDemoBusiness,
): Promise<void> {
  const { sql } = backend;
  if (backend.isNew) await mark(backend, 'wanted');
  const [known] = await sql<{ hash: string }>(
    'select hash from supabase_migrations.seed_files where path = $1',
    [MARK],
  );
  if (known?.hash !== 'wanted') return;
  say('Setting up the demo business, once …');
  const started = Date.now();
  await seed(backend);
  await mark(backend, 'done');
  say(`Done in ${Math.round((Date.now() - started) / 1000)} s.`);
}

async function makeDemoBusiness(backend: Place): Promise<void> {
  await seedDemo(backend.sql, { now: new Date() });
  await giveDemoPictures(backend);
}

async function mark({ sql }: Pick<Backend, 'sql'>, state: 'wanted' | 'done'): Promise<void> {
  await sql(
    `insert into supabase_migrations.seed_files (path, hash) values ($1, $2)
     on conflict (path) do update set hash = excluded.hash`,
    [MARK, state],
  );
}
