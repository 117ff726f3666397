import { json } from '#supabase/local/http/responses.ts';
import { type AuthCall, stringOf } from './context.ts';
import { emailExists, factorNotFound, invalidRequest, userNotFound } from './errors.ts';
import { factorsOf, publicFactor } from './factor-rows.ts';
import { removeFactor } from './factors.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { dataOf } from './sign-up.ts';
import {
  findUserByEmail,
  findUserById,
  insertUser,
  normalEmail,
  publicUser,
  updateUser,
  type UserRow,
} from './users.ts';

/** `/admin/users…`, for whoever holds the secret key. */
export async function adminUsers(call: AuthCall, id: string | null): Promise<Response> {
  const { method } = call.request;
  if (id === null && method === 'GET') return list(call);
  if (id === null && method === 'POST') return create(call);
  if (id === null || !/^[0-9a-f-]{36}$/i.test(id)) throw invalidRequest('user_id must be an UUID');
  const user = await findUserById(call.context.database.sql, id);
  if (!user) throw userNotFound('User not found');
  if (method === 'GET') return json(200, await publicUser(call.context.database.sql, user));
  if (method === 'PUT') return change(call, user);
  if (method === 'DELETE') {
    await call.context.database.sql('delete from auth.users where id = $1::uuid', [id]);
    return json(200, {});
  }
  throw invalidRequest('Unsupported method');
}

/** `/admin/users/{id}/factors…`: the way back for somebody who has lost every authenticator. */
export async function adminFactors(
  call: AuthCall,
  userId: string,
  factorId: string | null,
): Promise<Response> {
  const { sql } = call.context.database;
  const { method } = call.request;
  if (!/^[0-9a-f-]{36}$/i.test(userId)) throw invalidRequest('user_id must be an UUID');
  const factors = await factorsOf(sql, userId);
  if (factorId === null && method === 'GET') return json(200, factors.map(publicFactor));
  const factor = factors.find(({ id }) => id === factorId);
  if (!factor) throw factorNotFound();
  if (method !== 'DELETE') throw invalidRequest('Unsupported method');
  await call.context.database.transaction((tx) => removeFactor(tx, factor.id));
  return json(200, publicFactor(factor));
}

async function list({ context, url }: AuthCall): Promise<Response> {
  const perPage = Math.min(Number(url.searchParams.get('per_page')) || 50, 1000);
  const page = Math.max(Number(url.searchParams.get('page')) || 1, 1);
  const { sql } = context.database;
  const users = await sql<UserRow>(
    'select * from auth.users where deleted_at is null order by created_at desc limit $1 offset $2',
    [perPage, (page - 1) * perPage],
  );
  const [count] = await sql<{ total: number }>(
    'select count(*)::int as total from auth.users where deleted_at is null',
  );
  return json(
    200,
    { users: await Promise.all(users.map((user) => publicUser(sql, user))), aud: 'authenticated' },
    { 'x-total-count': String(count!.total) },
  );
}

async function create({ context, body }: AuthCall): Promise<Response> {
  const { database } = context;
  const email = normalEmail(body['email']);
  if (await findUserByEmail(database.sql, email)) throw emailExists();
  const passwordHash = await hashPassword(stringOf(body['password']) ?? randomPassword());
  return database.transaction(async (sql) => {
    const user = await insertUser(sql, {
      email,
      passwordHash,
      data: dataOf({ data: body['user_metadata'] }),
      appData: dataOf({ data: body['app_metadata'] }),
      confirmed: body['email_confirm'] === true,
    });
    return json(200, await publicUser(sql, user));
  });
}

async function change({ context, body }: AuthCall, user: UserRow): Promise<Response> {
  const changes: Parameters<typeof updateUser>[2] = {};
  const password = stringOf(body['password']);
  if (body['email']) changes.email = normalEmail(body['email']);
  if (password) changes.encrypted_password = await hashPassword(password);
  if (body['email_confirm'] === true) changes.email_confirmed_at = context.now().toISOString();
  const userData = { ...user.raw_user_meta_data, ...dataOf({ data: body['user_metadata'] }) };
  const appData = { ...user.raw_app_meta_data, ...dataOf({ data: body['app_metadata'] }) };
  changes.raw_user_meta_data = JSON.stringify(userData);
  changes.raw_app_meta_data = JSON.stringify(appData);
  const { sql } = context.database;
  return json(200, await publicUser(sql, await updateUser(sql, user.id, changes)));
}
