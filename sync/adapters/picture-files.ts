import { photoPath } from '#domain/clients/photos.ts';
import type { Uuid } from '#domain/rows.ts';
import { downloadPicture, removePicture, uploadPicture } from '#remote/picture-files.ts';
import type { PicturePlace } from '#remote/picture-files.ts';
import type { WorkerServer } from '#remote/worker-call.ts';
import type { PictureFiles, PictureName } from '../ports.ts';

/** The buckets of one business's pictures: any Supabase, hosted or embedded. */
export const createPictureFiles = (server: WorkerServer, businessId: Uuid): PictureFiles => {
  const placeOf = ({ id, path, submission }: PictureName): PicturePlace => {
    if (path !== null) return { bucket: 'pictures', path };
    const bucket = submission === undefined ? 'client-photos' : 'form-files';
    return { bucket, path: photoPath(businessId, id) };
  };
  return {
    upload: (picture, call) => uploadPicture(server, placeOf(picture), picture, call),
    remove: (picture, call) => removePicture(server, placeOf(picture), call),
    download: (name, call) => downloadPicture(server, placeOf(name), call),
  };
};
