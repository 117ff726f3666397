import type { FunctionHandler } from '../_shared/handler.ts';

/**
 * The one press of mail programs (RFC 8058): they post to the address in the header of a mail and
 * send neither a key nor a session. Whoever opens it instead is led to the page with the button,
 * because programs that look at links must not end anything.
 */
export const handler: FunctionHandler = async (request, env) => {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const site = env.get('SITE_URL')?.replace(/\/$/, '') ?? '';
  if (request.method === 'GET' || request.method === 'HEAD') {
    const location = `${site}/unsubscribe?token=${encodeURIComponent(token)}`;
    return new Response(null, { status: 303, headers: { location } });
  }
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  const url = env.get('SUPABASE_URL');
  const key = env.get('SUPABASE_PUBLISHABLE_KEY') ?? env.get('SUPABASE_ANON_KEY');
  if (!url || !key) return new Response(null, { status: 503 });
  const response = await fetch(`${url}/rest/v1/rpc/unsubscribe`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const answer = response.ok ? ((await response.json()) as { ok: boolean; code?: string }) : null;
  if (answer?.ok) return new Response(null, { status: 200 });
  // What the database cannot read as a text is no token of ours.
  if (response.status === 400) return new Response(null, { status: 404 });
  const status = { not_found: 404, rate_limited: 429 }[answer?.code ?? ''] ?? 503;
  return new Response(null, { status });
};
