/** What the database says may be taken away (file_sweep.sql), and where it is told what is gone. */
export type FileTrash = {
  next(limit: number): Promise<{ bucket_id: string; name: string }[]>;
  done(bucket: string, names: string[]): Promise<void>;
};

/** Takes files away; those that are not there any more are none. Throws when it cannot. */
export type RemoveFiles = (bucket: string, names: string[]) => Promise<void>;

/** What the storage takes in one request. */
const AT_ONCE = 100;

/**
 * Takes away what is in the trash, until nothing is. Told only afterwards, so that a sweep which dies
 * in the middle asks for the same files again.
 */
export async function sweepFiles(trash: FileTrash, remove: RemoveFiles): Promise<number> {
  let swept = 0;
  for (;;) {
    const files = await trash.next(AT_ONCE);
    for (const bucket of new Set(files.map((file) => file.bucket_id))) {
      const names = files.flatMap((file) => (file.bucket_id === bucket ? file.name : []));
      await remove(bucket, names);
      await trash.done(bucket, names);
      swept += names.length;
    }
    if (files.length < AT_ONCE) return swept;
  }
}

/** Files of a Supabase project, with its secret key. */
export function storageRemover(url: string, secretKey: string): RemoveFiles {
  return async (bucket, names) => {
    const response = await fetch(`${url}/storage/v1/object/${bucket}`, {
      method: 'DELETE',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ prefixes: names }),
    });
    if (!response.ok) throw new Error(`The storage answered ${response.status}`);
  };
}
