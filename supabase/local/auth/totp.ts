import { Secret, TOTP } from 'otpauth';

/** Time-based codes (RFC 6238) with what every authenticator app takes for granted. */
const WHAT_APPS_TAKE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Codes of the step before and after count too: clocks differ, and people type slowly. */
const STEPS_EITHER_SIDE = 1;

/** A new secret, in Base32 without padding, as apps take it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that authenticator apps read from the picture. */
export const otpauthUri = (issuer: string, label: string, secret: string): string =>
  new TOTP({ ...WHAT_APPS_TAKE, issuer, label, secret }).toString();

/** The code that an app shows at an instant. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ ...WHAT_APPS_TAKE, secret }).generate({ timestamp: at.getTime() });

export const isCodeRight = (secret: string, token: string, at: Date): boolean =>
  // The library throws on letters that take more than a byte.
  /^\d+$/.test(token) &&
  new TOTP({ ...WHAT_APPS_TAKE, secret }).validate({
    token,
    timestamp: at.getTime(),
    window: STEPS_EITHER_SIDE,
  }) !== null;
