import { fail, ok } from '#domain/errors/result.ts';
import type { AppError, Failed, Result } from '#domain/errors/result.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import { ask } from './ask.ts';
import type { PublicServer } from './ask.ts';
import { takeEarly } from './early-answer.ts';

export type RpcOptions = {
  signal?: AbortSignal;
  /** How long a person waits before the page says that the connection is too slow. */
  timeoutMs?: number;
  /** Lets the request outlive the page (giving a held time back while the tab closes). */
  keepalive?: boolean;
};

const TIMEOUT_MS = 12_000;

/**
 * Calls one public function of the server with the browser's fetch: clients' pages must not load a
 * client library to send eight kinds of request.
 *
 * Refusals (`{ok: false, code}`) and everything that can happen on the way come back as codes:
 * offline, timeout, captive_portal (something other than our server answered), rate_limited,
 * server_unavailable, bad_answer, not_allowed. Never throws, except for an abort by `signal`.
 */
export const callRpc = <T>(
  server: PublicServer,
  name: string,
  args: Record<string, unknown>,
  options?: RpcOptions,
): Promise<Result<T>> => post(server, `/rest/v1/rpc/${name}`, args, options);

/** The same for any path of the server that answers so. */
export const post = async <T>(
  server: PublicServer,
  path: string,
  args: Record<string, unknown>,
  options: RpcOptions = {},
): Promise<Result<T>> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs ?? TIMEOUT_MS);
  const stop = () => timeout.abort();
  options.signal?.addEventListener('abort', stop);
  try {
    const address = `${server.url}${path}`;
    const body = JSON.stringify(args, storable);
    const early = takeEarly(address, body);
    if (early) timeout.signal.addEventListener('abort', early.stop);
    const response = await (early?.answer ??
      ask(server, address, body, {
        keepalive: options.keepalive ?? false,
        signal: timeout.signal,
      }));
    return readAnswer<T>(response, await response.text());
  } catch {
    options.signal?.throwIfAborted();
    if (timeout.signal.aborted) return fail('timeout');
    // A failed fetch says nothing about why; the browser's own opinion is the best there is.
    return fail(navigator.onLine ? 'server_unavailable' : 'offline');
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
};

/**
 * Half an emoji and NUL are no text to the database, which would refuse the whole request: what was
 * pasted into one field must not keep somebody from booking.
 */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '�').replaceAll('\0', '') : value;

/**
 * Failures after which nobody knows whether the server did it: a `book` that ends like this must be
 * asked again with the same operation id, never sent anew.
 */
export const isOutcomeUnknown = (code: ErrorCode): boolean =>
  code === 'offline' ||
  code === 'timeout' ||
  code === 'captive_portal' ||
  code === 'server_unavailable' ||
  code === 'bad_answer';

export const readAnswer = <T>(
  response: Pick<Response, 'ok' | 'status' | 'headers' | 'redirected'>,
  text: string,
): Result<T> => {
  const contentType = response.headers.get('content-type') ?? '';
  // Hotel and train networks answer every address with their own sign-in page.
  if (response.redirected || (response.ok && !contentType.includes('json')))
    return fail('captive_portal');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The connection broke in the middle of the answer.
    if (response.ok) return fail('bad_answer');
  }
  if (!response.ok) return failedStatus(response);
  if (typeof body !== 'object' || body === null || !('ok' in body)) return fail('bad_answer');
  return body.ok === true ? ok(body as T) : refusal(body as Record<string, unknown>);
};

/**
 * What a status without an answer of ours means. Not remote/errors.ts: its tables are about signing
 * in, and clients would wait for them.
 */
const failedStatus = ({ status, headers }: Pick<Response, 'status' | 'headers'>): Failed => {
  const retryAfter = Number(headers.get('retry-after'));
  if (status === 511) return fail('captive_portal');
  if (status === 429) {
    return fail('rate_limited', retryAfter > 0 ? { retryAfterSec: retryAfter } : {});
  }
  if (status === 408 || status >= 500) return fail('server_unavailable');
  if (status === 401 || status === 403) return fail('not_allowed');
  return fail('unknown', { reference: `HTTP ${status}` });
};

/** The server's refusals name their facts in snake case; ours are the AppError's. */
const refusal = (body: Record<string, unknown>): Failed => {
  const facts: Omit<AppError, 'code'> = {};
  if (typeof body['field'] === 'string') facts.field = body['field'];
  if (typeof body['rule'] === 'string') facts.rule = body['rule'];
  if (typeof body['retry_after_sec'] === 'number') facts.retryAfterSec = body['retry_after_sec'];
  // Not looked up in the table of codes: clients would wait for it. A code that this version does not
  // know finds no words of its own and is shown as a reference.
  const code = typeof body['code'] === 'string' ? body['code'].slice(0, 40) : 'unknown';
  return fail(code as ErrorCode, { ...facts, reference: code });
};
