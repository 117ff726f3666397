import type { DaybookDb } from '#db/open.ts';
import { eachPage } from '#db/queries/every-row.ts';
import { pictureOf } from '#db/queries/pictures.ts';
import type { PictureFacts } from '#domain/export/manifest.ts';
import { filesOf } from '#domain/forms/files.ts';
import { safeFileName } from '#platform/download.ts';
import { namesOfClients } from './add-photos.ts';
import type { Add } from './add-photos.ts';

/** Answers may hold drawings: few at a time. */
const ROWS_AT_ONCE = 50;

/** Puts the photos and files of filled-in forms into the file that this device has, by client. */
export const addFormFiles = async (db: DaybookDb, add: Add): Promise<PictureFacts> => {
  const result = { files: 0, missing: [] as string[] };
  const nameOf = namesOfClients(db);
  await eachPage(db, 'form_submissions', ROWS_AT_ONCE, async (submissions) => {
    for (const { id, client_id, answers, submitted_at } of submissions) {
      const day = submitted_at.slice(0, 10);
      for (const file of filesOf(answers)) {
        const name = client_id ? await nameOf(client_id) : 'Nobody yet';
        const kept = await pictureOf(db, file.id);
        if (!kept) {
          result.missing.push(`${file.name} of a form of ${name}, ${day}`);
          continue;
        }
        // The end of the id keeps people of one name apart, and files of one name.
        const folder = safeFileName(`${name} ${(client_id ?? id).slice(-6)}`);
        const path = `forms/${folder}/${day} ${file.id.slice(-6)} ${safeFileName(file.name)}`;
        await add(path, (write) => write([new Uint8Array(kept.data)]).then(() => 1));
        result.files += 1;
      }
    }
  });
  return result;
};
