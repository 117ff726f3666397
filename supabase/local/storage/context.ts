import type { Claims, Tokens } from '#supabase/local/auth/tokens.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Database, Sql } from '#supabase/local/database/database.ts';
import type { ByteStore } from './byte-store.ts';
import { invalidRequest, storageErrorOf } from './errors.ts';

export type StorageContext = {
  database: Database;
  bytes: ByteStore;
  tokens: Tokens;
  /** What no bucket may exceed. */
  maxBytes: number;
  now: () => Date;
};

export type StorageCall = {
  context: StorageContext;
  request: Request;
  url: URL;
  role: string;
  claims: Claims | null;
};

export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  metadata: ObjectFacts | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
};

export type ObjectFacts = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};

/** One transaction under the caller's rights; `operation` is what policies may ask for. */
export async function asCaller<T>(
  { context, role, claims }: StorageCall,
  operation: string,
  run: (sql: Sql) => Promise<T>,
): Promise<T> {
  const caller: Caller = { role, claims, storageOperation: operation };
  try {
    return await context.database.as(caller, run);
  } catch (error) {
    throw storageErrorOf(error);
  }
}

/** The body's members; anything else than an object has none. */
export async function jsonBody(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? (body as Record<string, unknown>) : {};
}

/** A member that lists names; without it there are none. */
export function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** A member that counts something. */
export function countIn(value: unknown, name: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw invalidRequest(`${name} must be a whole number`);
}
