import { randomUUID } from 'node:crypto';
import { json } from '#supabase/local/http/responses.ts';
import { bucketOf } from './buckets.ts';
import { asCaller, jsonBody, namesIn, type ObjectRow, type StorageCall } from './context.ts';
import { invalidRequest, objectNotFound } from './errors.ts';
import { assertUsableName, type Place } from './upload.ts';

/** GET and HEAD of a file, for whoever may select its row. */
export async function download(call: StorageCall, place: Place): Promise<Response> {
  return send(call, await visible(call, place, 'storage.object.get_authenticated'));
}

/** The same for everybody, from a bucket that says so. */
export async function downloadPublic(call: StorageCall, place: Place): Promise<Response> {
  if (!(await bucketOf(call, place.bucketId)).public) throw objectNotFound();
  return send(call, await any(call, place));
}

/** Past the policies: somebody who may has signed for it. */
export async function downloadSigned(call: StorageCall, place: Place): Promise<Response> {
  return send(call, await any(call, place));
}

/** GET `/object/info/…` */
export async function info(call: StorageCall, place: Place): Promise<Response> {
  const row = await visible(call, place, 'object.get_authenticated_info');
  return json(200, {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata?.size ?? null,
    content_type: row.metadata?.mimetype ?? null,
    cache_control: row.metadata?.cacheControl ?? null,
    etag: row.metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
  });
}

/** DELETE `/object/{bucket}` with a list: answers the ones that went. */
export async function removeMany(call: StorageCall, bucketId: string): Promise<Response> {
  const { prefixes } = await jsonBody(call.request);
  const gone = await asCaller(call, 'storage.object.delete_many', (sql) =>
    sql<ObjectRow>(
      `delete from storage.objects where bucket_id = $1
          and name in (select jsonb_array_elements_text($2::jsonb)) returning *`,
      [bucketId, JSON.stringify(namesIn(prefixes))],
    ),
  );
  await Promise.all(gone.map((row) => call.context.bytes.remove(row.version)));
  return json(200, gone);
}

/** POST `/object/move`: only the row changes, the bytes stay under their version. */
export async function move(call: StorageCall): Promise<Response> {
  const { from, to } = await places(call);
  const rows = await asCaller(call, 'storage.object.move', (sql) =>
    sql(
      `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
        where bucket_id = $1 and name = $2 returning id`,
      [from.bucketId, from.name, to.bucketId, to.name],
    ),
  );
  if (rows.length === 0) throw objectNotFound();
  return json(200, { message: 'Successfully moved' });
}

/** POST `/object/copy` */
export async function copy(call: StorageCall): Promise<Response> {
  const { from, to } = await places(call);
  const source = await visible(call, from, 'storage.object.copy');
  const bytes = await call.context.bytes.read(source.version);
  if (!bytes) throw objectNotFound();
  const version = randomUUID();
  const owner = typeof call.claims?.['sub'] === 'string' ? call.claims['sub'] : null;
  try {
    const row = await asCaller(call, 'storage.object.copy', async (sql) => {
      const [inserted] = await sql<{ id: string }>(
        `insert into storage.objects
           (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
         values ($1, $2, $3::text::uuid, $3::text, $4, $5::jsonb, $6::jsonb) returning id`,
        [
          to.bucketId,
          to.name,
          owner,
          version,
          JSON.stringify(source.metadata),
          JSON.stringify(source.user_metadata),
        ],
      );
      await call.context.bytes.write(version, bytes);
      return inserted!;
    });
    return json(200, { Id: row.id, Key: `${to.bucketId}/${to.name}` });
  } catch (error) {
    await call.context.bytes.remove(version);
    throw error;
  }
}

/** The row, if the caller may see it. */
export async function visible(
  call: StorageCall,
  { bucketId, name }: Place,
  operation: string,
): Promise<ObjectRow> {
  const [row] = await asCaller(call, operation, (sql) =>
    sql<ObjectRow>('select * from storage.objects where bucket_id = $1 and name = $2', [
      bucketId,
      name,
    ]),
  );
  if (!row) throw objectNotFound();
  return row;
}

async function any(call: StorageCall, { bucketId, name }: Place): Promise<ObjectRow> {
  const [row] = await call.context.database.sql<ObjectRow>(
    'select * from storage.objects where bucket_id = $1 and name = $2',
    [bucketId, name],
  );
  if (!row) throw objectNotFound();
  return row;
}

async function send({ context, request, url }: StorageCall, row: ObjectRow): Promise<Response> {
  const facts = row.metadata;
  const headers: Record<string, string> = {
    'content-type': facts?.mimetype ?? 'application/octet-stream',
    'cache-control': facts?.cacheControl ?? 'no-cache',
    etag: facts?.eTag ?? `"${row.version}"`,
    'last-modified': new Date(row.updated_at).toUTCString(),
  };
  const wanted = url.searchParams.get('download');
  if (wanted !== null) {
    const name = wanted || row.name.slice(row.name.lastIndexOf('/') + 1);
    headers['content-disposition'] = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  }
  if (request.headers.get('if-none-match') === headers['etag']) {
    return new Response(null, { status: 304, headers });
  }
  const bytes = await context.bytes.read(row.version);
  if (!bytes) throw objectNotFound();
  headers['content-length'] = String(bytes.byteLength);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

async function places(call: StorageCall): Promise<{ from: Place; to: Place }> {
  const body = await jsonBody(call.request);
  const { bucketId, sourceKey, destinationKey, destinationBucket } = body;
  if (
    typeof bucketId !== 'string' ||
    typeof sourceKey !== 'string' ||
    typeof destinationKey !== 'string'
  ) {
    throw invalidRequest('bucketId, sourceKey and destinationKey are needed');
  }
  assertUsableName(destinationKey);
  const target = typeof destinationBucket === 'string' ? destinationBucket : bucketId;
  return {
    from: { bucketId, name: sourceKey },
    to: { bucketId: target, name: destinationKey },
  };
}
