import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { env } from '#platform/env.ts';
import { errorFromException, errorFromReply, isSessionTrouble } from './errors.ts';
import { accessToken, lock } from './auth.ts';

const TIMEOUT_MS = 20_000;

/**
 * Calls a function of the server as the signed-in person. A refusal (`{ok: false, code}`) comes
 * back as a failed result. A token that is refused is renewed once; if that does not help, the app
 * locks and the person signs in again.
 */
export const callAsMember = async <T>(
  name: string,
  args: Record<string, unknown>,
): Promise<Result<T>> => request<T>('POST', `rest/v1/rpc/${name}`, args);

/** The same for an edge function of the server. */
export const callFunctionAsMember = async <T>(
  name: string,
  args: Record<string, unknown>,
): Promise<Result<T>> => request<T>('POST', `functions/v1/${name}`, args);

/** Reads rows the signed-in person may see: `readRows('memberships', {status: 'eq.active'})`. */
export const readRows = async <T>(
  table: string,
  filters: Record<string, string>,
): Promise<Result<T[]>> => request<T[]>('GET', `rest/v1/${table}?${new URLSearchParams(filters)}`);

const request = async <T>(method: string, path: string, body?: object): Promise<Result<T>> => {
  const first = await once<T>(method, path, body, false);
  if (first.ok || !isSessionTrouble(first.error)) return first;
  const second = await once<T>(method, path, body, true);
  if (!second.ok && isSessionTrouble(second.error)) await lock();
  return second;
};

const once = async <T>(
  method: string,
  path: string,
  body: object | undefined,
  refresh: boolean,
): Promise<Result<T>> => {
  const token = await accessToken(refresh);
  if (!token.ok) return token;
  const { backendUrl, publishableKey } = env();
  try {
    const response = await fetch(`${backendUrl}/${path}`, {
      method,
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token.value.token}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await readAnswer<T>(response);
  } catch (error) {
    const failure = errorFromException(error);
    return fail(failure.code, failure);
  }
};

const readAnswer = async <T>(response: Response): Promise<Result<T>> => {
  const contentType = response.headers.get('content-type') ?? '';
  const isJson = contentType.includes('json');
  let body: unknown = null;
  try {
    if (isJson) body = await response.json();
  } catch {
    return fail('bad_answer');
  }
  if (!response.ok || !isJson) {
    const retryAfter = response.headers.get('retry-after');
    const failure = errorFromReply({ status: response.status, contentType, body, retryAfter });
    return fail(failure.code, failure);
  }
  if (typeof body === 'object' && body !== null && 'ok' in body && body.ok === false) {
    const failure = errorFromReply({ status: 400, contentType, body, retryAfter: null });
    return fail(failure.code, { ...failure, ...factsOf(body) });
  }
  return ok(body as T);
};

const factsOf = (body: object): { field?: string; rule?: string } => {
  const { field, rule } = body as Record<string, unknown>;
  return {
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof rule === 'string' ? { rule } : {}),
  };
};
