import type { GoTrueClient } from '@supabase/auth-js';
import { env } from '#platform/env.ts';
import { UNREACHABLE } from './errors.ts';

/**
 * The auth client writes every lost connection to the console as an error, and being offline is no
 * error here. It takes this status for a network that may come back, as it takes a failed fetch.
 */
const quietFetch: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch {
    return new Response(null, { status: UNREACHABLE });
  }
};

let loading: Promise<GoTrueClient> | undefined;

/**
 * The auth client of this window, fetched when first needed: reading the stored session does not
 * need it. It renews the token by itself while the tab is visible and follows the other tabs.
 */
export const authClient = (): Promise<GoTrueClient> => {
  loading ??= (async () => {
    const { GoTrueClient: Client } = await import('@supabase/auth-js');
    const { backendUrl, publishableKey, sessionKey } = env();
    return new Client({
      url: `${backendUrl}/auth/v1`,
      headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
      storageKey: sessionKey,
      flowType: 'pkce',
      persistSession: true,
      autoRefreshToken: true,
      // /auth/callback does it by itself, and only there: no other page may swallow a code.
      detectSessionInUrl: false,
      experimental: { passkey: true },
      fetch: quietFetch,
    });
  })();
  // A chunk that failed to load (offline, new release) may come with the next attempt.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};
