import { storageCode } from '#db/errors.ts';
import type { DaybookDb } from '#db/open.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { eachPage } from '#db/queries/every-row.ts';
import { dataMark, whatIsNotHere } from '#db/queries/export-facts.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { manifestText, readmeText } from '#domain/export/manifest.ts';
import type { ExportFacts } from '#domain/export/manifest.ts';
import { READING_ORDER, TableFiles } from '#domain/export/tables.ts';
import type { TableName } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import type { ZipArchive } from '#platform/zip.ts';
import { addFormFiles } from './add-form-files.ts';
import { addHistory } from './add-history.ts';
import { addPhotos } from './add-photos.ts';
import type { Write } from './add-photos.ts';
import { addPictures } from './add-pictures.ts';

export type Exported = { file: Blob; name: string; facts: ExportFacts };

/** Rows that are in the file, of all. */
export type Progress = { done: number; total: number };

type Options = {
  onProgress: (progress: Progress) => void;
  signal?: AbortSignal;
  /** Given where somebody looks on: called between small pieces of the work. */
  breathe?: () => Promise<void> | void;
  /** How many rows are read, and lines packed, in one go. */
  rowsAtOnce?: number;
};

/** With these a window that does the work itself stays alive, also on a slow phone. */
const ROWS_AT_ONCE = 500;
const LINES_AT_ONCE = 100;

class Stopped extends Error {}

/**
 * Everything of this business on this device as one ZIP. Needs no network and changes nothing. Takes
 * seconds: `exportInWorker` keeps them from the window.
 * null = it was stopped. Errors: not_allowed, not_found (nothing was loaded yet), storage_full
 * (no room or memory for the file), storage_failed (the database could not be read).
 */
export const exportEverything = async (
  db: DaybookDb,
  options: Options,
): Promise<Result<Exported | null>> => {
  const [settings, access] = await Promise.all([businessSettings(db), myAccess(db)]);
  if (!settings) return fail('not_found');
  if (!access.may('clients.export')) return fail('not_allowed');
  const { business } = settings;
  // Large, and the first is shared with the screens that hand over one appointment.
  const [{ calendarPieces }, { createZip }] = await Promise.all([
    import('#domain/appointments/calendar-file.ts'),
    import('#platform/zip.ts'),
  ]);
  const madeAt = db.now();
  const zip = createZip(wallAt(business.time_zone, madeAt));
  const { breathe, signal, rowsAtOnce = ROWS_AT_ONCE } = options;
  const linesAtOnce = breathe ? LINES_AT_ONCE : rowsAtOnce;
  const files: ExportFacts['files'][number][] = [];
  const rest = async (): Promise<void> => {
    if (signal?.aborted) throw new Stopped();
    await breathe?.();
  };
  const add = (path: string, fill: (write: Write) => Promise<number>): Promise<number> =>
    addFile({ zip, path, rest }, fill).then(({ rows, bytes }) => {
      files.push({ path, rows, bytes });
      return rows;
    });

  try {
    const before = await dataMark(db);
    const tables = new TableFiles({
      business,
      now: madeAt,
      writeEvent: (event) => calendarPieces(event, new Date(madeAt)),
    });
    const counts: Partial<Record<TableName, number>> = {};
    let done = 0;
    options.onProgress({ done, total: before.total });
    for (const table of READING_ORDER) {
      counts[table] = await add(`data/${table}.json`, async (write) => {
        let rows = 0;
        await write(['[']);
        await eachPage(db, table, rowsAtOnce, async (page) => {
          await inSteps(page, linesAtOnce, async (some) => {
            const lines: string[] = [];
            for (const [at, row] of some.entries()) {
              tables.see(table, row);
              lines.push(`${rows + at > 0 ? ',\n' : '\n'}${JSON.stringify(row)}`);
              // A visit is written three times, as an event too: a hundred of them would be felt.
              if (breathe) await breathe();
            }
            rows += some.length;
            await write(lines);
          });
          options.onProgress({ done: (done += page.length), total: before.total });
        });
        await write(['\n]\n']);
        return rows;
      });
    }
    for (const { path, rows, heaps } of tables.files()) {
      await add(path, async (write) => {
        for (const heap of heaps()) await inSteps(heap, linesAtOnce, write);
        return rows;
      });
    }
    await addHistory(db, add);
    const pictures = await addPictures(db, add);
    const photos = await addPhotos(db, add);
    const formFiles = await addFormFiles(db, add);
    const after = await dataMark(db);
    const facts: ExportFacts = {
      madeAt,
      business,
      userId: db.userId,
      role: access.membership?.role ?? '',
      counts,
      files,
      notHere: await whatIsNotHere(db),
      photos,
      formFiles,
      pictures,
      unsentChanges: after.unsent,
      changedMeanwhile: before.mark !== after.mark,
      lastSyncAt: after.lastSyncAt,
    };
    const texts = { 'manifest.json': manifestText(facts), 'README.txt': readmeText(facts) };
    for (const [path, text] of Object.entries(texts)) {
      await add(path, (write) => write([text]).then(() => 1));
    }
    const file = zip.finish();
    // A browser that found no room for it says so only when the file is read.
    await file.slice(-1).arrayBuffer();
    return ok({ file, name: `${business.slug} ${madeAt.slice(0, 10)}.zip`, facts });
  } catch (error) {
    if (error instanceof Stopped) return ok(null);
    const code = exportCode(error);
    if (code === null) throw error;
    return fail(code, { detail: String(error) });
  }
};

type Place = { zip: ZipArchive; path: string; rest: () => Promise<void> };

const addFile = async (
  { zip, path, rest }: Place,
  fill: (write: Write) => Promise<number>,
): Promise<{ rows: number; bytes: number }> => {
  const file = zip.file(path);
  const rows = await fill(async (pieces) => {
    await rest();
    const isText = pieces.every((piece) => typeof piece === 'string');
    if (isText) file.write(pieces.join(''));
    else for (const piece of pieces) file.write(piece);
  });
  return { rows, bytes: file.end() };
};

const inSteps = async <T>(
  all: readonly T[],
  atOnce: number,
  step: (some: readonly T[]) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < all.length; at += atOnce) await step(all.slice(at, at + atOnce));
};

/** What browsers call it when memory or the place for files has run out. */
const NO_ROOM = new Set(['RangeError', 'NotReadableError', 'QuotaExceededError']);

const exportCode = (error: unknown) =>
  error instanceof Error && NO_ROOM.has(error.name) ? 'storage_full' : storageCode(error);
