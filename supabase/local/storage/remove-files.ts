import type { RemoveFiles } from '#supabase/functions/_shared/sweep-files.ts';
import type { Database } from '#supabase/local/database/database.ts';
import type { ByteStore } from './byte-store.ts';

/** Takes files away in this process: first the row, which closes the file, then its bytes. */
export function fileRemover(database: Database, bytes: ByteStore): RemoveFiles {
  return async (bucket, names) => {
    const gone = await database.sql<{ version: string }>(
      'delete from storage.objects where bucket_id = $1 and name = any ($2) returning version',
      [bucket, names],
    );
    await Promise.all(gone.map(({ version }) => bytes.remove(version)));
  };
}
