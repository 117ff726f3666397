import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The bytes of files, each under the version id of its row in storage.objects: a replaced file is
 * another version, so that readers see the old one or the new one, never half of each.
 */
export interface ByteStore {
  read(version: string): Promise<Uint8Array | null>;
  write(version: string, bytes: Uint8Array): Promise<void>;
  remove(version: string): Promise<void>;
}

export function memoryBytes(): ByteStore {
  const files = new Map<string, Uint8Array>();
  return {
    read: async (version) => files.get(version) ?? null,
    write: async (version, bytes) => void files.set(version, bytes),
    remove: async (version) => void files.delete(version),
  };
}

export function diskBytes(folder: string): ByteStore {
  const pathOf = (version: string) => {
    // Versions are ours; anything else would be a path somebody else chose.
    if (!/^[0-9a-f-]{36}$/.test(version)) throw new Error(`Not a file version: ${version}`);
    return { directory: join(folder, version.slice(0, 2)), name: version.slice(2) };
  };
  return {
    async read(version) {
      const { directory, name } = pathOf(version);
      return readFile(join(directory, name)).catch(() => null);
    },
    async write(version, bytes) {
      const { directory, name } = pathOf(version);
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, `${name}.part`), bytes);
      await rename(join(directory, `${name}.part`), join(directory, name));
    },
    async remove(version) {
      const { directory, name } = pathOf(version);
      await rm(join(directory, name), { force: true });
    },
  };
}
