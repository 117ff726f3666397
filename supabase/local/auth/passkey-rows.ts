import { randomUUID } from 'node:crypto';
import type { Sql } from '#supabase/local/database/database.ts';
import type { AuthContext } from './context.ts';
import { passkeyChallengeExpired, passkeyChallengeNotFound } from './errors.ts';

/** GoTrue's own number. */
const CHALLENGE_SECONDS = 300;

/** `credential_id` and `public_key` as hexadecimal digits, which every driver reads alike. */
export type PasskeyRow = {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: string;
  sign_count: number;
  transports: string[];
  backup_eligible: boolean;
  friendly_name: string;
  created_at: string;
  last_used_at: string | null;
};

const COLUMNS = `id, user_id, encode(credential_id, 'hex') as credential_id,
  encode(public_key, 'hex') as public_key, sign_count::float8 as sign_count, transports,
  backup_eligible, friendly_name, created_at, last_used_at`;

/** Somebody's passkeys, oldest first. */
export function passkeysOf(sql: Sql, userId: string): Promise<PasskeyRow[]> {
  return sql<PasskeyRow>(
    `select ${COLUMNS} from auth.webauthn_credentials
      where user_id = $1::uuid order by created_at, id`,
    [userId],
  );
}

/** What people may read about a passkey. */
export function publicPasskey(row: PasskeyRow): Record<string, unknown> {
  return {
    id: row.id,
    ...(row.friendly_name ? { friendly_name: row.friendly_name } : {}),
    created_at: row.created_at,
    ...(row.last_used_at ? { last_used_at: row.last_used_at } : {}),
  };
}

export const hexOf = (base64url: string): string =>
  Buffer.from(base64url, 'base64url').toString('hex');
export const base64urlOf = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

type ChallengeType = 'registration' | 'authentication';

/** Keeps what was asked; `userId` null = whoever answers. */
export async function keepChallenge(
  { database, now }: AuthContext,
  type: ChallengeType,
  userId: string | null,
  challenge: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  const id = randomUUID();
  const at = now();
  const expiresAt = new Date(at.getTime() + CHALLENGE_SECONDS * 1000);
  await database.transaction(async (sql) => {
    await sql(
      `delete from auth.webauthn_challenges
        where expires_at < $1::timestamptz - interval '1 hour'`,
      [at.toISOString()],
    );
    await sql(
      `insert into auth.webauthn_challenges
         (id, user_id, challenge_type, session_data, created_at, expires_at)
       values ($1::uuid, $2::uuid, $3, jsonb_build_object('challenge', $4::text),
               $5::timestamptz, $6::timestamptz)`,
      [id, userId, type, challenge, at.toISOString(), expiresAt.toISOString()],
    );
  });
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/** Takes a question away, so that it is answered once, and says what was asked. */
export async function takeChallenge(
  { database, now }: AuthContext,
  type: ChallengeType,
  userId: string | null,
  id: string,
): Promise<string> {
  const [asked] = await database.sql<{ challenge: string; expires_at: string }>(
    `delete from auth.webauthn_challenges
      where id = $1::uuid and challenge_type = $2 and user_id is not distinct from $3::uuid
      returning session_data ->> 'challenge' as challenge, expires_at`,
    [id, type, userId],
  );
  if (!asked) throw passkeyChallengeNotFound();
  if (Date.parse(asked.expires_at) <= now().getTime()) throw passkeyChallengeExpired();
  return asked.challenge;
}
