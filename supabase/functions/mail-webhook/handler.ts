import type { FunctionHandler } from '../_shared/handler.ts';
import { resendEvents } from '../_shared/resend-events.ts';

/**
 * Messages of the mail provider about mails that it has taken. A signature over the raw body is their
 * only key. One that we could not take is answered with a failure, and sent again.
 */
export const handler: FunctionHandler = async (request, env) => {
  const [secret, url, key] = [
    env.get('RESEND_WEBHOOK_SECRET'),
    env.get('SUPABASE_URL'),
    env.get('SUPABASE_SECRET_KEY') ?? env.get('SUPABASE_SERVICE_ROLE_KEY'),
  ];
  if (!secret || !url || !key || request.method !== 'POST') {
    return new Response(null, { status: 404 });
  }
  const event = await resendEvents(secret)(
    await request.text(),
    request.headers,
    Math.floor(Date.now() / 1000),
  );
  if (event === 'forged') return new Response(null, { status: 400 });
  if (event) {
    const response = await fetch(`${url}/rest/v1/rpc/note_mail_event`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        mail_id: event.mailId,
        event: event.event,
        for_good: event.forGood,
      }),
    });
    if (!response.ok) return new Response(null, { status: 503 });
  }
  return new Response(null, { status: 204 });
};
