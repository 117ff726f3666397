import { Zip, ZipDeflate, strToU8 } from 'fflate';

/**
 * A ZIP file, written a piece at a time: what is packed is handed to the browser as Blobs, which it
 * may keep on its disk.
 *
 *   const zip = createZip({ day: '2026-11-21', minute: 570 });
 *   const file = zip.file('a.txt');
 *   file.write('text');
 *   file.end();
 *   download('all.zip', zip.finish(), 'application/zip');
 *
 * One file at a time. Refuses (RangeError) what the simple format cannot hold: 4 GiB.
 */
export type ZipArchive = {
  file: (path: string) => ZipFile;
  finish: () => Blob;
};

export type ZipFile = {
  write: (piece: string | Uint8Array<ArrayBuffer>) => void;
  /** Answers how large the content is, unpacked, in bytes. */
  end: () => number;
};

/** What a clock on the wall shows: files in a ZIP know no zone. `minute` counts from midnight. */
type WallTime = { day: string; minute: number };

/** Packed pieces are handed to the browser in Blobs of about this size. */
const BLOB_BYTES = 1 << 20;
const MAX_BYTES = 0xff_ff_ff_ff;
const LEVEL = 6;

export const createZip = (modifiedAt: WallTime): ZipArchive => {
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let total = 0;
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
    held += piece.length;
    total += piece.length;
    if (total > MAX_BYTES) throw tooLarge();
    if (held < BLOB_BYTES) return;
    blobs.push(new Blob(pieces));
    pieces = [];
    held = 0;
  });
  const mtime = onThisClock(modifiedAt);
  return {
    file: (path) => {
      const file = new ZipDeflate(path, { level: LEVEL });
      file.mtime = mtime;
      archive.add(file);
      let bytes = 0;
      return {
        write: (piece) => {
          const content = typeof piece === 'string' ? strToU8(piece) : piece;
          bytes += content.length;
          if (bytes > MAX_BYTES) throw tooLarge();
          file.push(content);
        },
        end: () => {
          file.push(new Uint8Array(), true);
          return bytes;
        },
      };
    },
    finish: () => {
      archive.end();
      return new Blob([...blobs, ...pieces], { type: 'application/zip' });
    },
  };
};

const tooLarge = (): RangeError => new RangeError('A ZIP file of this format ends at 4 GiB');

/** The library reads the clock of the device off an instant: the one at which that shows this. */
const onThisClock = ({ day, minute }: WallTime): Date => {
  const [year = 1980, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 0, minute);
};
