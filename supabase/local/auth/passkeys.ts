import { randomUUID } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { json } from '#supabase/local/http/responses.ts';
import { type SignedIn, signedIn } from './account.ts';
import { type AuthCall, stringOf } from './context.ts';
import {
  AuthError,
  insufficientAal,
  invalidRequest,
  passkeyExists,
  passkeyNotFound,
  passkeyNotVerified,
  tooManyPasskeys,
  tooManyRequests,
} from './errors.ts';
import { factorsOf, isVerified } from './factor-rows.ts';
import {
  base64urlOf,
  hexOf,
  keepChallenge,
  type PasskeyRow,
  passkeysOf,
  publicPasskey,
  takeChallenge,
} from './passkey-rows.ts';
import { relyingPartyOf } from './relying-party.ts';
import { startSession } from './sessions.ts';
import { findUserById } from './users.ts';

/** GoTrue's own numbers. */
const MAX_PASSKEYS = 10;
const MAX_NAME = 120;
const PROMPT_MS = 300_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Fetched with the first passkey: a start of the backend does not wait for it. */
const webauthn = () => import('@simplewebauthn/server');

/** POST /passkeys/registration/options */
export async function beginPasskey(call: AuthCall): Promise<Response> {
  const { context } = call;
  const { user } = await manager(call);
  attemptFrom(call, user.id);
  const known = await passkeysOf(context.database.sql, user.id);
  if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const party = relyingPartyOf(context);
  const name = user.email ?? user.id;
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    attestationType: 'none',
    timeout: PROMPT_MS,
    excludeCredentials: known.map((row) => ({ id: base64urlOf(row.credential_id) })),
    // Only what the device finds by itself signs somebody in who has typed nothing.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  const asked = await keepChallenge(context, 'registration', user.id, options.challenge);
  return json(200, { ...asked, options });
}

/** POST /passkeys/registration/verify */
export async function addPasskey(call: AuthCall): Promise<Response> {
  const { context } = call;
  const { user } = await manager(call);
  const { challengeId, credential } = answerOf(call);
  const expectedChallenge = await takeChallenge(context, 'registration', user.id, challengeId);
  const party = relyingPartyOf(context);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verified(() =>
    verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  );
  if (!registrationInfo) throw passkeyNotVerified();
  const made = registrationInfo.credential;
  const row = await context.database.transaction(async (sql) => {
    // Two at once would both find room for one more.
    await sql('select from auth.users where id = $1::uuid for update', [user.id]);
    if ((await passkeysOf(sql, user.id)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const id = randomUUID();
    const [added] = await sql(
      `insert into auth.webauthn_credentials
         (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
          backup_eligible, backed_up, created_at, updated_at)
       values ($1::uuid, $2::uuid, decode($3, 'hex'), decode($4, 'hex'), $5, $6::uuid, $7::bigint,
               $8::text::jsonb, $9::boolean, $10::boolean, $11::timestamptz, $11::timestamptz)
       on conflict (credential_id) do nothing returning id`,
      [
        id,
        user.id,
        hexOf(made.id),
        Buffer.from(made.publicKey).toString('hex'),
        registrationInfo.fmt,
        registrationInfo.aaguid,
        made.counter,
        JSON.stringify(made.transports ?? []),
        registrationInfo.credentialDeviceType === 'multiDevice',
        registrationInfo.credentialBackedUp,
        context.now().toISOString(),
      ],
    );
    if (!added) throw passkeyExists();
    return (await passkeysOf(sql, user.id)).find((one) => one.id === id)!;
  });
  return json(200, publicPasskey(row));
}

/** POST /passkeys/authentication/options: for whoever has one, nobody is named. */
export async function askForPasskey(call: AuthCall): Promise<Response> {
  const { context } = call;
  attemptFrom(call, call.address);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(context).id,
    timeout: PROMPT_MS,
    userVerification: 'preferred',
  });
  const asked = await keepChallenge(context, 'authentication', null, options.challenge);
  return json(200, { ...asked, options });
}

/** POST /passkeys/authentication/verify: a session of one factor, as after a password. */
export async function signInWithPasskey(call: AuthCall): Promise<Response> {
  const { context, request } = call;
  const { database } = context;
  const { challengeId, credential } = answerOf(call);
  const expectedChallenge = await takeChallenge(context, 'authentication', null, challengeId);
  const response = credential as AuthenticationResponseJSON;
  const row = await holderOf(call, response);
  const party = relyingPartyOf(context);
  const { verifyAuthenticationResponse } = await webauthn();
  // Refuses a counter that went back, too: two devices hold the same key then, and one is not ours.
  const { authenticationInfo } = await verified(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: credentialOf(row),
      requireUserVerification: false,
    }),
  );
  const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
  // Whether a key may leave its device is settled when it is made.
  if ((credentialDeviceType === 'multiDevice') !== row.backup_eligible) throw passkeyNotVerified();
  const user = await findUserById(database.sql, row.user_id);
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  if (!user.email_confirmed_at)
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  const session = await database.transaction(async (sql) => {
    const [used] = await sql(
      `update auth.webauthn_credentials
          set sign_count = $2::bigint, backed_up = $3::boolean, last_used_at = $4::timestamptz,
              updated_at = $4::timestamptz
        where id = $1::uuid and (sign_count < $2::bigint or (sign_count = 0 and $2::bigint = 0))
        returning id`,
      [row.id, newCounter, credentialBackedUp, context.now().toISOString()],
    );
    if (!used) throw passkeyNotVerified();
    return startSession(context, sql, user, 'passkey', request.headers.get('user-agent'));
  });
  return json(200, session);
}

/** GET /passkeys */
export async function listPasskeys(call: AuthCall): Promise<Response> {
  const { user } = await signedIn(call);
  const rows = await passkeysOf(call.context.database.sql, user.id);
  return json(200, rows.map(publicPasskey));
}

/** PATCH /passkeys/{id} */
export async function renamePasskey(call: AuthCall, id: string): Promise<Response> {
  const { user } = await signedIn(call);
  const name = stringOf(call.body['friendly_name']);
  if (!name) throw invalidRequest('friendly_name is required');
  if (Buffer.byteLength(name) > MAX_NAME) {
    throw invalidRequest(`friendly_name must be ${MAX_NAME} characters or less`);
  }
  const { sql } = call.context.database;
  const row = await ownPasskey(call, user.id, id);
  await sql(
    `update auth.webauthn_credentials set friendly_name = $2, updated_at = now()
      where id = $1::uuid`,
    [row.id, name],
  );
  return json(200, publicPasskey({ ...row, friendly_name: name }));
}

/** DELETE /passkeys/{id} */
export async function removePasskey(call: AuthCall, id: string): Promise<Response> {
  const { user } = await manager(call);
  await deletePasskey(call, user.id, id);
  return new Response(null, { status: 204 });
}

/** `/admin/users/{id}/passkeys…`: for somebody whose device is lost. */
export async function adminPasskeys(
  call: AuthCall,
  userId: string,
  id: string | null,
): Promise<Response> {
  const { method } = call.request;
  if (!UUID.test(userId)) throw invalidRequest('user_id must be an UUID');
  if (id === null && method === 'GET') {
    const rows = await passkeysOf(call.context.database.sql, userId);
    return json(200, rows.map(publicPasskey));
  }
  if (id === null || method !== 'DELETE') throw invalidRequest('Unsupported method');
  await deletePasskey(call, userId, id);
  return new Response(null, { status: 204 });
}

async function deletePasskey(call: AuthCall, userId: string, id: string): Promise<void> {
  const row = await ownPasskey(call, userId, id);
  await call.context.database.sql('delete from auth.webauthn_credentials where id = $1::uuid', [
    row.id,
  ]);
}

async function ownPasskey(call: AuthCall, userId: string, id: string): Promise<PasskeyRow> {
  const rows = await passkeysOf(call.context.database.sql, userId);
  const row = rows.find((one) => one.id === id.toLowerCase());
  if (!row) throw passkeyNotFound();
  return row;
}

/** Who may add and remove passkeys: with a second factor, only a session that has shown it. */
async function manager(call: AuthCall): Promise<SignedIn> {
  const who = await signedIn(call);
  if (who.level !== 'aal2') {
    const factors = await factorsOf(call.context.database.sql, who.user.id);
    if (factors.some(isVerified)) {
      throw insufficientAal(403, 'AAL2 session is required to manage passkeys when MFA is enabled');
    }
  }
  return who;
}

function attemptFrom({ context }: AuthCall, key: string): void {
  if (!context.limits.allows('passkeyPrompts', key)) throw tooManyRequests();
  context.limits.count('passkeyPrompts', key);
}

function answerOf({ body }: AuthCall): { challengeId: string; credential: object } {
  const challengeId = stringOf(body['challenge_id']);
  const credential = body['credential'];
  if (!challengeId) throw invalidRequest('challenge_id is required');
  if (typeof credential !== 'object' || credential === null) {
    throw invalidRequest('credential is required');
  }
  if (!UUID.test(challengeId)) throw invalidRequest('challenge_id must be a valid UUID');
  return { challengeId, credential };
}

/** The passkey that answers, as long as it belongs to the person whom its device names. */
async function holderOf(
  { context }: AuthCall,
  { id, response }: AuthenticationResponseJSON,
): Promise<PasskeyRow> {
  const handle = response?.userHandle;
  const userId = typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString() : '';
  if (typeof id !== 'string' || !UUID.test(userId)) throw passkeyNotVerified();
  const rows = await passkeysOf(context.database.sql, userId);
  const row = rows.find((one) => one.credential_id === hexOf(id));
  if (!row) throw passkeyNotVerified();
  return row;
}

function credentialOf(row: PasskeyRow): WebAuthnCredential {
  return {
    id: base64urlOf(row.credential_id),
    publicKey: new Uint8Array(Buffer.from(row.public_key, 'hex')),
    counter: row.sign_count,
  };
}

/** Whatever a device may have sent: one refusal for everything that is not right. */
async function verified<T extends { verified: boolean }>(check: () => Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await check();
  } catch {
    throw passkeyNotVerified();
  }
  if (!answer.verified) throw passkeyNotVerified();
  return answer;
}
