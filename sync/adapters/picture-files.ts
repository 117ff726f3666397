import { photoPath } from '#domain/clients/photos.ts';
import type { Uuid } from '#domain/rows.ts';
import { downloadPicture, removePicture, uploadPicture } from '#remote/picture-files.ts';
import type { PicturePlace } from '#remote/picture-files.ts';
import type { WorkerServer } from '#remote/worker-call.ts';
import type { PictureFiles, PictureName } from '../ports.ts';

/** The buckets of one business's pictures: any Supabase, hosted or embedded. */
export const createPictureFiles = (server: WorkerServer, businessId: Uuid): PictureFiles => {
  const placeOf = ({ id, path }: PictureName): PicturePlace =>
    path === null
      ? { bucket: 'client-photos', path: photoPath(businessId, id) }
      : { bucket: 'pictures', path };
  return {
    upload: (picture, call) => uploadPicture(server, placeOf(picture), picture, call),
    remove: (picture, call) => removePicture(server, placeOf(picture), call),
    download: (id, call) => downloadPicture(server, placeOf({ id, path: null }), call),
  };
};
