import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { authClient } from './client.ts';
import { errorFromAuth, errorFromException } from './errors.ts';
import type { AuthErrorLike } from './errors.ts';

type Answer = { data: unknown; error: AuthErrorLike | null };
/** The data of the answers that carry no error. */
type DataOf<A extends Answer> = A extends { error: null; data: infer Data } ? Data : never;

/** Runs one call of the auth client; both ways in which it fails become our codes. */
export const attempt = async <A extends Answer>(
  call: (client: Awaited<ReturnType<typeof authClient>>) => Promise<A>,
): Promise<Result<DataOf<A>>> => {
  try {
    const { data, error } = await call(await authClient());
    if (!error) return ok(data as DataOf<A>);
    const failure = errorFromAuth(error);
    return fail(failure.code, failure);
  } catch (thrown) {
    const known = errorFromAuth(thrown instanceof Error ? thrown : {});
    const failure = known.code === 'unknown' ? errorFromException(thrown) : known;
    return fail(failure.code, failure);
  }
};

export const noData = async (
  call: Promise<{ error: AuthErrorLike | null }>,
): Promise<{ data: null; error: AuthErrorLike | null }> => ({
  data: null,
  error: (await call).error,
});
