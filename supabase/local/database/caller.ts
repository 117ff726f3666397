/** Who asks, as the API has verified it; becomes role and settings of one transaction. */
export type Caller = {
  role: string;
  claims?: Record<string, unknown> | null;
  /** What functions read with `current_setting('request.headers')`; absent for internal callers. */
  request?: { method: string; path: string; headers: Record<string, string> };
  /** `storage.operation()` in storage policies. */
  storageOperation?: string;
};

/**
 * How long one statement of a role may run. A person who waits longer has given up; a stranger
 * who asks for more is attacking. PGlite cannot interrupt a statement, PostgreSQL does.
 */
const STATEMENT_TIMEOUT_MS: Record<string, number> = { anon: 3_000, authenticated: 8_000 };
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/** Exposed schemas first, then where Supabase keeps extensions: the same path PostgREST sets. */
const SEARCH_PATH = 'public, extensions';

/**
 * One statement that turns the open transaction into the caller's. Every setting is local, so
 * that nothing of one caller can survive into the next transaction on the same session.
 */
export function callerSettings(caller: Caller): { text: string; params: string[] } {
  const claims: Record<string, unknown> = { ...caller.claims, role: caller.role };
  const settings: [name: string, value: string][] = [
    ['search_path', SEARCH_PATH],
    ['statement_timeout', String(STATEMENT_TIMEOUT_MS[caller.role] ?? 0)],
    ['lock_timeout', String(LOCK_TIMEOUT_MS)],
    ['idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION_TIMEOUT_MS)],
    ['request.jwt.claims', JSON.stringify(claims)],
    ['request.jwt.claim.sub', typeof claims['sub'] === 'string' ? claims['sub'] : ''],
    ['request.jwt.claim.role', caller.role],
    ['request.method', caller.request?.method ?? ''],
    ['request.path', caller.request?.path ?? ''],
    ['request.headers', JSON.stringify(caller.request?.headers ?? {})],
    ['response.status', ''],
    ['response.headers', ''],
    ['storage.operation', caller.storageOperation ?? ''],
    // Last: from here on the caller's own rights apply.
    ['role', caller.role],
  ];
  return {
    text: `select ${settings.map((_, i) => `set_config($${i * 2 + 1}, $${i * 2 + 2}, true)`).join(', ')}`,
    params: settings.flat(),
  };
}
