/**
 * A ZIP file, written a piece at a time with what browsers have: text is packed as it comes, and
 * what is packed is handed to the browser as a Blob, which it may keep on its disk.
 *
 *   const zip = createZip({ day: '2026-11-21', minute: 570 });
 *   const file = zip.file('a.txt');
 *   await file.write('text');
 *   await file.end();
 *   download('all.zip', zip.finish(), 'application/zip');
 *
 * One file at a time. Refuses (RangeError) what the simple format cannot hold: 4 GiB.
 */
export type Zip = {
  file: (path: string) => ZipFile;
  finish: () => Blob;
};

export type ZipFile = {
  write: (piece: string | Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Answers how large the content is, unpacked. */
  end: () => Promise<number>;
  /** Lets go of it without adding it. */
  abort: () => Promise<void>;
};

/** Packed pieces are handed to the browser in Blobs of about this size. */
const BLOB_BYTES = 1 << 20;
const MAX_BYTES = 0xff_ff_ff_ff;
/** Names are UTF-8. */
const FLAGS = 0x08_00;
const DEFLATE = 8;
const VERSION = 20;

/** What a clock on the wall shows: files in a ZIP know no zone. `minute` counts from midnight. */
type WallTime = { day: string; minute: number };

export const createZip = (modifiedAt: WallTime): Zip => {
  const parts: Blob[] = [];
  const directory: ArrayBuffer[] = [];
  const stamp = dosTime(modifiedAt);
  let offset = 0;

  const add = (path: string, content: Content): void => {
    const name = new TextEncoder().encode(path);
    if (offset + content.packed.size > MAX_BYTES || content.bytes > MAX_BYTES) {
      throw new RangeError('A ZIP file of this format ends at 4 GiB');
    }
    const facts = [VERSION, FLAGS, DEFLATE, stamp.time, stamp.day] as const;
    const sizes = [content.crc, content.packed.size, content.bytes] as const;
    const local = record(0x04_03_4b_50, facts, sizes, [name.length, 0]);
    directory.push(
      record(
        0x02_01_4b_50,
        [VERSION, ...facts],
        sizes,
        [name.length, 0, 0, 0, 0, 0, 0],
        [offset],
        name,
      ),
    );
    parts.push(new Blob([local, name]), content.packed);
    offset += local.byteLength + name.length + content.packed.size;
  };

  return {
    file: (path) => packing((content) => add(path, content)),
    finish: () => {
      const size = directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const count = directory.length;
      const end = record(0x06_05_4b_50, [0, 0, count, count], [size, offset], [0]);
      return new Blob([...parts, ...directory, end], { type: 'application/zip' });
    },
  };
};

type Content = { packed: Blob; bytes: number; crc: number };

const packing = (done: (content: Content) => void): ZipFile => {
  const packer = new CompressionStream('deflate-raw');
  const writer = packer.writable.getWriter();
  const packed = collect(packer.readable);
  // Whoever waits for it hears of a failure; until then nobody does.
  packed.catch(() => undefined);
  const encoder = new TextEncoder();
  let crc = 0xff_ff_ff_ff;
  let bytes = 0;
  return {
    write: async (content) => {
      const piece = typeof content === 'string' ? encoder.encode(content) : content;
      bytes += piece.length;
      crc = nextCrc(crc, piece);
      await writer.write(piece);
    },
    end: async () => {
      await writer.close();
      done({ packed: await packed, bytes, crc: (crc ^ 0xff_ff_ff_ff) >>> 0 });
      return bytes;
    },
    abort: async () => {
      await writer.abort().catch(() => undefined);
    },
  };
};

const collect = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> => {
  const reader = stream.getReader();
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob([...blobs, ...pieces]);
    pieces.push(value);
    size += value.length;
    if (size < BLOB_BYTES) continue;
    blobs.push(new Blob(pieces));
    pieces = [];
    size = 0;
  }
};

/** The parts of the format: a signature, then numbers of two and of four bytes, little-endian. */
const record = (
  signature: number,
  shorts: readonly number[],
  longs: readonly number[],
  moreShorts: readonly number[] = [],
  moreLongs: readonly number[] = [],
  tail: Uint8Array = new Uint8Array(),
): ArrayBuffer => {
  const size = 4 + 2 * (shorts.length + moreShorts.length) + 4 * (longs.length + moreLongs.length);
  const buffer = new ArrayBuffer(size + tail.length);
  const view = new DataView(buffer);
  let at = 0;
  const long = (value: number): void => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const short = (value: number): void => {
    view.setUint16(at, value, true);
    at += 2;
  };
  long(signature);
  shorts.forEach(short);
  longs.forEach(long);
  moreShorts.forEach(short);
  moreLongs.forEach(long);
  new Uint8Array(buffer).set(tail, at);
  return buffer;
};

/** Two seconds are the smallest step of this format, and 1980 is its first year. */
const dosTime = ({ day, minute }: WallTime): { time: number; day: number } => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return {
    time: (Math.floor(minute / 60) << 11) | ((minute % 60) << 5),
    day: (Math.max(0, year - 1980) << 9) | (month << 5) | date,
  };
};

/** Signed, as bit operations are: unsigned numbers above 2³¹ would be boxed at each step. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

const nextCrc = (before: number, bytes: Uint8Array): number => {
  let crc = before;
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[at]!) & 0xff]!;
  }
  return crc;
};
