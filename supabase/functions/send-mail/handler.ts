import postgres from 'postgres';
import { deliverDueMail } from '../_shared/deliver-mail.ts';
import type { FunctionHandler } from '../_shared/handler.ts';
import type { OutboxMail } from '../_shared/mail.ts';
import { resendSender } from '../_shared/resend.ts';

/**
 * Delivers what private.mail_outbox holds. Hosted, pg_cron calls it every minute with the secret
 * key; the embedded backend runs the same delivery inside its own process instead.
 */
export const handler: FunctionHandler = async (request, env) => {
  const secretKey = env.get('SUPABASE_SECRET_KEY') ?? env.get('SUPABASE_SERVICE_ROLE_KEY');
  const sent = request.headers.get('authorization')?.replace(/^Bearer /, '');
  if (!secretKey || sent !== secretKey) return answer(401, { code: 'not_allowed' });

  const databaseUrl = env.get('SUPABASE_DB_URL');
  const apiKey = env.get('RESEND_API_KEY');
  const from = env.get('MAIL_FROM');
  const siteUrl = env.get('SITE_URL')?.replace(/\/$/, '');
  if (!databaseUrl || !apiKey || !from || !siteUrl) return answer(503, { code: 'not_configured' });

  const sql = postgres(databaseUrl, { max: 1, prepare: false });
  try {
    const result = await deliverDueMail(
      {
        claim: (limit) => sql<OutboxMail[]>`select * from private.claim_mail(${limit})`,
        async finish(id, error) {
          await sql`select private.finish_mail(${id}, ${error})`;
        },
      },
      resendSender(apiKey, from),
      siteUrl,
      env.get('SUPABASE_URL'),
    );
    return answer(200, result);
  } finally {
    await sql.end({ timeout: 5 });
  }
};

function answer(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}
