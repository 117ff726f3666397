import { mediaTypeOf } from '#domain/forms/media-type.ts';
import type { FormFile } from '#domain/rows.ts';
import type { FunctionEnv, FunctionHandler } from '../_shared/handler.ts';
import { answer, CORS } from '../_shared/replies.ts';

type Offered = { ok: true; name: string; facts: FormFile; is_stored: boolean };
type Refused = { ok: false; code: string };

const UPLOAD = /^[0-9a-f]{64}$/;

/**
 * Takes in the bytes of a photo or file that was offered for a form (form_uploads.sql), by the secret in
 * the header `x-upload`. What is longer, shorter or something else than what was offered is let go, and
 * so is what is no picture or PDF by how it begins. Asked again, the same gets the same answer. Codes:
 * not_found, payload_too_large, file_type, invalid (not what was offered), server_unavailable.
 */
export const handler: FunctionHandler = async (request, env) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') return answer(405, { ok: false, code: 'invalid' });
  const project = projectOf(env);
  if (!project) return answer(503, { ok: false, code: 'server_unavailable' });
  const upload = request.headers.get('x-upload') ?? '';
  if (!UPLOAD.test(upload)) return answer(200, { ok: false, code: 'not_found' });

  const offered = await project.uploadOf(upload, false);
  if (!offered.ok || offered.is_stored) return answer(200, outcomeOf(offered));
  const { facts, name } = offered;
  if (Number(request.headers.get('content-length') ?? 0) > facts.bytes) {
    return answer(200, { ok: false, code: 'payload_too_large' });
  }
  const bytes = await readExactly(request, facts.bytes);
  if (!bytes || (await sha256(bytes)) !== facts.sha256) {
    return answer(200, { ok: false, code: 'invalid' });
  }
  if (mediaTypeOf(bytes) !== facts.media_type) {
    return answer(200, { ok: false, code: 'file_type' });
  }
  await project.store(name, facts.media_type, bytes);
  return answer(200, outcomeOf(await project.uploadOf(upload, true)));
};

/** Nothing about the file: who asks knows it, or has no business to. */
const outcomeOf = (offered: Offered | Refused): object =>
  offered.ok ? { ok: true } : { ok: false, code: offered.code };

/** null = there are more or fewer. Never holds more than were offered. */
const readExactly = async (
  request: Request,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const reader = request.body?.getReader();
  if (!reader) return null;
  const bytes = new Uint8Array(length);
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return read === length ? bytes : null;
    if (read + value.byteLength > length) {
      await reader.cancel();
      return null;
    }
    bytes.set(value, read);
    read += value.byteLength;
  }
};

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Database and bucket, with the secret key. Both throw when they cannot. */
const projectOf = (env: FunctionEnv) => {
  const url = env.get('SUPABASE_URL');
  const key = env.get('SUPABASE_SECRET_KEY') ?? env.get('SUPABASE_SERVICE_ROLE_KEY');
  if (!url || !key) return null;
  const who = { apikey: key, authorization: `Bearer ${key}` };
  return {
    uploadOf: async (upload: string, stored: boolean): Promise<Offered | Refused> => {
      const response = await fetch(`${url}/rest/v1/rpc/form_file_of_upload`, {
        method: 'POST',
        headers: { ...who, 'content-type': 'application/json' },
        body: JSON.stringify({ upload, stored }),
      });
      if (!response.ok) throw new Error(`form_file_of_upload answered ${response.status}`);
      return (await response.json()) as Offered | Refused;
    },
    /** One that is there already stays as it is: it has the same hash. */
    store: async (name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      const response = await fetch(`${url}/storage/v1/object/form-files/${name}`, {
        method: 'POST',
        headers: { ...who, 'content-type': type, 'x-upsert': 'false' },
        body: bytes,
      });
      if (response.ok) return;
      const refusal = (await response.json().catch(() => null)) as { statusCode?: unknown } | null;
      const isThere = response.status === 409 || String(refusal?.statusCode) === '409';
      if (!isThere) throw new Error(`The storage answered ${response.status}`);
    },
  };
};
