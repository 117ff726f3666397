import { randomBytes } from 'node:crypto';
import { compare, hash } from 'bcryptjs';
import { weakPassword, invalidRequest } from './errors.ts';

/** bcrypt reads no further; longer passwords would be equal from here on. */
const MAXIMUM_BYTES = 72;
const COST = 10;

/** What a password is compared with when there is no account: the same work, never equal. */
const nobody = hash(randomBytes(16).toString('hex'), COST);

export function assertUsablePassword(password: string, minimum: number): void {
  if (Buffer.byteLength(password) > MAXIMUM_BYTES) {
    throw invalidRequest(`Password cannot be longer than ${MAXIMUM_BYTES} characters`);
  }
  if (Array.from(password).length < minimum) throw weakPassword(minimum);
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Takes as long for an unknown account (null) as for a wrong password. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const matches = await compare(password, stored ?? (await nobody));
  return matches && stored !== null;
}

export function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}
