import { errors, jwtVerify, SignJWT } from 'jose';

export type Claims = Record<string, unknown>;

export class TokenError extends Error {
  readonly kind: 'expired' | 'invalid';

  constructor(kind: 'expired' | 'invalid', message: string) {
    super(message);
    this.kind = kind;
  }
}

export type Tokens = {
  sign(claims: Claims, lifetimeSeconds: number): Promise<string>;
  /** The verified claims; throws TokenError. */
  verify(token: string): Promise<Claims>;
};

/** Sessions are HS256 tokens, as a self-hosted Supabase signs them. */
export function createTokens(secret: string, now: () => Date): Tokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign(claims, lifetimeSeconds) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          currentDate: now(),
        });
        return payload;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new TokenError('expired', 'JWT expired');
        throw new TokenError('invalid', error instanceof Error ? error.message : 'invalid token');
      }
    },
  };
}
