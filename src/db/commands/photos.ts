import { maxBytesOf, photoSchema } from '#domain/clients/photos.ts';
import type { NewPhotoInput, PhotoInput } from '#domain/clients/photos.ts';
import { deleteOp, patchOp, putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ClientPhotoRow, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import type { BlobEntry } from '../schema.ts';
import { write } from '../write.ts';
import { authorName } from './author.ts';
import { keepInRoom, takeBack, throwAway, undoEnds, waitingBlob } from './blobs.ts';
import type { Done } from './edit-row.ts';

export type NewPhoto = Omit<NewPhotoInput, 'bytes'> & { data: ArrayBuffer };

/**
 * Keeps a picture, or a PDF with its name, with its row: shown at once, and brought to the server when
 * there is a network.
 * `pair_id` names the before that it belongs to. Codes: invalid, not_found (that before),
 * payload_too_large, storage_full (nothing was kept).
 */
export const addPhoto = async (
  db: DaybookDb,
  clientId: Uuid,
  { data, ...fields }: NewPhoto,
): Promise<Result<Uuid>> => {
  if (data.byteLength > maxBytesOf(fields)) return fail('payload_too_large');
  const checked = validate(photoSchema, { ...fields, bytes: data.byteLength });
  if (!checked.ok) return checked;
  return keepInRoom(db, () => add(db, clientId, checked.value, data));
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
    await scope.putBlobs([waitingBlob(scope, { id, media_type: photo.media_type, data })]);
    return { ops, value: id };
  });

/** Takes a photo away, here at once and where it is stored a little later. Codes: not_found. */
export const deletePhoto = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const gone = await write(db, 'photo.delete', async (scope) => {
    const photo = await scope.get('client_photos', id);
    if (!photo) return fail('not_found', { rows: [`client_photos:${id}`] });
    const before = await throwAway(scope, [photo], undoEnds(scope.now));
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
    const came = await takeBack(scope, photo.id, blob);
    if (came === 'gone') return fail('undo_expired');
    const row = came === 'stored' ? photo : { ...photo, stored_at: null };
    return { ops: [putOp('client_photos', row)], value: photo.id };
  });
