import type { DaybookDb } from '#db/open.ts';
import { eachPage } from '#db/queries/every-row.ts';
import { pictureOf } from '#db/queries/pictures.ts';
import type { PictureFacts } from '#domain/export/manifest.ts';
import { readPicturePath } from '#domain/pictures/path.ts';
import { PICTURE_FIELDS } from '#domain/pictures/picture.ts';
import type { PictureTable } from '#domain/pictures/picture.ts';
import type { Rows } from '#domain/rows.ts';
import { safeFileName } from '#platform/download.ts';
import { keptPicture } from '#platform/kept-picture.ts';
import type { Add } from './add-photos.ts';

const ROWS_AT_ONCE = 200;

/** Where the pictures of a table go, and what one of them is called. */
const SHOWN: {
  [T in PictureTable]: { folder: string; named: string; of: (row: Rows[T]) => string };
} = {
  businesses: { folder: 'logo', named: 'Logo of', of: ({ name }) => name },
  staff: { folder: 'team', named: 'Picture of', of: ({ display_name }) => display_name },
  services: { folder: 'services', named: 'Picture of', of: ({ name }) => name },
  service_categories: { folder: 'categories', named: 'Picture of', of: ({ name }) => name },
};

/** Puts the pictures into the file that clients see, of those that this device has or has shown. */
export const addPictures = async (db: DaybookDb, add: Add): Promise<PictureFacts> => {
  const result = { files: 0, missing: [] as string[] };
  const addTable = async <T extends PictureTable>(table: T): Promise<void> => {
    const { folder, named, of } = SHOWN[table];
    await eachPage(db, table, ROWS_AT_ONCE, async (rows) => {
      for (const row of rows) {
        const path = (row as Record<string, unknown>)[PICTURE_FIELDS[table]];
        const read = readPicturePath(typeof path === 'string' ? path : null);
        if (typeof path !== 'string' || !read) continue;
        const name = of(row);
        const picture = (await pictureOf(db, read.id)) ?? (await keptPicture(path));
        if (!picture) {
          result.missing.push(`${named} ${name}`);
          continue;
        }
        const file = safeFileName(`${name} ${read.id.slice(-6)}`);
        await add(`pictures/${folder}/${file}.${endingOf(picture.media_type)}`, (write) =>
          write([new Uint8Array(picture.data)]).then(() => 1),
        );
        result.files += 1;
      }
    });
  };
  await addTable('businesses');
  await addTable('staff');
  await addTable('services');
  await addTable('service_categories');
  return result;
};

const endingOf = (mediaType: string): string =>
  ({ 'image/webp': 'webp', 'image/png': 'png' })[mediaType] ?? 'jpg';
