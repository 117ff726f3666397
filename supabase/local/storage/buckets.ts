import { json } from '#supabase/local/http/responses.ts';
import { asCaller, countIn, jsonBody, namesIn, type StorageCall } from './context.ts';
import { bucketNotEmpty, bucketNotFound, invalidRequest } from './errors.ts';

export type BucketRow = {
  id: string;
  name: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
};

/** The bucket whoever asks: its public flag and limits are no secret of its files. */
export async function bucketOf(call: StorageCall, id: string): Promise<BucketRow> {
  const [bucket] = await call.context.database.sql<BucketRow>(
    'select * from storage.buckets where id = $1',
    [id],
  );
  if (!bucket) throw bucketNotFound();
  return bucket;
}

/** `/bucket`, `/bucket/{id}`, `/bucket/{id}/empty` */
export async function bucketRoutes(call: StorageCall, id: string | null, action: string | null) {
  const { method } = call.request;
  if (id === null && method === 'GET') return json(200, await list(call));
  if (id === null && method === 'POST') return create(call);
  if (id !== null && action === 'empty' && method === 'POST') return empty(call, id);
  if (id !== null && method === 'GET') {
    const bucket = (await list(call)).find((one) => one.id === id);
    if (!bucket) throw bucketNotFound();
    return json(200, bucket);
  }
  if (id !== null && method === 'PUT') return change(call, id);
  if (id !== null && method === 'DELETE') return remove(call, id);
  throw invalidRequest('Unsupported method');
}

function list(call: StorageCall): Promise<BucketRow[]> {
  return asCaller(call, 'storage.bucket.list', (sql) =>
    sql<BucketRow>('select * from storage.buckets order by id'),
  );
}

async function create(call: StorageCall): Promise<Response> {
  const body = await jsonBody(call.request);
  const id = body['id'] ?? body['name'];
  if (typeof id !== 'string' || id === '') throw invalidRequest('A bucket needs a name');
  await asCaller(call, 'storage.bucket.create', (sql) =>
    sql(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $2, $3, $4, $5)`,
      [id, body['name'] ?? id, body['public'] === true, ...limitsOf(body)],
    ),
  );
  return json(200, { name: id });
}

async function change(call: StorageCall, id: string): Promise<Response> {
  const body = await jsonBody(call.request);
  const rows = await asCaller(call, 'storage.bucket.update', (sql) =>
    sql(
      `update storage.buckets
          set public = $2, file_size_limit = $3, allowed_mime_types = $4, updated_at = now()
        where id = $1 returning id`,
      [id, body['public'] === true, ...limitsOf(body)],
    ),
  );
  if (rows.length === 0) throw bucketNotFound();
  return json(200, { message: 'Successfully updated' });
}

async function empty(call: StorageCall, id: string): Promise<Response> {
  const gone = await asCaller(call, 'storage.bucket.empty', (sql) =>
    sql<{ version: string }>('delete from storage.objects where bucket_id = $1 returning version', [
      id,
    ]),
  );
  await Promise.all(gone.map(({ version }) => call.context.bytes.remove(version)));
  return json(200, { message: 'Successfully emptied' });
}

async function remove(call: StorageCall, id: string): Promise<Response> {
  const [left] = await call.context.database.sql(
    'select 1 from storage.objects where bucket_id = $1 limit 1',
    [id],
  );
  if (left) throw bucketNotEmpty();
  const rows = await asCaller(call, 'storage.bucket.delete', (sql) =>
    sql('delete from storage.buckets where id = $1 returning id', [id]),
  );
  if (rows.length === 0) throw bucketNotFound();
  return json(200, { message: 'Successfully deleted' });
}

function limitsOf(body: Record<string, unknown>): [number | null, string[] | null] {
  const size = body['file_size_limit'];
  const types = body['allowed_mime_types'];
  return [
    size === undefined || size === null ? null : countIn(size, 'file_size_limit'),
    Array.isArray(types) ? namesIn(types) : null,
  ];
}
