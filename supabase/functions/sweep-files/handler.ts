import postgres from 'postgres';
import type { FunctionHandler } from '../_shared/handler.ts';
import { storageRemover, sweepFiles } from '../_shared/sweep-files.ts';

/**
 * Takes files away that nobody needs any more (file_sweep.sql). Hosted, pg_cron calls it every hour
 * with the secret key; the embedded backend sweeps inside its own process instead.
 */
export const handler: FunctionHandler = async (request, env) => {
  const secretKey = env.get('SUPABASE_SECRET_KEY') ?? env.get('SUPABASE_SERVICE_ROLE_KEY');
  const sent = request.headers.get('authorization')?.replace(/^Bearer /, '');
  if (!secretKey || sent !== secretKey) return answer(401, { code: 'not_allowed' });

  const databaseUrl = env.get('SUPABASE_DB_URL');
  const url = env.get('SUPABASE_URL');
  if (!databaseUrl || !url) return answer(503, { code: 'not_configured' });

  const sql = postgres(databaseUrl, { max: 1, prepare: false });
  try {
    const swept = await sweepFiles(
      {
        next: (limit) =>
          sql<{ bucket_id: string; name: string }[]>`
            select bucket_id, name from private.trashed_files(${limit})`,
        async done(bucket, names) {
          await sql`select private.files_swept(${bucket}, ${names})`;
        },
      },
      storageRemover(url, secretKey),
    );
    return answer(200, { swept });
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
