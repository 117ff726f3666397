/** Whose page it is: a client's, anybody's who wants to sign in, or a signed-in professional's. */
export type Audience = 'public' | 'auth' | 'pro';

/**
 * Which shell serves a path. Anything under the clients' prefixes is theirs, even when mistyped: a
 * client who follows a broken link must never meet the professional’s sign-in. The service worker
 * knows the same prefixes.
 */
export const audienceOf = (pathname: string): Audience => {
  if (/^\/(book|embed|form|cancel-appointment|unsubscribe)(\/|$)/.test(pathname)) return 'public';
  if (/^\/(login|sign-up|forgot-password|update-password|verify-email|auth)(\/|$)/.test(pathname)) {
    return 'auth';
  }
  return 'pro';
};
