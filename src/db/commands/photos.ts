import { PHOTO_MAX_BYTES, photoSchema } from '#domain/clients/photos.ts';
import type { PhotoInput } from '#domain/clients/photos.ts';
import { deleteOp, patchOp, putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ClientPhotoRow, Instant, Uuid } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import type { BlobEntry } from '../schema.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { authorName } from './author.ts';
import type { Done } from './edit-row.ts';

/** A deleted picture stays so long where it is: undo finds it there. */
const UNDO_MIN = 15;

export type NewPhoto = Omit<PhotoInput, 'bytes'> & { data: ArrayBuffer };

/**
 * Keeps a picture with its row: shown at once, and brought to the server when there is a network.
 * `pair_id` names the before that it belongs to. Codes: invalid, not_found (that before),
 * payload_too_large, storage_full (nothing was kept).
 */
export const addPhoto = async (
  db: DaybookDb,
  clientId: Uuid,
  { data, ...fields }: NewPhoto,
): Promise<Result<Uuid>> => {
  if (data.byteLength > PHOTO_MAX_BYTES) return fail('payload_too_large');
  const checked = validate(photoSchema, { ...fields, bytes: data.byteLength });
  if (!checked.ok) return checked;
  const keep = (): Promise<Result<Uuid>> => add(db, clientId, checked.value, data);
  const kept = await keep();
  if (kept.ok || kept.error.code !== 'storage_full') return kept;
  // Copies of what is stored come again when somebody looks at them; this picture would not.
  const freed = await db.blobs.where('state').equals('here').delete();
  return freed > 0 ? keep() : kept;
};

const add = (
  db: DaybookDb,
  clientId: Uuid,
  photo: PhotoInput,
  data: ArrayBuffer,
): Promise<Result<Uuid>> =>
  write(db, 'photo.add', async (scope) => {
    const id = scope.newId();
    const ops: Op[] = [];
    if (photo.pair_id !== null) {
      const before = await scope.get('client_photos', photo.pair_id);
      if (!before) return fail('not_found', { rows: [`client_photos:${photo.pair_id}`] });
      ops.push(patchOp('client_photos', before.id, { pair_id: before.id }));
    }
    const author_name = await authorName(scope);
    ops.push(
      putOp('client_photos', {
        ...photo,
        id,
        business_id: scope.businessId,
        client_id: clientId,
        stored_at: null,
        author_name,
      }),
    );
    await scope.putBlobs([
      {
        v: 1,
        id,
        state: 'waiting',
        media_type: photo.media_type,
        data,
        created_at: scope.now,
        due_at: scope.now,
        tries: 0,
        error: null,
      },
    ]);
    return { ops, value: id };
  });

/** Takes a photo away, here at once and where it is stored a little later. Codes: not_found. */
export const deletePhoto = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const gone = await write(db, 'photo.delete', async (scope) => {
    const photo = await scope.get('client_photos', id);
    if (!photo) return fail('not_found', { rows: [`client_photos:${id}`] });
    const before = await throwAway(scope, [photo], addMinutes(scope.now, UNDO_MIN));
    return { ops: [deleteOp('client_photos', id)], value: { photo, blob: before[0] } };
  });
  if (!gone.ok) return gone;
  const { photo, blob } = gone.value;
  return ok({ id, undo: () => putBack(db, photo, blob) });
};

/** Codes: undo_expired (the picture was removed meanwhile, and this device never had it). */
const putBack = (
  db: DaybookDb,
  photo: ClientPhotoRow,
  blob: BlobEntry | undefined,
): Promise<Result<Uuid>> =>
  write(db, 'photo.delete.undo', async (scope) => {
    const [now] = await scope.blobs([photo.id]);
    const isStillThere = now?.state === 'trash';
    if (isStillThere && !blob) await scope.dropBlobs([photo.id]);
    else if (isStillThere && blob) await scope.putBlobs([blob]);
    else if (!blob?.data) return fail('undo_expired');
    else await scope.putBlobs([{ ...blob, state: 'waiting', due_at: scope.now, tries: 0 }]);
    const row = isStillThere ? photo : { ...photo, stored_at: null };
    return { ops: [putOp('client_photos', row)], value: photo.id };
  });

/** Tries once more what the server would not have. Codes: not_found. */
export const retryPhoto = (db: DaybookDb, id: Uuid): Promise<Result<Uuid>> => {
  return write(db, 'photo.retry', async (scope) => {
    const [blob] = await scope.blobs([id]);
    if (!blob) return fail('not_found', { rows: [`client_photos:${id}`] });
    await scope.putBlobs([{ ...blob, state: 'waiting', due_at: scope.now, tries: 0, error: null }]);
    return { ops: [], value: id };
  });
};

/** Has their pictures taken away at `dueAt`; answers what this device had of each. */
export const throwAway = async (
  scope: WriteScope,
  photos: readonly ClientPhotoRow[],
  dueAt: Instant,
): Promise<(BlobEntry | undefined)[]> => {
  const before = await scope.blobs(photos.map(({ id }) => id));
  const isForGood = dueAt <= scope.now;
  await scope.putBlobs(
    photos.map((photo, place): BlobEntry => ({
      v: 1,
      id: photo.id,
      state: 'trash',
      media_type: photo.media_type,
      data: isForGood ? null : (before[place]?.data ?? null),
      created_at: scope.now,
      due_at: dueAt,
      tries: 0,
      error: null,
    })),
  );
  return before;
};
