import { photoPath } from '#domain/clients/photos.ts';
import type { Uuid } from '#domain/rows.ts';
import { downloadPhoto, removePhoto, uploadPhoto } from '#remote/photo-files.ts';
import type { WorkerServer } from '#remote/worker-call.ts';
import type { PhotoFiles } from '../ports.ts';

/** The bucket of one business's photos: any Supabase, hosted or embedded. */
export const createPhotoFiles = (server: WorkerServer, businessId: Uuid): PhotoFiles => ({
  upload: (id, picture, call) => uploadPhoto(server, photoPath(businessId, id), picture, call),
  remove: (id, call) => removePhoto(server, photoPath(businessId, id), call),
  download: (id, call) => downloadPhoto(server, photoPath(businessId, id), call),
});
