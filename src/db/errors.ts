import type { ErrorCode } from '#domain/errors/codes.ts';
import { fail, type Failed } from '#domain/errors/result.ts';

/** Names of failures after which the handle is dead and a new one may work (WebKit loses its storage process). */
const LOST_CONNECTION = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'OpenFailedError',
  'TransactionInactiveError',
]);

/** The name of a storage failure; Dexie keeps the browser's own error in `inner`. */
const namesOf = (error: unknown): string[] => {
  const names: string[] = [];
  let current: unknown = error;
  while (typeof current === 'object' && current !== null && names.length < 5) {
    const { name, inner } = current as { name?: unknown; inner?: unknown };
    if (typeof name === 'string') names.push(name);
    current = inner;
  }
  return names;
};

/** True when closing and opening the database again may help. */
export const isLostConnection = (error: unknown): boolean => {
  const names = namesOf(error);
  return !names.includes('QuotaExceededError') && names.some((name) => LOST_CONNECTION.has(name));
};

export const storageCode = (error: unknown): ErrorCode | null => {
  const names = namesOf(error);
  if (names.includes('QuotaExceededError')) return 'storage_full';
  if (names.includes('VersionError')) return 'upgrade_needed';
  if (names.includes('MissingAPIError')) return 'browser_unsupported';
  if (names.some((name) => LOST_CONNECTION.has(name) || name === 'AbortError')) {
    return 'storage_failed';
  }
  return null;
};

/** A storage failure as a value; anything else is a bug and goes on as it came. */
export const storageFailure = (error: unknown): Failed => {
  const code = storageCode(error);
  if (code === null) throw error;
  return fail(code, { detail: namesOf(error).join(' < ') });
};
