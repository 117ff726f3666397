/** The part of the stored session that the app needs before the auth client has loaded. */
export type StoredSession = {
  userId: string;
  email: string | null;
  accessToken: string;
  refreshToken: string;
  expiresAtMs: number;
  /** A second factor is set up, but this session has only seen the password (aal1). */
  needsCode: boolean;
};

/**
 * Reads what auth-js keeps under `sb-{project}-auth-token`. An expired token is still a session:
 * whoever is offline for a day goes on working, and the token is renewed when the network is back.
 */
export const parseStoredSession = (text: string | null): StoredSession | null => {
  if (!text) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { access_token, refresh_token, expires_at, user } = value as Record<string, unknown>;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return null;
  if (typeof user !== 'object' || user === null) return null;
  const { id, email, factors } = user as Record<string, unknown>;
  if (typeof id !== 'string' || id === '') return null;
  return {
    userId: id,
    email: typeof email === 'string' && email !== '' ? email : null,
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAtMs: typeof expires_at === 'number' ? expires_at * 1000 : 0,
    needsCode: needsSecondFactor(access_token, factors),
  };
};

/** Level aal1 becomes aal2 when a verified factor exists and its code was given. */
export const needsSecondFactor = (accessToken: string, factors: unknown): boolean =>
  Array.isArray(factors) &&
  factors.some((factor: { status?: unknown } | null) => factor?.status === 'verified') &&
  levelOf(accessToken) !== 'aal2';

const levelOf = (token: string): unknown => {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
};
