import type { DaybookDb } from '#db/open.ts';
import { eachPage } from '#db/queries/every-row.ts';
import { pictureOf } from '#db/queries/photos.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientPhotoRow, Uuid } from '#domain/rows.ts';
import { safeFileName } from '#platform/download.ts';

/** Writes pieces of a file one after the other. */
export type Write = (pieces: readonly (string | Uint8Array<ArrayBuffer>)[]) => Promise<void>;

type Add = (path: string, fill: (write: Write) => Promise<number>) => Promise<number>;

/** Rows only: pictures are read one at a time. */
const ROWS_AT_ONCE = 200;

/** Puts the pictures of this device into the file, in a folder for each client. */
export const addPhotos = async (
  db: DaybookDb,
  add: Add,
): Promise<{ files: number; elsewhere: number }> => {
  const result = { files: 0, elsewhere: 0 };
  const folders = new Map<Uuid, string>();
  const folderOf = async (clientId: Uuid): Promise<string> => {
    const known = folders.get(clientId);
    if (known !== undefined) return known;
    const client = await db.rows('clients').get(clientId);
    // The end of the id keeps people of one name apart.
    const folder = safeFileName(`${client ? clientName(client) : 'Client'} ${clientId.slice(-6)}`);
    folders.set(clientId, folder);
    return folder;
  };
  await eachPage(db, 'client_photos', ROWS_AT_ONCE, async (photos) => {
    for (const photo of photos) {
      const picture = await pictureOf(db, photo.id);
      if (!picture) {
        result.elsewhere += 1;
        continue;
      }
      const path = `photos/${await folderOf(photo.client_id)}/${fileName(photo)}`;
      await add(path, (write) => write([new Uint8Array(picture.data)]).then(() => 1));
      result.files += 1;
    }
  });
  return result;
};

const fileName = ({ id, taken_at, kind, media_type }: ClientPhotoRow): string =>
  `${taken_at.slice(0, 10)} ${kind} ${id.slice(-6)}.${media_type === 'image/webp' ? 'webp' : 'jpg'}`;
