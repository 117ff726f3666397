/** Booking pages under this path stand in pages of other sites; everything else is framed by nobody. */
const isFramable = (path: string): boolean => path.startsWith('/embed/book/');

/** What every page of ours may do, and what nothing may do to it. */
export function pageHeaders(options: {
  /** The path of the page. */
  path: string;
  /** Another Supabase project that the built app talks to; null = this server. */
  supabaseUrl: string | null;
  /** Hashes of inline scripts in the page, `'sha256-…'`. */
  scriptHashes?: readonly string[];
}): Record<string, string> {
  const other = options.supabaseUrl ? new URL(options.supabaseUrl) : null;
  const remote = other ? ` ${other.origin} ${other.origin.replace(/^http/, 'ws')}` : '';
  const policy = [
    `default-src 'self'`,
    `script-src ${["'self'", ...(options.scriptHashes ?? [])].join(' ')}`,
    // Positions in the calendar and drag transforms are inline styles.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' blob: data:${other ? ` ${other.origin}` : ''}`,
    `font-src 'self'`,
    `connect-src 'self' ws: wss:${remote}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${isFramable(options.path) ? '*' : "'none'"}`,
  ];
  const headers: Record<string, string> = {
    'content-security-policy': policy.join('; '),
    ...commonHeaders,
  };
  // It knows no "everybody".
  if (isFramable(options.path)) delete headers['x-frame-options'];
  return headers;
}

/** For everything this server sends. */
export const commonHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  // Links in mails carry tokens: no address of ours ever travels to another page.
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'camera=(self), geolocation=(), microphone=(), payment=(self), usb=(), serial=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/**
 * For files that people have uploaded: they share our origin, so that none of them may run as a
 * page of it, whatever its name or type says.
 */
export const uploadHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
};
