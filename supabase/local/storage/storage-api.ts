import { json } from '#supabase/local/http/responses.ts';
import type { LiteApp } from '#supabase/local/rest/lite-app.ts';

/**
 * `/storage/v1` by @supabase/lite, with two things put right on the way in: storage-js sends a file
 * as an unnamed form field, which lite does not look for, and resized images are answered with the
 * original, because nothing here can scale pictures (the devices store small ones anyway).
 */
export function createStorageApi(lite: LiteApp, maxBytes: number) {
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.pathname.startsWith('/storage/v1/render/image/')) {
      return lite.fetch(asOriginal(request, url), null);
    }
    if (!isFormUpload(request)) return lite.fetch(request, null);
    const upload = await asPlainUpload(request);
    if (!upload) return refusal(400, 'InvalidRequest', 'Missing file in multipart upload');
    if (upload.size > maxBytes) {
      return refusal(413, 'Payload too large', 'The object exceeded the maximum allowed size');
    }
    return lite.fetch(upload.request, null);
  };
}

function isFormUpload(request: Request): boolean {
  const type = request.headers.get('content-type') ?? '';
  const sends = request.method === 'POST' || request.method === 'PUT';
  return sends && type.startsWith('multipart/form-data');
}

async function asPlainUpload(request: Request): Promise<{ request: Request; size: number } | null> {
  const form = await request.formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) return null;
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  const seconds = form.get('cacheControl');
  if (typeof seconds === 'string') headers.set('cache-control', `max-age=${seconds}`);
  const metadata = form.get('metadata');
  if (typeof metadata === 'string') {
    headers.set('x-metadata', Buffer.from(metadata).toString('base64'));
  }
  const body = await file.arrayBuffer();
  return {
    request: new Request(request.url, { method: request.method, headers, body }),
    size: file.size,
  };
}

function asOriginal(request: Request, url: URL): Request {
  const original = new URL(url);
  original.pathname = url.pathname.replace('/storage/v1/render/image/', '/storage/v1/object/');
  for (const name of ['width', 'height', 'resize', 'quality', 'format']) {
    original.searchParams.delete(name);
  }
  return new Request(original, { method: request.method, headers: request.headers });
}

function refusal(status: number, error: string, message: string): Response {
  return json(400, { statusCode: String(status), error, message });
}
