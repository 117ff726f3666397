import { type Claims, TokenError } from '#supabase/local/auth/tokens.ts';
import { json } from '#supabase/local/http/responses.ts';
import { jsonBody, namesIn, type StorageCall } from './context.ts';
import { invalidRequest, invalidToken, StorageError } from './errors.ts';
import { downloadSigned, visible } from './objects.ts';
import { type Place, store } from './upload.ts';

/** As on hosted Supabase; the client has no say in it. */
const UPLOAD_LIFETIME_SECONDS = 7200;

/** POST `/object/sign/{bucket}/{name}`: an address that opens the file for a while. */
export async function signOne(call: StorageCall, place: Place): Promise<Response> {
  const { expiresIn } = await jsonBody(call.request);
  return json(200, { signedURL: await sign(call, place, expiresIn) });
}

/** POST `/object/sign/{bucket}` with several names; each has its own answer. */
export async function signMany(call: StorageCall, bucketId: string): Promise<Response> {
  const { expiresIn, paths } = await jsonBody(call.request);
  const answers = namesIn(paths).map(async (path) => {
    try {
      const signedURL = await sign(call, { bucketId, name: path }, expiresIn);
      return { path, signedURL, error: null };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return {
        path,
        signedURL: null,
        error: 'Either the object does not exist or you do not have access to it',
      };
    }
  });
  return json(200, await Promise.all(answers));
}

/** GET `/object/sign/{bucket}/{name}?token=…` */
export async function open(call: StorageCall, place: Place): Promise<Response> {
  await claimsFor(call, place, 'download');
  return downloadSigned(call, place);
}

/** POST `/object/upload/sign/…`: an address that somebody else may upload to, once allowed here. */
export async function signUpload(call: StorageCall, place: Place): Promise<Response> {
  const upsert = call.request.headers.get('x-upsert') === 'true';
  const claims = {
    url: addressOf(place),
    intent: 'upload',
    upsert,
    for_role: call.role,
    for_claims: call.claims,
  };
  const token = await call.context.tokens.sign(claims, UPLOAD_LIFETIME_SECONDS);
  return json(200, { url: `/object/upload/sign/${escaped(place)}?token=${token}`, token });
}

/** PUT `/object/upload/sign/…?token=…`: stored under the rights of whoever signed. */
export async function uploadSigned(call: StorageCall, place: Place): Promise<Response> {
  const claims = await claimsFor(call, place, 'upload');
  const signer: StorageCall = {
    ...call,
    role: String(claims['for_role']),
    claims: (claims['for_claims'] ?? null) as Claims | null,
  };
  await store(signer, place, claims['upsert'] === true ? 'upsert' : 'insert');
  return json(200, { Key: `${place.bucketId}/${place.name}` });
}

async function sign(call: StorageCall, place: Place, expiresIn: unknown): Promise<string> {
  if (typeof expiresIn !== 'number') throw invalidRequest('expiresIn must be a number of seconds');
  await visible(call, place, 'storage.object.sign');
  const claims = { url: addressOf(place), intent: 'download' };
  const token = await call.context.tokens.sign(claims, expiresIn);
  return `/object/sign/${escaped(place)}?token=${token}`;
}

async function claimsFor({ context, url }: StorageCall, place: Place, intent: string) {
  try {
    const claims = await context.tokens.verify(url.searchParams.get('token') ?? '');
    if (claims['url'] !== addressOf(place) || claims['intent'] !== intent) throw invalidToken();
    return claims;
  } catch (error) {
    if (error instanceof TokenError) throw invalidToken(error.message);
    throw error;
  }
}

function addressOf({ bucketId, name }: Place): string {
  return `${bucketId}/${name}`;
}

function escaped(place: Place): string {
  return addressOf(place).split('/').map(encodeURIComponent).join('/');
}
