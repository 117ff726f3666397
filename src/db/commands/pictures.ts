import { patchOp } from '#domain/commands/op.ts';
import type { RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { readPicturePath } from '#domain/pictures/path.ts';
import { PICTURE_FIELDS, PICTURE_MAX_BYTES, picturePath } from '#domain/pictures/picture.ts';
import type { PictureSize } from '#domain/pictures/path.ts';
import type { PictureOwner, PictureTable } from '#domain/pictures/picture.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import type { BlobEntry } from '../schema.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { keepInRoom, takeBack, throwAway, undoEnds, waitingBlob } from './blobs.ts';
import type { Done } from './edit-row.ts';

export type NewPicture = PictureSize & {
  data: ArrayBuffer;
  mediaType: 'image/jpeg' | 'image/webp';
};

/**
 * Gives a person, a service, a category or the business a picture, or takes it away (null): shown at once, and
 * brought to the server when there is a network; the one before leaves it when undo is over. Codes:
 * not_found, payload_too_large, storage_full (everything is as it was); undo: undo_expired.
 */
export const setPicture = async (
  db: DaybookDb,
  owner: PictureOwner,
  picture: NewPicture | null,
): Promise<Result<Done>> => {
  if (picture && picture.data.byteLength > PICTURE_MAX_BYTES) return fail('payload_too_large');
  const name = picture ? 'picture.set' : 'picture.remove';
  const set = await keepInRoom(db, () =>
    write(db, name, async (scope) => {
      const row = await rowOf(scope, owner);
      if (!row) return fail('not_found', { rows: [`${owner.table}:${owner.id}`] });
      const path = picture ? await keep(scope, owner, picture) : null;
      const blob = await giveUp(scope, owner, row.path);
      return {
        ops: row.path === path ? [] : [nameOp(owner, path)],
        value: { path: row.path, blob },
      };
    }),
  );
  if (!set.ok) return set;
  return ok({ id: owner.id, undo: () => putBack(db, owner, set.value) });
};

/** What a row showed before, and what this device had of it. */
type Before = { path: string | null; blob: BlobEntry | undefined };

const putBack = (
  db: DaybookDb,
  owner: PictureOwner,
  { path, blob }: Before,
): Promise<Result<Uuid>> =>
  write(db, 'picture.undo', async (scope) => {
    const row = await rowOf(scope, owner);
    if (!row) return fail('not_found', { rows: [`${owner.table}:${owner.id}`] });
    if (row.path === path) return { ops: [], value: owner.id };
    const wanted = readPicturePath(path);
    if (wanted && (await takeBack(scope, wanted.id, blob)) === 'gone') return fail('undo_expired');
    await giveUp(scope, owner, row.path);
    return { ops: [nameOp(owner, path)], value: owner.id };
  });

const rowOf = async (
  scope: WriteScope,
  { table, id }: PictureOwner,
): Promise<{ path: string | null } | null> => {
  const row = (await scope.get(table, id)) as Record<string, unknown> | undefined;
  if (!row) return null;
  const path = row[PICTURE_FIELDS[table]];
  return { path: typeof path === 'string' ? path : null };
};

const nameOp = ({ table, id }: PictureOwner, path: string | null) =>
  patchOp(table, id, { [PICTURE_FIELDS[table]]: path } as RowPatch<PictureTable>);

/** Keeps a picture here; answers the path that is to name it. */
const keep = async (
  scope: WriteScope,
  owner: PictureOwner,
  { data, mediaType, ...size }: NewPicture,
): Promise<string> => {
  const id = scope.newId();
  const path = picturePath(scope.businessId, owner.table, { ...size, id });
  const named_by = { ...owner, path };
  await scope.putBlobs([waitingBlob(scope, { id, media_type: mediaType, data, named_by })]);
  return path;
};

/** The picture is not shown any more; answers what this device had of it. */
export const giveUp = async (
  scope: WriteScope,
  owner: PictureOwner,
  path: string | null,
): Promise<BlobEntry | undefined> => {
  const old = readPicturePath(path);
  if (path === null || !old) return;
  const named_by = { ...owner, path };
  const gone = [{ id: old.id, media_type: 'image/webp', named_by }];
  const [blob] = await throwAway(scope, gone, undoEnds(scope.now));
  return blob;
};

/**
 * The row that was given up comes back as another one: the picture is its from now on. `before` is what
 * `giveUp` answered. Answers the path, or null when the picture is nowhere any more.
 */
export const giveOn = async (
  scope: WriteScope,
  owner: PictureOwner,
  path: string | null,
  before: BlobEntry | undefined,
): Promise<string | null> => {
  const wanted = readPicturePath(path);
  if (path === null || !wanted) return null;
  if ((await takeBack(scope, wanted.id, before)) === 'gone') return null;
  const [entry] = await scope.blobs([wanted.id]);
  if (entry) await scope.putBlobs([{ ...entry, named_by: { ...owner, path } }]);
  return path;
};
