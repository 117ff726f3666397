/** What the commands about photos and pictures do with the pictures themselves (see BlobEntry). */
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import type { DaybookDb } from '../open.ts';
import type { BlobEntry } from '../schema.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';

/** What is thrown away stays so long where it is: undo finds it there. */
const UNDO_MIN = 15;

export const undoEnds = (now: Instant): Instant => addMinutes(now, UNDO_MIN);

/** A picture that was made here and waits for the server. */
export const waitingBlob = (
  scope: WriteScope,
  picture: Pick<BlobEntry, 'id' | 'media_type' | 'named_by'> & { data: ArrayBuffer },
): BlobEntry => ({
  v: 1,
  ...picture,
  state: 'waiting',
  created_at: scope.now,
  due_at: scope.now,
  tries: 0,
  error: null,
});

/** Has pictures taken away at `dueAt`; answers what this device had of each. */
export const throwAway = async (
  scope: WriteScope,
  pictures: readonly Pick<BlobEntry, 'id' | 'media_type' | 'named_by'>[],
  dueAt: Instant,
): Promise<(BlobEntry | undefined)[]> => {
  const before = await scope.blobs(pictures.map(({ id }) => id));
  const isForGood = dueAt <= scope.now;
  await scope.putBlobs(
    pictures.map(({ id, media_type, named_by }, place): BlobEntry => ({
      v: 1,
      id,
      named_by,
      state: 'trash',
      media_type: before[place]?.media_type ?? media_type,
      data: isForGood ? null : (before[place]?.data ?? null),
      created_at: scope.now,
      due_at: dueAt,
      tries: 0,
      error: null,
    })),
  );
  return before;
};

/**
 * Undoes a throwing away; `before` is what it answered. `stored` = it never left the server, `again` =
 * it goes up once more, `gone` = it left the server, and this device never had it.
 */
export const takeBack = async (
  scope: WriteScope,
  id: Uuid,
  before: BlobEntry | undefined,
): Promise<'stored' | 'again' | 'gone'> => {
  const [now] = await scope.blobs([id]);
  if (now?.state === 'trash') {
    await (before ? scope.putBlobs([before]) : scope.dropBlobs([id]));
    return 'stored';
  }
  if (!before?.data) return 'gone';
  await scope.putBlobs([{ ...before, state: 'waiting', due_at: scope.now, tries: 0 }]);
  return 'again';
};

/**
 * Keeps a new picture, if it must be in the place of copies: those come again when somebody looks at
 * them, this one would not.
 */
export const keepInRoom = async <T>(
  db: DaybookDb,
  keep: () => Promise<Result<T>>,
): Promise<Result<T>> => {
  const kept = await keep();
  if (kept.ok || kept.error.code !== 'storage_full') return kept;
  const freed = await db.blobs.where('state').equals('here').delete();
  return freed > 0 ? keep() : kept;
};

/** Tries once more what the server would not have. Codes: not_found. */
export const retryUpload = (db: DaybookDb, id: Uuid): Promise<Result<Uuid>> =>
  write(db, 'upload.retry', async (scope) => {
    const [blob] = await scope.blobs([id]);
    if (!blob) return fail('not_found', { rows: [`_blobs:${id}`] });
    await scope.putBlobs([{ ...blob, state: 'waiting', due_at: scope.now, tries: 0, error: null }]);
    return { ops: [], value: id };
  });
