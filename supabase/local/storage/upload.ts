import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '#supabase/local/database/database.ts';
import { json } from '#supabase/local/http/responses.ts';
import { type BucketRow, bucketOf } from './buckets.ts';
import { asCaller, type ObjectFacts, type StorageCall } from './context.ts';
import { invalidKey, invalidRequest, objectNotFound, tooLarge, wrongType } from './errors.ts';

export type Place = { bucketId: string; name: string };

type Incoming = {
  bytes: Uint8Array;
  type: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
};

type Written = { id: string; version: string; replaced: string | null };

/** POST (new, or any with x-upsert) and PUT (existing) of `/object/{bucket}/{name}`. */
export async function upload(call: StorageCall, place: Place): Promise<Response> {
  const mustExist = call.request.method === 'PUT';
  const upsert = call.request.headers.get('x-upsert') === 'true';
  const written = await store(call, place, mustExist ? 'replace' : upsert ? 'upsert' : 'insert');
  return json(200, { Id: written.id, Key: `${place.bucketId}/${place.name}` });
}

/** Stores under the rights of the call: the row first, the bytes while it is not yet final. */
export async function store(
  call: StorageCall,
  place: Place,
  mode: 'insert' | 'upsert' | 'replace',
): Promise<Written> {
  assertUsableName(place.name);
  const bucket = await bucketOf(call, place.bucketId);
  const incoming = await read(call, bucket);
  const version = randomUUID();
  const facts = factsOf(incoming, call.context.now());
  const owner = typeof call.claims?.['sub'] === 'string' ? call.claims['sub'] : null;
  const id = randomUUID();
  const params = [
    place.bucketId,
    place.name,
    owner,
    version,
    JSON.stringify(facts),
    JSON.stringify(incoming.userMetadata),
  ];
  try {
    const written = await asCaller(call, 'storage.object.upload', async (sql) => {
      const replaced = await versionOf(sql, place);
      // Without RETURNING where it can be: reading back would need the right to select.
      const [row] = await sql<{ id: string }>(
        STATEMENT[mode],
        mode === 'replace' ? params : [...params, id],
      );
      if (mode === 'replace' && !row) throw objectNotFound();
      await call.context.bytes.write(version, incoming.bytes);
      return { id: row?.id ?? id, version, replaced };
    });
    if (written.replaced) await call.context.bytes.remove(written.replaced);
    return written;
  } catch (error) {
    await call.context.bytes.remove(version);
    throw error;
  }
}

const INSERT = `
  insert into storage.objects
    (bucket_id, name, owner, owner_id, version, metadata, user_metadata, id)
  values ($1, $2, $3::text::uuid, $3::text, $4, $5::jsonb, $6::jsonb, $7::uuid)`;
const REPLACE = `owner = $3::text::uuid, owner_id = $3::text, version = $4, metadata = $5::jsonb,
  user_metadata = coalesce($6::jsonb, objects.user_metadata), updated_at = now()`;
const STATEMENT = {
  insert: INSERT,
  upsert: `${INSERT} on conflict (bucket_id, name) do update set ${REPLACE} returning id`,
  replace: `update storage.objects set ${REPLACE} where bucket_id = $1 and name = $2 returning id`,
};

async function versionOf(sql: Sql, { bucketId, name }: Place): Promise<string | null> {
  const [row] = await sql<{ version: string }>(
    'select version from storage.objects where bucket_id = $1 and name = $2',
    [bucketId, name],
  );
  return row?.version ?? null;
}

/** storage-js sends a Blob as an unnamed field of a form, anything else as the plain body. */
async function read(call: StorageCall, bucket: BucketRow): Promise<Incoming> {
  const { request, context } = call;
  const limit = Math.min(bucket.file_size_limit ?? context.maxBytes, context.maxBytes);
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  const incoming = type.startsWith('multipart/form-data')
    ? await fromForm(request)
    : await fromBody(request, type, limit);
  if (incoming.bytes.byteLength > limit) throw tooLarge();
  const allowed = bucket.allowed_mime_types;
  if (allowed && allowed.length > 0 && !allowed.some((one) => fits(one, incoming.type))) {
    throw wrongType(incoming.type);
  }
  return incoming;
}

async function fromForm(request: Request): Promise<Incoming> {
  const form = await request.formData().catch(() => {
    throw invalidRequest('The form cannot be read');
  });
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) throw invalidRequest('Missing file in multipart upload');
  const seconds = form.get('cacheControl');
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    type: file.type || 'application/octet-stream',
    cacheControl: typeof seconds === 'string' ? `max-age=${seconds}` : 'no-cache',
    userMetadata: parseMetadata(form.get('metadata')),
  };
}

async function fromBody(request: Request, type: string, limit: number): Promise<Incoming> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const encoded = request.headers.get('x-metadata');
  return {
    bytes: new Uint8Array(await request.arrayBuffer()),
    type: type.split(';')[0]!.trim().toLowerCase(),
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    userMetadata: parseMetadata(encoded && Buffer.from(encoded, 'base64').toString('utf8')),
  };
}

function parseMetadata(text: unknown): Record<string, unknown> | null {
  if (typeof text !== 'string') return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function fits(pattern: string, type: string): boolean {
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

function factsOf({ bytes, type, cacheControl }: Incoming, now: Date): ObjectFacts {
  return {
    eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    size: bytes.byteLength,
    mimetype: type,
    cacheControl,
    lastModified: now.toISOString(),
    contentLength: bytes.byteLength,
    httpStatusCode: 200,
  };
}

/** The characters that S3 and hosted Supabase allow. */
export function assertUsableName(name: string): void {
  const usable = /^[\w/!.*'() &$@=;:+,?-]+$/.test(name) && !/(^|\/)\.{1,2}(\/|$)/.test(name);
  if (!usable || name.length > 1024 || name.startsWith('/')) throw invalidKey(name);
}
