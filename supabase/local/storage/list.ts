import { json } from '#supabase/local/http/responses.ts';
import { asCaller, countIn, jsonBody, type StorageCall } from './context.ts';

const DEFAULT_PAGE = 100;
const SORTABLE = ['name', 'updated_at', 'created_at', 'last_accessed_at'];

/**
 * POST `/object/list/{bucket}`: what lies directly in a folder. There are no folders, only names
 * with slashes: a name that goes on deeper shows up as its next part, without an id.
 */
export async function list(call: StorageCall, bucketId: string): Promise<Response> {
  const body = await jsonBody(call.request);
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  const folder = text('prefix').replace(/^\/+|\/+$/g, '');
  const sortBy = (body['sortBy'] ?? {}) as { column?: string; order?: string };
  const column = SORTABLE.includes(sortBy.column ?? '') ? sortBy.column : 'name';
  const direction = sortBy.order === 'desc' ? 'desc' : 'asc';
  const entries = await asCaller(call, 'storage.object.list', (sql) =>
    sql(
      `with inside as (
         select o.*, substr(o.name, char_length($2::text) + 1) as rest
           from storage.objects o where o.bucket_id = $1 and starts_with(o.name, $2::text)
       ), entries as (
         select rest as name, id, updated_at, created_at, last_accessed_at, metadata
           from inside where position('/' in rest) = 0
         union all
         select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz,
                null::timestamptz, null::timestamptz, null::jsonb
           from inside where position('/' in rest) > 0
       )
       select * from entries where starts_with(lower(name), lower($3::text))
        order by ${column} ${direction} nulls first, name limit $4 offset $5`,
      [
        bucketId,
        folder === '' ? '' : `${folder}/`,
        text('search'),
        countIn(body['limit'] ?? DEFAULT_PAGE, 'limit'),
        countIn(body['offset'] ?? 0, 'offset'),
      ],
    ),
  );
  return json(200, entries);
}
