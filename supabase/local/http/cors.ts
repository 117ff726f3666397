const METHODS = 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS';
const HEADERS =
  'authorization, apikey, content-type, x-client-info, prefer, range, range-unit, accept, ' +
  'accept-profile, content-profile, x-upsert, x-metadata, cache-control, x-supabase-api-version';
const EXPOSED =
  'Content-Range, Content-Location, Preference-Applied, Retry-After, X-Total-Count, Link, X-Sb-Error-Code';

/** How long a browser may remember the answer to a preflight; Chromium's maximum. */
const PREFLIGHT_SECONDS = 7200;

/**
 * The API answers every origin, as a hosted project does: what protects it is the token in a
 * header, which a foreign page does not have. There are no cookies.
 */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers':
        request.headers.get('access-control-request-headers') ?? HEADERS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
      vary: 'Access-Control-Request-Headers',
    },
  });
}

export function allowAnyOrigin(headers: Headers): void {
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', EXPOSED);
}
