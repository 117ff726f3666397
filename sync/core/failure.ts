/**
 * SYN-42: what went wrong, told apart by status and code. One exception, because some gateways send
 * nothing else: the words "JWT expired".
 */

/** An HTTP reply, or the reason why there is none. */
export type RawReply =
  | {
      kind: 'reply';
      status: number;
      /** Parsed JSON, or undefined when the body was none. */
      body: unknown;
      html: boolean;
      retryAfter: string | null;
    }
  | { kind: 'unreachable' }
  | { kind: 'timeout' };

export type Failure =
  /** Nothing reached the server. `portal`: somebody else answered. */
  | { kind: 'network'; portal: boolean }
  /** The server is there but cannot answer now. */
  | { kind: 'server'; retryAfterMs: number | null }
  /** The token is not accepted. */
  | { kind: 'auth' }
  /** The token is accepted, the call is not allowed: see decisions/0002. */
  | { kind: 'denied' }
  | { kind: 'too-large' }
  /** The request itself cannot be read: the same request fails for ever. */
  | { kind: 'rejected'; code: string };

/** PostgREST: 301 = cannot be decoded, 302 = anonymous not allowed, 303 = claims (expired). */
const TOKEN_CODES = new Set(['PGRST301', 'PGRST302', 'PGRST303']);
/** PostgreSQL: serialization, deadlock, lock and statement timeouts, shutdown, too many connections. */
const PASSING_CODES =
  /^(40001|40P01|55P03|57\w{3}|53\w{3}|08\w{3}|25006|PGRST00[0-3]|PGRST20[0-9])$/;
/** Longer waits than this are not believed. */
const RETRY_AFTER_MAX_MS = 5 * 60_000;

/** Null = a reply with a body worth reading. */
export const failureOf = (reply: RawReply, nowMs: number): Failure | null => {
  if (reply.kind !== 'reply') return { kind: 'network', portal: false };
  const { status, body, html } = reply;
  if (status >= 200 && status < 300) {
    if (html) return { kind: 'network', portal: true };
    return body === undefined ? { kind: 'server', retryAfterMs: null } : null;
  }
  if (status === 511 || (status >= 300 && status < 400)) return { kind: 'network', portal: true };
  const { code, message } = read(body);
  if (status === 401 || TOKEN_CODES.has(code) || message.includes('JWT expired')) {
    return { kind: 'auth' };
  }
  if (status === 413) return { kind: 'too-large' };
  const retryAfterMs = readRetryAfter(reply.retryAfter, nowMs);
  if (status === 429 || status >= 500 || status === 408 || PASSING_CODES.test(code)) {
    return { kind: 'server', retryAfterMs };
  }
  if (code === '42501' || (status === 403 && !html)) return { kind: 'denied' };
  // A gateway's own page, or a function that this server does not have (yet).
  if (html || status === 404 || status === 403) return { kind: 'server', retryAfterMs };
  return { kind: 'rejected', code: code === '' ? String(status) : code };
};

/** Retry-After in seconds or as a date. */
const readRetryAfter = (header: string | null, nowMs: number): number | null => {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS) : null;
};

const read = (body: unknown): { code: string; message: string } => {
  const { code, message } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown;
    message?: unknown;
  };
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
  };
};
