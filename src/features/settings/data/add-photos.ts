import type { DaybookDb } from '#db/open.ts';
import { eachPage } from '#db/queries/every-row.ts';
import { pictureOf } from '#db/queries/pictures.ts';
import { clientName } from '#domain/clients/name.ts';
import type { PictureFacts } from '#domain/export/manifest.ts';
import type { ClientPhotoRow, Uuid } from '#domain/rows.ts';
import { safeFileName } from '#platform/download.ts';

/** Writes pieces of a file one after the other. */
export type Write = (pieces: readonly (string | Uint8Array<ArrayBuffer>)[]) => Promise<void>;

/** Makes a file of the export; answers its rows. */
export type Add = (path: string, fill: (write: Write) => Promise<number>) => Promise<number>;

/** Rows only: pictures are read one at a time. */
const ROWS_AT_ONCE = 200;

/** What clients are called; each is looked up once. */
export const namesOfClients = (db: DaybookDb): ((clientId: Uuid) => Promise<string>) => {
  const names = new Map<Uuid, string>();
  return async (clientId) => {
    const known = names.get(clientId);
    if (known !== undefined) return known;
    const client = await db.rows('clients').get(clientId);
    const name = client ? clientName(client) : 'Client';
    names.set(clientId, name);
    return name;
  };
};

/** Puts the photos of this device into the file, in a folder for each client. */
export const addPhotos = async (db: DaybookDb, add: Add): Promise<PictureFacts> => {
  const result = { files: 0, missing: [] as string[] };
  const nameOf = namesOfClients(db);
  await eachPage(db, 'client_photos', ROWS_AT_ONCE, async (photos) => {
    for (const photo of photos) {
      const name = await nameOf(photo.client_id);
      const picture = await pictureOf(db, photo.id);
      if (!picture) {
        const { kind, taken_at, file_name } = photo;
        result.missing.push(
          `${file_name ?? 'Photo'} of ${name}, ${kind}, ${taken_at.slice(0, 10)}`,
        );
        continue;
      }
      // The end of the id keeps people of one name apart.
      const folder = safeFileName(`${name} ${photo.client_id.slice(-6)}`);
      const path = `photos/${folder}/${fileName(photo)}`;
      await add(path, (write) => write([new Uint8Array(picture.data)]).then(() => 1));
      result.files += 1;
    }
  });
  return result;
};

const fileName = ({ id, taken_at, kind, media_type, file_name }: ClientPhotoRow): string => {
  const day = taken_at.slice(0, 10);
  if (file_name) return `${day} ${id.slice(-6)} ${safeFileName(file_name)}`;
  return `${day} ${kind} ${id.slice(-6)}.${media_type === 'image/webp' ? 'webp' : 'jpg'}`;
};
