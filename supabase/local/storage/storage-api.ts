import { TokenError } from '#supabase/local/auth/tokens.ts';
import { bearerOf } from '#supabase/local/http/identity.ts';
import { json } from '#supabase/local/http/responses.ts';
import type { Log } from '#supabase/local/log.ts';
import type { Secrets } from '#supabase/local/secrets.ts';
import { bucketRoutes } from './buckets.ts';
import type { StorageCall, StorageContext } from './context.ts';
import { invalidToken, StorageError, storageErrorOf } from './errors.ts';
import { list } from './list.ts';
import { copy, download, downloadPublic, info, move, removeMany } from './objects.ts';
import { open, signMany, signOne, signUpload, uploadSigned } from './signed.ts';
import { type Place, upload } from './upload.ts';

type Handler = (call: StorageCall, place: Place) => Promise<Response>;

/** First match wins: [methods, path, handler]. `(bucket)/(name)` become the place. */
export const STORAGE_ROUTES: [methods: string, path: RegExp, handler: Handler][] = [
  ['POST', /^\/object\/list\/([^/]+)$/, (call, { bucketId }) => list(call, bucketId)],
  ['POST', /^\/object\/move$/, move],
  ['POST', /^\/object\/copy$/, copy],
  ['GET HEAD', /^\/object\/info\/(?:public\/|authenticated\/)?([^/]+)\/(.+)$/, info],
  ['POST', /^\/object\/upload\/sign\/([^/]+)\/(.+)$/, signUpload],
  ['PUT', /^\/object\/upload\/sign\/([^/]+)\/(.+)$/, uploadSigned],
  ['POST', /^\/object\/sign\/([^/]+)\/(.+)$/, signOne],
  ['POST', /^\/object\/sign\/([^/]+)$/, (call, { bucketId }) => signMany(call, bucketId)],
  ['GET HEAD', /^\/object\/sign\/([^/]+)\/(.+)$/, open],
  ['GET HEAD', /^\/object\/public\/([^/]+)\/(.+)$/, downloadPublic],
  ['GET HEAD', /^\/object\/(?:authenticated\/)?([^/]+)\/(.+)$/, download],
  ['POST PUT', /^\/object\/([^/]+)\/(.+)$/, upload],
  ['DELETE', /^\/object\/([^/]+)$/, (call, { bucketId }) => removeMany(call, bucketId)],
];

/** `/storage/v1`: files as Supabase Storage serves them, judged by the policies on its tables. */
export function createStorageApi(context: StorageContext, secrets: Secrets, log: Log) {
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    try {
      const caller = await callerOf(request, context, secrets);
      return await route({ context, request, url, ...caller });
    } catch (error) {
      const refusal = storageErrorOf(error);
      if (refusal instanceof StorageError) return refusal.toResponse();
      log('error', `${request.method} ${url.pathname} failed`, error);
      return new StorageError(500, 'internal', 'Internal Server Error').toResponse();
    }
  };
}

function route(call: StorageCall): Promise<Response> | Response {
  const path = pathOf(call.url);
  const bucket = /^\/bucket(?:\/([^/]+))?(?:\/(empty))?$/.exec(path);
  if (bucket) return bucketRoutes(call, decode(bucket[1]) ?? null, bucket[2] ?? null);
  for (const [methods, pattern, handler] of STORAGE_ROUTES) {
    const match = methods.split(' ').includes(call.request.method) ? pattern.exec(path) : null;
    if (match)
      return handler(call, { bucketId: decode(match[1]) ?? '', name: decode(match[2]) ?? '' });
  }
  return json(404, { statusCode: '404', error: 'Not Found', message: 'Route not found' });
}

/**
 * Resized images are answered with the original: nothing here can scale pictures, and the devices
 * store small ones anyway.
 */
function pathOf(url: URL): string {
  return url.pathname.replace(/^\/storage\/v1/, '').replace(/^\/render\/image\//, '/object/');
}

function decode(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Keys are not asked for here: public files and signed addresses are opened without one. */
async function callerOf(request: Request, { tokens }: StorageContext, secrets: Secrets) {
  const keys = [request.headers.get('apikey'), request.headers.get('authorization')?.slice(7)];
  const token = bearerOf(request);
  if (token === null) {
    return { role: keys.includes(secrets.secretKey) ? 'service_role' : 'anon', claims: null };
  }
  try {
    const claims = await tokens.verify(token);
    const role = claims['role'];
    const known = role === 'authenticated' || role === 'service_role' ? role : 'anon';
    return { role: known, claims };
  } catch (error) {
    if (error instanceof TokenError) throw invalidToken(error.message);
    throw error;
  }
}
