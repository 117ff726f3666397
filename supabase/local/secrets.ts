import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Secrets = {
  /** Public: every browser has it. */
  publishableKey: string;
  /** Acts as service_role, past row-level security. */
  secretKey: string;
  /** Signs sessions; whoever knows it can be anybody. */
  jwtSecret: string;
};

/**
 * The keys of this backend. The API keys are fixed so that a build works against any local
 * backend; the signing secret is random per data folder and stays with it, so that sessions
 * survive a restart. SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY and JWT_SECRET override.
 */
export function loadSecrets(
  folder: string | null,
  env: Record<string, string | undefined> = process.env,
): Secrets {
  const override = env['JWT_SECRET'];
  if (override !== undefined && override.length < 32) {
    throw new Error('JWT_SECRET needs at least 32 characters: short secrets can be guessed.');
  }
  return {
    publishableKey: env['SUPABASE_PUBLISHABLE_KEY'] ?? 'sb_publishable_daybook_local',
    secretKey: env['SUPABASE_SECRET_KEY'] ?? 'sb_secret_daybook_local',
    jwtSecret: override ?? (folder === null ? newSecret() : storedSecret(folder)),
  };
}

function storedSecret(folder: string): string {
  const path = join(folder, 'jwt-secret');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, newSecret(), { mode: 0o600 });
  }
  return readFileSync(path, 'utf8').trim();
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
