import { lookup } from 'node:dns/promises';
import postgres from 'postgres';
import { calendarFetcher } from '../_shared/fetch-calendar.ts';
import type { FunctionHandler } from '../_shared/handler.ts';
import { readOutsideCalendars } from '../_shared/outside-calendars.ts';

/**
 * Reads the calendars that people keep elsewhere (outside_calendars.sql). Hosted, pg_cron calls it every
 * minute with the secret key; the embedded backend reads them inside its own process instead.
 */
export const handler: FunctionHandler = async (request, env) => {
  const secretKey = env.get('SUPABASE_SECRET_KEY') ?? env.get('SUPABASE_SERVICE_ROLE_KEY');
  const sent = request.headers.get('authorization')?.replace(/^Bearer /, '');
  if (!secretKey || sent !== secretKey) return answer(401, { code: 'not_allowed' });
  const databaseUrl = env.get('SUPABASE_DB_URL');
  if (!databaseUrl) return answer(503, { code: 'not_configured' });

  const sql = postgres(databaseUrl, { max: 1, prepare: false });
  try {
    const read = await readOutsideCalendars(
      {
        claim: (limit) =>
          sql<{ id: string; address: string; time_zone: string }[]>`
            select id, address, time_zone from private.claim_outside_calendars(${limit})`,
        async finish(id, result) {
          await sql`select private.finish_outside_calendar(${id}, ${JSON.stringify(result)}::text::jsonb)`;
        },
      },
      calendarFetcher(async (host) =>
        (await lookup(host, { all: true })).map(({ address }) => address),
      ),
      Date.now(),
    );
    return answer(200, { read });
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
