import { createHmac, randomInt } from 'node:crypto';
import type { Sql } from '#supabase/local/database/database.ts';
import type { AuthContext } from './context.ts';
import { findUserByEmail, updateUser, type UserRow } from './users.ts';

/** What a mailed code or link is good for. */
export type Purpose = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

type TokenColumn =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new'
  | 'reauthentication_token';

/** A link whose opener continues with a code (PKCE) instead of getting the session in the URL. */
const PKCE_PREFIX = 'pkce_';

const CODE_DIGITS = 6;

const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const satisfies Record<TokenColumn, keyof UserRow>;

/** The columns that the `type` of a verification may refer to, in the order they are tried. */
const COLUMNS_BY_TYPE: Record<string, TokenColumn[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  email: ['confirmation_token', 'recovery_token'],
  magiclink: ['recovery_token', 'confirmation_token'],
  recovery: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  reauthentication: ['reauthentication_token'],
};

export function isVerificationType(type: string): boolean {
  return type in COLUMNS_BY_TYPE;
}

/** A fresh code for a person and the token of the link that stands for it. */
export function newOneTimeToken(
  context: AuthContext,
  email: string,
  column: TokenColumn,
  pkce: boolean,
): { code: string; token: string } {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  return { code, token: (pkce ? PKCE_PREFIX : '') + tokenOf(context, email, column, code) };
}

/** Keeps the token; the one sent before stops working. */
export function keepToken(
  context: AuthContext,
  sql: Sql,
  userId: string,
  column: TokenColumn,
  token: string,
): Promise<UserRow> {
  return updateUser(sql, userId, {
    [column]: token,
    [SENT_AT[column]]: context.now().toISOString(),
  });
}

export type Proof = { tokenHash: string } | { email: string; code: string };
export type Found = { user: UserRow; column: TokenColumn; pkce: boolean };

/** Whose code or link it is, if it is good for `type` and not too old. Uses it up. */
export async function redeem(
  context: AuthContext,
  sql: Sql,
  type: string,
  proof: Proof,
): Promise<Found | null> {
  for (const column of COLUMNS_BY_TYPE[type] ?? []) {
    const user = await holderOf(context, sql, column, proof);
    if (!user) continue;
    const token = user[column]!;
    const sentAt = user[SENT_AT[column]];
    const age = context.now().getTime() - Date.parse(String(sentAt));
    if (!(age <= context.settings.codeLifetimeSeconds * 1000)) return null;
    const [claimed] = await sql(
      `update auth.users set ${column} = null where id = $1::uuid and ${column} = $2 returning id`,
      [user.id, token],
    );
    return claimed ? { user, column, pkce: token.startsWith(PKCE_PREFIX) } : null;
  }
  return null;
}

async function holderOf(
  context: AuthContext,
  sql: Sql,
  column: TokenColumn,
  proof: Proof,
): Promise<UserRow | null> {
  if ('tokenHash' in proof) {
    const [user] = await sql<UserRow>(
      `select * from auth.users where ${column} = $1 and deleted_at is null`,
      [proof.tokenHash],
    );
    return user ?? null;
  }
  const user =
    column === 'email_change_token_new'
      ? await findUserByNewEmail(sql, proof.email)
      : await findUserByEmail(sql, proof.email);
  const expected = tokenOf(context, proof.email, column, proof.code);
  const stored = user?.[column]?.replace(PKCE_PREFIX, '');
  return stored === expected ? user : null;
}

async function findUserByNewEmail(sql: Sql, email: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow>(
    `select * from auth.users where lower(email_change) = $1 and deleted_at is null`,
    [email],
  );
  return user ?? null;
}

/**
 * Made from the code with our secret: six digits can be guessed offline, this cannot, and neither
 * the database nor its backup holds anything that opens an account.
 */
function tokenOf(context: AuthContext, email: string, column: TokenColumn, code: string): string {
  return createHmac('sha256', context.secrets.jwtSecret)
    .update(`${column}\n${email}\n${code}`)
    .digest('hex')
    .slice(0, 56);
}
