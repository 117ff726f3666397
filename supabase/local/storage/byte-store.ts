import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type FileInfo = {
  contentType: string;
  cacheControl: string;
  etag: string;
  modified: string;
};
export type StoredFile = { bytes: Uint8Array; info: FileInfo };

/** Bytes by bucket and key; what a key looks like is the caller's business. */
export interface ByteStore {
  read(bucket: string, key: string): Promise<StoredFile | null>;
  write(bucket: string, key: string, file: StoredFile): Promise<void>;
  remove(bucket: string, key: string): Promise<void>;
}

export function memoryBytes(): ByteStore {
  const files = new Map<string, StoredFile>();
  const id = (bucket: string, key: string) => `${bucket}/${key}`;
  return {
    read: async (bucket, key) => files.get(id(bucket, key)) ?? null,
    write: async (bucket, key, file) => void files.set(id(bucket, key), file),
    remove: async (bucket, key) => void files.delete(id(bucket, key)),
  };
}

/**
 * Files in a folder under the hash of their key: no key, however hostile, can name a path. Bytes
 * and facts are one file, so that neither can be there without the other.
 */
export function diskBytes(folder: string): ByteStore {
  const pathOf = (bucket: string, key: string) => {
    const hash = createHash('sha256').update(`${bucket}\n${key}`).digest('hex');
    return { directory: join(folder, hash.slice(0, 2)), file: hash.slice(2) };
  };
  return {
    async read(bucket, key) {
      const { directory, file } = pathOf(bucket, key);
      const raw = await readFile(join(directory, file)).catch(() => null);
      return raw ? unpack(raw) : null;
    },
    async write(bucket, key, stored) {
      const { directory, file } = pathOf(bucket, key);
      await mkdir(directory, { recursive: true });
      const part = join(directory, `${file}.${process.pid}.${Date.now()}.part`);
      await writeFile(part, pack(stored));
      await rename(part, join(directory, file));
    },
    async remove(bucket, key) {
      const { directory, file } = pathOf(bucket, key);
      await rm(join(directory, file), { force: true });
    },
  };
}

/** Four bytes length of the facts, the facts as JSON, the file. */
function pack({ info, bytes }: StoredFile): Buffer {
  const facts = Buffer.from(JSON.stringify(info));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(facts.length);
  return Buffer.concat([length, facts, bytes]);
}

function unpack(raw: Buffer): StoredFile {
  const end = 4 + raw.readUInt32BE(0);
  return {
    info: JSON.parse(raw.subarray(4, end).toString('utf8')) as FileInfo,
    bytes: raw.subarray(end),
  };
}
