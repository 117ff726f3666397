import { createHash } from 'node:crypto';
import type { App } from '@supabase/lite';
import type { ByteStore, StoredFile } from './byte-store.ts';

type Adapter = NonNullable<App['_storageAdapter']>;
type Facts = Awaited<ReturnType<Adapter['headObject']>>;

/** @supabase/lite's storage service on a ByteStore. It keeps rows, we keep bytes. */
export function liteFiles(store: ByteStore, maxBytes: number, now: () => Date): Adapter {
  const need = async (bucket: string, key: string): Promise<StoredFile> => {
    const file = await store.read(bucket, key);
    if (!file) throw new Error(`The file of ${bucket}/${key} is missing.`);
    return file;
  };
  return {
    driver: store,
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const bytes = await collect(body as AsyncIterable<Uint8Array> | Uint8Array, maxBytes);
      const info = {
        contentType,
        cacheControl,
        etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
        modified: now().toISOString(),
      };
      await store.write(bucket, key, { bytes, info });
      return factsOf({ bytes, info });
    },
    async getObject(bucket, key) {
      const file = await need(bucket, key);
      return { metadata: factsOf(file), httpStatusCode: 200, body: Buffer.from(file.bytes) };
    },
    async headObject(bucket, key) {
      return factsOf(await need(bucket, key));
    },
    deleteObject: (bucket, key) => store.remove(bucket, key),
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => store.remove(bucket, key)));
    },
    async copyObject(fromBucket, from, _version, toBucket, to) {
      const file = await need(fromBucket, from);
      await store.write(toBucket, to, file);
      const { eTag } = factsOf(file);
      return { httpStatusCode: 200, eTag, lastModified: now() };
    },
    privateAssetUrl: (bucket, key) => Promise.resolve(`local:${bucket}/${key}`),
  };
}

async function collect(
  body: AsyncIterable<Uint8Array> | Uint8Array,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`A file of more than ${maxBytes} bytes was cut off.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function factsOf({ bytes, info }: StoredFile): Facts {
  return {
    cacheControl: info.cacheControl,
    contentLength: bytes.byteLength,
    size: bytes.byteLength,
    mimetype: info.contentType,
    lastModified: new Date(info.modified),
    eTag: info.etag,
    httpStatusCode: 200,
  };
}
