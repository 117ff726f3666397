import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time-based codes (RFC 6238) with what every authenticator app takes for granted. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Codes of the step before and after count too: clocks differ, and people type slowly. */
const STEPS_EITHER_SIDE = 1;
const SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret, in Base32 without padding, as apps take it. */
export function newSecret(): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const byte of randomBytes(SECRET_BYTES)) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return text;
}

/** The address that authenticator apps read from the picture. */
export function otpauthUri(issuer: string, account: string, secret: string): string {
  const query = Object.entries({
    algorithm: 'SHA1',
    digits: String(DIGITS),
    issuer,
    period: String(PERIOD_SECONDS),
    secret,
  }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?${query.join('&')}`;
}

/** The code that an app shows at an instant. */
export function codeAt(secret: string, at: Date): string {
  return codeOf(keyOf(secret), stepAt(at));
}

export function isCodeRight(secret: string, code: string, at: Date): boolean {
  const key = keyOf(secret);
  const typed = Buffer.from(code);
  let isRight = false;
  for (let off = -STEPS_EITHER_SIDE; off <= STEPS_EITHER_SIDE; off += 1) {
    const expected = Buffer.from(codeOf(key, stepAt(at) + off));
    if (typed.length === expected.length && timingSafeEqual(typed, expected)) isRight = true;
  }
  return isRight;
}

const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / PERIOD_SECONDS);

function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const start = mac[mac.length - 1]! & 15;
  const number = mac.readUInt32BE(start) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

function keyOf(secret: string): Buffer {
  let bits = 0;
  let held = 0;
  const bytes: number[] = [];
  for (const letter of secret.toUpperCase()) {
    held = (held << 5) | Math.max(BASE32.indexOf(letter), 0);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  return Buffer.from(bytes);
}
