import { ShareIsFull } from '#supabase/local/database/share.ts';
import { json } from '#supabase/local/http/responses.ts';
import { isBadValue } from '#supabase/local/rest/database-errors.ts';

/** A refusal as Supabase Storage words it: HTTP 400 with the real status inside. */
export class StorageError extends Error {
  readonly statusCode: number;
  readonly error: string;

  constructor(statusCode: number, error: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.error = error;
  }

  toResponse(): Response {
    const { statusCode, error, message } = this;
    return json(statusCode >= 500 ? 500 : 400, { statusCode: String(statusCode), error, message });
  }
}

export const bucketNotFound = () => new StorageError(404, 'Bucket not found', 'Bucket not found');
export const objectNotFound = () => new StorageError(404, 'not_found', 'Object not found');
export const duplicate = () => new StorageError(409, 'Duplicate', 'The resource already exists');
export const notAllowed = () =>
  new StorageError(403, 'Unauthorized', 'new row violates row-level security policy');
export const invalidToken = (message = 'Invalid JWT') =>
  new StorageError(403, 'InvalidJWT', message);
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key}`);
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);
export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size');
export const wrongType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`);
export const tooMany = (message: string) => new StorageError(503, 'SlowDown', message);
export const bucketNotEmpty = () =>
  new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty');

/** What the database said, in the words of storage; other errors are bugs and stay themselves. */
export function storageErrorOf(error: unknown): unknown {
  if (error instanceof ShareIsFull) return tooMany(error.message);
  if (isBadValue(error)) return invalidRequest('This cannot be a name or a value here');
  switch ((error as { code?: unknown } | null)?.code) {
    case '42501':
      return notAllowed();
    case '23505':
      return duplicate();
    case '23503':
      return bucketNotFound();
    default:
      return error;
  }
}
