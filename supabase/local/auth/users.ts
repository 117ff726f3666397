import { randomUUID } from 'node:crypto';
import type { Sql } from '#supabase/local/database/database.ts';
import { invalidRequest } from './errors.ts';
import { factorsOf, publicFactor } from './factor-rows.ts';

export type UserRow = {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  confirmed_at: string | null;
  confirmation_sent_at: string | null;
  confirmation_token: string | null;
  recovery_sent_at: string | null;
  recovery_token: string | null;
  email_change: string | null;
  email_change_sent_at: string | null;
  email_change_token_new: string | null;
  email_change_token_current: string | null;
  email_change_confirm_status: number | null;
  reauthentication_token: string | null;
  reauthentication_sent_at: string | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  banned_until: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
};

type IdentityRow = {
  id: string;
  provider: string;
  provider_id: string;
  identity_data: Record<string, unknown>;
  email: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
};

/** Trimmed and lower-case; throws when it cannot be an address. */
export function normalEmail(value: unknown): string {
  const email = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (email.length > 254 || !/^[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[^\s@<>"',;:.]+$/.test(email)) {
    throw invalidRequest('Unable to validate email address: invalid format');
  }
  return email;
}

export async function findUserByEmail(sql: Sql, email: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow>(
    'select * from auth.users where lower(email) = $1 and not is_sso_user and deleted_at is null',
    [email],
  );
  return user ?? null;
}

export async function findUserById(sql: Sql, id: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow>(
    'select * from auth.users where id = $1::uuid and deleted_at is null',
    [id],
  );
  return user ?? null;
}

export async function insertUser(
  sql: Sql,
  user: {
    email: string;
    passwordHash: string;
    data: Record<string, unknown>;
    appData?: Record<string, unknown>;
    confirmed: boolean;
  },
): Promise<UserRow> {
  const id = randomUUID();
  const profile = { ...user.data, sub: id, email: user.email };
  const [row] = await sql<UserRow>(
    `insert into auth.users
       (id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data)
     values ($1::uuid, 'authenticated', 'authenticated', $2, $3,
             case when $4::boolean then now() end, $5::jsonb, $6::jsonb)
     returning *`,
    [
      id,
      user.email,
      user.passwordHash,
      user.confirmed,
      JSON.stringify({ ...user.appData, provider: 'email', providers: ['email'] }),
      JSON.stringify({ ...profile, email_verified: user.confirmed, phone_verified: false }),
    ],
  );
  await sql(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values ($1::uuid, 'email', $2::text, $2::text::uuid, $3::jsonb)`,
    [
      randomUUID(),
      id,
      JSON.stringify({ ...profile, email_verified: false, phone_verified: false }),
    ],
  );
  return row!;
}

/** Changes columns of a user; names come from our code, never from a request. */
export async function updateUser(
  sql: Sql,
  id: string,
  changes: Partial<Record<keyof UserRow, string | number | null>>,
): Promise<UserRow> {
  const names = Object.keys(changes);
  const assignments = names.map((name, i) => `${name} = $${i + 2}${castOf(name)}`);
  const [row] = await sql<UserRow>(
    `update auth.users set ${[...assignments, 'updated_at = now()'].join(', ')}
      where id = $1::uuid returning *`,
    [id, ...Object.values(changes)],
  );
  return row!;
}

function castOf(column: string): string {
  if (column.startsWith('raw_')) return '::jsonb';
  return /_(at|until)$/.test(column) ? '::timestamptz' : '';
}

/** A user as clients read it. */
export async function publicUser(sql: Sql, user: UserRow): Promise<Record<string, unknown>> {
  const identities = await sql<IdentityRow>(
    'select * from auth.identities where user_id = $1::uuid order by created_at',
    [user.id],
  );
  const factors = await factorsOf(sql, user.id);
  const optional = {
    email_confirmed_at: user.email_confirmed_at,
    confirmed_at: user.confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change || null,
    email_change_sent_at: user.email_change_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.banned_until,
  };
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.provider_id,
      user_id: user.id,
      identity_data: identity.identity_data,
      provider: identity.provider,
      last_sign_in_at: identity.last_sign_in_at,
      created_at: identity.created_at,
      updated_at: identity.updated_at,
      ...(identity.email ? { email: identity.email } : {}),
    })),
    ...(factors.length > 0 ? { factors: factors.map(publicFactor) } : {}),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}

/** What a stranger gets for an address that is taken: a new account that does not exist. */
export function pretendedUser(
  email: string,
  data: Record<string, unknown>,
  now: Date,
): Record<string, unknown> {
  const at = now.toISOString();
  const id = randomUUID();
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...data, sub: id, email, email_verified: false, phone_verified: false },
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}
