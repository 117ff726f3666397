import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '#supabase/local/database/database.ts';
import type { AuthContext } from './context.ts';
import { stringOf } from './context.ts';
import { badCodeVerifier, flowStateNotFound, invalidRequest } from './errors.ts';
import type { Method } from './sessions.ts';

/** What the browser that starts a flow says; only the same browser can finish it. */
export type Challenge = { challenge: string; method: 's256' | 'plain' };

/** Between opening the link and finishing in the app lie seconds. */
const CODE_LIFETIME_MS = 5 * 60_000;

export function challengeOf(body: Record<string, unknown>): Challenge | null {
  const challenge = stringOf(body['code_challenge']);
  const method = stringOf(body['code_challenge_method'])?.toLowerCase();
  if (!challenge && !method) return null;
  if (!challenge || !/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalidRequest('code challenge has to be between 43 and 128 characters');
  }
  if (method !== 's256' && method !== 'plain')
    throw invalidRequest('Invalid code_challenge_method');
  return { challenge, method };
}

/** Remembers the challenge until the mailed link is opened. */
export async function beginFlow(
  sql: Sql,
  userId: string,
  method: Method,
  { challenge, method: challengeMethod }: Challenge,
): Promise<void> {
  await sql('delete from auth.flow_state where user_id = $1::uuid and authentication_method = $2', [
    userId,
    method,
  ]);
  await sql(
    `insert into auth.flow_state
       (id, user_id, authentication_method, code_challenge, code_challenge_method, provider_type)
     values ($1::uuid, $2::uuid, $3, $4, $5, 'email')`,
    [randomUUID(), userId, method, challenge, challengeMethod],
  );
}

/** The link was opened: answers the code that the app exchanges for a session. */
export async function issueAuthCode(
  context: AuthContext,
  sql: Sql,
  userId: string,
  method: Method,
): Promise<string> {
  const code = randomUUID();
  const [flow] = await sql(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4::timestamptz
      where user_id = $1::uuid and authentication_method = $2 returning id`,
    [userId, method, code, context.now().toISOString()],
  );
  if (!flow) throw flowStateNotFound();
  return code;
}

/** Uses up a code; throws unless it is fresh and the verifier belongs to its challenge. */
export async function redeemAuthCode(
  context: AuthContext,
  sql: Sql,
  code: string,
  verifier: string,
): Promise<{ userId: string; method: Method }> {
  const [flow] = await sql<{
    user_id: string;
    authentication_method: Method;
    code_challenge: string;
    code_challenge_method: string;
    auth_code_issued_at: string;
  }>('select * from auth.flow_state where auth_code = $1 for update', [code]);
  if (!flow) throw flowStateNotFound();
  const age = context.now().getTime() - Date.parse(flow.auth_code_issued_at);
  if (age > CODE_LIFETIME_MS) throw flowStateNotFound('invalid flow state, flow state has expired');

  const proof =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  if (proof !== flow.code_challenge) throw badCodeVerifier();
  await sql('delete from auth.flow_state where auth_code = $1', [code]);
  return { userId: flow.user_id, method: flow.authentication_method };
}
