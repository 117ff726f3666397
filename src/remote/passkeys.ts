import type { VerifyPasskeyAuthenticationParams } from '@supabase/auth-js';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { canFillInPasskeys, passkeyFromAutofill, passkeySupport } from '#platform/passkeys.ts';
import { attempt } from './attempt.ts';

/** A key on a device or in a password manager that opens the account. `lastUsedAt` null = never. */
export type Passkey = { id: Uuid; name: string; addedAt: Instant; lastUsedAt: Instant | null };

/** What the server can do about passkeys. None of it works offline (code `offline`). */
export type PasskeyServer = {
  list: () => Promise<Result<readonly Passkey[]>>;
  /** Lets the browser make one. `passkey_aborted` when the person or the time has ended it. */
  add: (name: string) => Promise<Result<unknown>>;
  rename: (id: Uuid, name: string) => Promise<Result<unknown>>;
  /** The server forgets it; the device may still show it. */
  remove: (id: Uuid) => Promise<Result<unknown>>;
};

export const passkeyServer: PasskeyServer = {
  list: async () => {
    const answer = await attempt((client) => client.passkey.list());
    if (!answer.ok) return answer;
    return ok(
      answer.value.map(({ id, friendly_name, created_at, last_used_at }) => ({
        id,
        name: friendly_name ?? '',
        addedAt: created_at,
        lastUsedAt: last_used_at ?? null,
      })),
    );
  },
  add: async (name) => {
    const able = supported();
    if (!able.ok) return able;
    const made = await attempt((client) => client.registerPasskey());
    if (!made.ok) return made;
    // It works without its name, so a failure here is not one of adding it.
    await passkeyServer.rename(made.value.id, name);
    return ok(null);
  },
  rename: (passkeyId, friendlyName) =>
    attempt((client) => client.passkey.update({ passkeyId, friendlyName })),
  remove: (passkeyId) => attempt((client) => client.passkey.delete({ passkeyId })),
};

/** Lets the person choose one of the passkeys for this site. */
export const signInWithPasskey = async (): Promise<Result<unknown>> => {
  const able = supported();
  return able.ok ? attempt((client) => client.signInWithPasskey()) : able;
};

/** The server forgets what it has asked; the list must not offer what comes too late. */
const SPARE_MS = 10_000;

/**
 * Offers passkeys where the browser fills in names, until `signal` aborts or the server's question
 * is too old. Null = nobody took one.
 */
export const offerPasskeys = async (signal: AbortSignal): Promise<Result<unknown> | null> => {
  if (!(await canFillInPasskeys()) || signal.aborted) return null;
  const asked = await attempt((client) => client.passkey.startAuthentication());
  if (!asked.ok || signal.aborted) return null;
  const { challenge_id: challengeId, options } = asked.value;
  const open = (options.timeout ?? 0) - SPARE_MS;
  if (open <= 0) return null;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(open)]);
  const credential = await passkeyFromAutofill(options, inTime);
  if (credential === null) return null;
  return attempt((client) =>
    client.passkey.verifyAuthentication({ challengeId, credential: credential as Credential }),
  );
};

type Credential = VerifyPasskeyAuthenticationParams['credential'];

const supported = (): Result<null> => {
  switch (passkeySupport()) {
    case 'yes':
      return ok(null);
    case 'address':
      return fail('passkey_rp_invalid');
    case 'browser':
      return fail('passkey_unsupported');
  }
};
