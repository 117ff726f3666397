import { beforeEach, expect, test } from 'vitest';
import { sweepFiles } from '#supabase/functions/_shared/sweep-files.ts';
import { memoryBytes } from '#supabase/local/storage/byte-store.ts';
import { fileRemover } from '#supabase/local/storage/remove-files.ts';
import { makeSalon, type Salon } from './salon.ts';
import { countOf, newId, useDatabase } from './setup.ts';

const database = useDatabase();
const bytes = memoryBytes();
let salon: Salon;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `sweep-${(slugs += 1)}`);
});

/** A picture whose row was deleted so many days ago. */
const thrownAway = async (days: number): Promise<{ name: string; version: string }> => {
  const [photo, version] = [newId(), newId()];
  const name = `${salon.id}/${photo}`;
  await bytes.write(version, new Uint8Array([1]));
  await database.db.sql(
    `insert into storage.objects (bucket_id, name, version) values ('client-photos', $1, $2)`,
    [name, version],
  );
  await database.db.sql(
    `insert into private.photo_trash (photo_id, business_id, at)
     values ($1, $2, now() - make_interval(days => $3))`,
    [photo, salon.id, days],
  );
  return { name, version };
};
const sweep = () =>
  sweepFiles(
    {
      next: (limit) =>
        database.db.sql('select bucket_id, name from private.trashed_files($1)', [limit]),
      done: async (bucket, names) => {
        await database.db.sql('select private.files_swept($1, $2)', [bucket, names]);
      },
    },
    fileRemover(database.db, bytes),
  );

test('pictures whose row is gone for a week are taken away, and nothing else', async () => {
  const [old, fresh] = [await thrownAway(8), await thrownAway(6)];
  const kept = `${salon.id}/${salon.rows.client_photos}`;
  await database.db.sql(
    `insert into storage.objects (bucket_id, name, version) values ('client-photos', $1, $2)`,
    [kept, newId()],
  );
  expect(await sweep()).toBe(1);
  expect(await bytes.read(old.version)).toBeNull();
  expect(await bytes.read(fresh.version)).not.toBeNull();
  const left = await database.db.sql<{ name: string }>(
    'select name from storage.objects where starts_with(name, $1)',
    [salon.id],
  );
  expect(left.map(({ name }) => name).toSorted()).toEqual([fresh.name, kept].toSorted());
  expect(await countOf(database.db, 'private.photo_trash')).toBe(1);
  expect(await sweep()).toBe(0);
});
